//! Groups, nop, wait, the MAU groups, the manual's example.

use crate::check::build::*;
use semantics::mncore2::check::Severity;
use semantics::mncore2::isa::*;

use MauKind::{Add, Fma, Mul, Passa};
use Precision::{D, F, G, H};
use Side::{X, Y};

const LB: L2bm = L2bm::Broadcast { set: L1bSet::ALL, lc: 256, lb: 0 };
const DARS: L2bm = L2bm::Dars { lc: 0, l2b: 0, dar: 0 };

/// The two lines that s. 3.6.4 ends with; both are valid.
#[test]
fn example() {
    let first = [Expr::L2bm(DARS), Expr::L2bm(L2bm::Darw), up(SUM, "$lr0v", "$lbi")];
    let second = [
        Expr::Noforward,
        Expr::L2bm(LB),
        Expr::L2bm(L2bm::Darw),
        down(DownKind::Mab, "$lbi", "$lr0v/$imr1"),
        up(SUM, "$lr8v", "$lb256"),
        mau(G, Mul, Some(X), "$lm0v -> $ln0v/$imr1"),
        mwrite(G, "$ls0v", Y),
        flushed(alu("$t $t -> $t"), "$imr1"),
        Expr::Wait(Tag(1)),
    ];
    assert_eq!(codes(&first), [""; 0]);
    assert_eq!(codes(&second), [""; 0]);
    let lines = [mv(Some(1)), line(&first), line(&second)];
    assert_eq!(program(&lines), []);
}

/// Table 3.6: two expressions of one group, and one of each of two groups.
#[test]
fn slots() {
    let second = |expr: Expr| {
        let found = violations(&MaskSetting::NONE, &[Expr::Noforward, expr.clone(), expr]);
        let slot: Vec<_> = found.iter().filter(|v| v.code == "MN-E-SLOT").collect();
        assert_eq!(slot.len(), 1, "{found:?}");
        assert_eq!((slot[0].exprs.clone(), slot[0].section), (vec![2, 1], "3.6.4"));
        slot[0].message.clone()
    };
    for (expr, group) in [
        (Expr::L2bm(LB), "l2bm"),
        (Expr::L2bm(L2bm::Darw), "l2bmdarw"),
        (down(DownKind::Mab, "$lb0", "$nowrite"), "l1bm"),
        (up(SUM, "$lr0v", "$lbi"), "l1bm"),
        (down(DownKind::Mab, "$lbi", "$nowrite"), "l1bm-turnaround"),
        (mau(F, Passa, None, "$lr0v -> $nowrite"), "mau-calc"),
        (mwrite(F, "$lr0v", X), "mau-mwrite"),
        (mread(F, X, "$nowrite"), "mau-mread"),
        (alu("$lr0v -> $nowrite"), "alu"),
        (Expr::Wait(Tag(1)), "wait"),
    ] {
        assert!(second(expr).contains(&format!("the group {group} ")), "{group}");
    }
    assert_eq!(codes(&[Expr::Noforward, Expr::Noforward]), ["MN-E-SLOT"]);
    assert_eq!(codes(&[Expr::Nop(1), Expr::Nop(2)]), ["MN-E-SLOT"]);
    assert_eq!(codes(&[Expr::L2bm(DARS), Expr::L2bm(LB)]), ["MN-E-SLOT"]);
    let three = [Expr::Noforward, alu("$lr0v -> $nowrite"), Expr::L2bm(LB)];
    assert_eq!(codes(&three), [""; 0]);
}

/// Writing `$lbi` keeps the group l1bm (MN-D55), so the transfer beside it must read `$lbi`.
#[test]
fn directions() {
    let to_pe = |from| down(DownKind::Mab, from, "$lr0v");
    let from_pe = |to| up(SUM, "$ls0v", to);
    assert_eq!(codes(&[to_pe("$lb0"), from_pe("$lb0")]), ["MN-E-L1BM-PORT"]);
    assert_eq!(codes(&[from_pe("$lb64"), to_pe("$lb0")]), ["MN-E-L1BM-PORT"]);
    assert_eq!(codes(&[to_pe("$lb0"), from_pe("$lbi")]), ["MN-E-SLOT"]);
    assert_eq!(codes(&[to_pe("$lbi"), from_pe("$lb0")]), [""; 0]);
    assert_eq!(codes(&[to_pe("$lbi"), from_pe("$lbi")]), [""; 0]);
    // One path to the PEs (MN-D110).
    let forward = |from| down(DownKind::Mab, from, "$nowrite");
    assert_eq!(codes(&[to_pe("$lbi"), forward("$lb0")]), ["MN-E-L1BM-PORT"]);
    assert_eq!(codes(&[to_pe("$lb0"), forward("$lbi")]), ["MN-E-L1BM-PORT"]);
    let gather = Expr::L2bm(L2bm::Gather { lb: 0, lc: 0 });
    assert_eq!(codes(&[Expr::L2bm(LB), gather.clone()]), ["MN-E-L1BM-PORT"]);
    assert_eq!(codes(&[Expr::L2bm(DARS), gather.clone()]), ["MN-E-L1BM-PORT"]);
    assert_eq!(codes(&[gather, to_pe("$lb0")]), [""; 0]);
}

