//! What stands for a number on the command line.

use softfloat::text::parse;
use softfloat::{Env, Flags, Format, Rounded, Unrounded, Value};

/// A code, or a value exactly.
pub(super) enum Given<'a> {
    Code(u128),
    /// Digits, read anew for each rounding: no number of them is too large.
    Text(&'a str),
    Fraction(Unrounded<u128>),
}

impl<'a> Given<'a> {
    /// Reads a code or a value; of what is neither the column and what would be right there.
    pub(super) fn read(text: &'a str, format: &Format) -> Result<Self, String> {
        if let Some(digits) = code_digits(text) {
            return code(text, digits, format).map(Self::Code);
        }
        if text.contains('/') {
            return fraction(text).map(Self::Fraction);
        }
        if let Some(wide) = format.wide() {
            wide.parse(&Env::IEEE, text).map_err(|e| wrong(text, e.offset, e.expected))?;
            return Ok(Self::Text(text));
        }
        let value = parse(text).map_err(|e| wrong(text, e.offset, e.expected))?;
        if matches!(value, Value::Nan { .. }) && !format.has_nan() {
            let right = "right: a finite number, or inf";
            return Err(format!("VALUE `{text}`: {} has no NaN\n  {right}", format.name));
        }
        // Of a NaN the payload may be too large.
        format.parse(&Env::IEEE, text).map_err(|e| wrong(text, e.offset, e.expected))?;
        Ok(Self::Text(text))
    }

    /// What it becomes in a format, and whether the code stands for just this value.
    pub(super) fn encode(&self, format: &Format, env: &Env) -> (Rounded<u128>, bool) {
        let infinity = || Value::Infinite { sign: false };
        if let Some(wide) = format.wide() {
            let rounded = match self {
                Self::Code(code) => Rounded { bits: *code, flags: Flags::NONE },
                Self::Fraction(u) => wide.pack(env, *u),
                // That it can be read was seen.
                Self::Text(text) => {
                    wide.parse(env, text).unwrap_or_else(|_| format.encode(env, infinity()))
                }
            };
            return (rounded, !rounded.flags.contains(Flags::INEXACT));
        }
        let rounded: Rounded<u128> = match self {
            Self::Code(code) => format.encode(env, format.decode(*code)),
            Self::Fraction(u) => format.encode(env, Value::Finite(*u)),
            Self::Text(text) => match format.parse(env, text) {
                Ok(Rounded { bits, flags }) => Rounded { bits: bits.into(), flags },
                Err(_) => format.encode(env, infinity()),
            },
        };
        (rounded, self.is(format, rounded.bits))
    }

    /// Whether a code stands for just this value; zeros of both signs are one.
    fn is(&self, format: &Format, code: u128) -> bool {
        let own: Value<u128> = match self {
            Self::Code(own) => return *own == code,
            Self::Fraction(u) => Value::Finite(*u),
            Self::Text(text) => match parse(text) {
                Ok(Value::Finite(u)) => Value::Finite(u.cast()),
                Ok(Value::Infinite { sign }) => Value::Infinite { sign },
                Ok(Value::Nan { .. }) => {
                    return matches!(format.decode(code), Value::Nan { .. });
                }
                Err(_) => return false,
            },
        };
        match (own, format.decode(code)) {
            (Value::Finite(a), Value::Finite(b)) => !a.sticky && parts(a) == parts(b),
            (Value::Infinite { sign: a }, Value::Infinite { sign: b }) => a == b,
            _ => false,
        }
    }
}

/// Sign, odd significand and exponent, the same for the same number.
fn parts(u: Unrounded<u128>) -> Option<(bool, u128, i64)> {
    let zeros = u.significand.trailing_zeros();
    let odd = (u.significand != 0).then(|| u.significand >> zeros)?;
    Some((u.sign, odd, i64::from(u.exponent) + i64::from(zeros)))
}

