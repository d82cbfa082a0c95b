//! Conversions from and to posits (Posit standard of 2022, 6; POSIT-D05, POSIT-D06).

use crate::format::Format;
use crate::{Env, IntegerRule, NanRule, Overflow, Rounded, Rounding, convert_any};

/// The rules of a conversion of which one format or both are posits: those of `env` that are left. Into posits and integers
/// there is one rounding. Of integers with a sign the most negative code stands for NaR and for what is out of range; without
/// a sign 0 stands for NaR, the nearer limit for what is out of range.
///
/// ```
/// use softfloat::{format::{Int8, Posit16}, posit::rules, Env, StaticFormat};
/// use softfloat::{IntegerRule, Rounding};
/// let up = Env::IEEE.rounding(Rounding::Up);
/// let rules = rules(&Posit16::FORMAT, &Int8::FORMAT, &up);
/// assert_eq!((rules.rounding, rules.integer), (Rounding::NearestEven, IntegerRule::X86));
/// ```
#[must_use]
pub fn rules(from: &Format, to: &Format, env: &Env) -> Env {
    if !from.is_posit() && !to.is_posit() {
        return *env;
    }
    let env = Env { nan: NanRule::Canonical, ..*env };
    if to.is_posit() {
        return Env { rounding: Rounding::NearestEven, overflow: Overflow::Ieee, ..env };
    }
    if to.is_fixed() {
        let integer = if to.sign { IntegerRule::X86 } else { IntegerRule::Arm };
        return Env { rounding: Rounding::NearestEven, integer, ..env };
    }
    env
}

/// Converts a code, through the exact value, rounded once, under [`rules`]. The most negative integer, infinities and NaN
/// become NaR; NaR becomes the canonical NaN.
///
/// ```
/// use softfloat::{format::{Binary32, Int8, Posit16, Posit32}, posit::convert, Env, StaticFormat};
/// let (p16, p32) = (&Posit16::FORMAT, &Posit32::FORMAT);
/// assert_eq!(convert(p16, p32, &Env::IEEE, 0x4c00).bits, 0x4c00_0000);
/// assert_eq!(convert(&Binary32::FORMAT, p16, &Env::IEEE, f32::INFINITY.to_bits().into()).bits, 0x8000);
/// assert_eq!(convert(&Int8::FORMAT, p16, &Env::IEEE, 0x80).bits, 0x8000);
/// assert_eq!(convert(p16, &Int8::FORMAT, &Env::IEEE, 0x7fff).bits, 0x80);
/// ```
#[must_use]
pub fn convert(from: &Format, to: &Format, env: &Env, code: u64) -> Rounded<u64> {
    let least = from.is_integer() && from.sign && code == 1 << (from.width - 1);
    if to.is_posit() && least {
        return to.encode(env, crate::Value::Nan { sign: true, signalling: false, payload: 0 });
    }
    convert_any(from, to, &rules(from, to, env), code)
}
