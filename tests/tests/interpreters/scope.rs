//! Scopes: small where they can be, whole where they must be, and without effect on results.

use super::{Element, Scope, dump, integers, machine, pattern, program, set};
use oracle::interpreters;
use oracle::interpreters::mncore2::{Machine, Stop, statements};
use semantics::cases::read;

fn elements(text: &str) -> Vec<Element> {
    Scope::of(statements(&program(text))).elements().collect()
}

#[test]
fn only_what_is_printed() {
    let pe = "lpassa $peid $lm0\nd get $lm0n1c1b2m3p0 1\nd get $lm0n1c1b2m3p1 1\n";
    assert_eq!(elements(pe), [Element::Mab(3 * 128 + 2 * 16 + 3)]);
    assert_eq!(elements("d get $p0n2 1\nd get $lc0n2c1 1\n"), [Element::Group(2), Element::L2b(5)]);
}

#[test]
fn what_it_comes_from() {
    let down = "l1bmm $lb0 $lm0v\nd get $lm0n0c1b0m3 1\n";
    assert_eq!(elements(down), [Element::L1b(8), Element::Mab(131)]);
    let one = elements(&format!("l1bmm@5 $lr0v $lb0\n{down}"));
    assert_eq!(one, [Element::L1b(8), Element::Mab(131), Element::Mab(133)]);
    assert_eq!(elements(&format!("l1bmrlbor $lr0v $lb0\n{down}")).len(), 17);
    let set = elements(&format!("l2bmb@3 $lc0 $lb0\n{down}"));
    assert_eq!(set, [Element::L1b(8), Element::Mab(131)]);
    let upper = elements(&format!("l2bmb $lc0 $lb0\nmvp/n64 $p0@3 $lc0@0.1\n{down}"));
    assert_eq!(upper, [Element::Group(3), Element::L2b(1), Element::L1b(8), Element::Mab(131)]);
    let board =
        "l1bmrlbor $lr0v $lb0\nl2bmrlbor $lb0 $lc0\nmvrliadd/n64 $lc0 $p0@2\nd get $p0n2 1\n";
    assert_eq!(elements(board).len(), 1 + 8 + 64 + 1024);
}

/// A larger scope gives the same dump.
#[test]
fn size_does_not_matter() {
    let text = "\
lpassa $peid $lr0v
ladd $l1bid $lr0v $lr0v
nop/2
l1bmrliadd $lr0v $lb0
nop/3
l2bmi@2/4 $lb0 $lb0
nop/3
l1bmm $lb0 $ln0v
d get $ln0n0c0b0m3 4
";
    let program = program(text);
    let mut board = Machine::new(Scope::board());
    board.run(statements(&program)).expect("a run");
    assert_eq!(board.dump, dump(text));
    assert!(elements(text).len() < 40);
    let observed = machine(text, [Element::Mab(3)]);
    assert_eq!(observed.dump, dump(text));
}

#[test]
fn what_is_missing_stops() {
    let program = program("l1bmm $lb0 $lm0v\n");
    let mut machine = Machine::new(Scope::with([], [Element::Mab(0)]));
    let stop = machine.run(statements(&program)).expect_err("a stop");
    assert_eq!(stop, Stop::OutsideScope(Element::L1b(0)));
}

/// Of what it does not look at the judge says nothing, where it was not told to look at one PE.
#[test]
fn what_is_not_looked_at_has_no_verdict() {
    let verdict = |one_pe: bool, expected: &str| {
        let code = "code lpassa $peid $lr0v";
        let text = format!("system mncore2\ntest T a case\n{code}\nexpect {expected}\n");
        let mut case = read(text.as_bytes()).expect("a case").cases.remove(0);
        case.parameters.extend(one_pe.then(|| ("pe".into(), "0".into())));
        case.run(interpreters::of("mncore2"), None)
    };
    let here = "$lr0n0c0b0m0p1=0000000000000001";
    let there = "$lr0n2c1b5m11p3=0000000000000000";
    assert_eq!(verdict(false, here).expect("a verdict"), []);
    assert!(verdict(false, there).is_err());
    assert_eq!(verdict(true, there).expect("a verdict on the rest"), []);
    let all = verdict(false, "$lr0=0000000000000000").expect("a verdict on what is looked at");
    assert!(!all.is_empty());
}

