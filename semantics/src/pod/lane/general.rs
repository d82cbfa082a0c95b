//! General registers and flags (s. 2.1 of appendix E; POD-D11 to POD-D20). Flags stand as in EFLAGS.

use softfloat::Bits;
use softfloat::integer::{Amount, Integer, Shift as By};

use crate::pod::isa::{Arithmetic, Condition, Extend, Flag, Logic, Shift, Size};

/// A result, and all four flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Flagged {
    /// The register.
    pub bits: u64,
    /// The flags after it.
    pub flags: u32,
}

/// The two's complement integers of a size.
#[inline(always)]
const fn integers(size: Size) -> Integer {
    match Integer::new(size.bits(), true) {
        Ok(integers) => integers,
        Err(_) => unreachable!(),
    }
}

/// The flags of a result of this size.
#[inline(always)]
fn flags(size: Size, bits: u64, carry: bool, overflow: bool) -> u32 {
    u32::from(carry) << Flag::Carry.bit()
        | u32::from(overflow) << Flag::Overflow.bit()
        | u32::from(bits.bit(size.bits() - 1)) << Flag::Sign.bit()
        | u32::from(bits & size.mask() == 0) << Flag::Zero.bit()
}

#[inline(always)]
fn carry(flags: u32) -> bool {
    flags >> Flag::Carry.bit() & 1 == 1
}

/// The low bits of a word, extended to 64.
#[inline(always)]
#[must_use]
pub fn extended(size: Size, extend: Extend, bits: u64) -> u64 {
    let up = 64 - size.bits();
    match extend {
        Extend::Zero => bits << up >> up,
        Extend::Sign => ((bits << up) as i64 >> up) as u64,
    }
}

/// `add`, `adc`, `sub`, `sbb`: the low bits of the operands alone count (POD-D12).
#[inline]
#[must_use]
pub fn arithmetic(
    operation: Arithmetic,
    size: Size,
    extend: Extend,
    a: u64,
    b: u64,
    before: u32,
) -> Flagged {
    let integers = integers(size);
    let r = match operation {
        Arithmetic::Add => integers.add_with_carry(a, b, false),
        Arithmetic::Adc => integers.add_with_carry(a, b, carry(before)),
        Arithmetic::Sub => integers.sub_with_borrow(a, b, false),
        Arithmetic::Sbb => integers.sub_with_borrow(a, b, carry(before)),
    };
    let flags = flags(size, r.bits, r.carry, r.overflow);
    Flagged { bits: extended(size, extend, r.bits), flags }
}

/// `cmp`: the flags of `sub`.
#[inline]
#[must_use]
pub fn compare(size: Size, a: u64, b: u64) -> u32 {
    arithmetic(Arithmetic::Sub, size, Extend::Zero, a, b, 0).flags
}

/// `imul4` (POD-D18).
#[inline]
#[must_use]
pub fn multiply(a: u64, b: u64) -> Flagged {
    let product = i64::from(a as i32) * i64::from(b as i32);
    let bits = i64::from(product as i32);
    let lost = bits != product;
    Flagged { bits: bits as u64, flags: flags(Size::B4, bits as u64, lost, lost) }
}

/// `and`, `or`, `xor` (POD-D14).
#[inline]
#[must_use]
pub fn logic(operation: Logic, a: u64, b: u64) -> Flagged {
    let bits = match operation {
        Logic::And => a & b,
        Logic::Or => a | b,
        Logic::Xor => a ^ b,
    };
    Flagged { bits, flags: flags(Size::B8, bits, false, false) }
}

/// `shl`, `shr`, `sar` by the low six bits of `b` (POD-D15).
#[inline]
#[must_use]
pub fn shift(operation: Shift, a: u64, b: u64, before: u32) -> Flagged {
    let count = b % 64;
    if count == 0 {
        return Flagged { bits: a, flags: before };
    }
    let by = match operation {
        Shift::Left => By::Left,
        Shift::Right => By::LogicalRight,
        Shift::Arithmetic => By::ArithmeticRight,
    };
    let r = integers(Size::B8).shift(by, Amount::Modulo, a, count as i64);
    let overflow = match operation {
        Shift::Left => r.bits.bit(63) != r.carry,
        Shift::Right => a.bit(63),
        Shift::Arithmetic => false,
    };
    let flags = flags(Size::B8, r.bits, r.carry, overflow && count == 1);
    Flagged { bits: r.bits, flags }
}

/// `shladd`: `b` is the whole register (POD-D19).
#[inline]
#[must_use]
pub const fn shift_add(by: u8, a: u64, b: u64) -> u64 {
    (a << by).wrapping_add(b)
}

/// `bt`: the flags, C among them the bit (POD-D16).
#[inline]
#[must_use]
pub const fn bit_test(a: u64, at: u32, before: u32) -> u32 {
    let carry = (a >> (at & 63) & 1) as u32;
    before & !(1 << Flag::Carry.bit()) | carry << Flag::Carry.bit()
}

/// `cmov`: `a` where the condition holds, else `b` (POD-D17).
#[inline]
#[must_use]
pub fn conditional_move(condition: Condition, a: u64, b: u64, flags: u32) -> u64 {
    if condition.holds(flags) { a } else { b }
}
