//! Lints of MV statements: words in flight, and the DRAM address register.

use crate::check::lints::{findings, warns};
use semantics::mncore2::check::{Lint, OperandRef, Role};

fn lines(source: &str) -> Vec<u32> {
    findings(Lint::MvUnwaited, source).iter().map(|(line, _)| *line).collect()
}

/// s. 3.6.13: words that an MV writes are there when its tag was waited for.
#[test]
fn unwaited_reads() {
    let found = findings(Lint::MvUnwaited, "mvp/n64i01 $p0@0 $lc0@0.0\nl2bmb $lc0 $lb0");
    let (line, v) = &found[0];
    let earlier = v.earlier.as_ref().expect("the MV");
    assert_eq!((*line, v.exprs.as_slice()), (2, &[0][..]));
    assert_eq!(v.operand, Some(OperandRef { expr: 0, role: Role::L2bm, number: 0 }));
    assert_eq!((earlier.line, earlier.text.as_str()), (1, "mvp/n64i01 $p0@0 $lc0@0.0"));
    assert!(v.help.as_ref().is_some_and(|h| h.contains("wait i01")), "{v:?}");
    let load = |rest: &str| format!("mvp/n64i01 $p0@0 $lc64@0.0\n{rest}");
    // In the step itself, in a step before, another tag, too late.
    assert_eq!(lines(&load("l2bmb $lc64 $lb0; wait i01")), [0; 0]);
    assert_eq!(lines(&load("nop; wait i01\nl2bmb $lc64 $lb0")), [0; 0]);
    let other = "mvp/n64i02 $p64@1 $lc128@1.0\nnop; wait i02\nl2bmb $lc64 $lb0; wait i01";
    assert_eq!(lines(&load(other)), [0; 0]);
    let other = "mvp/n64i02 $p64@1 $lc128@1.0\nnop; wait i02\nl2bmb $lc64 $lb0";
    assert_eq!(lines(&load(other)), [4]);
    // Once is enough; the words before and behind are none of it.
    assert_eq!(lines(&load("l2bmb $lc64 $lb0\nl2bmb $lc64 $lb0")), [2]);
    assert_eq!(lines(&load("l2bmb $lc0 $lb0\nl2bmb $lc128 $lb0")), [0; 0]);
    assert_eq!(lines(&load("l2bmb $lc112 $lb0")), [2]);
    assert_eq!(lines(&load("l2bmd $lc0 $lb0")), [2]);
    assert_eq!(lines("mvp/n64 $p0@0 $lc32704@0.0\nl2bmd $lc32640 $lb0"), [2]);
    assert_eq!(lines("mvp/n128 $p0@0 $lc32704@0.0\nl2bmb $lc0 $lb0"), [2]);
    // No tag, nothing to wait for; but i00 is none either.
    let found = findings(Lint::MvUnwaited, "mvp/n64i00 $p0@0 $lc0@0.0\nl2bmb $lc0 $lb0");
    assert!(found[0].1.help.as_ref().is_some_and(|h| h.contains("give that MV a tag")));
    // Only L2BM 0 of the groups goes to the DAR.
    assert_eq!(lines(&load("l2bmdars $lc64@.0 $dar0; l2bmdarw")), [2]);
    assert_eq!(lines(&load("l2bmdars $lc64@.1 $dar0; l2bmdarw")), [0; 0]);
    // A later MV reads it.
    assert_eq!(lines(&load("mvp/n64i02 $lc64@0.0 $d0@0")), [2]);
    assert_eq!(lines(&load("mvp/n64i02 $lc64@0.1 $d0@0")), [0; 0]);
    assert_eq!(lines(&load("nop; wait i01\nmvp/n64i02 $lc64@0.0 $d0@0")), [0; 0]);
    assert_eq!(lines("mvp/n64i01 $p0@0 $d0@1\nmvp/n64i02 $d0@1 $lc0@1.0"), [2]);
    assert_eq!(lines("mvp/n64i01 $p0@0 $d0@1\nmvp/n64i02 $d0@2 $lc0@1.0"), [0; 0]);
    assert_eq!(lines("mvp/n64i01 $p0@0 $d0@1\nmvp/n64i02 $d64@1 $lc0@1.0"), [0; 0]);
}

/// The other order: what an MV reads must stay until it has (s. 3.6.13, example), and two writers
/// must not meet.
#[test]
fn unwaited_writes() {
    // The manual's example.
    let example = |wait: &str| format!("mvp/n64i01 $lc0@.0 $d0\nl2bmrdfadd $lb0 $lc0{wait}");
    assert_eq!(lines(&example("; wait i01")), [0; 0]);
    assert_eq!(lines(&example("")), [2]);
    assert_eq!(lines("mvp/n64i01 $lc0@.0 $d0\nl2bmrdfadd $lb0 $lc64"), [0; 0]);
    assert_eq!(lines("mvp/n64i01 $lc0@.0 $d0\nl2bmb $lc0 $lb0"), [0; 0]);
    assert_eq!(lines("mvp/n64i01 $d0 $lc0@.0\nl2bmrdfadd $lb0 $lc0"), [2]);
    assert_eq!(lines("mvp/n64i01 $p0@0 $lc0@0.0\nmvp/n64i02 $d0@0 $p0@0"), [2]);
    assert_eq!(lines("mvp/n64i01 $p0@0 $lc0@0.0\nmvp/n64i02 $d0@0 $p64@0"), [0; 0]);
    assert_eq!(lines("mvp/n64i01 $p0@0 $lc0@0.0\nmvp/n64i02 $p0@0 $d0@0"), [0; 0]);
    assert_eq!(lines("mvp/n64i01 $p0@0 $lc0@0.0\nmvp/n64i02 $d0@0 $lc0@0.0"), [2]);
    // On one way they keep their order, so the last wait is for all (s. 3.5.1, example 2).
    assert_eq!(lines("mvp/n64i01 $p0@0 $lc0@0.0\nmvp/n64i02 $p64@0 $lc0@0.0"), [0; 0]);
    let same =
        "mvp/n64 $p0@0 $lc0@0.0\nmvp/n64i01 $p64@0 $lc64@0.0\nnop; wait i01\nl2bmb $lc0 $lb0";
    assert_eq!(lines(same), [0; 0]);
    assert_eq!(lines(&same.replace("$p64@0 $lc64@0.0", "$p64@1 $lc64@0.0")), [4]);
    let before =
        "mvp/n64i01 $p64@0 $lc64@0.0\nmvp/n64 $p0@0 $lc0@0.0\nnop; wait i01\nl2bmb $lc0 $lb0";
    assert_eq!(lines(before), [4]);
}

