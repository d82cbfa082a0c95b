//! One rounding: of exact values, quotients and square roots into a unit (XDSA-D26 to D29, D31).

use crate::xdsa::isa::Unit;
use functions::exact::{Dyadic, quotient, root};
use softfloat::{Env, Flags, Unrounded, Value};

/// An element of a unit: floating-point to nearest even; integers half to even and clamped, NaN as 0.
pub(in crate::xdsa::exec) fn encode(unit: Unit, value: Value<u128>) -> (u64, Flags) {
    if let Some(format) = unit.format() {
        let rounded = format.encode(&Env::IEEE, value);
        return (rounded.bits as u64, rounded.flags);
    }
    let [least, greatest] = unit.range();
    let limit = |negative| if negative { least } else { greatest };
    let (integer, flags) = match value {
        Value::Nan { .. } => (0, Flags::INVALID),
        Value::Infinite { sign } => (limit(sign), Flags::INVALID),
        Value::Finite(u) => match nearest(u) {
            Some((integer, lost)) if (least..=greatest).contains(&integer) => {
                (integer, if lost { Flags::INEXACT } else { Flags::NONE })
            }
            _ => (limit(u.sign), Flags::INVALID),
        },
    };
    (integer as u64 & unit.mask(), flags)
}

/// The nearest integer, a tie to the even one, and whether it is another number; none beyond 100 bits.
fn nearest(u: Unrounded<u128>) -> Option<(i128, bool)> {
    let signed = |magnitude: u128| if u.sign { -(magnitude as i128) } else { magnitude as i128 };
    let places = i64::from(u128::BITS - u.significand.leading_zeros()) + i64::from(u.exponent);
    if u.significand == 0 || places > 100 {
        return (u.significand == 0).then_some((0, u.sticky));
    }
    let Ok(drop) = u32::try_from(-i64::from(u.exponent)) else {
        return Some((signed(u.significand << u.exponent), u.sticky));
    };
    let kept = u.significand.checked_shr(drop).unwrap_or(0);
    if drop == 0 {
        return Some((signed(kept), u.sticky));
    }
    let half = drop <= 128 && u.significand >> (drop - 1) & 1 == 1;
    let below = match drop {
        1 => 0,
        2..=128 => u.significand << (129 - drop),
        _ => u.significand,
    };
    let rest = below != 0 || u.sticky;
    let up = half && (rest || kept & 1 == 1);
    Some((signed(kept + u128::from(up)), half || rest))
}

/// A significand that is not 0, divided by less than 2^60, as it waits for rounding.
pub(super) fn small(u: Unrounded<u128>, divisor: u64) -> Value<u128> {
    let shift = u.significand.leading_zeros();
    let (significand, divisor) = (u.significand << shift, u128::from(divisor));
    Value::Finite(Unrounded {
        sign: u.sign,
        exponent: u.exponent.saturating_sub(shift as i32),
        significand: significand / divisor,
        sticky: significand % divisor != 0,
    })
}

/// `n / d`, d not 0, as it waits for rounding; zero is +0.
pub(in crate::xdsa::exec) fn ratio(n: &Dyadic, d: &Dyadic) -> Value<u128> {
    Value::Finite(if n.is_zero() { Unrounded::exact(false, 0, 0) } else { quotient(n, d) })
}

/// `n / d` in a unit.
pub(in crate::xdsa::exec) fn round_quotient(unit: Unit, n: &Dyadic, d: &Dyadic) -> (u64, Flags) {
    encode(unit, ratio(n, d))
}

/// `sqrt(|n / d|)` with the sign of n, in a unit.
pub(in crate::xdsa::exec) fn round_root(unit: Unit, n: &Dyadic, d: &Dyadic) -> (u64, Flags) {
    encode(unit, Value::Finite(Unrounded { sign: n.is_negative(), ..root(2, n, d) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A function of a quotient in a unit.
    fn of(
        round: fn(Unit, &Dyadic, &Dyadic) -> (u64, Flags),
        unit: Unit,
        (integer, exponent, d): (i64, i64, i64),
    ) -> u64 {
        round(unit, &Dyadic { integer: integer.into(), exponent }, &Dyadic::integer(d)).0
    }

    #[test]
    fn quotients() {
        let third = of(round_quotient, Unit::Fp64, (-1, 0, 3));
        assert_eq!(f64::from_bits(third), -1.0 / 3.0);
        let tiny = of(round_quotient, Unit::Fp64, (3, -1075, 2));
        assert_eq!(tiny, 1, "3/4 of the least subnormal number");
        let integers = [(5, 2), (7, 2), (9, 4), (11, 4), (1, 2)];
        let rounded =
            integers.map(|(a, b)| of(round_quotient, Unit::Sint8, (-a, 0, b)) as u8 as i8);
        assert_eq!(rounded, [-2, -4, -2, -3, 0]);
        assert_eq!(of(round_quotient, Unit::Uint8, (-5, 0, 1)), 0);
        assert_eq!(of(round_quotient, Unit::Sint16, (5, 90, 1)), 0x7fff);
        assert_eq!(of(round_quotient, Unit::Sint16, (5, -900, 1)), 0);
    }

    #[test]
    fn roots() {
        for x in [2.0f64, 3.0, 9.0, 0.1, 1e300, 5e-324] {
            let format = Unit::Fp64.format().unwrap();
            let Value::Finite(u) = format.decode::<u64>(x.to_bits()) else { unreachable!() };
            let root = round_root(Unit::Fp64, &Dyadic::of(u), &Dyadic::integer(1)).0;
            assert_eq!(f64::from_bits(root), x.sqrt(), "{x}");
        }
        assert_eq!(of(round_root, Unit::Sint8, (-25, 0, 4)), 0xfe, "-2.5 to even");
    }

    #[test]
    fn integers_at_the_edges() {
        let element = |significand, exponent, sticky| {
            encode(
                Unit::Uint64,
                Value::Finite(Unrounded { sign: false, exponent, significand, sticky }),
            )
            .0
        };
        assert_eq!(element(u128::MAX, -64, true), u64::MAX, "rounds to 2^64, clamped");
        assert_eq!(element(1 << 127, -128, false), 0, "a half");
        assert_eq!(element(1 << 127, -128, true), 1, "above a half");
        assert_eq!(element(3 << 126, -128, false), 1, "three quarters");
        assert_eq!(element(u128::MAX, -129, true), 0, "below a half");
    }
}
