//! Transfers between L2BM, L1BM and DAR (s. 3.6.7).

use super::{machine, program, set};
use oracle::interpreters::mncore2::{Element, Machine, Scope};

/// The word at an address of each L1BM of L2B 0.
fn at(machine: &Machine, address: u32) -> Vec<u64> {
    (0..8).filter_map(|b| machine.l1bm(b, address)).collect()
}

fn l1bs() -> impl Iterator<Item = Element> {
    (0..8).map(Element::L1b)
}

/// Word 10 of each L1BM is what it was given, or 1000 b + 10.
fn numbered() -> String {
    (0..8).map(|b| set(&format!("$lb0n0c0b{b}"), (0..64).map(|i| 1000 * b + i))).collect()
}

/// Which words go where, in cycles 0 and 2.
#[test]
fn down() {
    let got = |transfer: &str, address: u32| {
        let text = format!("{}{transfer}\n", set("$lc0n0c0", 0..256));
        at(&machine(&text, l1bs()), address)
    };
    assert_eq!(got("l2bmb $lc0 $lb64", 64 + 35), [35; 8]);
    assert_eq!(got("l2bmb@[0,2,4,6] $lc0 $lb64", 64 + 35), [35, 0, 35, 0, 35, 0, 35, 0]);
    // Cycle 2, place 3.
    assert_eq!(got("l2bmb2 $lc0 $lb0", 35), [131, 131, 147, 147, 163, 163, 179, 179]);
    assert_eq!(got("l2bmb2@6/1 $lc0 $lb0", 35), [0, 0, 0, 0, 0, 0, 179, 179]);
    assert_eq!(got("l2bmd $lc0 $lb8", 8 + 19), [131, 139, 147, 155, 163, 171, 179, 187]);
    assert_eq!(got("l2bmd@3 $lc0 $lb8", 8 + 19), [0, 0, 0, 155, 0, 0, 0, 0]);
}

#[test]
fn up() {
    let got = |transfer: &str, address: u32| {
        machine(&format!("{}{transfer}\n", numbered()), [Element::L2b(0)]).l2bm(0, address)
    };
    assert_eq!(got("l2bm@5 $lb0 $lc16", 16 + 35), Some(5035));
    assert_eq!(got("l2bmrliadd $lb0 $lc0", 35), Some(28_000 + 8 * 35));
    assert_eq!(got("l2bmrliadd@[0,4] $lb0 $lc0", 35), Some(4000 + 2 * 35));
    assert_eq!(got("l2bmrlband@2 $lb0 $lc0", 35), Some(2035));
    assert_eq!(got("l2bmrdmin@2 $lb0 $lc0", 35), Some(2035));
    assert_eq!(got("l2bmr2liadd $lb0 $lc0", 64 * 2 + 16 * 3 + 3), Some(13_000 + 2 * 35));
    assert_eq!(got("l2bmd $lb0 $lc0", 64 * 2 + 8 * 5 + 3), Some(5019));
}

/// S. 3.6.7.9: the example, the two of its text, and both ways at once.
#[test]
fn multicast() {
    let got = |transfer: &str| {
        let machine = machine(&format!("{}{transfer}\n", numbered()), l1bs());
        let thousands = |word: &u64| word / 1000;
        at(&machine, 35).iter().map(thousands).collect::<Vec<_>>()
    };
    assert_eq!(got("l2bmi@0/4 $lb0 $lb0"), [0, 0, 0, 0, 4, 4, 4, 4]);
    assert_eq!(got("l2bmi@0/6 $lb0 $lb0"), [0, 0, 2, 2, 4, 4, 6, 6]);
    assert_eq!(got("l2bmi@3 $lb0 $lb0"), [3; 8]);
}

/// S. 3.6.7.10: the example; and writing goes on until DARBUF begins again.
#[test]
fn dar() {
    let words = (0..256_u64).map(|i| (2 * i + 1) << 32 | (2 * i + 2));
    let text = format!(
        "{}l2bmdars $lc0@.1 $dar16; l2bmdarw\nl2bmd $lc256 $lb0; l2bmdarw\nl2bmdarw\n",
        set("$lc0n2c1", words)
    );
    let machine = machine(&text, [Element::Group(2), Element::Group(3)]);
    let dar: Vec<u32> = (14..30).filter_map(|entry| machine.dar(2, entry)).collect();
    assert_eq!(dar, [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 0]);
    assert_eq!(machine.dar(3, 16), Some(0));
    assert_eq!((machine.darbuf(2, 0), machine.darbuf(2, 511)), (Some(1), Some(512)));
}

/// Both memories go round.
#[test]
fn dar_wraps() {
    let steps = format!("l2bmdars $lc0@.0 $dar1020\n{}", "l2bmdarw\n".repeat(129));
    let words = (0..256_u64).map(|i| (2 * i + 1) << 32 | (2 * i + 2));
    let text = format!("{}{steps}", set("$lc0n0c0", words));
    let machine = machine(&text, [Element::Group(0)]);
    let dar = |entry| machine.dar(0, entry);
    assert_eq!((dar(1020), dar(1023), dar(0), dar(507)), (Some(1), Some(4), Some(5), Some(512)));
    assert_eq!((dar(508), dar(511), dar(512)), (Some(1), Some(4), Some(0)));
}

/// MN-D81: between both sides of an L1BM the PEs write last.
#[test]
fn pe_side_is_last() {
    let text = format!(
        "{}lpassa $peid $lm0v\nnop/2\nl1bmm@0 $lm0v $lb0; l2bmb $lc0 $lb0\n",
        set("$lc0n0c0", 100..164)
    );
    let program = program(&text);
    let scope = Scope::with(oracle::interpreters::mncore2::statements(&program), [Element::L1b(0)]);
    let mut machine = Machine::new(scope);
    machine.run(oracle::interpreters::mncore2::statements(&program)).expect("a run");
    let words: Vec<u64> = (14..18).filter_map(|i| machine.l1bm(0, i)).collect();
    assert_eq!(words, [2, 3, 116, 117]);
}
