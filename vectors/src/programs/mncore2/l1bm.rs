//! Transfers between L1BM and PEs.

use super::ports::{Output, Port, Ports};
use crate::programs::choices::{Choices, chance, pick, small};
use semantics::mncore2::isa::size::{L1BM_WORDS, L2BM_WORDS};
use semantics::mncore2::isa::{
    Convert, Down, DownKind, Expr, Input, L1bSet, L1bmOperand, L1bmPlace, L2bm, Precision, Rrn,
    RrnOp, Up, UpKind, Width,
};

/// Long words of L1BM that most addresses lie in.
const POOL: u16 = 512;

/// A type of transfer: what can be read back from the turnaround register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// One MAB or the reduction of all.
    Mab,
    /// Four MABs side by side.
    Mab4,
    /// All MABs.
    All,
}

/// The alignment of a transfer: its long words a cycle.
const fn unit(kind: Kind, double: bool) -> u16 {
    let words = match kind {
        Kind::Mab => 4,
        Kind::Mab4 => 16,
        Kind::All => 64,
    };
    if double { 2 * words } else { words }
}

/// An address of L1BM, in the pool or at the end so that cycles wrap.
pub(super) fn address(c: &mut dyn Choices, unit: u16) -> u16 {
    if chance(c, 1, 16) { L1BM_WORDS as u16 - unit } else { unit * small(c, POOL / unit) }
}

/// A reduction, of any precision and operation.
pub(super) fn rrn(c: &mut dyn Choices) -> Rrn {
    let op = pick(c, &RrnOp::ALL);
    let precision = if op.is_float() {
        pick(c, &[Precision::F, Precision::D, Precision::H])
    } else {
        pick(c, &[Precision::L, Precision::I, Precision::S])
    };
    Rrn { precision, op }
}

/// A reduction at two long words a PE (s. 3.6.8.13).
fn double_rrn(c: &mut dyn Choices) -> Rrn {
    match c.below(2) {
        0 => single_rrn(c),
        _ => {
            Rrn { precision: pick(c, &[Precision::L, Precision::I, Precision::S]), op: RrnOp::Bor }
        }
    }
}

/// A reduction of single-precision numbers, which can be extended and shortened.
fn single_rrn(c: &mut dyn Choices) -> Rrn {
    Rrn { precision: Precision::F, op: pick(c, &[RrnOp::Fadd, RrnOp::Max, RrnOp::Min]) }
}

/// L1BM to PEs; `turnaround` is what can be read back, if that is wanted.
pub(super) fn down(
    c: &mut dyn Choices,
    ports: &mut Ports,
    turnaround: Option<(Kind, bool)>,
) -> Expr {
    let (kind, double, place) = match turnaround {
        Some((kind, double)) => {
            let kind = match kind {
                Kind::Mab => DownKind::Mab,
                Kind::Mab4 => DownKind::Mab4,
                Kind::All => DownKind::Distribute(small(c, 16) as u8),
            };
            (kind, double, L1bmPlace::Turnaround)
        }
        None => from_l1bm(c),
    };
    ports.loads = true;
    let width = if double { Width::Double } else { Width::Long };
    let flush = ports.flush(c);
    let dests = ports.dests(c, Output { width, strict: double, flags: false });
    Expr::Down(Down { kind, flush, from: L1bmOperand { double, place }, dests })
}

fn from_l1bm(c: &mut dyn Choices) -> (DownKind, bool, L1bmPlace) {
    let double = chance(c, 1, 2);
    let (kind, double, at) = match c.below(4) {
        0 => (DownKind::Mab, double, address(c, unit(Kind::Mab, double))),
        1 => (DownKind::Mab4, double, address(c, unit(Kind::Mab4, double))),
        2 => (DownKind::Distribute(small(c, 16) as u8), false, address(c, unit(Kind::All, false))),
        // Any address, but 2LW rate reads no further than the 64 long words that it starts in.
        _ if double => (DownKind::Pe, true, 64 * small(c, POOL / 64) + small(c, 57)),
        _ => (DownKind::Pe, false, address(c, 1)),
    };
    (kind, double, L1bmPlace::At(at))
}

