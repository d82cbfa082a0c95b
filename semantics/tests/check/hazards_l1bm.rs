//! Hazards of L1BM (s. 3.6.3.5 to 3.6.3.8): every form of transfer at its boundary, word by word.

use crate::check::hazards::{free, hazards, needs, violations};

/// The steps that a rule of cycles needs, where a word is written in one cycle and read `least` cycles
/// of a step later: 4 * (steps + 1) + least - 1 cycles between must be as many as the rule asks for.
fn steps(cycles: i32, least: i32) -> u32 {
    (0..).find(|steps| 4 * (steps + 1) + least > cycles).unwrap() as u32
}

#[track_caller]
fn word(first: &str, second: &str, code: &str, cycles: i32, least: Option<i32>) {
    match least.map(|least| steps(cycles, least)) {
        None | Some(0) => free(&format!("{first}\n{second}")),
        Some(needed) => needs(first, second, code, needed),
    }
}

/// Reads by the PEs, each with the least difference of the cycles in which a word is read and written,
/// where 16 long words a cycle are written from 48 on: 48 to 63, 64 to 79, 80 to 95, 96 to 111.
const DOWN: [(&str, Option<i32>); 32] = [
    ("l1bmp $lb111 $lr0v", Some(-3)),
    ("l1bmp $lb48 $lr0v", Some(0)),
    ("l1bmp $lb46 $lr0v", Some(2)),
    ("l1bmp $lb45 $lr0v", Some(3)),
    ("l1bmp $lb44 $lr0v", None),
    ("l1bmp $lb112 $lr0v", None),
    // The second word of a PE is four behind the first.
    ("l1bmp $llb107 $llr0v", Some(-3)),
    ("l1bmp $llb56 $llr0v", Some(0)),
    ("l1bmp $llb44 $llr0v", Some(0)),
    ("l1bmp $llb42 $llr0v", Some(2)),
    ("l1bmp $llb41 $llr0v", Some(3)),
    ("l1bmp $llb40 $llr0v", None),
    ("l1bmp $llb112 $llr0v", None),
    ("l1bmm $lb108 $lr0v", Some(-3)),
    ("l1bmm $lb44 $lr0v", Some(1)),
    ("l1bmm $lb40 $lr0v", Some(2)),
    ("l1bmm $lb36 $lr0v", Some(3)),
    ("l1bmm $lb32 $lr0v", None),
    ("l1bmm $lb112 $lr0v", None),
    ("l1bmm $llb104 $llr0v", Some(-3)),
    ("l1bmm $llb40 $llr0v", Some(1)),
    ("l1bmm $llb24 $llr0v", Some(3)),
    ("l1bmm $llb16 $llr0v", None),
    ("l1bmm4 $lb96 $lr0v", Some(-3)),
    ("l1bmm4 $lb48 $lr0v", Some(0)),
    ("l1bmm4 $lb0 $lr0v", Some(3)),
    ("l1bmm4 $llb96 $llr0v", Some(-3)),
    ("l1bmm4 $llb32 $llr0v", Some(-1)),
    ("l1bmm4 $llb0 $llr0v", Some(0)),
    ("l1bmd+3 $lb64 $lr0v", Some(-3)),
    ("l1bmd $lb0 $lr0v", Some(-2)),
    ("l1bmd $lb128 $lr0v", None),
];

