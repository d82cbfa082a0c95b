//! Hexadecimal significands, as C's `%a` writes them: the leading one, its fraction, the exponent.

use core::fmt::{self, Write};

use super::layout::zeros;
use crate::round::round_off;
use crate::{Rounding, Unrounded};

/// Hexadecimal digits behind the point that a significand of 64 bits can have.
const MOST: u32 = 16;

/// Writes a magnitude with `places` digits behind the point, or as many as it takes; whether
/// anything was lost.
pub(super) fn hexadecimal<W: Write + ?Sized>(
    out: &mut W,
    u: &Unrounded<u64>,
    places: Option<u32>,
    rounding: Rounding,
) -> Result<bool, fmt::Error> {
    let shift = u.significand.leading_zeros().min(63);
    let normalised = u.significand << shift;
    let mut exponent = if normalised == 0 { 0 } else { u.exponent + 63 - shift as i32 };

    // The significand as 1.fraction with 64 bits of fraction.
    let wide = u128::from(normalised) << 1;
    let least = MOST - (wide as u64).trailing_zeros().min(64) / 4;
    let kept = places.unwrap_or(least).min(MOST);
    let (mut significand, mut lost) = (wide, false);
    if kept < MOST {
        (significand, lost) = round_off(rounding, u.sign, wide, 64 - 4 * kept, false);
    }
    if significand >> (4 * kept) == 2 {
        significand >>= 1;
        exponent += 1;
    }

    write!(out, "0x{}", significand >> (4 * kept))?;
    let fraction = significand & !(u128::MAX << (4 * kept));
    let padding = i64::from(places.unwrap_or(kept)) - i64::from(kept);
    if kept > 0 {
        write!(out, ".{fraction:0width$x}", width = kept as usize)?;
    }
    zeros(out, padding)?;
    write!(out, "p{exponent:+}")?;
    Ok(lost)
}
