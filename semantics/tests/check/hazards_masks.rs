//! Masks and hazards (MN-D80): a masked write is one in the cycles that its entry can let through.

use crate::check::hazards::{free, hazards, needs, violations};
use semantics::mncore2::check::{Checker, Rules, Severity};
use semantics::mncore2::text;

const GRF0: &str = "MN-E-HAZARD-GRF0";

/// Steps that must lie between a write in the cycles of a pattern and a read of the same word in all
/// cycles, of which the first one counts: 4 * (steps + 1) - c - 1 must be 6.
const NEEDED: [(&str, u32); 16] = [
    ("0000", 0),
    ("1000", 1),
    ("0100", 1),
    ("1100", 1),
    ("0010", 2),
    ("1010", 2),
    ("0110", 2),
    ("1110", 2),
    ("0001", 2),
    ("1001", 2),
    ("0101", 2),
    ("1101", 2),
    ("0011", 2),
    ("1011", 2),
    ("0111", 2),
    ("1111", 2),
];

/// Whether the last line of `first` and the read behind it need so many steps.
#[track_caller]
fn check(first: &str, second: &str, code: &str, needed: u32) {
    match needed {
        0 => free(&format!("{first}\n{second}")),
        _ => needs(first, second, code, needed),
    }
}

/// Behind lines of earlier steps.
fn behind(before: &str, first: &str) -> String {
    if before.is_empty() { first.to_owned() } else { format!("{before}\nnop/9\n{first}") }
}

/// Fixed entries, on the destination and as a setting.
#[test]
fn fixed() {
    let second = "lpassa $lr0 $ls0v";
    for (pattern, needed) in NEEDED {
        check(&format!("lpassa $lm0v $lr0/{pattern}"), second, GRF0, needed);
        check(&format!("lpassa $lm0v $lr0/ll{pattern}t"), second, GRF0, needed);
        check(&format!("maskr 0b1{pattern}\nlpassa $lm0v $lr0"), second, GRF0, needed);
        check(&format!("maskllrst 0b1{pattern}\nlpassa $lm0v $lr0"), second, GRF0, needed);
        // A setting for other memories, one that a mask in the step switches off (MN-D45), and none.
        for first in [
            format!("masksmntk 0b1{pattern}\nlpassa $lm0v $lr0"),
            format!("maskr 0b1{pattern}\nlpassa $lm0v $lr0 $ln0v/0000"),
            format!("maskr 0b1{pattern}\nmask 0\nlpassa $lm0v $lr0"),
            format!("maskr 0b1{pattern}\nmaskr 0\nlpassa $lm0v $lr0"),
        ] {
            check(&first, second, GRF0, 2);
        }
    }
    // Each cycle has its own address.
    for (pattern, needed) in [("1000", 1), ("0111", 0)] {
        check(&format!("lpassa $lm0v $lr0v/{pattern}"), "lpassa $lr0 $ls0v", GRF0, needed);
    }
    for (pattern, needed) in [("0001", 2), ("1110", 0)] {
        check(&format!("lpassa $lm0v $lr0v/{pattern}"), "lpassa $lr6 $ls0v", GRF0, needed);
    }
}

/// A mask of one long word does not hold back the second one (MN-D46).
#[test]
fn second_long_word() {
    for (first, words) in [
        ("hmmul $lx $lm0v $llr0/1000p", [1, 2]),
        ("maskr 0b11000\nhmmul $lx $lm0v $llr0", [1, 2]),
        ("hmmul $lx $lm0v $llr0/0000p", [0, 2]),
        ("hmmul $lx $lm0v $llr0/ll1000", [1, 1]),
        ("maskllr 0b11000\nhmmul $lx $lm0v $llr0", [1, 1]),
        ("hmmul $lx $lm0v $llr0/ll0000", [0, 0]),
        ("hmmul $lx $lm0v $llr0/$imr3p", [0, 2]),
        ("hmmul $lx $lm0v $llr0/$llimr3", [0, 0]),
    ] {
        check(first, "lpassa $lr0 $ls0v", GRF0, words[0]);
        check(first, "ipassa $r3 $s0v", GRF0, words[1]);
        check(first, "lpassa $llr0 $lls0v", GRF0, words[0].max(words[1]));
    }
}

/// Variable entries hold what the cycles of their last write can have left there.
#[test]
fn variable() {
    let (write, second) = ("lpassa $lm0v $lr0/$imr1", "lpassa $lr0 $ls0v");
    for (before, needed) in [
        // Never written: zero.
        ("", 0),
        ("linc $peid $omr2", 0),
        ("linc $peid $omr1", 2),
        ("linc $peid $omr1\nlinc $peid $omr2/1000", 2),
        ("linc $peid $omr1/1000", 1),
        ("linc $peid $omr1/0100", 1),
        ("linc $peid $omr1/0010", 2),
        ("linc $peid $omr1/0000", 0),
        // The last write counts: what its mask holds back is zero.
        ("linc $peid $omr1\nlinc $peid $omr1/1000", 1),
        ("linc $peid $omr1/1000\nlinc $peid $omr1", 2),
        ("linc $peid $omr1/1000\nlinc $peid $omr1/0000", 0),
        // A variable mask on the mask.
        ("linc $peid $omr2/1100\nlinc $peid $omr1/$imr2", 1),
        ("linc $peid $omr2/0011\nlinc $peid $omr1/$imr2", 2),
        ("linc $peid $omr1/$imr2", 0),
        ("linc $peid $omr1/1100\nlinc $peid $omr1/$imr1", 1),
        // The setting.
        ("maskk 0b11000\nlinc $peid $omr1\nmask 0", 1),
        ("maskk 2\nlinc $peid $omr1\nmask 0", 0),
        ("linc $peid $omr2/1000\nmaskk 2\nlinc $peid $omr1\nmask 0", 1),
        ("maskrstmn 0b11000\nlinc $peid $omr1\nmask 0", 2),
        ("maskk 0b11000\nlinc $peid $omr1 $ls100v/1111\nmask 0", 2),
        // Flags of the MAU.
        ("dvadd $lm0v $ln0v $omr1/1000", 1),
    ] {
        check(&behind(before, write), second, GRF0, needed);
        let setting = behind(before, "maskr 1\nlpassa $lm0v $lr0");
        check(&setting, second, GRF0, needed);
    }
    // A step's own write of the entry counts from the next step on.
    free("linc $peid $omr1 $lr0/$imr1\nlpassa $lr0 $ls0v");
    needs("linc $peid $omr1 $lr0/$imr1\nlinc $peid $lr0/$imr1", second, GRF0, 2);
}