/// s. 3.6.3.5, s. 3.6.3.6.
#[test]
fn then_down() {
    for (second, least) in DOWN {
        word("l2bmi@0 $lb4096 $lb48", second, "MN-E-HAZARD-L2BMI-L1BM", 10, least);
        word("l2bmi@2/5 $lb4096 $lb48", second, "MN-E-HAZARD-L2BMI-L1BM", 10, least);
        for first in ["l2bmb $lc0 $lb48", "l2bmb@3 $lc0 $lb48", "l2bmb2@0/2 $lc0 $lb48"] {
            word(first, second, "MN-E-HAZARD-L2BM-L1BM", 6, least);
        }
    }
    // 8 long words a cycle: 48 to 55, 56 to 63, 64 to 71, 72 to 79.
    for (second, least) in [
        ("l1bmm $lb76 $lr0v", Some(-3)),
        ("l1bmm $lb80 $lr0v", None),
        ("l1bmm $lb44 $lr0v", Some(1)),
        ("l1bmm4 $lb48 $lr0v", Some(-2)),
    ] {
        word("l2bmd@6 $lc0 $lb48", second, "MN-E-HAZARD-L2BM-L1BM", 6, least);
    }
    // The turnaround register is no word of L1BM.
    free("l1bmd $lr0v $lbi\nl2bmb $lc0 $lb0\nl1bmd $lbi $lr8v");
    free("l1bmd $lr0v $lbi\nl2bmi@0 $lb0 $lb64\nl1bmd $lbi $lr8v");
}

/// L1BM ends at 8192, L2BM at 32768; addresses go on at 0.
#[test]
fn wrap() {
    let (first, code) = ("l2bmb $lc0 $lb8176", "MN-E-HAZARD-L2BM-L1BM");
    for (second, least) in [
        ("l1bmm $lb44 $lr0v", Some(-3)),
        ("l1bmm $lb48 $lr0v", None),
        ("l1bmm $lb8188 $lr0v", Some(0)),
        ("l1bmm $lb8164 $lr0v", Some(3)),
        ("l1bmm $lb8160 $lr0v", None),
        ("l1bmd $lb8128 $lr0v", Some(-2)),
        ("l1bmd $lb7936 $lr0v", Some(3)),
        ("l1bmd $lb7872 $lr0v", None),
    ] {
        word(first, second, code, 6, least);
    }
    word("l2bmb $lc0 $lb0", "l1bmm $lb8188 $lr0v", code, 6, Some(1));
    let source = "l2bmd $lb0 $lc32704\nmvp/n64 $lc128@.0 $d0";
    assert_eq!(hazards(source), [(2, "MN-W-HAZARD-L2BM-MV", 1)]);
    needs("l2bm@0 $lb0 $lc32752", "mvp/n64 $lc0@.0 $d0", "MN-E-HAZARD-L2BM-MV", 1);
    free("l2bm@0 $lb0 $lc32752\nmvp/n64 $lc64@.0 $d0");
    free("l2bmd $lb0 $lc32704\nmvp/n64 $lc192@.0 $d0");
    needs("l2bm@0 $lb0 $lc0", "mvp/n128 $lc32704@.0 $d0", "MN-E-HAZARD-L2BM-MV", 1);
    free("l2bm@0 $lb0 $lc0\nmvp/n64 $lc32704@.0 $d0");
}

/// Transfers from the PEs, by how many long words a cycle they write, and where to.
const UP: [(&[&str], u32); 5] = [
    (&["l1bmm@3 $lr0v $lb60", "l1bmrdfadd $lr0v $lb60", "l1bmrfmaxr $llr0v $lb60"], 4),
    (&["l1bmm@3 $llr0v $llb56", "l1bmrffadd $llr0v $llb56", "l1bmribor $llr0v $llb56"], 8),
    (&["l1bmm4@1 $lr0v $lb48", "l1bmr4dmax $lr0v $lb48", "l1bmr4ffaddr $llr0v $lb48"], 16),
    (&["l1bmm4@1 $llr0v $llb32", "l1bmr4fmin $llr0v $llb32", "l1bmr4lbor $llr0v $llb32"], 32),
    (&["l1bmd $lr0v $lb64", "l1bmd+5 $lr0v $lb64", "l1bmd+15 $lr0v $lb64"], 64),
];

