//! Writing infinities and NaNs, into formats that have them and formats that do not.

use super::env::{Env, Flags, NanRule, Overflow, Rounding};
use super::facts::{Facts, Kind, Nonfinite};
use super::{fixed, p3109};

/// The code of an infinity, and what it becomes where there is none.
pub(super) fn infinity(f: &Facts, sign: bool, env: &Env) -> (u64, Flags) {
    if let Kind::Fixed { symmetric, .. } = f.kind {
        return fixed::infinity(f, symmetric, sign, env);
    }
    if let Kind::P3109 { .. } = f.kind {
        return projected(f, sign, env);
    }
    if let Some(code) = infinity_code(f, sign) {
        return (code, Flags::NONE);
    }
    if let (Kind::Posit { .. }, Some(code)) = (f.kind, f.canonical_nan) {
        return (code, Flags::INVALID);
    }
    // Without a sign there is no limit below to saturate at.
    let saturates = env.overflow == Overflow::Saturate && (f.sign || !sign);
    match quiet_nan(f, sign) {
        Some(code) if !saturates => (code, Flags::INVALID),
        _ => (largest(f, sign), Flags::OVERFLOW),
    }
}

/// An infinity of P3109, projected (report 4.0, 4.7.5): SatFinite has the end of the range, the others an infinity where there is one.
fn projected(f: &Facts, sign: bool, env: &Env) -> (u64, Flags) {
    let saturates = matches!(env.overflow, Overflow::Saturate | Overflow::SaturateFinite);
    let nan = f.canonical_nan.expect("every format of P3109 has NaN");
    match p3109::infinity_code(f, sign) {
        Some(code) if env.overflow != Overflow::Saturate => (code, Flags::NONE),
        _ if sign && !f.sign && saturates => (0, Flags::OVERFLOW),
        _ if sign && !f.sign => (nan, Flags::INVALID),
        _ if env.overflow == Overflow::Nan => (nan, Flags::INVALID),
        _ => (largest(f, sign), Flags::OVERFLOW),
    }
}

/// A number of P3109 out of range, projected (report 4.0, 4.7.5, in its order).
pub(super) fn out_of_range(f: &Facts, sign: bool, env: &Env) -> (u64, Flags) {
    use Overflow::{Saturate, SaturateFinite};
    use Rounding::{Down, ToOdd, TowardZero, Up};
    let end = if f.sign || !sign { largest(f, sign) } else { 0 };
    let infinity = p3109::infinity_code(f, sign);
    let nan = f.canonical_nan.expect("every format of P3109 has NaN");
    let code = match (sign, env.rounding) {
        _ if matches!(env.overflow, Saturate | SaturateFinite) => end,
        (false, ToOdd) if !f.sign && infinity.is_some() => end,
        (false, TowardZero | Down) | (true, TowardZero | Up) => end,
        (true, _) if !f.sign => return (nan, Flags::INVALID),
        _ => infinity.unwrap_or(if env.overflow == Overflow::Nan { nan } else { end }),
    };
    (code, Flags::OVERFLOW)
}

/// The code of a NaN, and what it becomes where there is none. The payload is a fraction field of `source`.
pub(super) fn nan(
    f: &Facts,
    sign: bool,
    signalling: bool,
    payload: u64,
    source: &Facts,
    env: &Env,
) -> (u64, Flags) {
    if let Kind::Fixed { symmetric, .. } = f.kind {
        return fixed::nan(f, symmetric, env);
    }
    let Some(canonical) = f.canonical_nan else {
        let code = infinity_code(f, false).unwrap_or(f.max_finite);
        return (code, Flags::INVALID);
    };
    // One NaN survives under all the other rules alike.
    let code = match (env.nan, f.nonfinite) {
        (NanRule::Canonical, _) => canonical,
        (_, Nonfinite::Ieee) => {
            canonical | f.join(sign, 0, align(payload, source.man_bits, f.man_bits))
        }
        (_, Nonfinite::AllOnes) => canonical | f.join(sign, 0, 0),
        (_, _) => canonical,
    };
    (code, Flags { invalid: signalling, ..Flags::NONE })
}

/// What an invalid operation becomes: the canonical NaN, negative under the rule of x86 where a sign makes a difference.
pub(super) fn invalid(f: &Facts, env: &Env) -> (u64, Flags) {
    let Some(canonical) = f.canonical_nan else {
        let code = infinity_code(f, false).unwrap_or(f.max_finite);
        return (code, Flags::INVALID);
    };
    let negative = env.nan == NanRule::Sse;
    (canonical | f.join(negative, 0, 0), Flags::INVALID)
}

/// An infinity that finite operands led to: where there is none NaN, and where that is not either the largest value.
pub(super) fn pole(f: &Facts, sign: bool) -> (u64, Flags) {
    let code = infinity_code(f, sign).or_else(|| quiet_nan(f, sign));
    (code.unwrap_or_else(|| largest(f, sign)), Flags::DIVIDE_BY_ZERO)
}

/// A fraction field of `from` bits as one of `to` bits: the top bits agree, the rest is cut or filled with zeros.
fn align(fraction: u64, from: u32, to: u32) -> u64 {
    if from > to { fraction >> (from - to) } else { fraction << (to - from) }
}

/// The code of infinity with this sign, if there is one.
pub(super) fn infinity_code(f: &Facts, sign: bool) -> Option<u64> {
    if let Kind::P3109 { .. } = f.kind {
        return p3109::infinity_code(f, sign);
    }
    f.has_infinity().then(|| f.join(sign, f.top_exponent(), 0))
}

/// The NaN a number of this sign becomes, if there is one: the canonical NaN, with the sign where NaNs are all ones.
pub(super) fn quiet_nan(f: &Facts, sign: bool) -> Option<u64> {
    let signed = sign && f.nonfinite == Nonfinite::AllOnes;
    f.canonical_nan.map(|canonical| canonical | f.join(signed, 0, 0))
}

/// The largest finite value with this sign. A format without a sign has only the positive one.
pub(super) fn largest(f: &Facts, sign: bool) -> u64 {
    f.max_finite | f.join(sign, 0, 0)
}

/// The code of a number too large: what the policy asks for or, where the format lacks it, the next best.
pub(super) fn overflowed(f: &Facts, sign: bool, env: &Env) -> u64 {
    let infinity = || infinity_code(f, sign);
    let nan = || quiet_nan(f, sign);
    let largest = largest(f, sign);
    let to_infinity = match env.rounding {
        Rounding::NearestEven | Rounding::NearestAway => true,
        Rounding::TowardZero | Rounding::ToOdd => false,
        Rounding::Up => !sign,
        Rounding::Down => sign,
    };
    match env.overflow {
        Overflow::Ieee if !to_infinity => largest,
        Overflow::Ieee | Overflow::Infinity => infinity().or_else(nan).unwrap_or(largest),
        Overflow::Saturate | Overflow::SaturateFinite => largest,
        Overflow::Nan => nan().or_else(infinity).unwrap_or(largest),
    }
}
