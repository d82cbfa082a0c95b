//! The decoder against the plain interpreter: a word is an instruction where the interpreter finds it legal in some state.

use oracle::plain::tile::{Kind, Settings, Shared, Thread, run};
use seeded::{Draw, Random};
use semantics::tile::isa::{Action, Field, Instruction, rows};

/// What only shows when it runs: tensor maps, and groups of a product, which end where the shape says.
fn hangs_on_state(i: &Instruction) -> bool {
    match i.action() {
        Action::Copy(_) => i.flag(Field::SrcTm) || i.flag(Field::DstTm),
        Action::Product(_) => {
            [Field::Dst, Field::SrcA, Field::SrcB].into_iter().any(|first| i.field(first) > 192)
        }
        _ => false,
    }
}

/// Whether a word is legal in one of the shapes.
fn legal(word: u64) -> bool {
    let settings = Settings { extensions: true, ..Settings::default() };
    (0..3).any(|shape| {
        let mut thread = Thread { control: shape, ..Thread::default() };
        let mut shared = Shared::new(1 << 13, 1 << 13);
        let threads = std::slice::from_mut(&mut thread);
        let ran = run(&[vec![word]], threads, &mut shared, settings);
        ran.map_err(|stop| stop.kind) != Err(Kind::Illegal)
    })
}

fn judge(word: u64) -> bool {
    let decoded = Instruction::decode(word);
    if decoded.as_ref().is_ok_and(hangs_on_state) {
        return true;
    }
    if let Ok(instruction) = &decoded {
        assert_eq!(instruction.word(), word);
    }
    assert_eq!(decoded.is_ok(), legal(word), "{word:#018x}: {decoded:?}");
    decoded.is_ok()
}

/// Words of each row: free fields drawn, and then a bit turned.
#[test]
fn decoder_and_plain_interpreter_agree() {
    let mut random = Random::new(0x711e);
    for row in rows() {
        let (mut well, mut wrong) = (0, 0);
        for turn in 0..4000 {
            if turn >= 60 && well > 0 && wrong > 0 {
                break;
            }
            let mut word = row.word();
            let mut low = 10;
            for (field, width) in row.form.fields() {
                // Small values more often than large ones, and 0 in half of the fields.
                let drawn = match random.next() % 4 {
                    0 => random.next(),
                    1 => random.next() % 4,
                    _ => 0,
                };
                if row.fixes(*field).is_none() {
                    word |= (drawn & ((1 << width) - 1)) << low;
                }
                low += width;
            }
            if turn % 3 == 2 {
                word ^= 1 << (random.next() % 64);
            }
            if judge(word) { well += 1 } else { wrong += 1 }
        }
        assert!(well > 0 && wrong > 0, "{}: {well} of {}", row.mnemonic, well + wrong);
    }
}