/// PEs to L1BM or to the turnaround register alone.
pub(super) fn up(c: &mut dyn Choices, ports: &mut Ports) -> Expr {
    let mut double = chance(c, 1, 2);
    let mut convert = None;
    let mut wide = double;
    let kind = match c.below(8) {
        0 => UpKind::Mab(small(c, 16) as u8),
        1 => UpKind::Mab4(small(c, 4) as u8),
        2 => {
            (double, wide) = (false, false);
            UpKind::Gather(small(c, 16) as u8)
        }
        shape => {
            let shorten = chance(c, 1, 3);
            let rrn = if shorten {
                (double, wide) = (false, true);
                single_rrn(c)
            } else if double {
                double_rrn(c)
            } else {
                rrn(c)
            };
            if wide && rrn.precision == Precision::F && chance(c, 1, 3) {
                convert = Some(Convert::Extend);
                wide = false;
            }
            if shape < 6 {
                UpKind::Reduce { rrn, shorten }
            } else {
                UpKind::Reduce4 { rrn, shorten }
            }
        }
    };
    let width = if wide { Width::Double } else { Width::Long };
    let source = ports.source(c, Port::Other, width, wide);
    let place = if chance(c, 1, 4) {
        L1bmPlace::Turnaround
    } else {
        L1bmPlace::At(address(c, unit(kind_of(kind), double)))
    };
    let from = Input { negate: false, source, convert };
    Expr::Up(Up { kind, from, to: L1bmOperand { double, place } })
}

const fn kind_of(kind: UpKind) -> Kind {
    match kind {
        UpKind::Mab(_) | UpKind::Reduce { .. } => Kind::Mab,
        UpKind::Mab4(_) | UpKind::Reduce4 { .. } => Kind::Mab4,
        UpKind::Gather(_) => Kind::All,
    }
}

/// What a transfer leaves in the turnaround register.
pub(super) const fn left_by(up: &Up) -> (Kind, bool) {
    (kind_of(up.kind), up.to.double)
}

/// The most long words of L1BM that a transfer to the PEs reads in its four cycles.
pub(super) const fn span(down: &Down) -> u32 {
    let kind = match down.kind {
        DownKind::Pe => return if down.from.double { 8 } else { 4 },
        DownKind::Mab => Kind::Mab,
        DownKind::Mab4 => Kind::Mab4,
        DownKind::Distribute(_) => Kind::All,
    };
    4 * unit(kind, down.from.double) as u32
}

// Transfers between L2BM and L1BM, and to the DAR.

/// Long words of L2BM that most addresses lie in.
pub(super) const L2BM_POOL: u16 = 1024;

/// Where the data for the DAR lies, in long words.
pub(super) const DAR_DATA: u16 = 1024;

/// Entries of the DAR that are written and read.
pub(super) const DAR_POOL: u16 = 32;

/// An address of L2BM, in the pool or at the end so that it wraps.
pub(super) fn lc(c: &mut dyn Choices, unit: u16) -> u16 {
    if chance(c, 1, 16) { L2BM_WORDS as u16 - unit } else { unit * small(c, L2BM_POOL / unit) }
}

/// All L1Bs, or a set.
fn set(c: &mut dyn Choices) -> L1bSet {
    if chance(c, 1, 2) { some_set(c, 8) } else { L1bSet::ALL }
}

fn some_set(c: &mut dyn Choices, modes: u16) -> L1bSet {
    let mode = small(c, modes) as u8;
    // Bits of the mode say nothing in the base.
    L1bSet { base: small(c, 8) as u8 & (7 ^ mode), mode }
}

/// An expression of the group l2bm.
pub(super) fn l2bm(c: &mut dyn Choices) -> Expr {
    Expr::L2bm(match c.below(10) {
        0 => L2bm::Broadcast { set: set(c), lc: lc(c, 16), lb: address(c, 16) },
        1 => L2bm::Broadcast2 { set: set(c), lc: lc(c, 64), lb: address(c, 16) },
        2 => L2bm::Distribute { set: set(c), lc: lc(c, 64), lb: address(c, 8) },
        3 => L2bm::Transfer { l1b: small(c, 8) as u8, lb: address(c, 16), lc: lc(c, 16) },
        4 | 5 => L2bm::Reduce { rrn: rrn(c), set: set(c), lb: address(c, 16), lc: lc(c, 16) },
        6 => L2bm::Reduce2 { rrn: rrn(c), lb: address(c, 16), lc: lc(c, 64) },
        7 => L2bm::Gather { lb: address(c, 8), lc: lc(c, 64) },
        8 => L2bm::Multicast { set: some_set(c, 7), from: address(c, 16), to: address(c, 16) },
        _ => {
            let lc = if chance(c, 1, 4) { lc(c, 64) } else { DAR_DATA };
            let dar = if chance(c, 1, 8) { 1020 + small(c, 4) } else { small(c, DAR_POOL) };
            L2bm::Dars { lc, l2b: pick(c, &[0, 1]), dar }
        }
    })
}