/// MN-D80's example, accepted by the official tool: the entry has cycle 0 only.
#[test]
fn accumulate() {
    let once = "iadd $s272 $aluf $s272/$imr1";
    free(&format!("isub $s264 $aluf $omr1/1000\n{once}\nnop\n{once}"));
    assert_eq!(
        hazards(&format!("isub $s264 $aluf $omr1/1000\n{once}\n{once}")),
        [(3, "MN-E-HAZARD-GRF1", 1)]
    );
    assert_eq!(
        hazards(&format!("isub $s264 $aluf $omr1\n{once}\nnop\n{once}")),
        [(4, "MN-E-HAZARD-GRF1", 1)]
    );
}

/// The rule of the local memories counts steps whatever the mask. Only a fixed mask that writes nothing
/// leaves 12 cycles behind its last written one, and then the program is not refused.
#[test]
fn local_memories() {
    let second = "lpassa $ln0v $lr8v";
    for mask in ["1000", "0001", "ll1000t", "$imr5"] {
        needs(&format!("lpassa $lr0v $ln0v/{mask}"), second, "MN-E-HAZARD-LM1", 2);
    }
    needs("maskn 0b11000\nlpassa $lr0v $ln0v", second, "MN-E-HAZARD-LM1", 2);
    needs("maskmrst 0b10000\nlpassa $lr0v $ln0v", second, "MN-E-HAZARD-LM1", 2);
    needs("hmmul $lx $lr0v $lln0v/0000p", second, "MN-E-HAZARD-LM1", 2);
    for first in [
        "lpassa $lr0v $ln0v/0000",
        "maskn 0b10000\nlpassa $lr0v $ln0v",
        "hmmul $lx $lr0v $lln0v/ll0000",
    ] {
        for (nops, between) in [(2, ""), (1, "nop\n")] {
            let source = format!("{first}\n{between}{second}");
            let (_, v) = violations(&source).remove(0);
            assert_eq!((v.code, v.severity), ("MN-W-HAZARD-LM1", Severity::Warning), "{source}");
            assert_eq!(v.nops, nops, "{source}");
        }
        free(&format!("{first}\nnop/2\n{second}"));
    }
    // A write that is an error and one that is a warning.
    let source = "lpassa $lr0v $ln0v\nlpassa $lr0v $ln0v/0000\nlpassa $ln0v $lr8v";
    assert_eq!(hazards(source), [(3, "MN-E-HAZARD-LM1", 1), (3, "MN-W-HAZARD-LM1", 2)]);
}

/// T and the base address registers: nothing is written under a mask that is closed in all cycles.
#[test]
fn t_and_base_address_registers() {
    let (t, bar) = ("MN-E-HAZARD-T", "MN-E-HAZARD-BAR");
    for (pattern, needed) in NEEDED.map(|(pattern, needed)| (pattern, needed.min(1))) {
        check(&format!("lpassa $lr0v $lnb/{pattern}"), "lpassa $ln0v $ls0v", bar, needed);
        check(&format!("maskn 0b1{pattern}\nlpassa $lr0v $lnb"), "lpassa $ls0v $ln0v", bar, needed);
        let first = format!("hmmul $lx $lr0v $llt/ll{pattern}");
        check(&first, "lpassa $lt $ls0v", t, needed);
        check(&first, "lpassa $lmt0v $ls0v", t, needed);
        // Under a mask of one long word the other one is written all the same; addresses come from
        // the first (MN-D46, MN-D48).
        let first = format!("maskt 0b1{pattern}\nlpassa $lr0v $lt");
        check(&first, "lpassa $lt $ls0v", t, 1);
        check(&first, "lpassa $lmt0v $ls0v", t, needed);
    }
}

/// Entries keep what they hold when another program begins.
#[test]
fn programs() {
    let mut checker = Checker::with(Rules::ASSEMBLER);
    let mut found = Vec::new();
    for source in ["linc $peid $omr1", "lpassa $lm0v $lr0/$imr1\nlpassa $lr0 $ls0v"] {
        checker.begin();
        for line in text::parse(source).unwrap().lines() {
            found.extend(checker.statement(line.number, line.statement()));
        }
    }
    assert_eq!(found.iter().map(|v| (v.code, v.nops)).collect::<Vec<_>>(), [(GRF0, 2)]);
}