/// Sizes count on one side of the transfer (s. 3.5.3).
#[test]
fn unwaited_sizes() {
    for (mv, last, behind) in [
        ("mvb4/n128i01 $d0 $lc0", "$d32 $lc256", "$d64 $lc256"),
        ("mvb/n128i01 $d0 $lc0", "$d16 $lc256", "$d32 $lc256"),
        ("mvb2/n128i01 $d0 $lc0", "$d64 $lc256", "$d128 $lc256"),
    ] {
        let opcode = mv.split('/').next().expect("an opcode");
        for (operands, expected) in [(last, &[2][..]), (behind, &[])] {
            // A write to its source, on another way.
            let from = operands.split(' ').next().expect("an address");
            let source = format!("{mv}\nmvp/n64 $lc1024@.0 {}", from.replace("$d16", "$d0x10"));
            // DRAM addresses of mvp are multiples of 16 (MN-D100).
            assert_eq!(lines(&source), expected, "{opcode} {source}");
        }
    }
    let gather = |lc: u32| format!("mvd/n64i01 $p0@0 $lc0\nmvp/n64 $d0@0 $p{lc}@0");
    assert_eq!(lines(&gather(448)), [2]);
    assert_eq!(lines(&gather(512)), [0; 0]);
    let quarters = |d: u32| format!("mvd/n128i01 $p0@0 $d0\nmvp/n64 $d{d}@3 $lc0@0.0");
    assert_eq!(lines(&quarters(16)), [2]);
    assert_eq!(lines(&quarters(32)), [0; 0]);
    // What an indirection means is not known.
    assert_eq!(lines("mvp/n64i01 $p0@0 $di0@0\nmvp/n64i02 $d0@0 $lc0@0.0"), [0; 0]);
}

/// s. 3.5.6, 3.6.7.10: a step of `l2bmdarw` writes four entries, from that of `l2bmdars` on.
#[test]
fn dar() {
    let warns = |source: &str, expected: &[(u32, &str)]| warns(Lint::Dar, source, expected);
    let set = |steps: usize, mv: &str| {
        format!("l2bmdars $lc0@.0 $dar8; l2bmdarw\n{}{mv}", "l2bmdarw\n".repeat(steps - 1))
    };
    warns("mvp/n64 $p0@0 $di0@0", &[(1, "")]);
    warns("mvp/n64 $p0@0 $d0@0", &[]);
    // Without nd one entry.
    warns(&set(1, "mvp/n64 $p0@0 $di8@0"), &[]);
    warns(&set(1, "mvp/n1024 $p0@0 $di11@0"), &[]);
    warns(&set(1, "mvp/n64 $p0@0 $di7@0"), &[(2, "")]);
    warns(&set(1, "mvp/n64 $p0@0 $di12@0"), &[(2, "")]);
    // With nd as many as the accesses of 16 long words need.
    warns(&set(1, "mvp/n64nd1 $p0@0 $di8@0"), &[]);
    warns(&set(1, "mvp/n64nd1 $p0@0 $di9@0"), &[(2, "")]);
    warns(&set(2, "mvp/n64nd1 $p0@0 $di9@0"), &[]);
    warns(&set(1, "mvp/n128nd1 $di8@0 $p0@0"), &[(2, "")]);
    warns(&set(1, "mvp/n128nd2 $di8@0 $p0@0"), &[]);
    warns(&set(1, "mvp/n256nd3 $di8@0 $p0@0"), &[(2, "")]);
    warns(&set(2, "mvp/n256nd3 $di8@0 $p0@0"), &[]);
    // In other modes a DRAM sees fewer accesses.
    warns(&set(1, "mvb/n256nd1 $di8 $lc0"), &[]);
    warns(&set(1, "mvb/n320nd1 $di8 $lc0"), &[(2, "")]);
    warns(&set(1, "mvb4/n128nd1 $di8 $lc0"), &[]);
    warns(&set(1, "mvb4/n192nd1 $di8 $lc0"), &[(2, "")]);
    // Around the end of the register.
    let around = "l2bmdars $lc0@.0 $dar1022; l2bmdarw\nmvp/n64nd1 $p0@0 $di1022@0";
    warns(around, &[]);
    let found = findings(
        Lint::Dar,
        "l2bmdars $lc0@.0 $dar1022; l2bmdarw\nmvp/n80nd1 $p0@0 $di1022@0"
            .replace("n80", "n128")
            .as_str(),
    );
    assert!(found[0].1.message.contains("entry 2"), "{}", found[0].1.message);
    // The buffer is filled before: in the same step is soon enough.
    warns("l2bmdarw", &[(1, "")]);
    warns("l2bmdars $lc0@.0 $dar0\nl2bmdarw", &[]);
}