/// What the language has no statement for does not run.
#[test]
fn illegal_statements_stop() {
    use semantics::mncore2::isa::{
        Expr, L1bSet, L2bm, Mv, MvOp, MvOperand, MvTransfer, Statement, Step,
    };
    let stops = |statement: Statement| {
        matches!(Machine::new(Scope::board()).statement(&statement), Err(Stop::Illegal(_)))
    };
    let set = L1bSet::ALL;
    let multicast = Expr::L2bm(L2bm::Multicast { set, from: 0, to: 0 });
    assert!(stops(Statement::Step(Step { exprs: vec![multicast] })));
    let pdm = |group| MvOperand::Pdm { address: 0, group };
    let transfer = |size, from, to| {
        let transfer =
            MvTransfer { op: MvOp::P, size, tag: None, priority: None, run: None, from, to };
        Statement::Mv(Mv::Transfer(transfer))
    };
    assert!(!stops(transfer(64, pdm(Some(0)), pdm(Some(1)))));
    assert!(stops(transfer(64, pdm(Some(1)), pdm(Some(1)))));
    assert!(stops(transfer(64, pdm(None), pdm(Some(1)))));
    assert!(stops(transfer(32, pdm(Some(0)), pdm(Some(1)))));
}

// Addresses of PE memories, forwarding, and the order of a step (s. 3.6.1, 3.6.3.9).

/// A long word in each even address of LM0: half its address.
fn counted(rest: &str) -> Vec<u64> {
    integers(&format!("{}{rest}", set("$lm0n0c0b0m0", 0..64)))
}

/// MN-D49: the base counts for reads and writes of its memory alone, from the next step on.
#[test]
fn base_address() {
    let text = "\
imm ui\"0xfffff006\" $lr0
nop
lpassa $lr0 $lmb
nop
lpassa $lm0v $lr0v
lpassa $subpeid $lm8
zero $mb
nop/2
lpassa $lm0v $lr8v
d get $lr0n0c0b0m0p1 8
d get $lm14n0c0b0m0p1 1
";
    assert_eq!(counted(text), [3, 4, 5, 6, 0, 1, 2, 3, 1]);
    let same_step = "lpassa $lm4 $lr0 $lmb\nnop\nlpassa $lm4 $lr2\nd get $lr0n0c0b0m0p3 2\n";
    assert_eq!(counted(same_step), [2, 3]);
    // A single-word access takes the upper single word.
    let single = "lpassa $lm4 $mb\nnop\nlpassa $lm4 $lr2\nd get $lr2n0c0b0m0p3 1\n";
    assert_eq!(counted(single), [2]);
    let own_memory = "lpassa $lm4 $lnb\nnop\nlpassa $lm4 $lr2\nd get $lr2n0c0b0m0p3 1\n";
    assert_eq!(counted(own_memory), [2]);
}

/// Words of `d set` come back in `d get`, in every memory that takes them.
#[test]
fn set_and_get() {
    let words: Vec<u64> = pattern(4).collect();
    let place = "n1c1b3m9p2";
    for memory in ["$lm8", "$ln8", "$lr8", "$ls8", "$lt", "$lb8", "$lc8"] {
        let levels = match memory {
            "$lb8" => &place[..6],
            "$lc8" => &place[..4],
            _ => place,
        };
        let text = format!(
            "{}d get {memory}{levels} 4\n",
            set(&format!("{memory}{levels}"), words.clone())
        );
        assert_eq!(integers(&text), words, "{memory}");
    }
}
