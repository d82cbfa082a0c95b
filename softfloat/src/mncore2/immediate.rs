//! Immediate words of `imm` (s. 3.2.2): a literal becomes a 32-bit word.
//!
//! `f"..."` is a single, `h"..."` a half twice, `i` and `ui` a 32-bit integer, `s` and `us` a 16-bit
//! integer twice. Floating-point text is C's strtof: decimal, hexadecimal or `inf`, to nearest even,
//! subnormal bits as they come; a half is the single shortened as at an input (MN-D37). `nan` and
//! trailing characters are errors (MN-D39).

use super::{Half, Profile, Single, shorten_in};
use crate::format::Binary32;
use crate::text::{self, ParseNumberError};
use crate::{Env, Value};
use core::fmt;

/// Why a text is no immediate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ImmediateError {
    /// Not of the form `kind"number"`.
    Form,
    /// The number is not one that C's strtof reads to its end.
    Number(ParseNumberError),
    /// `nan`, which MN-Core 2 does not have.
    Nan,
    /// Not an integer: decimal, `0b`, `0o` or `0x`, with a sign only after `i` and `s`.
    Integer,
    /// An integer that does not fit.
    Range {
        /// The width in bits.
        width: u32,
    },
}

impl fmt::Display for ImmediateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form => f.write_str(
                "an immediate is f\"..\", h\"..\", i\"..\", s\"..\", ui\"..\" or us\"..\"",
            ),
            Self::Number(e) => e.fmt(f),
            Self::Nan => f.write_str("MN-Core 2 has no NaN"),
            Self::Integer => f.write_str("right is a decimal, 0b, 0o or 0x integer"),
            Self::Range { width } => write!(f, "the integer does not fit {width} bits"),
        }
    }
}

impl core::error::Error for ImmediateError {}

/// The word of a literal such as `f"1.0"` or `us"0x8000"`.
///
/// ```
/// use softfloat::mncore2::{immediate::word, Profile};
/// assert_eq!(word(&Profile::DECIDED, "f\"0.01\""), Ok(0x3c23_d70a));
/// assert_eq!(word(&Profile::DECIDED, "s\"7\""), Ok(0x0007_0007));
/// ```
///
/// # Errors
/// What is not a literal, not a number, NaN, or out of range.
pub fn word(profile: &Profile, literal: &str) -> Result<u32, ImmediateError> {
    let (kind, rest) = literal.split_once('"').ok_or(ImmediateError::Form)?;
    let number = rest.strip_suffix('"').ok_or(ImmediateError::Form)?;
    match kind {
        "f" => single(number),
        "h" => Ok(twice(shorten_in::<Single, Half>(profile, single(number)?).into())),
        "i" => integer(number, 32, true),
        "ui" => integer(number, 32, false),
        "s" => integer(number, 16, true).map(twice),
        "us" => integer(number, 16, false).map(twice),
        _ => Err(ImmediateError::Form),
    }
}

const fn twice(half: u32) -> u32 {
    half << 16 | half
}

fn single(number: &str) -> Result<u32, ImmediateError> {
    match text::parse(number).map_err(ImmediateError::Number)? {
        Value::Nan { .. } => Err(ImmediateError::Nan),
        value => {
            let r: crate::Rounded<u64> =
                <Binary32 as crate::StaticFormat>::FORMAT.encode(&Env::IEEE, value);
            Ok(r.bits as u32)
        }
    }
}

fn integer(text: &str, width: u32, signs: bool) -> Result<u32, ImmediateError> {
    let (negative, digits) = match text.as_bytes().first() {
        Some(b'-') if signs => (true, &text[1..]),
        Some(b'+') if signs => (false, &text[1..]),
        _ => (false, text),
    };
    let (radix, digits) = match digits.get(..2) {
        Some("0b") => (2, &digits[2..]),
        Some("0o") => (8, &digits[2..]),
        Some("0x") => (16, &digits[2..]),
        _ => (10, digits),
    };
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return Err(ImmediateError::Integer);
    }
    let range = ImmediateError::Range { width };
    let magnitude = u64::from_str_radix(digits, radix).map_err(|_| range)?;
    let limit = match (signs, negative) {
        (true, true) => 1u64 << (width - 1),
        (true, false) => (1 << (width - 1)) - 1,
        (false, _) => (1 << width) - 1,
    };
    if magnitude > limit {
        return Err(range);
    }
    let value = if negative { magnitude.wrapping_neg() } else { magnitude };
    Ok((value & ((1 << width) - 1)) as u32)
}
