//! Digits -> characters.

use core::fmt::{self, Write};

use super::Notation;
use super::digits::Digits;

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
