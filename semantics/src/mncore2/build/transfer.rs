//! L1BM and L2BM expressions (s. 3.6.7, 3.6.8), and the operations of the reduction networks.
//!
//! ```
//! use semantics::mncore2::build::*;
//! let mut b = Builder::new();
//! b.add(l2bmb(l1b_set(2, 1), lc(64), lb(0)));
//! b.add((l2bmr(LIADD, every_l1b(), lb(128), lc(0)), l1bmd(-1, lb(0), lr(0).v())));
//! b.add(l1bmr_r(FFADD, llm(0).v().e(), lb(512)));
//! b.add(l1bmm_at(3, lr(0).v(), lbi()));
//! b.add(l1bmm(lbi(), ln(0).v()));
//! b.add(l2bmdars(lc(0), 1, 8));
//! assert_eq!(b.build()?.text().lines().collect::<Vec<_>>(), [
//!     "l2bmb@2/1 $lc64 $lb0",
//!     "l2bmrliadd $lb128 $lc0; l1bmd+15 $lb0 $lr0v",
//!     "l1bmrffaddr $llm0ve $lb512",
//!     "l1bmm@3 $lr0v $lbi",
//!     "l1bmm $lbi $ln0v",
//!     "l2bmdars $lc0@.1 $dar8",
//! ]);
//! # Ok::<(), BuildError>(())
//! ```

use super::block::{L1bmAddress, Lb};
use super::input::SentInput;
use super::output::Outputs;
use crate::mncore2::isa::{
    Down, DownKind, L1bSet, L1bmOperand, L2bm, Precision, Rrn, RrnOp, Up, UpKind,
};

macro_rules! reductions {
    ($($name:ident $precision:ident $op:ident)*) => {
        $(
            #[doc = concat!("The reduction `", stringify!($name), "`, in small letters in text.")]
            pub const $name: Rrn = Rrn { precision: Precision::$precision, op: RrnOp::$op };
        )*
        #[cfg(test)]
        pub(super) const REDUCTIONS: &[(&str, Rrn)] = &[$((stringify!($name), $name)),*];
    };
}

reductions! {
    DFADD D Fadd
    DMAX D Max
    DMIN D Min
    FFADD F Fadd
    FMAX F Max
    FMIN F Min
    HFADD H Fadd
    HMAX H Max
    HMIN H Min
    LIADD L Iadd
    LBAND L Band
    LBOR L Bor
    LAND L And
    LOR L Or
    IIADD I Iadd
    IBAND I Band
    IBOR I Bor
    IAND I And
    IOR I Or
    SIADD S Iadd
    SBAND S Band
    SBOR S Bor
    SAND S And
    SOR S Or
}

fn down(kind: DownKind, from: impl Into<L1bmOperand>, to: impl Outputs) -> Down {
    Down { kind, flush: None, from: from.into(), dests: to.dests() }
}

fn up(kind: UpKind, from: impl SentInput, to: impl Into<L1bmOperand>) -> Up {
    Up { kind, from: from.input(), to: to.into() }
}

/// `l1bmp`: the same to all PEs.
pub fn l1bmp(from: impl L1bmAddress, to: impl Outputs) -> Down {
    down(DownKind::Pe, from, to)
}

/// `l1bmm`: the same to all MABs.
pub fn l1bmm(from: impl Into<L1bmOperand>, to: impl Outputs) -> Down {
    down(DownKind::Mab, from, to)
}

/// `l1bmm4`: the same to all groups of four MABs.
pub fn l1bmm4(from: impl Into<L1bmOperand>, to: impl Outputs) -> Down {
    down(DownKind::Mab4, from, to)
}

/// `l1bmd+k`: to MAB m + k what lies at m; a negative k turns back.
pub fn l1bmd(k: i8, from: impl Into<L1bmOperand>, to: impl Outputs) -> Down {
    down(DownKind::Distribute(rotation(k)), from, to)
}

/// `+k` of 16, -15 to 15; other numbers stay out of range, for the build to say so.
const fn rotation(k: i8) -> u8 {
    match k {
        -15..=15 => k.rem_euclid(16) as u8,
        _ => k.unsigned_abs(),
    }
}

/// `l1bmm@m`: MAB m of 16 to L1BM.
pub fn l1bmm_at(mab: u8, from: impl SentInput, to: impl Into<L1bmOperand>) -> Up {
    up(UpKind::Mab(mab), from, to)
}

