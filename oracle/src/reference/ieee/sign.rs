//! Signs of codes (IEEE 754-2019, 5.5.1): arithmetic on the code as a number, the sign its highest digit.

use crate::reference::engine::{Facts, Value, decode};

/// Whether the sign is negative.
pub(super) fn negative(f: &Facts, code: u64) -> bool {
    f.sign && u128::from(code) >= half(f)
}

/// The code with this sign. Where that would make zero of NaN, or NaN of zero, there is no such code: it stays.
pub(super) fn with_sign(f: &Facts, code: u64, sign: bool) -> u64 {
    let unit = 1u128 << f.pad;
    let magnitude = u128::from(code) % half(f) / unit * unit;
    let turned = (magnitude + if sign { half(f) } else { 0 }) as u64;
    let is_nan = |code| matches!(decode(f, code), Value::Nan { .. });
    if is_nan(turned) == is_nan(code) { turned } else { code }
}

/// 2^(width - 1): what the sign weighs.
fn half(f: &Facts) -> u128 {
    1 << (f.width - 1)
}
