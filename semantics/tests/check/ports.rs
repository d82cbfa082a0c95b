//! Ports of the PE memories.

use crate::check::build::*;
use semantics::mncore2::isa::*;

use MauKind::{Fma, Passa};
use Precision::F;

const READ: [&str; 1] = ["MN-E-READ-PORT"];
const WRITE: [&str; 1] = ["MN-E-WRITE-PORT"];
const NONE: [&str; 0] = [];

#[test]
fn reads() {
    let two = |a: &str, b: &str| codes(&[alu(&format!("{a} {b} -> $nowrite"))]);
    for m in ["m", "n", "r", "s"] {
        assert_eq!(two(&format!("$l{m}0v"), &format!("$l{m}0v")), NONE);
        assert_eq!(two(&format!("$l{m}0v"), &format!("$l{m}2v")), READ);
        assert_eq!(two(&format!("$l{m}0v"), &format!("$l{m}0")), READ);
        assert_eq!(two(&format!("$l{m}0v"), &format!("$ll{m}0v2")), READ);
        assert_eq!(two(&format!("$l{m}0v"), &format!("$l{m}[0,2,4,6]")), NONE);
        assert_eq!(two(&format!("$l{m}0v"), &format!("$l{m}[0,2,4,8]")), READ);
    }
    assert_eq!(two("$lr0v", "$ls4v"), NONE);
    // e, r and minus may differ; so may the addresses of T and forwarding, which have none.
    assert_eq!(two("$llr0vr", "$llr0v"), NONE);
    assert_eq!(codes(&[mau(F, Fma, None, "-$r0v $r0ve $r0v -> $nowrite")]), NONE);
    assert_eq!(two("$t", "$llt"), NONE);
    assert_eq!(two("$aluf", "$mauf"), NONE);
    assert_eq!(two("$peid", "$lr0v"), NONE);
    // What is added to an address counts.
    assert_eq!(two("$lm0vj1", "$lm0vj1"), NONE);
    assert_eq!(two("$lm0vj1", "$lm0vj2"), READ);
    assert_eq!(two("$lm0vj3", "$lm2v"), READ);
    assert_eq!(two("$lmt0v", "$lmt0v"), NONE);
    assert_eq!(two("$lmt0v", "$lm0v"), READ);
    // Addresses wrap.
    assert_eq!(two("$lr510v", "$lr[510,0,2,4]"), NONE);
    assert_eq!(two("$lm4094v", "$lm[4094,0,2,4]"), NONE);
    assert_eq!(two("$lm510v", "$lm[510,0,2,4]"), READ);
}

/// Every kind of expression that reads counts.
#[test]
fn readers() {
    let base = alu("$lr0v -> $nowrite");
    for (same, other) in [
        (up(SUM, "$lr0v", "$lb0"), up(SUM, "$lr2v", "$lb0")),
        (mwrite(F, "$lr0v", Side::X), mwrite(F, "$lr2v", Side::X)),
        (mau(F, Passa, None, "$lr0v -> $nowrite"), mau(F, Passa, None, "$lr2v -> $nowrite")),
    ] {
        assert_eq!(codes(&[base.clone(), same]), NONE);
        let found = violations(&MaskSetting::NONE, &[base.clone(), other]);
        assert_eq!((found[0].code, found[0].exprs.clone()), ("MN-E-READ-PORT", vec![1, 0]));
        let message = &found[0].message;
        assert!(message.contains("GRF0 in one step: $lr0v and $lr2v;"), "{message}");
    }
}

#[test]
fn writes() {
    let beside = |a: &str, b: &str| {
        codes(&[alu(&format!("$t $t -> {a}")), mau(F, Passa, None, &format!("$t -> {b}"))])
    };
    for memory in ["$lr0v", "$ls0v", "$lm0v", "$ln0v", "$t", "$omr1", "$mb", "$lnb"] {
        assert_eq!(beside(memory, memory), WRITE, "{memory}");
        assert_eq!(beside(memory, "$nowrite"), NONE, "{memory}");
        // Once by one expression too.
        assert_eq!(codes(&[alu(&format!("$t $t -> {memory} {memory}"))]), WRITE, "{memory}");
    }
    // The address and the mask entry do not matter.
    assert_eq!(beside("$lr0v", "$lr64v"), WRITE);
    assert_eq!(beside("$omr1", "$omr2"), WRITE);
    assert_eq!(beside("$lr0v", "$ls0v"), NONE);
    assert_eq!(beside("$lm0v", "$ln0v"), NONE);
    // A base address register counts as its LM.
    assert_eq!(beside("$mb", "$lm0v"), WRITE);
    assert_eq!(beside("$lnb", "$ln0v"), WRITE);
    assert_eq!(beside("$mb", "$ln0v"), NONE);
    assert_eq!(beside("$mb", "$lnb"), NONE);
    assert_eq!(codes(&[alu("$t $t -> $lr0v $ls0v $lm0v $ln0v $t $omr1")]), NONE);
    let load = down(DownKind::Mab, "$lb0", "$lr0v");
    assert_eq!(codes(&[load.clone(), mread(F, Side::X, "$lr8v")]), WRITE);
    assert_eq!(codes(&[load, mread(F, Side::X, "$ls8v")]), NONE);
}

