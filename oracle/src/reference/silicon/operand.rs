//! What the units share: formats by the names that ids have for them (SIL-D01), the operands of a sum, and options.

use crate::reference::engine::{Facts, Rounding};
use crate::reference::number::TABLE;
use crate::reference::options::Options;

/// The format of this name in ids (SIL-D01).
pub(super) fn format(name: &str) -> Option<&'static Facts> {
    Some(
        TABLE[match name {
            "f64" => "ieee_binary64",
            "f32" => "ieee_binary32",
            "f16" => "ieee_binary16",
            "bf16" => "bf16",
            "tf32" | "xf32" => "tf32",
            "e5m2" => "fp8_e5m2_ocp",
            "e4m3" => "fp8_e4m3_ocp",
            "e5m2fnuz" => "fp8_e5m2_fnuz",
            "e4m3fnuz" => "fp8_e4m3_fnuz",
            "e3m2" => "fp6_e3m2",
            "e2m3" => "fp6_e2m3",
            "e2m1" => "fp4_e2m1",
            _ => return None,
        }],
    )
}

/// binary32.
pub(super) fn f32() -> &'static Facts {
    TABLE["ieee_binary32"]
}

/// A bfloat16 as a binary32 word.
pub(super) fn widened(bf16: u64) -> u64 {
    bf16 << 16
}

/// The two rows of so many factors, and the addend.
pub(super) fn factors(operands: &[Vec<u64>], count: usize) -> Option<(&[u64], &[u64], u64)> {
    let [a, b, c] = operands else { return None };
    let &[c] = &c[..] else { return None };
    (a.len() == count && b.len() == count).then_some((a, b, c))
}

/// Whether an option that can only be on is.
pub(super) fn on(options: Options<'_>, name: &str) -> Option<bool> {
    match options.value(name) {
        None => Some(false),
        Some("1") => Some(true),
        Some(_) => None,
    }
}

/// The number below `limit` that an option gives, 0 without it.
pub(super) fn below(options: Options<'_>, name: &str, limit: i32) -> Option<i32> {
    let number = options.value(name).unwrap_or("0").parse().ok()?;
    (0..limit).contains(&number).then_some(number)
}

/// The direction that the option `rm` gives.
pub(super) fn direction(options: Options<'_>) -> Option<Rounding> {
    Some(match options.value("rm").unwrap_or("rne") {
        "rne" => Rounding::NearestEven,
        "rtz" => Rounding::TowardZero,
        "rdn" => Rounding::Down,
        "rup" => Rounding::Up,
        _ => return None,
    })
}
