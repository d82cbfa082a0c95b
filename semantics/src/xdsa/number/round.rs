//! From exact numbers to elements (XDSA-D26 to D29, D33, D52).

use super::Number;
use crate::xdsa::isa::Unit;
use functions::real::{Grid, Real};
use num_bigint::{BigInt, Sign};
use softfloat::{Env, Flags, NanRule, Unrounded, Value};

/// How a number becomes an integer element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Fit {
    /// Half to even, beyond the range the nearest end (XDSA-D27, D28).
    Clamp,
    /// Half to even, the low bits; infinities clamp.
    Wrap,
    /// Toward zero, beyond the range the nearest end (XDSA-D52).
    Truncate,
}

impl Fit {
    /// Of an instruction with a SAT bit in the integer domain (XDSA-D27).
    #[must_use]
    pub(crate) const fn saturating(sat: bool) -> Self {
        if sat { Self::Clamp } else { Self::Wrap }
    }
}

/// An integer that is not rounded, as an element: the nearest end of the range, or the low bits.
#[must_use]
pub(crate) const fn store(n: i128, unit: Unit, sat: bool) -> u64 {
    let [least, most] = unit.range();
    let n = match sat {
        true if n < least => least,
        true if n > most => most,
        _ => n,
    };
    n as u64 & unit.mask()
}

/// The low bits of an integer in two's complement.
#[must_use]
pub(crate) fn low_bits(n: &BigInt, unit: Unit) -> u64 {
    let low = n.iter_u64_digits().next().unwrap_or(0);
    let low = if n.sign() == Sign::Minus { low.wrapping_neg() } else { low };
    low & unit.mask()
}

/// The one rounding: to nearest into a floating-point unit, as `fit` says into an integer one. NaN is the quiet NaN, or 0.
#[must_use]
pub(crate) fn round(value: &Number, unit: Unit, fit: Fit) -> (u64, Flags) {
    let Some(format) = unit.format() else { return integer(value, unit, fit) };
    let env = Env { nan: NanRule::Canonical, ..Env::IEEE };
    let value = match value {
        Number::Nan => Value::Nan { sign: false, signalling: false, payload: 1 << 63 },
        Number::Infinite { negative } => Value::Infinite { sign: *negative },
        Number::Zero { negative } => Value::Finite(Unrounded::exact(*negative, 0, 0)),
        Number::Finite(x) => Value::Finite(x.nearest(Grid::of(&format))),
    };
    let rounded = format.encode(&env, value);
    (rounded.bits as u64, rounded.flags)
}

fn end(unit: Unit, negative: bool) -> u64 {
    let [least, most] = unit.range();
    (if negative { least } else { most }) as u64 & unit.mask()
}

fn integer(value: &Number, unit: Unit, fit: Fit) -> (u64, Flags) {
    match value {
        Number::Nan => (0, Flags::INVALID),
        Number::Zero { .. } => (0, Flags::NONE),
        Number::Infinite { negative } => (end(unit, *negative), Flags::INVALID),
        Number::Finite(x) => {
            let (n, flags) = whole(x, fit);
            let Whole::Small(n) = n else { return beyond(&n, unit, fit) };
            let [least, most] = unit.range();
            if fit != Fit::Wrap && (n < least || n > most) {
                return (end(unit, n < 0), Flags::INVALID);
            }
            (n as u64 & unit.mask(), flags)
        }
    }
}

/// An integer.
enum Whole {
    Small(i128),
    Big(BigInt),
    /// Larger than anybody writes out.
    Far {
        negative: bool,
    },
}

fn beyond(n: &Whole, unit: Unit, fit: Fit) -> (u64, Flags) {
    match n {
        Whole::Big(n) if fit == Fit::Wrap => (low_bits(n, unit), Flags::NONE),
        Whole::Big(n) => (end(unit, n.sign() == Sign::Minus), Flags::INVALID),
        Whole::Far { negative } if fit != Fit::Wrap => (end(unit, *negative), Flags::INVALID),
        // A multiple of a high power of two, or an expression that large.
        _ => (0, Flags::NONE),
    }
}

/// The integer that a number is rounded to.
fn whole(x: &Real, fit: Fit) -> (Whole, Flags) {
    let u = x.nearest(Grid::INTEGERS);
    if let Some((n, inexact)) = narrow(u, fit) {
        return (Whole::Small(n), if inexact { Flags::INEXACT } else { Flags::NONE });
    }
    // Numbers that large are clamped or integers: the nearest by half up will do.
    let near = u.exponent < 1 << 16;
    let floor = if near { (x + &Real::dyadic(1, -1)).floor() } else { None };
    (floor.map_or(Whole::Far { negative: u.sign }, Whole::Big), Flags::NONE)
}

/// The integer of a value of which all bits are known, if it has few.
fn narrow(u: Unrounded<u128>, fit: Fit) -> Option<(i128, bool)> {
    let bits = 128 - i64::from(u.significand.leading_zeros());
    let exponent = i64::from(u.exponent);
    let (magnitude, inexact) = if u.significand == 0 {
        (0, u.sticky)
    } else if exponent >= 0 {
        if u.sticky || bits + exponent > 126 {
            return None;
        }
        (u.significand << exponent, false)
    } else if bits + exponent > 126 {
        return None;
    } else if bits + exponent < 0 {
        (0, true)
    } else {
        let drop = -exponent as u32;
        let kept = u.significand.checked_shr(drop).unwrap_or(0);
        let cut = if drop >= 128 { u.significand } else { u.significand & ((1 << drop) - 1) };
        let half = 1u128 << (drop - 1).min(127);
        let odd = kept & 1 == 1;
        let up = match fit {
            Fit::Truncate => false,
            _ if drop > 128 => false,
            _ => cut > half || cut == half && (u.sticky || odd),
        };
        (kept + u128::from(up), cut != 0 || u.sticky)
    };
    let n = i128::try_from(magnitude).ok()?;
    Some((if u.sign { -n } else { n }, inexact))
}

/// RoundShift: `floor((x + 2^(s-1)) / 2^s)` for `s > 0`, else `x * 2^-s`; NaN and infinities are not shifted, and a zero is +0
/// (XDSA-D33, D85, D87). Expressions are multiplied only.
#[must_use]
pub(crate) fn round_shift(x: &Number, s: i64) -> Number {
    // Farther than all numbers is as far.
    let s = s.clamp(-8192, 8192);
    match x {
        Number::Zero { .. } => Number::ZERO,
        Number::Finite(value) if s > 0 => {
            let moved = (value + &Real::dyadic(1, s - 1)).shifted(-s);
            moved
                .floor()
                .map_or_else(|| Number::Finite(value.shifted(-s)), |n| Number::from(Real::from(n)))
        }
        Number::Finite(value) => Number::Finite(value.shifted(-s)),
        other => other.clone(),
    }
}
