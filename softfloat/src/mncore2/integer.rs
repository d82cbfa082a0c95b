//! Integer operations: of the RRN (s. 3.5.5) and of the ALU (s. 3.6.12.6 to .8, .14 to .17).
//!
//! Elements of w = 64, 32 or 16 bits stand in the low bits of a `u64`.
//!
//! Decisions: MN-D10, MN-D33, MN-D34.

use super::Flagged;
use super::profile::{IntFlag, Profile, RrnTrue};
use crate::Bits;

/// A reduction of the RRN over integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reduction {
    /// `iadd`: the sum, modulo 2^w.
    Iadd,
    /// `band`: bitwise and.
    Band,
    /// `bor`: bitwise or.
    Bor,
    /// `and`: 1 where every element is not 0, else 0.
    And,
    /// `or`: 1 where some element is not 0, else 0.
    Or,
}

/// Reduces elements of `w` bits.
///
/// ```
/// use softfloat::mncore2::{integer::{reduce, Reduction}, Profile};
/// assert_eq!(reduce(&Profile::DECIDED, Reduction::Iadd, 16, &[0xffff, 2]), 1);
/// assert_eq!(reduce(&Profile::DECIDED, Reduction::And, 16, &[3, 0]), 0);
/// ```
#[inline(always)]
pub fn reduce(profile: &Profile, op: Reduction, w: u32, elements: &[u64]) -> u64 {
    let ones = u64::mask(w);
    let all = elements.iter().copied();
    let truth = |t: bool| match (t, profile.rrn_true) {
        (false, _) => 0,
        (true, RrnTrue::One) => 1,
        (true, RrnTrue::Ones) => ones,
    };
    match op {
        Reduction::Iadd => all.fold(0, u64::wrapping_add) & ones,
        Reduction::Band => all.fold(ones, |m, x| m & x),
        Reduction::Bor => all.fold(0, |m, x| m | x) & ones,
        Reduction::And => truth(all.clone().all(|x| x & ones != 0)),
        Reduction::Or => truth(all.clone().any(|x| x & ones != 0)),
    }
}

/// What an L1B outside the set of `l2bmr` sends.
///
/// ```
/// use softfloat::mncore2::integer::{identity, Reduction};
/// assert_eq!(identity(Reduction::Iadd, 16), 0);
/// assert_eq!(identity(Reduction::Band, 16), 0xffff);
/// ```
#[must_use]
#[inline(always)]
pub const fn identity(op: Reduction, w: u32) -> u64 {
    match op {
        Reduction::Iadd | Reduction::Bor | Reduction::Or => 0,
        Reduction::Band | Reduction::And => u64::MAX >> (64 - w),
    }
}

/// An integer operation of the ALU on elements of w bits. One-operand operations ignore y.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntOp {
    /// `inc`: x + 1.
    Inc,
    /// `dec`: x - 1.
    Dec,
    /// `add`: x + y.
    Add,
    /// `sub`: x - y.
    Sub,
    /// `not`: bitwise.
    Not,
    /// `lnot`: 1 for x = 0, else 0.
    Lnot,
    /// `and`.
    And,
    /// `or`.
    Or,
    /// `xor`.
    Xor,
    /// `lsl`: logical shift left.
    Lsl,
    /// `lsr`: arithmetic shift right; with `u` logical.
    Lsr,
    /// `bsl`: rotation left.
    Bsl,
    /// `bsr`: rotation right.
    Bsr,
    /// `max`: x on ties; with `u` unsigned.
    Max,
    /// `min`: x on ties; with `u` unsigned.
    Min,
    /// `packbit`: (x << 1) | top bit of y.
    Packbit,
    /// `passa`: x.
    Passa,
}

/// x as a signed number of w bits.
#[inline(always)]
const fn signed(x: u64, w: u32) -> i64 {
    ((x << (64 - w)) as i64) >> (64 - w)
}

