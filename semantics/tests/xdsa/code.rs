//! Words and images (sections 1.1, 1.2, 1.5; XDSA-D02, D04, D10).

use proptest::prelude::*;
use semantics::xdsa::code::{GROUP_BYTES, image, words};
use semantics::xdsa::isa::{Domain, Instruction, Operation, Sync, TABLE, Width, Word};
use semantics::xdsa::{Kind, text};

fn word(payload: &str) -> Word {
    let bytes: Vec<u8> =
        payload.split(' ').map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect();
    let mut word = Word::default();
    word.payload[..bytes.len()].copy_from_slice(&bytes);
    word
}

fn kind(payload: &str) -> Kind {
    word(payload).decode(false).unwrap_err().kind
}

fn operation(word: &Word, lenient: bool) -> Operation {
    match word.decode(lenient).unwrap() {
        Domain::Unity(instruction) => instruction.operation,
        other => panic!("{other:?}"),
    }
}

/// XC-01: EXIT, END.
#[test]
fn a_group_of_two() {
    let exit =
        Instruction { operation: Operation::Exit, width: Width::A16, sync: Sync(0), descriptor: 0 };
    let image = image(&[exit.word(), Word::END]);
    let mut expected = vec![0x7f; 32];
    expected[0] = 0;
    expected.extend([0x3f, 0xff, 0x3f, 0]);
    expected.resize(544, 0);
    assert_eq!(image, expected);
    assert_eq!(words(&image).unwrap(), [exit.word(), Word::END]);
}

/// XC-02: ADD with every part of SYNC_CTRL.
#[test]
fn sync_ctrl() {
    let sync = Sync::default().fetching(1, 0x12, 3).depositing(2, 0x34).blocking();
    assert_eq!(sync.0, 0x0176_1234);
    let add = Instruction { operation: Operation::Add, width: Width::A16, sync, descriptor: 0x100 };
    let expected = word("3F 00 00 00 34 12 76 01 00 01");
    assert_eq!(add.word(), expected);
    assert_eq!(expected.decode(false), Ok(Domain::Unity(add)));
    let parts = (sync.keys(), sync.block(), sync.fetch(), sync.deposit());
    assert_eq!(parts, (3, true, Some((1, 0x12)), Some((2, 0x34))));
}

/// XC-04's word: two keys of table 3, entry FF.
#[test]
fn sync_of_two_keys() {
    assert_eq!(Sync::default().fetching(3, 0xff, 2).0, 0x009c_ff00);
    assert_eq!(Sync::default().depositing(0, 7).0, 0x0020_0007);
    assert_eq!(Sync::default().fetching(0, 7, 1).0, 0x0010_0700);
}

/// XC-05 b, c; XC-06.
#[test]
fn reserved_codes() {
    assert_eq!(kind("3F 10"), Kind::ReservedCode);
    assert_eq!(kind("FF 08"), Kind::ReservedCode);
    assert_eq!(kind("01"), Kind::ReservedCode);
    assert_eq!(kind("3F 00 00 01"), Kind::ReservedBits);
    assert_eq!(kind("3F 00 40"), Kind::ReservedBits);
    assert_eq!(kind("3F 00 00 00 00 00 00 04"), Kind::ReservedBits);
    // EXIT has nothing but section and code (XDSA-D93).
    assert_eq!(kind("7F FF 3F"), Kind::ReservedBits);
    assert_eq!(operation(&word("00 A1 01 00 00 00 00 00 00 01"), false), Operation::Momentum);
    assert_eq!(operation(&word("00 A1 01 00 00 00 00 00 00 01"), true), Operation::Momentum);
    assert_eq!(operation(&word("3F A1 01 00 00 00 00 00 00 01"), false), Operation::ResizeNearest);
    assert_eq!(kind("00 C2 01"), Kind::ReservedCode);
    assert_eq!(operation(&word("00 C2 01"), true), Operation::Zeros);
    assert_eq!(operation(&word("3F 00 00 01"), true), Operation::Add);
}

/// XDSA-D02: a cut behind the payload of an END, and cuts elsewhere.
#[test]
fn cut_images() {
    let whole = image(&[word("3F 00"), Word::END]);
    assert_eq!(words(&whole[..32 + 32]).unwrap().len(), 2);
    for cut in [0, 1, 31, 32, 32 + 16, 32 + 33, 543] {
        let error = words(&whole[..cut]).unwrap_err();
        assert_eq!(error.kind, Kind::Truncated, "{cut}");
    }
    let long = image(&vec![word("3F 00"); 33]);
    assert_eq!(long.len(), 2 * GROUP_BYTES);
    assert_eq!(words(&long).unwrap().len(), 34);
    assert_eq!(words(&long[..GROUP_BYTES]).unwrap().len(), 32);
    assert_eq!(words(&long[..GROUP_BYTES + 40]).unwrap_err().kind, Kind::Truncated);
}

proptest! {
    /// Image -> words -> image, and words -> text -> words, whatever the bits.
    #[test]
    fn images_keep_their_bytes(groups in 1..4usize, seed in prop::collection::vec(any::<u8>(), 4 * GROUP_BYTES), zero in any::<bool>()) {
        let mut bytes = seed[..groups * GROUP_BYTES].to_vec();
        if zero {
            // Identifiers that mean something.
            for group in bytes.chunks_mut(GROUP_BYTES) {
                group[..32].iter_mut().for_each(|did| *did = [0, 0x7f, 4][usize::from(*did % 3)]);
            }
        }
        let program = match words(&bytes) {
            Ok(program) => program,
            Err(error) => return Err(TestCaseError::fail(error.to_string())),
        };
        prop_assert_eq!(image(&program), bytes);
        for word in &program {
            prop_assert_eq!(super::text::one(&text::word(word)), *word);
        }
    }

    /// Every instruction: fields -> word -> fields, word -> text -> word.
    #[test]
    fn instructions_keep_their_fields(row in 0..224usize, width in 0..3usize, sync in any::<u32>(), descriptor in any::<u64>()) {
        let (operation, width) = (TABLE[row].operation, Width::ALL[width]);
        let descriptor = descriptor & (width.space() - 1) as u64;
        let instruction = Instruction { operation, width, sync: Sync(sync & 0x03ff_ffff), descriptor };
        let word = instruction.word();
        if operation != Operation::Exit {
            prop_assert_eq!(word.decode(false), Ok(Domain::Unity(instruction)));
        }
        prop_assert_eq!(super::text::one(&text::word(&word)), word);
    }
}
