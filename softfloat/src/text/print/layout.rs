//! Digits -> characters.

use super::Notation;
use super::digits::Digits;
use crate::round::round_off;
use crate::{Rounding, Unrounded};
use core::fmt::{self, Write};

/// Plain notation is the automatic choice for numbers from 10^-5 up to 10^16.
const PLAIN: core::ops::RangeInclusive<i32> = -4..=16;

/// Writes the digits, with zeros behind them up to `count` digits in all.
pub(super) fn decimal<W: Write + ?Sized>(
    out: &mut W,
    digits: &Digits,
    count: i64,
    notation: Notation,
) -> fmt::Result {
    match notation {
        Notation::Plain => plain(out, digits, count),
        Notation::Automatic if PLAIN.contains(&digits.point()) => plain(out, digits, count),
        Notation::Scientific | Notation::Automatic => scientific(out, digits, count),
    }
}

fn plain<W: Write + ?Sized>(out: &mut W, digits: &Digits, count: i64) -> fmt::Result {
    let (text, point) = (digits.text(), i64::from(digits.point()));
    let (whole, fraction) = text.split_at(point.clamp(0, text.len() as i64) as usize);
    if point <= 0 || text.is_empty() {
        out.write_str("0")?;
    } else {
        out.write_str(whole)?;
        zeros(out, point - whole.len() as i64)?;
    }
    let places = (text.len() as i64).max(count) - point;
    if places <= 0 {
        return Ok(());
    }
    out.write_str(".")?;
    let leading = (-point).clamp(0, places);
    zeros(out, leading)?;
    out.write_str(fraction)?;
    zeros(out, places - leading - fraction.len() as i64)
}

fn scientific<W: Write + ?Sized>(out: &mut W, digits: &Digits, count: i64) -> fmt::Result {
    let text = if digits.text().is_empty() { "0" } else { digits.text() };
    let (first, fraction) = text.split_at(1);
    out.write_str(first)?;
    let padding = count - text.len() as i64;
    if !fraction.is_empty() || padding > 0 {
        out.write_str(".")?;
    }
    out.write_str(fraction)?;
    zeros(out, padding)?;
    write!(out, "e{:+03}", digits.point() - 1)
}

/// Writes `n` zeros.
pub(super) fn zeros<W: Write + ?Sized>(out: &mut W, n: i64) -> fmt::Result {
    (0..n).try_for_each(|_| out.write_str("0"))
}

// Hexadecimal significands, as C's `%a` writes them: the leading one, its fraction, the exponent.

/// Hexadecimal digits behind the point that a significand of 121 bits can have: more than any number has.
const MOST: u32 = 30;

/// Writes a magnitude with `places` digits behind the point, or as many as it takes; whether
/// anything was lost.
pub(super) fn hexadecimal<W: Write + ?Sized>(
    out: &mut W,
    u: &Unrounded<u128>,
    places: Option<u32>,
    rounding: Rounding,
) -> Result<bool, fmt::Error> {
    // The significand as 1.fraction.
    const BITS: u32 = 4 * MOST;
    let up = u.significand.leading_zeros().saturating_sub(127 - BITS);
    let wide = if u.significand == 0 { 0 } else { u.significand << up };
    let mut exponent = if wide == 0 { 0 } else { u.exponent + BITS as i32 - up as i32 };

    let least = MOST - (wide & ((1 << BITS) - 1)).trailing_zeros().min(BITS) / 4;
    let kept = places.unwrap_or(least).min(MOST);
    let (mut significand, mut lost) = (wide, false);
    if kept < MOST {
        (significand, lost) = round_off(rounding, u.sign, wide, BITS - 4 * kept, false);
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
