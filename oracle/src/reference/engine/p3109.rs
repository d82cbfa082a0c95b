//! P3109's formats, from the formula (gfloat's `decode_float` and `round_float`): below the sign a code counts up through 0, the
//! subnormal numbers, the normal ones, an infinity where there is one, and without a sign NaN. With a sign NaN has the code
//! that a negative zero would have.

use std::cmp::Ordering;

use rug::Rational;

use super::env::{Env, Flags, Overflow, Rounding};
use super::facts::{Facts, Kind, ones};
use super::round::pow2;
use super::special;
use super::value::Value;

/// Whether there are infinities; `None` where the format is none of P3109's.
fn extended(f: &Facts) -> Option<bool> {
    match f.kind {
        Kind::P3109 { extended } => Some(extended),
        _ => None,
    }
}

/// Which code of a sign is the largest number.
pub(super) fn last(f: &Facts, extended: bool) -> u64 {
    let codes = 1 << (f.width - u32::from(f.sign));
    codes - 1 - u64::from(extended) - u64::from(!f.sign)
}

/// The magnitude that stands at a place of the order, as if there were no last one.
fn magnitude(f: &Facts, place: u64) -> Rational {
    let (field, fraction) = (place >> f.man_bits, place & ones(f.man_bits));
    let scaled = Rational::from(fraction) >> f.man_bits;
    match field {
        0 => pow2(1 - f.bias) * scaled,
        _ => pow2(field as i32 - f.bias) * (scaled + 1u32),
    }
}

/// The value of a code.
pub(super) fn decode(f: &Facts, extended: bool, code: u64) -> Value {
    let sign = code & f.sign_bit() != 0;
    let place = code & !f.sign_bit();
    let nan = if f.sign { code == f.sign_bit() } else { code == ones(f.width) };
    match place {
        _ if nan => Value::Nan { sign, signalling: false, payload: 0 },
        place if place > last(f, extended) => Value::Infinite { sign },
        place => Value::Finite { sign, magnitude: magnitude(f, place) },
    }
}

/// The code of an infinity, where the sign has one.
pub(super) fn infinity_code(f: &Facts, sign: bool) -> Option<u64> {
    let held = extended(f)? && (f.sign || !sign);
    held.then(|| last(f, true) + 1 + if sign { f.sign_bit() } else { 0 })
}

/// An infinity, projected: the largest number where that is asked for, else itself or NaN.
pub(super) fn infinity(f: &Facts, sign: bool, env: &Env) -> (u64, Flags) {
    if env.overflow == Overflow::Saturate && (f.sign || !sign) {
        return (special::largest(f, sign), Flags::OVERFLOW);
    }
    match infinity_code(f, sign) {
        Some(code) => (code, Flags::NONE),
        None => (f.canonical_nan.expect("every format of P3109 has NaN"), Flags::INVALID),
    }
}

/// The code of the number (-1)^sign v, projected.
pub(super) fn encode(f: &Facts, sign: bool, v: &Rational, env: &Env) -> (u64, Flags) {
    let extended = extended(f).expect("a format of P3109");
    if v.is_zero() {
        return (0, Flags::NONE);
    }
    // The last place whose magnitude is not above v, of those up to one behind the largest number.
    let end = last(f, extended) + 1;
    let (mut below, mut above) = (0, end + 1);
    while above - below > 1 {
        let middle = (below + above) / 2;
        if magnitude(f, middle) <= *v { below = middle } else { above = middle }
    }
    let [low, high] = [below, below + 1].map(|place| magnitude(f, place));
    let exact = low == *v;
    let away = match env.rounding {
        _ if exact => false,
        Rounding::TowardZero => false,
        Rounding::Up => !sign,
        Rounding::Down => sign,
        Rounding::ToOdd => below % 2 == 0,
        Rounding::NearestEven | Rounding::NearestAway => {
            match Rational::from(v - &low).cmp(&(high - v)) {
                Ordering::Less => false,
                Ordering::Greater => true,
                Ordering::Equal => env.rounding == Rounding::NearestAway || below % 2 == 1,
            }
        }
    };
    let place = below + u64::from(away);
    if sign && !f.sign && place > 0 {
        return (f.canonical_nan.expect("every format of P3109 has NaN"), Flags::INVALID);
    }
    if place >= end {
        return (special::overflowed(f, sign, env), Flags::OVERFLOW);
    }
    let signed = if sign && place > 0 { f.sign_bit() } else { 0 };
    let tiny = *v < f.min_normal_value();
    (place | signed, Flags { inexact: !exact, underflow: !exact && tiny, ..Flags::NONE })
}