/// s. 3.6.4: a local memory is read and written at the same addresses; registers are free.
#[test]
fn local_memories() {
    let copy = |from: &str, to: &str| codes(&[alu(&format!("{from} $t -> {to}"))]);
    let wrong = ["MN-E-LM-RW"];
    for m in ["m", "n"] {
        assert_eq!(copy(&format!("$l{m}0v"), &format!("$l{m}0v")), NONE);
        assert_eq!(copy(&format!("$l{m}0v"), &format!("$l{m}8v")), wrong);
        assert_eq!(copy(&format!("$l{m}0v"), &format!("${m}0v2")), wrong);
        assert_eq!(copy(&format!("$l{m}0v"), &format!("$l{m}[0,2,4,6]")), NONE);
    }
    assert_eq!(copy("$lm0v", "$ln8v"), NONE);
    assert_eq!(copy("$lr0v", "$lr8v"), NONE);
    assert_eq!(copy("$lmt0v", "$lmt0v"), NONE);
    assert_eq!(copy("$lmt0v", "$lm0v"), wrong);
    // A write of the base address register is no access.
    assert_eq!(copy("$lm0v", "$mb"), NONE);
    // Two expressions.
    let store = down(DownKind::Mab, "$lb0", "$ln0v");
    assert_eq!(codes(&[store.clone(), alu("$ln0v $t -> $nowrite")]), NONE);
    let found = violations(&MaskSetting::NONE, &[store, alu("$ln2v $t -> $nowrite")]);
    assert_eq!((found[0].code, found[0].exprs.clone()), ("MN-E-LM-RW", vec![0, 1]));
}

/// s. 3.6.12.3.
#[test]
fn immediates() {
    let wrong = ["MN-E-IMM-LM0"];
    assert_eq!(codes(&[imm("$lr0v")]), NONE);
    assert_eq!(codes(&[imm("$lm0v")]), wrong);
    assert_eq!(codes(&[imm("$mb")]), wrong);
    assert_eq!(codes(&[imm("$ln0v")]), NONE);
    assert_eq!(codes(&[imm("$lnb")]), NONE);
    let sum = |from: &str, to: &str| mau(F, Passa, None, &format!("{from} -> {to}"));
    assert_eq!(codes(&[imm("$lr0v"), sum("$lm0v", "$ls0v")]), wrong);
    assert_eq!(codes(&[imm("$lr0v"), sum("$lmt0v", "$ls0v")]), wrong);
    assert_eq!(codes(&[sum("$ls0v", "$lm0v"), imm("$lr0v")]), wrong);
    assert_eq!(codes(&[imm("$lr0v"), sum("$ln0v", "$ls0v")]), NONE);
    assert_eq!(codes(&[alu("$lm0v $t -> $lr0v")]), NONE);
}

/// Auto-stride mode has no lists but even ones, in steps that are multiples of the access width.
#[rstest::rstest]
#[case("$lm[0,2,4,6]", true)]
#[case("$lm[8,8,8,8]", true)]
#[case("$lm[0,10,20,30]", true)]
#[case("$lm[0,2,4,8]", false)]
#[case("$lm[6,4,2,0]", false)]
#[case("$m[0,1,2,3]", true)]
#[case("$lmt[0,2,2,4]", false)]
fn lists_in_auto_stride_mode(#[case] operand: &str, #[case] even: bool) {
    use semantics::mncore2::check::{Checker, Rules};
    for step in [alu(&format!("{operand} -> $nowrite")), alu(&format!("$lr0v -> {operand}"))] {
        let statement = Statement::Step(Step { exprs: vec![step] });
        let codes = |rules| {
            let found = Checker::with(rules).statement(1, &statement);
            found.iter().map(|v| v.code).collect::<Vec<_>>()
        };
        assert_eq!(codes(Rules::ASSEMBLER), NONE);
        let expected: &[&str] = if even { &[] } else { &["MN-E-FLAT-MODE"] };
        assert_eq!(codes(Rules::ASSEMBLER.auto_stride()), expected, "{operand}");
    }
}
