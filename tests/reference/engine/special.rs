//! Writing infinities and NaNs, into formats that have them and formats that do not.

use super::env::{Flags, NanRule, Overflow};
use super::facts::{Facts, Kind, Nonfinite};
use super::fixed;

/// The code of an infinity, and what it becomes where there is none.
pub(super) fn infinity(f: &Facts, sign: bool, overflow: Overflow) -> (u64, Flags) {
    if let Kind::Fixed { symmetric, .. } = f.kind {
        return (fixed::limit(f, symmetric, sign), Flags::INVALID);
    }
    if let Some(code) = infinity_code(f, sign) {
        return (code, Flags::NONE);
    }
    // Without a sign there is no limit below to saturate at.
    let saturates = overflow == Overflow::Saturate && (f.sign || !sign);
    match quiet_nan(f, sign) {
        Some(code) if !saturates => (code, Flags::INVALID),
        _ => (largest(f, sign), Flags::OVERFLOW),
    }
}

/// The code of a NaN, and what it becomes where there is none. The payload is a fraction field of `source`.
pub(super) fn nan(
    f: &Facts,
    sign: bool,
    signalling: bool,
    payload: u64,
    source: &Facts,
    rule: NanRule,
) -> (u64, Flags) {
    let Some(canonical) = f.canonical_nan else {
        let code = infinity_code(f, false).unwrap_or(f.max_finite);
        return (code, Flags::INVALID);
    };
    let code = match (rule, f.nonfinite) {
        (NanRule::Canonical, _) => canonical,
        (NanRule::Propagate, Nonfinite::Ieee) => {
            canonical | f.join(sign, 0, align(payload, source.man_bits, f.man_bits))
        }
        (NanRule::Propagate, Nonfinite::AllOnes) => canonical | f.join(sign, 0, 0),
        (NanRule::Propagate, _) => canonical,
    };
    (code, Flags { invalid: signalling, ..Flags::NONE })
}

/// A fraction field of `from` bits as one of `to` bits: the top bits agree, the rest is cut or filled with zeros.
fn align(fraction: u64, from: u32, to: u32) -> u64 {
    if from > to { fraction >> (from - to) } else { fraction << (to - from) }
}

/// The code of infinity with this sign, if there is one.
pub(super) fn infinity_code(f: &Facts, sign: bool) -> Option<u64> {
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
