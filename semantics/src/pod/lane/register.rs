//! A whole xmm register: what an X instruction makes of its operands (s. 2.2 of appendix E).

use super::float::{Real, float, float_compare, fused, unary};
use super::general::extended;
use super::mxcsr::{Lane, Mxcsr};
use crate::pod::isa::{
    Compare, Extend, Float, Logic, Operation, PackedInteger, Precision, Shift, Size,
};
use softfloat::StaticFormat;
use softfloat::format::{Binary32, Binary64};
use softfloat::integer::{Amount, Integer, Shift as By};

/// What an X instruction makes of `d`, `a` and `b` (the registers before it; `immediate` is the count of shifts), and the
/// sticky bits of its lanes together. What is no X instruction, and a transfer, gives `a`.
#[must_use]
pub fn register(operation: Operation, operands: Operands, mxcsr: Mxcsr) -> Lane<u128> {
    let Operands { d, a, b, immediate } = operands;
    let plain = |bits| Lane { bits, status: 0 };
    match operation {
        Operation::Integer(PackedInteger::HorizontalAdd, size) => plain(pairs(size, a, b)),
        Operation::Integer(operation, size) => {
            plain(integers(size, a, b, |a, b| integer(operation, size, a, b)))
        }
        Operation::IntegerCompare(predicate, size) => {
            plain(integers(size, a, b, |a, b| integer_compare(predicate, size, a, b)))
        }
        Operation::PackedLogic(operation) => plain(packed_logic(operation, a, b)),
        Operation::PackedNot => plain(!a),
        Operation::PackedShift(operation, size) => {
            plain(integers(size, a, a, |a, _| packed_shift(operation, size, a, immediate)))
        }
        Operation::Shuffle(lanes) => plain(shuffled(lanes, a, b)),
        Operation::Float(_, p)
        | Operation::Fused(_, p)
        | Operation::HorizontalAdd(p)
        | Operation::Unary(_, p)
        | Operation::FloatCompare(_, p) => {
            if p.is_double() {
                floats::<Binary64, 2>(operation, p, [d, a, b].map(doubles), mxcsr)
            } else {
                floats::<Binary32, 4>(operation, p, [d, a, b].map(singles), mxcsr)
            }
        }
        _ => plain(a),
    }
}

/// The operands of an X instruction.
#[derive(Clone, Copy, Debug, Default)]
pub struct Operands {
    /// The destination before it.
    pub d: u128,
    /// The first source.
    pub a: u128,
    /// The second source.
    pub b: u128,
    /// The count of shifts.
    pub immediate: u32,
}

fn singles(register: u128) -> [u32; 4] {
    core::array::from_fn(|lane| (register >> (32 * lane)) as u32)
}

fn doubles(register: u128) -> [u64; 2] {
    core::array::from_fn(|lane| (register >> (64 * lane)) as u64)
}

/// A floating-point instruction on the lanes of d, a and b. Scalar forms keep the other lanes of d (POD-D29).
fn floats<F: Real, const N: usize>(
    operation: Operation,
    precision: Precision,
    [d, a, b]: [[F::Bits; N]; 3],
    mxcsr: Mxcsr,
) -> Lane<u128>
where
    F::Bits: Into<u128>,
{
    let mut lanes = d;
    let mut status = 0;
    for at in 0..precision.lanes() as usize {
        let lane = match operation {
            Operation::Float(operation, _) => float::<F>(operation, a[at], b[at], mxcsr),
            Operation::Fused(signs, _) => fused::<F>(signs, d[at], a[at], b[at], mxcsr),
            Operation::FloatCompare(predicate, _) => {
                float_compare::<F>(predicate, a[at], b[at], mxcsr)
            }
            Operation::Unary(operation, _) => unary::<F>(operation, a[at], mxcsr),
            // The pairs of a, then those of b (POD-D35).
            _ => {
                let of = if 2 * at < N { &a } else { &b };
                let first = 2 * at % N;
                float::<F>(Float::Add, of[first], of[first + 1], mxcsr)
            }
        };
        lanes[at] = lane.bits;
        status |= lane.status;
    }
    Lane { bits: joined::<F, N>(lanes), status }
}

