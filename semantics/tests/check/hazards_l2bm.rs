//! Hazards of L2BM and of the ports of L1BM on its side (s. 3.6.3.1 to 3.6.3.4): every form of transfer
//! at its boundary.

use crate::check::hazards::{free, hazards, needs, violations};
use semantics::mncore2::check::Severity;

/// L1BM to L2BM; the words of L2BM that each writes in all, from 1024 on.
const COLLECT: [(&str, u32); 5] = [
    ("l2bm@3 $lb0 $lc1024", 64),
    ("l2bmriiadd $lb0 $lc1024", 64),
    ("l2bmriiadd@1/2 $lb0 $lc1024", 64),
    ("l2bmr2iiadd $lb0 $lc1024", 256),
    ("l2bmd $lb0 $lc1024", 256),
];

/// L2BM to L1BM.
const SPREAD: [&str; 3] = ["l2bmb $lc0 $lb0", "l2bmb2 $lc0 $lb0", "l2bmd $lc0 $lb0"];

/// s. 3.6.3.1: the words of the whole instructions.
#[test]
fn mv() {
    for (first, words) in COLLECT {
        let end = 1024 + words;
        for second in [
            "mvp/n64 $lc1024@.0 $d0".to_owned(),
            format!("mvp/n64 $lc{}@.1 $d0", end - 64),
            format!("mvp/n128 $lc{}@3.1 $p0@2", end - 64),
            "mvp/n128 $lc960@0.0 $d0@0".to_owned(),
            "mvp/n31872 $lc2048@.0 $d0".to_owned(),
            "mvd/n64 $lc1024 $p0@0".to_owned(),
        ] {
            match first.starts_with("l2bm@") {
                true => needs(first, &second, "MN-E-HAZARD-L2BM-MV", 1),
                false => warns(first, &second),
            }
        }
        for second in [
            format!("mvp/n64 $lc{end}@.0 $d0"),
            "mvp/n64 $lc960@.0 $d0".to_owned(),
            "mvp/n31744 $lc2048@.0 $d0".to_owned(),
            "mvp/n64 $p0@0 $lc1024@0.0".to_owned(),
            "mvb/n64 $p0@0 $lc1024".to_owned(),
            "mvp/n2048 $d0@0 $p0@0".to_owned(),
        ] {
            free(&format!("{first}\n{second}"));
        }
    }
    // No other transfer writes L2BM.
    for first in SPREAD {
        free(&format!("{first}\nmvp/n64 $lc0@.0 $d0"));
    }
    free("l1bmd $lr0v $lb0\nmvp/n64 $lc0@.0 $d0");
    // An MV statement takes no step; the second one is too early as well.
    let source = "l2bm@3 $lb0 $lc0\nmvp/n64 $lc0@0.0 $d0@0\nmvp/n64 $lc0@1.0 $d0@1";
    let code = "MN-E-HAZARD-L2BM-MV";
    assert_eq!(hazards(source), [(2, code, 1), (3, code, 1)]);
}

/// Whether a step before an MV is missed, and the program is run all the same (MN-D102).
#[track_caller]
fn warns(first: &str, second: &str) {
    let found = violations(&format!("{first}\n{second}"));
    assert_eq!(found.len(), 1, "{first}, {second}");
    let (line, v) = &found[0];
    assert_eq!((*line, v.code, v.nops), (2, "MN-W-HAZARD-L2BM-MV", 1));
    assert_eq!(v.severity, Severity::Warning);
    free(&format!("{first}\nnop\n{second}"));
}

/// MN-D102: before a reduction by MV it is a warning behind every transfer.
#[test]
fn mv_reductions() {
    for second in ["mvriiadd/n64 $lc0 $p0@1", "mvr2iiadd/n64 $lc0 $d0", "mvr4iiadd/n64 $lc0 $d0"] {
        for first in ["l2bmriiadd $lb0 $lc", "l2bm@3 $lb0 $lc", "l2bmd $lb0 $lc"] {
            warns(&format!("{first}0"), second);
            free(&format!("{first}64\n{second}"));
        }
    }
}

/// s. 3.6.3.2: a port, whatever the addresses and L1Bs.
#[test]
fn collect_then_spread() {
    for (first, _) in COLLECT {
        for second in ["l2bmb@7 $lc4096 $lb4096", "l2bmb2@0 $lc4096 $lb0", "l2bmd $lc4096 $lb64"] {
            needs(first, second, "MN-E-HAZARD-L2BM", 3);
        }
        needs(first, "l2bmdars $lc4096@.1 $dar0", "MN-E-HAZARD-L2BM", 3);
        // What does not read L2BM.
        for second in ["l2bmdarw", "l2bm@0 $lb0 $lc0", "l2bmi@0 $lb0 $lb64", "l1bmm $lb0 $lr0v"] {
            free(&format!("{first}\n{second}"));
        }
    }
}

/// s. 3.6.3.3, s. 3.6.3.4: what reads which L1Bs.
const UPWARDS: [(&str, u8); 7] = [
    ("l2bm@5 $lb4096 $lc4096", 1 << 5),
    ("l2bmriiadd $lb4096 $lc4096", 0xff),
    ("l2bmriiadd@4/1 $lb4096 $lc4096", 0b0011_0000),
    ("l2bmr2iiadd $lb4096 $lc4096", 0xff),
    ("l2bmd $lb4096 $lc4096", 0xff),
    ("l2bmi@5 $lb4096 $lb6144", 1 << 5),
    ("l2bmi@0/6 $lb4096 $lb6144", 0b0101_0101),
];

/// s. 3.6.3.3: sets of L1Bs, whatever the addresses.
#[test]
fn spread_then_upwards() {
    for form in SPREAD {
        let (opcode, operands) = form.split_once(' ').unwrap();
        for (set, written) in [("", 0xff), ("@5", 1 << 5), ("@2/1", 0b1100), ("@1/6", 0b1010_1010)]
        {
            let first = format!("{opcode}{set} {operands}");
            for (second, read) in UPWARDS {
                if written & read == 0 {
                    free(&format!("{first}\n{second}"));
                } else {
                    needs(&first, second, "MN-E-HAZARD-L2BM-DOWN", 2);
                }
            }
            for second in [form, "l2bmdars $lc0@.0 $dar0", "l1bmd $lr0v $lb0"] {
                free(&format!("{first}\n{second}"));
            }
        }
    }
}

/// s. 3.6.3.4: all L1Bs outside of the set are written.
#[test]
fn multicast_then_upwards() {
    for (set, written) in [("5", !(1u8 << 5)), ("0/6", 0b1010_1010), ("0/5", 0b1100_1100)] {
        let first = format!("l2bmi@{set} $lb0 $lb64");
        for (second, read) in UPWARDS {
            if written & read == 0 {
                free(&format!("{first}\n{second}"));
            } else {
                needs(&first, second, "MN-E-HAZARD-L2BMI", 3);
            }
        }
        for second in ["l2bmb $lc0 $lb0", "l2bmdars $lc0@.0 $dar0", "l1bmd $lr0v $lb0"] {
            free(&format!("{first}\n{second}"));
        }
    }
}