/// The operation `op` with the unsigned option `u` on elements of `w` bits, and its mask flag
/// (table 3.11).
///
/// ```
/// use softfloat::mncore2::{integer::{alu, IntOp}, Profile};
/// let r = alu(&Profile::DECIDED, IntOp::Sub, false, 32, 3, 5);
/// assert_eq!((r.bits, r.flag), (0xffff_fffe, false)); // -2
/// ```
#[inline(always)]
pub fn alu(profile: &Profile, op: IntOp, u: bool, w: u32, x: u64, y: u64) -> Flagged<u64> {
    let (x, y) = (x & u64::mask(w), y & u64::mask(w));
    match op {
        IntOp::Inc => sum(profile, u, w, x, 1, false),
        IntOp::Dec => sum(profile, u, w, x, 1, true),
        IntOp::Add => sum(profile, u, w, x, y, false),
        IntOp::Sub => sum(profile, u, w, x, y, true),
        IntOp::Not => flag_zero(!x, w),
        IntOp::Lnot => flag_zero(u64::from(x == 0), w),
        IntOp::And => flag_zero(x & y, w),
        IntOp::Or => flag_zero(x | y, w),
        IntOp::Xor => flag_zero(x ^ y, w),
        IntOp::Lsl | IntOp::Lsr | IntOp::Bsl | IntOp::Bsr => flag_zero(shift(op, u, w, x, y), w),
        IntOp::Max | IntOp::Min => {
            let (a, b) = if u {
                (x as i128, y as i128)
            } else {
                (signed(x, w) as i128, signed(y, w) as i128)
            };
            let flag = if op == IntOp::Max { a >= b } else { a <= b };
            Flagged { bits: if flag { x } else { y }, flag }
        }
        IntOp::Packbit => {
            let top = y.bit(w - 1);
            Flagged { bits: (x << 1 | u64::from(top)) & u64::mask(w), flag: !top }
        }
        IntOp::Passa => flag_zero(x, w),
    }
}

/// A result whose flag tells that it is 0.
#[inline(always)]
fn flag_zero(bits: u64, w: u32) -> Flagged<u64> {
    let bits = bits & u64::mask(w);
    Flagged { bits, flag: bits == 0 }
}

/// x + y or x - y modulo 2^w. Flag: signed, the (wrapped) output is not negative; unsigned, no
/// carry or borrow (MN-D33).
#[inline(always)]
fn sum(profile: &Profile, u: bool, w: u32, x: u64, y: u64, subtract: bool) -> Flagged<u64> {
    let exact = |x: i128, y: i128| if subtract { x - y } else { x + y };
    let unsigned = exact(x as i128, y as i128);
    let bits = unsigned as u64 & u64::mask(w);
    let flag = if u {
        (0..=u64::mask(w) as i128).contains(&unsigned)
    } else {
        match profile.int_flag {
            IntFlag::Wrapped => !bits.bit(w - 1),
            IntFlag::True => exact(signed(x, w) as i128, signed(y, w) as i128) >= 0,
        }
    };
    Flagged { bits, flag }
}

/// Shifts: the amount is y modulo 2w; from w on, rotations turn by the amount minus w, others by w
/// (MN-D34).
#[inline(always)]
fn shift(op: IntOp, u: bool, w: u32, x: u64, y: u64) -> u64 {
    let amount = (y & (2 * w as u64 - 1)) as u32;
    let turn = amount & (w - 1);
    let far = amount >= w;
    let rotate = |left: u32, right: u32| (x << left) | if right == w { 0 } else { x >> right };
    match op {
        IntOp::Lsl if far => 0,
        IntOp::Lsl => x << amount,
        IntOp::Lsr if u && far => 0,
        IntOp::Lsr if u => x >> amount,
        IntOp::Lsr => (signed(x, w) >> amount.min(w - 1)) as u64,
        IntOp::Bsl => rotate(turn, w - turn),
        _ => rotate((w - turn) & (w - 1), if turn == 0 { w } else { turn }),
    }
}