fn wrong(text: &str, offset: usize, expected: &str) -> String {
    let column = 1 + text.get(..offset).map_or(0, |before| before.chars().count());
    let found = text.get(offset..).and_then(|rest| rest.chars().next());
    let found = found.map_or("the end".to_owned(), |c| format!("{c:?}"));
    format!(
        "VALUE `{text}`, column {column}: found {found}\n  right: {expected}; a value is a code (0x..), digits, a hex float \
         (0x1.8p3), a fraction (1/3), inf, nan"
    )
}

/// The digits of a code: `0x` and nothing by which it is a hex float.
fn code_digits(text: &str) -> Option<&str> {
    let digits = text.strip_prefix("0x").or(text.strip_prefix("0X"))?;
    (!digits.contains(['.', 'p', 'P'])).then_some(digits)
}

/// The code that digits without `0x` would be, where they are as many as a code has.
pub(super) fn bare_code(text: &str, format: &Format) -> Option<u128> {
    let is_code = text.len() == format.width.div_ceil(4) as usize
        && text.bytes().all(|digit| digit.is_ascii_hexdigit());
    let code = is_code.then(|| u128::from_str_radix(text, 16).ok())?;
    code.filter(|code| holds(format, *code))
}

fn holds(format: &Format, code: u128) -> bool {
    format.width == u128::BITS || code >> format.width == 0
}

fn code(text: &str, digits: &str, format: &Format) -> Result<u128, String> {
    let width = format.width;
    if let Some((at, _)) = digits.char_indices().find(|(_, c)| !c.is_ascii_hexdigit()) {
        return Err(wrong(text, at + 2, "a hex digit"));
    }
    if digits.is_empty() {
        return Err(wrong(text, 2, "a hex digit"));
    }
    let bits = digits.trim_start_matches('0');
    let code = if bits.is_empty() { Ok(0) } else { u128::from_str_radix(bits, 16) };
    code.ok().filter(|code| holds(format, *code)).ok_or_else(|| {
        let plural = |n: u32| if n == 1 { "" } else { "s" };
        let (hex, bit) = (width.div_ceil(4), plural(width));
        let digit = plural(hex);
        format!(
            "VALUE `{text}`: the code is too wide for {}\n  right: a code of {width} bit{bit}, {hex} hex digit{digit} at most; a number \
             in hex has a point or an exponent ({text}p0)",
            format.name
        )
    })
}

/// A sign, digits, `/`, digits, each of at most 64 bits.
fn fraction(text: &str) -> Result<Unrounded<u128>, String> {
    let (sign, start) = match text.as_bytes().first() {
        Some(b'-') => (true, 1),
        Some(b'+') => (false, 1),
        _ => (false, 0),
    };
    let slash = text.find('/').unwrap_or(text.len());
    let above = whole(text, start, slash)?;
    let below = whole(text, slash + 1, text.len())?;
    if below == 0 {
        return Err(wrong(text, slash + 1, "a denominator that is not 0"));
    }
    // The quotient bit by bit, more of them than any format has.
    let (mut significand, mut rest) = (u128::from(above / below), u128::from(above % below));
    let mut exponent = 0;
    while rest != 0 && significand >> 126 == 0 {
        rest <<= 1;
        let bit = rest >= below.into();
        rest -= if bit { below.into() } else { 0 };
        significand = significand << 1 | u128::from(bit);
        exponent -= 1;
    }
    Ok(Unrounded { sign, exponent, significand, sticky: rest != 0 })
}

fn whole(text: &str, start: usize, end: usize) -> Result<u64, String> {
    let digits = text.get(start..end).unwrap_or_default();
    if let Some((at, _)) = digits.char_indices().find(|(_, c)| !c.is_ascii_digit()) {
        return Err(wrong(text, start + at, "a decimal digit"));
    }
    if digits.is_empty() {
        return Err(wrong(text, start, "a decimal digit"));
    }
    digits.parse().map_err(|_| wrong(text, start, "a whole number below 2^64"))
}
