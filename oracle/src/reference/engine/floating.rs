//! Writing a finite number as floating point: rounding, underflow, overflow.

use crate::Rational;

use super::env::{Env, Flags, Tininess, Underflow};
use super::facts::{Facts, Kind};
use super::round::{to_multiple, to_precision};
use super::special;
use super::value::{Value, decode};

/// The code of the number (-1)^sign v.
pub(super) fn encode(f: &Facts, sign: bool, v: &Rational, env: &Env) -> (u64, Flags) {
    if v.is_zero() {
        let flags = if f.has_zero() { Flags::NONE } else { Flags::UNDERFLOW };
        return (zero(f, sign), flags);
    }
    if sign && !f.sign {
        return (special::quiet_nan(f, sign).unwrap_or(zero(f, sign)), Flags::INVALID);
    }

    let precision = f.precision();
    let min_normal = f.min_normal_value();
    let unbounded = to_precision(v, sign, precision, env.rounding);
    let tiny = match env.tininess {
        Tininess::Before => *v < min_normal,
        Tininess::After => unbounded < min_normal,
    };

    let gradual = env.underflow == Underflow::Gradual && f.underflows_gradually();
    if tiny && !gradual {
        return (zero(f, sign && env.underflow != Underflow::FlushPositive), Flags::UNDERFLOW);
    }
    let result = if gradual && *v < min_normal {
        let lowest_quantum = f.min_exponent() - (precision - 1);
        to_multiple(v, sign, lowest_quantum, env.rounding)
    } else {
        unbounded
    };

    if result > max_finite(f) {
        return (special::overflowed(f, sign, env), Flags::OVERFLOW);
    }
    let inexact = result != *v;
    (code(f, sign, &result), Flags { inexact, underflow: tiny && inexact, ..Flags::NONE })
}

/// A zero of this sign, plus zero if there is only one. Where there is none it is the smallest value, which has code 0.
fn zero(f: &Facts, sign: bool) -> u64 {
    if sign && f.neg_zero { f.sign_bit() } else { 0 }
}

/// The largest finite value.
fn max_finite(f: &Facts) -> Rational {
    match decode(f, f.max_finite) {
        Value::Finite { magnitude, .. } => magnitude,
        Value::Nan { .. } | Value::Infinite { .. } => {
            unreachable!("the largest finite code of {} is finite", f.name)
        }
    }
}

/// The code of a number the format can hold.
fn code(f: &Facts, sign: bool, v: &Rational) -> u64 {
    if v.is_zero() {
        return zero(f, sign);
    }
    // v is an integer significand times 2^quantum; the exponent is as low as it can be but no lower than the least.
    let exponent = v.floor_log2().max(f.min_exponent());
    let quantum = exponent - (f.precision() - 1);
    let significand = integer(&(v >> quantum));
    let field = (exponent + f.bias) as u64;
    let hidden = 1u64 << f.man_bits;
    match f.kind {
        Kind::Explicit => f.join(sign, field, significand),
        _ if significand < hidden => f.join(sign, 0, significand),
        _ => f.join(sign, field, significand - hidden),
    }
}

/// A rational that is an integer of up to 64 bits.
fn integer(v: &Rational) -> u64 {
    assert!(v.is_integer(), "{v} was rounded before");
    v.floor().to_u64_wrapping()
}
