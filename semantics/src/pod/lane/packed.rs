//! Integer lanes (s. 2.2 of appendix E; POD-D39, POD-D40). A lane stands in the low bits of a word; what is above does
//! not count.

use softfloat::integer::{Amount, Integer, Shift as By};

use super::general::extended;
use crate::pod::isa::{Compare, Extend, Logic, PackedInteger, Shift, Size};

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
