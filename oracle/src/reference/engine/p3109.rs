//! P3109's formats, from the formula (report 4.0, 4.7): below the sign a code counts up through 0, the
//! subnormal numbers, the normal ones, an infinity where there is one, and without a sign NaN. With a sign NaN has the code
//! that a negative zero would have.

use std::cmp::Ordering;

use crate::Rational;

use super::env::{Env, Flags, Rounding};
use super::facts::{Facts, Kind, ones};

/// Whether there are infinities; `None` where the format is none of P3109's.
fn extended(f: &Facts) -> Option<bool> {
    match f.kind {
        Kind::P3109 { extended } => Some(extended),
        _ => None,
    }
}

/// The magnitude that stands at a place of the order, as if there were no last one.
fn magnitude(f: &Facts, place: u64) -> Rational {
    let (field, fraction) = (place >> f.man_bits, place & ones(f.man_bits));
    let scaled = Rational::from(fraction) >> f.man_bits;
    match field {
        0 => scaled << (1 - f.bias),
        _ => (scaled + 1) << (field as i32 - f.bias),
    }
}

/// What a code is.
pub(super) enum Code {
    Nan,
    Infinite,
    Number(Rational),
}

/// The sign of a code, and what it is.
pub(super) fn decode(f: &Facts, extended: bool, code: u64) -> (bool, Code) {
    let sign = code & f.sign_bit() != 0;
    let place = code & !f.sign_bit();
    let nan = if f.sign { code == f.sign_bit() } else { code == ones(f.width) };
    let code = match place {
        _ if nan => Code::Nan,
        place if place > f.last_number(extended) => Code::Infinite,
        place => Code::Number(magnitude(f, place)),
    };
    (sign, code)
}

/// The code of an infinity, where the sign has one.
pub(super) fn infinity_code(f: &Facts, sign: bool) -> Option<u64> {
    let held = extended(f)? && (f.sign || !sign);
    held.then(|| f.last_number(true) + 1 + if sign { f.sign_bit() } else { 0 })
}

/// The code of the number (-1)^sign v, projected; `None` where that is out of range.
pub(super) fn encode(f: &Facts, sign: bool, v: &Rational, env: &Env) -> Option<(u64, Flags)> {
    let extended = extended(f).expect("a format of P3109");
    if v.is_zero() {
        return Some((0, Flags::NONE));
    }
    // The last place whose magnitude is not above v, of those up to one behind the largest number.
    let end = f.last_number(extended) + 1;
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
        Rounding::NearestEven | Rounding::NearestAway => match (v - &low).cmp(&(high - v)) {
            Ordering::Less => false,
            Ordering::Greater => true,
            Ordering::Equal => env.rounding == Rounding::NearestAway || below % 2 == 1,
        },
    };
    let place = below + u64::from(away);
    if place >= end || sign && !f.sign && place > 0 {
        return None;
    }
    let signed = if sign && place > 0 { f.sign_bit() } else { 0 };
    let tiny = *v < f.min_normal_value();
    Some((place | signed, Flags { inexact: !exact, underflow: !exact && tiny, ..Flags::NONE }))
}