/// `l1bmm4@k`: MAB k of each four to L1BM.
pub fn l1bmm4_at(k: u8, from: impl SentInput, to: impl Into<L1bmOperand>) -> Up {
    up(UpKind::Mab4(k), from, to)
}

/// `l1bmd+k` to L1BM: MAB m to place m + k; a negative k turns back.
pub fn l1bmd_up(k: i8, from: impl SentInput, to: impl Into<L1bmOperand>) -> Up {
    up(UpKind::Gather(rotation(k)), from, to)
}

/// `l1bmrOP`: reduction over 16 MABs.
pub fn l1bmr(rrn: Rrn, from: impl SentInput, to: impl Into<L1bmOperand>) -> Up {
    up(UpKind::Reduce { rrn, shorten: false }, from, to)
}

/// `l1bmrOPr`: reduction over 16 MABs, shortened to half.
pub fn l1bmr_r(rrn: Rrn, from: impl SentInput, to: impl Into<L1bmOperand>) -> Up {
    up(UpKind::Reduce { rrn, shorten: true }, from, to)
}

/// `l1bmr4OP`: reduction over each four MABs.
pub fn l1bmr4(rrn: Rrn, from: impl SentInput, to: impl Into<L1bmOperand>) -> Up {
    up(UpKind::Reduce4 { rrn, shorten: false }, from, to)
}

/// `l1bmr4OPr`: reduction over each four MABs, shortened to half.
pub fn l1bmr4_r(rrn: Rrn, from: impl SentInput, to: impl Into<L1bmOperand>) -> Up {
    up(UpKind::Reduce4 { rrn, shorten: true }, from, to)
}

names! {
    /// All eight L1Bs of an L2B.
    every_l1b() -> L1bSet = L1bSet::ALL;
    /// `@b`: one L1B.
    l1b(b: u8) -> L1bSet = L1bSet { base: b, mode: 0 };
    /// `@b/i`: the L1Bs that are like b in the bits that i does not have.
    l1b_set(b: u8, i: u8) -> L1bSet = L1bSet { base: b, mode: i };
}

/// An address of L2BM: `$lc0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lc(pub(super) u16);

names! {
    /// `$lc0`
    lc(address: u16) -> Lc = Lc(address);
    /// `l2bmb[@set]`: broadcast from L2BM to L1BM.
    l2bmb(set: L1bSet, Lc(lc): Lc, Lb(lb): Lb) -> L2bm = L2bm::Broadcast { set, lc, lb };
    /// `l2bmb2[@set]`: distributing broadcast.
    l2bmb2(set: L1bSet, Lc(lc): Lc, Lb(lb): Lb) -> L2bm = L2bm::Broadcast2 { set, lc, lb };
    /// `l2bmd[@set]`: distribution.
    l2bmd(set: L1bSet, Lc(lc): Lc, Lb(lb): Lb) -> L2bm = L2bm::Distribute { set, lc, lb };
    /// `l2bm@b`: from one L1B to L2BM.
    l2bm_at(l1b: u8, Lb(lb): Lb, Lc(lc): Lc) -> L2bm = L2bm::Transfer { l1b, lb, lc };
    /// `l2bmrOP[@set]`: reduction over the L1Bs.
    l2bmr(rrn: Rrn, set: L1bSet, Lb(lb): Lb, Lc(lc): Lc) -> L2bm = L2bm::Reduce { rrn, set, lb, lc };
    /// `l2bmr2OP`: combining reduction of pairs of L1Bs.
    l2bmr2(rrn: Rrn, Lb(lb): Lb, Lc(lc): Lc) -> L2bm = L2bm::Reduce2 { rrn, lb, lc };
    /// `l2bmd` to L2BM: gather.
    l2bmd_up(Lb(lb): Lb, Lc(lc): Lc) -> L2bm = L2bm::Gather { lb, lc };
    /// `l2bmi@set`: from the L1Bs of the set to the others.
    l2bmi(set: L1bSet, Lb(from): Lb, Lb(to): Lb) -> L2bm = L2bm::Multicast { set, from, to };
    /// `l2bmdars $lcC@.l $darD`: from the L2BM of one L2B to DARBUF, for the entries of DAR from D on.
    l2bmdars(Lc(lc): Lc, l2b: u8, dar: u16) -> L2bm = L2bm::Dars { lc, l2b, dar };
    /// `l2bmdarw`: four entries from DARBUF to DAR.
    l2bmdarw() -> L2bm = L2bm::Darw;
}
