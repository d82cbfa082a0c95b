//! Exact values between elements and results: `element -> value -> sum, product, quotient -> one rounding -> element` (XDSA-D26 to
//! D29, D32, D85).
//!
//! Sums run in a fixed-point window ([`Sum`]); what comes behind a sum (bias, multiplier, shift, scale, clip) is an [`Amount`].

mod amount;
mod round;
mod sum;

pub(super) use amount::Amount;

pub(super) use round::{encode, round_quotient, round_root};
pub(super) use sum::Sum;

use crate::xdsa::isa::Unit;
use softfloat::{Env, Unrounded, Value, convert_any};

/// The meaning of an element.
pub(super) fn decode(unit: Unit, element: u64) -> Value<u64> {
    match unit.format() {
        Some(format) => format.decode(element),
        None => {
            let integer = unit.integer(element);
            Value::Finite(Unrounded::exact(integer < 0, 0, integer.unsigned_abs() as u64))
        }
    }
}

/// The positive quiet NaN of a floating-point unit, 0 of an integer unit (XDSA-D27, D29).
pub(super) fn nan(unit: Unit) -> u64 {
    unit.format().and_then(|format| format.canonical_nan()).unwrap_or(0)
}

/// The number 1 in a unit.
pub(super) fn one(unit: Unit) -> u64 {
    encode(unit, Value::Finite(Unrounded::exact(false, 0, 1))).0
}

/// The element that a field of so many bits gives: its low bits; of a wider unit an integer extends by its sign, a floating-point value
/// stands in the widest such unit that fits (XDSA-D37, D89).
pub(super) fn immediate(unit: Unit, field: u64, bits: u32) -> u64 {
    if unit.bits() <= bits {
        return field & unit.mask();
    }
    let narrow = if bits >= 32 { Unit::Fp32 } else { Unit::Fp16 };
    match (unit.format(), narrow.format()) {
        (Some(to), Some(from)) => {
            convert_any(&from, &to, &Env::IEEE, field & narrow.mask()).bits & unit.mask()
        }
        _ => {
            let free = 64 - bits;
            let extended = (field << free) as i64 >> free;
            if unit.is_signed() { extended as u64 & unit.mask() } else { field << free >> free }
        }
    }
}

// The order of elements of a unit.

/// How zeros of the two signs compare (XDSA-D86).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::xdsa::exec) enum Zeros {
    /// -0 is less than +0: where the value itself is the result.
    Ordered,
    /// They are equal: where an index is.
    Equal,
}

/// Keys of the elements of a unit, which compare as their values do.
#[derive(Clone, Copy, Debug)]
pub(in crate::xdsa::exec) struct Order {
    unit: Unit,
    zeros: Zeros,
}

impl Order {
    pub(in crate::xdsa::exec) const fn new(unit: Unit, zeros: Zeros) -> Self {
        Self { unit, zeros }
    }

    /// The key of an element; none of a NaN.
    pub(in crate::xdsa::exec) fn key(self, element: u64) -> Option<i128> {
        let Some(format) = self.unit.format() else { return Some(self.unit.integer(element)) };
        let sign = 1 << (self.unit.bits() - 1);
        let magnitude = i128::from(element & (sign - 1));
        let infinity = i128::from((sign - 1) >> format.man_bits << format.man_bits);
        match element & sign != 0 {
            _ if magnitude > infinity => None,
            false => Some(magnitude),
            true if self.zeros == Zeros::Ordered => Some(-1 - magnitude),
            true => Some(-magnitude),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_in_fields() {
        assert_eq!(immediate(Unit::Sint8, 0xffff_ff85, 32), 0x85);
        assert_eq!(immediate(Unit::Sint64, 0xffff_ff85, 32), 0xffff_ffff_ffff_ff85);
        assert_eq!(immediate(Unit::Uint64, 0xffff_ff85, 32), 0xffff_ff85);
        assert_eq!(immediate(Unit::Fp64, 0x3fc0_0000, 32), 1.5f64.to_bits());
        assert_eq!(immediate(Unit::Fp64, 1.5f64.to_bits(), 64), 1.5f64.to_bits());
        assert_eq!(immediate(Unit::Fp32, 0x3e00, 16), u64::from(1.5f32.to_bits()));
        assert_eq!(immediate(Unit::Sint32, 0x8000, 16), 0xffff_8000);
    }

    #[test]
    fn ones_and_nans() {
        assert_eq!([Unit::Sint4, Unit::Fp16, Unit::Fp32].map(one), [1, 0x3c00, 0x3f80_0000]);
        assert_eq!([Unit::Uint8, Unit::Fp16].map(nan), [0, 0x7e00]);
        assert_eq!(nan(Unit::Fp64), 0x7ff8_0000_0000_0000);
    }

    #[test]
    fn keys_ascend_with_values() {
        // -inf, -1, least subnormal negated, -0, +0, least subnormal, 1, inf
        let ascending = [0xfc00, 0xbc00, 0x8001, 0x8000, 0, 1, 0x3c00, 0x7c00];
        let key = |zeros| move |element| Order::new(Unit::Fp16, zeros).key(element);
        assert!(ascending.map(key(Zeros::Ordered)).is_sorted_by(|a, b| a < b));
        assert!(ascending.map(key(Zeros::Equal)).is_sorted());
        assert_eq!(key(Zeros::Equal)(0x8000), key(Zeros::Equal)(0));
        assert_eq!([0x7c01, 0xfe00].map(key(Zeros::Ordered)), [None, None]);
        assert_eq!(Order::new(Unit::Sint4, Zeros::Ordered).key(0xf), Some(-1));
    }
}
