//! Elements as integers of one weight, and the dot products of such: how wide they must be is read from the elements, so nothing
//! overflows and nothing is lost.

use crate::xdsa::exec::exact::decode;
use crate::xdsa::isa::Unit;
use softfloat::Value;

/// Integers, and the exponent of the power of two that they count.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    pub(super) values: Vec<i64>,
    pub(super) exponent: i32,
    /// Bits of the largest magnitude.
    pub(super) bits: u32,
}

impl Lanes {
    /// Of elements that are all finite and near enough to each other.
    pub(super) fn of(unit: Unit, codes: &[u64]) -> Option<Self> {
        let (mut low, mut high) = (i32::MAX, i32::MIN);
        for code in codes {
            let Value::Finite(u) = decode(unit, *code) else { return None };
            if u.significand != 0 {
                low = low.min(u.exponent + u.significand.trailing_zeros() as i32);
                high = high.max(u.exponent + 64 - u.significand.leading_zeros() as i32);
            }
        }
        if low > high {
            return Some(Self { values: vec![0; codes.len()], exponent: 0, bits: 0 });
        }
        // Integers count ones.
        let low = if unit.is_float() { low } else { 0 };
        let bits = (high - low) as u32;
        if bits > 63 {
            return None;
        }
        let value = |code: &u64| match decode(unit, *code) {
            Value::Finite(u) if u.significand != 0 => {
                let shift = u.exponent - low;
                let magnitude = if shift < 0 {
                    u.significand >> shift.unsigned_abs()
                } else {
                    u.significand << shift
                };
                if u.sign { -(magnitude as i64) } else { magnitude as i64 }
            }
            _ => 0,
        };
        Some(Self { values: codes.iter().map(value).collect(), exponent: low, bits })
    }
}

/// Bits of a sum of so many products.
pub(super) fn sum_bits(a: &Lanes, b: &Lanes, terms: usize) -> u32 {
    a.bits + b.bits + usize::BITS - terms.leading_zeros()
}

/// For sums of at most 31 bits of elements of at most 15.
pub(super) fn dot16(a: &[i16], b: &[i16]) -> i128 {
    a.iter().zip(b).map(|(a, b)| i32::from(*a) * i32::from(*b)).sum::<i32>().into()
}

/// For sums of at most 63 bits.
pub(super) fn dot64(a: &[i64], b: &[i64]) -> i128 {
    a.iter().zip(b).map(|(a, b)| a * b).sum::<i64>().into()
}

/// For sums of at most 127 bits.
pub(super) fn dot128(a: &[i64], b: &[i64]) -> i128 {
    a.iter().zip(b).map(|(a, b)| i128::from(*a) * i128::from(*b)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_of_floats() {
        // 1.5, -2, 0 as multiples of a half.
        let lanes = Lanes::of(Unit::Fp16, &[0x3e00, 0xc000, 0x8000]).unwrap();
        assert_eq!((lanes.values, lanes.exponent, lanes.bits), (vec![3, -4, 0], -1, 3));
        // The least and the largest fp16 number, 41 bits apart.
        let lanes = Lanes::of(Unit::Fp16, &[1, 0x7bff]).unwrap();
        assert_eq!((lanes.values, lanes.exponent, lanes.bits), (vec![1, 65504 << 24], -24, 40));
        assert!(Lanes::of(Unit::Fp16, &[0x7c00]).is_none());
        assert!(Lanes::of(Unit::Fp32, &[1, 0x3f80_0000]).is_none());
        assert_eq!(Lanes::of(Unit::Fp32, &[0, 0]).unwrap().bits, 0);
    }

    #[test]
    fn lanes_of_integers() {
        let lanes = Lanes::of(Unit::Sint8, &[0x80, 0x7f]).unwrap();
        assert_eq!((lanes.values, lanes.bits), (vec![-128, 127], 8));
        assert!(Lanes::of(Unit::Uint64, &[u64::MAX]).is_none());
        assert_eq!(Lanes::of(Unit::Sint64, &[1 << 62]).unwrap().values, [1 << 62]);
        assert!(Lanes::of(Unit::Sint64, &[1 << 63]).is_none());
    }

    #[test]
    fn dots_at_their_limits() {
        assert_eq!(dot16(&[-16384; 2], &[16384; 2]), -(1 << 29));
        assert_eq!(
            dot64(&[i64::from(i32::MIN); 1], &[i64::from(i32::MAX)]),
            -((1 << 62) - (1 << 31))
        );
        assert_eq!(dot128(&[i64::MAX; 2], &[i64::MAX; 2]), 2 * i128::from(i64::MAX).pow(2));
    }
}