/// s. 3.6.3.7.
#[test]
fn up_then_upwards() {
    for (words, second, least) in [
        // 60 to 63, 64 to 67, 68 to 71, 72 to 75.
        (4, 64, Some(-3)),
        (4, 16, Some(0)),
        (4, 0, Some(3)),
        (4, 80, None),
        // 56 to 63, 64 to 71, 72 to 79, 80 to 87.
        (8, 80, Some(-3)),
        (8, 64, Some(-2)),
        (8, 96, None),
        // 48 to 63, 64 to 79, 80 to 95, 96 to 111.
        (16, 96, Some(-3)),
        (16, 64, Some(-1)),
        (16, 48, Some(0)),
        (16, 32, Some(1)),
        (16, 16, Some(2)),
        (16, 0, Some(3)),
        (16, 112, None),
        // 32 to 63, 64 to 95, 96 to 127, 128 to 159.
        (32, 144, Some(-3)),
        (32, 80, Some(-1)),
        (32, 48, Some(0)),
        (32, 160, None),
        // 64 to 127, 128 to 191, 192 to 255, 256 to 319.
        (64, 304, Some(-3)),
        (64, 16, Some(3)),
        (64, 0, None),
        (64, 320, None),
    ] {
        let firsts = UP.iter().filter(|(_, w)| *w == words).flat_map(|(firsts, _)| *firsts);
        for first in firsts {
            for second in [
                format!("l2bm@7 $lb{second} $lc0"),
                format!("l2bmriiadd@2/1 $lb{second} $lc0"),
                format!("l2bmr2iiadd $lb{second} $lc0"),
                format!("l2bmi@3 $lb{second} $lb4096"),
            ] {
                word(first, &second, "MN-E-HAZARD-L1BM-L2BM", 10, least);
            }
        }
    }
    // 8 long words a cycle.
    for (lb, least) in [(104, Some(-3)), (40, Some(1)), (24, Some(3)), (16, None), (112, None)] {
        let second = format!("l2bmd $lb{lb} $lc0");
        word("l1bmm4@1 $lr0v $lb48", &second, "MN-E-HAZARD-L1BM-L2BM", 10, least);
    }
    free("l1bmd $lr0v $lbi\nl2bm@0 $lb0 $lc0");
    free("l1bmd $lr0v $lb0\nl2bmb $lc0 $lb0");
}

/// s. 3.6.3.8: a port, whatever the addresses; the turnaround register does not pass it.
#[test]
fn up_then_down() {
    for (firsts, _) in UP {
        for first in firsts {
            for (second, _) in DOWN {
                needs(first, second, "MN-E-HAZARD-L1BM", 2);
            }
        }
    }
    free("l1bmm@3 $lr0v $lbi\nl1bmm $lb0 $lr0v");
    free("l1bmm@3 $lr0v $lb0\nl1bmm $lbi $lr8v");
    free("l1bmm@3 $lr0v $lb0\nl1bmm@3 $lr0v $lb0");
    free("l1bmm $lb0 $lr0v\nl1bmm@3 $ls0v $lb0");
}

/// A transfer that two rules forbid, and one that is too early for two steps.
#[test]
fn several() {
    let source = "l2bmb $lc0 $lb0; l1bmd $lr0v $lb256\nl1bmd $lb0 $lr8v";
    let expected = [(2, "MN-E-HAZARD-L1BM", 2), (2, "MN-E-HAZARD-L2BM-L1BM", 2)];
    assert_eq!(hazards(source), expected);
    // The later one is nearer, but the earlier one needs more.
    let source = "l2bmi@0 $lb0 $lb64\nl2bmb $lc0 $lb128\nl1bmd $lb64 $lr0v";
    let expected = [(3, "MN-E-HAZARD-L2BM-L1BM", 2), (3, "MN-E-HAZARD-L2BMI-L1BM", 2)];
    assert_eq!(hazards(source), expected);
    let source = "l2bmi@0 $lb0 $lb64\nl2bmi@0 $lb0 $lb448\nl1bmm $lb448 $lr0v\nl1bmd $lb64 $lr0v";
    assert_eq!(violations(source).last().unwrap().1.earlier.as_ref().unwrap().line, 1);
}