/// s. 3.6.5, 3.6.13.
#[test]
fn alone() {
    assert_eq!(codes(&[Expr::Nop(2)]), [""; 0]);
    assert_eq!(codes(&[Expr::Nop(1), Expr::Wait(Tag(1))]), [""; 0]);
    assert_eq!(codes(&[Expr::Nop(1), alu("$lr0v -> $ls0v")]), ["MN-E-NOP-ALONE"]);
    assert_eq!(codes(&[Expr::Noforward, Expr::Nop(1)]), ["MN-E-NOP-ALONE"]);
    assert_eq!(codes(&[Expr::L2bm(L2bm::Darw), Expr::Nop(1)]), ["MN-E-NOP-ALONE"]);
    assert_eq!(codes(&[Expr::Wait(Tag(1))]), ["MN-E-WAIT-ALONE"]);
    assert_eq!(codes(&[Expr::Wait(Tag(1)), Expr::Noforward]), [""; 0]);
    let found = violations(&MaskSetting::NONE, &[Expr::Wait(Tag(1))]);
    assert_eq!((found[0].exprs.len(), found[0].severity), (0, Severity::Error));
}

#[test]
fn mau_pair() {
    let calc = |p| mau(p, Passa, None, "$lr0v -> $nowrite");
    let (write, read) = (|p| mwrite(p, "$ls0v", X), |p| mread(p, Y, "$nowrite"));
    assert_eq!(codes(&[calc(F), write(F)]), [""; 0]);
    assert_eq!(codes(&[calc(F), read(F)]), [""; 0]);
    assert_eq!(codes(&[write(H), read(H)]), [""; 0]);
    assert_eq!(codes(&[calc(F), write(D)]), ["MN-E-MAU-PAIR"]);
    assert_eq!(codes(&[mau(G, Mul, Some(X), "$lr0v -> $nowrite"), read(F)]), ["MN-E-MAU-PAIR"]);
    assert_eq!(codes(&[write(F), read(G)]), ["MN-E-MAU-PAIR"]);
    assert_eq!(codes(&[calc(F), write(F), read(F)]), ["MN-E-MAU-PAIR"]);
}

/// A vector product and a matrix write share an input port; sums, copies and matrix products do not.
#[test]
fn mwrite_input() {
    let product = |kind, operands| mau(F, kind, None, operands);
    let beside = |kind, operands, from| codes(&[product(kind, operands), mwrite(F, from, X)]);
    let wrong = ["MN-E-MWRITE-INPUT"];
    assert_eq!(beside(Fma, "$lm0v $lr0v $ls0v -> $nowrite", "$lr0v"), [""; 0]);
    assert_eq!(beside(Fma, "$lm0v $lr0v $ls0v -> $nowrite", "$ls0v"), wrong);
    assert_eq!(beside(Fma, "$lm0v $lr0v $ls0v -> $nowrite", "$lm0v"), wrong);
    assert_eq!(beside(Mul, "$lm0v -$lr0v -> $nowrite", "-$lr0v"), [""; 0]);
    assert_eq!(beside(Mul, "$lm0v -$lr0v -> $nowrite", "$lr0v"), wrong);
    assert_eq!(beside(Mul, "$lm0v $r0ve -> $nowrite", "$r0ve"), [""; 0]);
    assert_eq!(beside(Mul, "$lm0v $r0ve -> $nowrite", "$r0v"), wrong);
    assert_eq!(beside(Mul, "$lm0v $aluf -> $nowrite", "$aluf"), [""; 0]);
    assert_eq!(beside(Mul, "$lm0v $aluf -> $nowrite", "$mauf"), wrong);
    assert_eq!(beside(Mul, "$lm0v $lt -> $nowrite", "$llt"), [""; 0]);
    assert_eq!(beside(Mul, "$lm0v $lr[0,2,4,6] -> $nowrite", "$lr0v"), [""; 0]);
    assert_eq!(beside(Add, "$lm0v $lr0v -> $nowrite", "$ls0v"), [""; 0]);
    assert_eq!(beside(Passa, "$lm0v -> $nowrite", "$ls0v"), [""; 0]);
    let matrix = mau(F, Fma, Some(Y), "$lm0v $lr0v -> $nowrite");
    assert_eq!(codes(&[matrix, mwrite(F, "$ls0v", X)]), [""; 0]);
}

