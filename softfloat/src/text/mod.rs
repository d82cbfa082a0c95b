//! Text -> number in the syntax of C's `strtod`, rounded exactly once; and number -> text, see
//! [`print`](print()).
//!
//! ```text
//! number  = [+-] (decimal | hex | "inf" | "infinity" | nan)        letters in either case
//! decimal = digits with at most one point, [e [+-] digits]         1.5  .5  2.  1e-40
//! hex     = 0x, hex digits with at most one point, [p [+-] digits] 0x1.8p3  0x.8
//! nan     = ("nan" | "snan") ["(" [digits | 0x, hex digits] ")"]   nan  snan(0x1)
//!         | "nar"                                                  NaR, of posits alone
//! ```
//!
//! Any number of digits and any exponent is read exactly: what does not fit the significand is
//! kept as its sticky bit. A NaN reads as it is written, sign and payload included.

mod bignum;
mod cursor;
mod decimal;
mod nan;
mod print;

use crate::wide::Wide;
use crate::{Bits, Env, Format, Rounded, StaticFormat, Unrounded, Value};
use core::fmt;
use cursor::Cursor;
use decimal::{FAR, far};
use nan::Nan;

pub use print::{Notation, Precision, Style, Text, print};

/// Why a text is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseNumberError {
    /// The offset in bytes of what does not fit.
    pub offset: usize,
    /// What stands there; nothing at the end of the text.
    pub found: Option<char>,
    /// What would be right there.
    pub expected: &'static str,
}

impl fmt::Display for ParseNumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, found, expected } = self;
        match found {
            Some(c) => write!(f, "at byte {offset}: expected {expected}, found {c:?}"),
            None => write!(f, "at byte {offset}: expected {expected}, found the end of the text"),
        }
    }
}

impl core::error::Error for ParseNumberError {}

/// The number a text stands for. A finite one is cut to 64 significant bits, with the rest in its
/// sticky bit, so that one rounding to a precision of at most 62 bits is correct. The payload of a
/// NaN stands where binary64 has it.
///
/// ```
/// use softfloat::{text::parse, Unrounded, Value};
/// let Value::Finite(u) = parse("-0x1.8p3").unwrap() else { unreachable!() };
/// assert_eq!(u, Unrounded::exact(true, -1, 0x18));
/// assert_eq!(parse("1.5x").unwrap_err().offset, 3);
/// ```
///
/// # Errors
/// Where the text is not a number from its first to its last byte.
pub fn parse(text: &str) -> Result<Value<u64>, ParseNumberError> {
    match read(text)? {
        Read::Number(value) => Ok(value),
        Read::Nan(nan) => nan.value(),
    }
}

/// The number a text stands for, rounded once into the format `F`.
///
/// ```
/// use softfloat::{format::Binary32, text::parse_into, Env, Flags};
/// let r = parse_into::<Binary32>("0.1", &Env::IEEE).unwrap();
/// assert_eq!((r.bits, r.flags), (0x3dcc_cccd, Flags::INEXACT));
/// ```
///
/// # Errors
/// As [`parse`].
pub fn parse_into<F: StaticFormat>(
    text: &str,
    env: &Env,
) -> Result<Rounded<F::Bits>, ParseNumberError> {
    Ok(F::FORMAT.parse(env, text)?.cast())
}

impl Format {
    /// [`parse_into`] a format that is known at run time only.
    ///
    /// ```
    /// use softfloat::{format::Binary16, Env, Flags, StaticFormat};
    /// let r = Binary16::FORMAT.parse(&Env::IEEE, "-1.5").unwrap();
    /// assert_eq!((r.bits, r.flags), (0xbe00, Flags::NONE));
    /// assert_eq!(Binary16::FORMAT.parse(&Env::IEEE, "1.5x").unwrap_err().offset, 3);
    /// ```
    ///
    /// # Errors
    /// As [`parse`].
    pub fn parse(&self, env: &Env, text: &str) -> Result<Rounded<u64>, ParseNumberError> {
        Ok(match read::<u128>(text)? {
            Read::Number(value) => self.encode(env, value).cast(),
            Read::Nan(nan) => nan.encode(self, env)?,
        })
    }
}

impl Wide {
    /// The number of a text in this format, rounded once; a NaN as it is said.
    ///
    /// ```
    /// use softfloat::{wide::Wide, Env, Flags};
    /// let third = Wide::EXTENDED80.parse(&Env::IEEE, "0.1").unwrap();
    /// assert_eq!((third.bits, third.flags), (0x3ffb_cccc_cccc_cccc_cccd, Flags::INEXACT));
    /// assert_eq!(Wide::EXTENDED80.parse(&Env::IEEE, "nan").unwrap().bits, 0x7fff_c000_0000_0000_0000);
    /// assert_eq!(Wide::EXTENDED80.parse(&Env::IEEE, "snan(5)").unwrap().bits, 0x7fff_8000_0000_0000_0005);
    /// ```
    ///
    /// # Errors
    /// As [`parse`].
    pub fn parse(&self, env: &Env, text: &str) -> Result<Rounded<u128>, ParseNumberError> {
        let exact = |bits| Rounded { bits, flags: crate::Flags::NONE };
        Ok(match read::<u128>(text)? {
            Read::Number(Value::Finite(u)) => self.pack(env, u),
            Read::Number(Value::Infinite { sign } | Value::Nan { sign, .. }) => {
                exact(self.infinity(sign))
            }
            Read::Nan(nan) => exact(nan.wide(self)?),
        })
    }
}

/// What a text says.
enum Read<'a, W> {
    /// A number or an infinity, with `W::BITS` significant bits: 128 serve the integers of 64 bits
    /// too.
    Number(Value<W>),
    Nan(Nan<'a>),
}

fn read<W: Bits>(text: &str) -> Result<Read<'_, W>, ParseNumberError> {
    let mut c = Cursor::new(text);
    let sign = c.sign();
    let what = if c.word(b"infinity") || c.word(b"inf") {
        Read::Number(Value::Infinite { sign })
    } else if let Some(nan) = nan::nan(&mut c, sign)? {
        Read::Nan(nan)
    } else if c.word(b"0x") {
        Read::Number(Value::Finite(number(&mut c, sign)?))
    } else {
        Read::Number(Value::Finite(decimal::number(&mut c, sign)?))
    };
    c.end()?;
    Ok(what)
}

// Hexadecimal digits -> value: `digits * 16^-fraction * 2^exponent`.

/// The number after `0x`. Digits beyond the significand's width go into the sticky bit.
fn number<W: Bits>(c: &mut Cursor<'_>, sign: bool) -> Result<Unrounded<W>, ParseNumberError> {
    let mut significand = W::ZERO;
    let mut sticky = false;
    let mut scale = 0i64;
    c.digits(16, |digit, fraction| {
        let room = significand.lead() >= 4;
        if room {
            significand = significand << 4 | W::low(digit.into());
        } else {
            sticky |= digit != 0;
        }
        scale += 4 * (i64::from(!room) - i64::from(fraction));
    })?;
    let exponent = c.exponent(b"p")?.saturating_add(scale);
    Ok(match i32::try_from(exponent) {
        _ if significand == W::ZERO => Unrounded::exact(sign, 0, W::ZERO),
        Ok(exponent) if -2 * FAR < exponent && exponent < FAR => {
            Unrounded { sign, exponent, significand, sticky }
        }
        _ => far(sign, exponent < 0),
    })
}