fn joined<F: StaticFormat, const N: usize>(lanes: [F::Bits; N]) -> u128
where
    F::Bits: Into<u128>,
{
    lanes.iter().rev().fold(0, |all, &lane| all << F::FORMAT.width | lane.into())
}

/// A function of every pair of lanes.
#[inline(always)]
fn integers(size: Size, a: u128, b: u128, f: impl Fn(u64, u64) -> u64) -> u128 {
    let lanes = 0..128 / size.bits();
    lanes.fold(0, |all, lane| {
        let at = lane * size.bits();
        all | u128::from(f((a >> at) as u64, (b >> at) as u64) & size.mask()) << at
    })
}

/// Sums of adjacent lanes: of a in the low half, of b in the high one (POD-D35).
fn pairs(size: Size, a: u128, b: u128) -> u128 {
    let bits = size.bits();
    let half = 64 / bits;
    (0..128 / bits).fold(0, |all, lane| {
        let of = if lane < half { a } else { b };
        let at = lane % half * 2 * bits;
        let sum = integer(PackedInteger::Add, size, (of >> at) as u64, (of >> at >> bits) as u64);
        all | u128::from(sum) << (lane * bits)
    })
}

/// Lanes of `a` in the low half, of `b` in the high one (POD-D41).
fn shuffled(lanes: u8, a: u128, b: u128) -> u128 {
    (0..4).fold(0, |all, lane| {
        let of = if lane < 2 { a } else { b };
        let at = u32::from(lanes >> (2 * lane) & 3) * 32;
        all | (of >> at & 0xffff_ffff) << (32 * lane)
    })
}

// Integer lanes (s. 2.2 of appendix E; POD-D39, POD-D40). A lane stands in the low bits of a word; what is above does
// not count.

/// `pintadd`, `pintsub`, `pintmul`, and the pair sums of `pinthadd`: the low bits of the result.
#[inline(always)]
#[must_use]
pub const fn integer(operation: PackedInteger, size: Size, a: u64, b: u64) -> u64 {
    let bits = match operation {
        PackedInteger::Add | PackedInteger::HorizontalAdd => a.wrapping_add(b),
        PackedInteger::Sub => a.wrapping_sub(b),
        PackedInteger::Mul => a.wrapping_mul(b),
    };
    bits & size.mask()
}

/// `pintcmp`: all ones or none, of numbers with a sign. Integers are never unordered.
#[inline(always)]
#[must_use]
pub fn integer_compare(predicate: Compare, size: Size, a: u64, b: u64) -> u64 {
    let [a, b] = [a, b].map(|bits| extended(size, Extend::Sign, bits) as i64);
    let holds = match predicate {
        Compare::Lt => a < b,
        Compare::Le => a <= b,
        Compare::Eq => a == b,
        Compare::Ne => a != b,
        Compare::Unord => false,
    };
    if holds { size.mask() } else { 0 }
}

/// `pintand`, `pintor`, `pintxor`.
#[inline(always)]
#[must_use]
pub const fn packed_logic(operation: Logic, a: u128, b: u128) -> u128 {
    match operation {
        Logic::And => a & b,
        Logic::Or => a | b,
        Logic::Xor => a ^ b,
    }
}

/// `pintshl`, `pintshr`, `pintsar`: from the width on nothing is left, or copies of the sign.
#[inline(always)]
#[must_use]
pub fn packed_shift(operation: Shift, size: Size, a: u64, count: u32) -> u64 {
    let by = match operation {
        Shift::Left => By::Left,
        Shift::Right => By::LogicalRight,
        Shift::Arithmetic => By::ArithmeticRight,
    };
    let integers = Integer::new(size.bits(), true);
    integers.map_or(0, |of| of.shift(by, Amount::Full, a, i64::from(count)).bits)
}