#[test]
fn matrix_sides() {
    let product = |side| mau(F, Mul, Some(side), "$lm0v -> $nowrite");
    assert_eq!(codes(&[product(X), mwrite(F, "$ls0v", Y)]), [""; 0]);
    assert_eq!(codes(&[product(X), mwrite(F, "$ls0v", X)]), ["MN-E-MATSIDE"]);
    assert_eq!(codes(&[product(Y), mread(F, Y, "$nowrite")]), ["MN-E-MATSIDE"]);
    assert_eq!(codes(&[mwrite(F, "$ls0v", X), mread(F, X, "$nowrite")]), ["MN-E-MATSIDE"]);
    assert_eq!(codes(&[mwrite(F, "$ls0v", X), mread(F, Y, "$nowrite")]), [""; 0]);
}

/// MN-D81: L1BM written from both sides; 64 words of a broadcast end where these begin.
#[test]
fn race() {
    let broadcast = |lb| Expr::L2bm(L2bm::Broadcast { set: L1bSet::ALL, lc: 0, lb });
    let both = |l2bm, kind, to| codes(&[l2bm, up(kind, "$lr0v", to)]);
    let race = ["MN-W-RACE"];
    assert_eq!(both(broadcast(0), SUM, "$lb60"), race);
    assert_eq!(both(broadcast(0), SUM, "$lb64"), [""; 0]);
    assert_eq!(both(broadcast(16), SUM, "$lb0"), [""; 0]);
    assert_eq!(both(broadcast(16), SUM, "$lb4"), race);
    assert_eq!(both(broadcast(32), SUM, "$llb0"), [""; 0]);
    assert_eq!(both(broadcast(16), UpKind::Mab(3), "$llb0"), race);
    assert_eq!(both(broadcast(48), UpKind::Mab4(3), "$lb0"), race);
    assert_eq!(both(broadcast(64), UpKind::Mab4(3), "$lb0"), [""; 0]);
    assert_eq!(both(broadcast(112), UpKind::Mab4(3), "$llb0"), race);
    assert_eq!(both(broadcast(128), UpKind::Mab4(3), "$llb0"), [""; 0]);
    assert_eq!(both(broadcast(240), UpKind::Gather(1), "$lb0"), race);
    assert_eq!(both(broadcast(256), UpKind::Gather(1), "$lb0"), [""; 0]);
    // The end of L1BM runs into its start.
    assert_eq!(both(broadcast(8176), SUM, "$lb44"), race);
    assert_eq!(both(broadcast(8176), SUM, "$lb48"), [""; 0]);
    assert_eq!(both(broadcast(0), UpKind::Gather(0), "$lb8128"), race);
    let set = L1bSet::ALL;
    let distribute = Expr::L2bm(L2bm::Distribute { set, lc: 0, lb: 0 });
    assert_eq!(both(distribute.clone(), SUM, "$lb28"), race);
    assert_eq!(both(distribute.clone(), SUM, "$lb32"), [""; 0]);
    assert_eq!(both(distribute, SUM, "$lbi"), [""; 0]);
    let multicast = L2bm::Multicast { set: L1bSet { base: 0, mode: 1 }, from: 0, to: 64 };
    assert_eq!(both(Expr::L2bm(multicast), SUM, "$lb0"), [""; 0]);
    assert_eq!(both(Expr::L2bm(multicast), SUM, "$lb64"), race);
    let gather = Expr::L2bm(L2bm::Gather { lb: 0, lc: 0 });
    assert_eq!(both(gather, SUM, "$lb0"), [""; 0]);
    let found = violations(&MaskSetting::NONE, &[broadcast(0), up(SUM, "$lr0v", "$lb0")]);
    assert_eq!(found[0].severity, Severity::Warning);
}
