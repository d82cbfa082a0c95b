//! Number -> text, in the syntax that [`parse`](crate::text::parse) reads.
//!
//! ```text
//! 1.5   -0   1e+23   4.9e-324   0x1.8p+3   inf   -inf   nan   -nan   nan(0x12)   snan(0x1)   NaR
//! ```
//!
//! What a text reads as is what was printed (IEEE 754-2019, 5.12): the shortest, the exact and the
//! exact hexadecimal text of a code read back as that code, with the payload of a NaN.

mod digits;
mod layout;
mod shortest;
mod spacing;
#[cfg(test)]
mod tests;
mod wide;

use core::fmt::{self, Write};

use crate::block::{BlockFormat, Scale};
use crate::{Env, Flags, Format, Rounding, StaticFormat, Unrounded, Value};
use digits::Digits;
use spacing::Spacing;

/// How many decimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Precision {
    /// The fewest that read back as the same number under round to nearest even; of these the
    /// nearest to the value, the even one at a tie.
    Shortest,
    /// All.
    Exact,
    /// So many significant digits, at least one; zeros behind the last are written.
    Significant(u32),
    /// So many digits behind the point.
    Decimals(u32),
}

/// Where the point stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// `1200`, `0.00012`.
    Plain,
    /// `1.2e+03`, `1.2e-04`.
    Scientific,
    /// Plain from 10^-5 up to 10^16, else scientific.
    Automatic,
}

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// Decimal digits.
    Decimal(Precision, Notation),
    /// Hexadecimal significand, power of two; with so many digits behind the point, or all. The
    /// digit before the point is 1, for subnormal numbers too.
    Hex(Option<u32>),
}

impl Style {
    /// The shortest text that reads back.
    pub const SHORTEST: Self = Self::Decimal(Precision::Shortest, Notation::Automatic);
    /// Every decimal digit.
    pub const EXACT: Self = Self::Decimal(Precision::Exact, Notation::Plain);
    /// Every bit, as C's `%a`.
    pub const HEX: Self = Self::Hex(None);

    /// As C's `%.{places}e`.
    ///
    /// ```
    /// use softfloat::{format::Binary32, text::{print, Style}, Env};
    /// let text = print::<Binary32>(0x3fc0_0000, Style::scientific(2), &Env::IEEE); // 1.5
    /// assert_eq!(text.to_string(), "1.50e+00");
    /// ```
    #[must_use]
    pub const fn scientific(places: u32) -> Self {
        Self::Decimal(Precision::Significant(places.saturating_add(1)), Notation::Scientific)
    }

    /// As C's `%.{places}f`.
    ///
    /// ```
    /// use softfloat::{format::Binary32, text::{print, Style}, Env};
    /// let text = print::<Binary32>(0x3fc0_0000, Style::fixed(2), &Env::IEEE); // 1.5
    /// assert_eq!(text.to_string(), "1.50");
    /// ```
    #[must_use]
    pub const fn fixed(places: u32) -> Self {
        Self::Decimal(Precision::Decimals(places), Notation::Plain)
    }
}

/// What a code means, as far as its text needs to know.
#[derive(Clone, Copy, Debug)]
enum Meaning {
    Nan {
        sign: bool,
        signalling: bool,
        payload: u128,
    },
    /// The NaR of posits.
    NotReal,
    Infinite {
        sign: bool,
    },
    Zero {
        sign: bool,
    },
    Number(Unrounded<u128>, Spacing),
}

/// A number's text, written when it is displayed.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    meaning: Meaning,
    style: Style,
    rounding: Rounding,
}

/// A code's text; digits that do not fit are rounded in the direction of `env`.
///
/// ```
/// use softfloat::{format::Binary32, text::{print, Style}, Env, Rounding};
/// let text = |style| print::<Binary32>(0x3dcc_cccd, style, &Env::IEEE).to_string();
/// assert_eq!(text(Style::SHORTEST), "0.1");
/// assert_eq!(text(Style::EXACT), "0.100000001490116119384765625");
/// assert_eq!(text(Style::scientific(9)), "1.000000015e-01");
/// assert_eq!(text(Style::HEX), "0x1.99999ap-4");
/// let up = Env::IEEE.rounding(Rounding::Up);
/// assert_eq!(print::<Binary32>(0x3dcc_cccd, Style::fixed(2), &up).to_string(), "0.11");
/// ```
#[must_use]
pub fn print<F: StaticFormat>(bits: F::Bits, style: Style, env: &Env) -> Text {
    use crate::Bits;
    match F::FORMAT.wide() {
        Some(wide) => wide.print(bits.wide(), style, env),
        None => F::FORMAT.print(bits.cast(), style, env),
    }
}

impl Format {
    /// [`print`](crate::text::print()) of a format that is known at run time only.
    ///
    /// ```
    /// use softfloat::{text::Style, Env, Format};
    /// let e4m3 = Format::by_name("fp8_e4m3_ocp").unwrap();
    /// assert_eq!(e4m3.print(0x7e, Style::EXACT, &Env::IEEE).to_string(), "448");
    /// // The numbers from 433 to 464 read back as 448.
    /// assert_eq!(e4m3.print(0x7e, Style::SHORTEST, &Env::IEEE).to_string(), "450");
    /// ```
    #[must_use]
    pub fn print(&self, code: u64, style: Style, env: &Env) -> Text {
        let number = |u: Unrounded<u64>| Meaning::Number(u.cast(), Spacing::of(self, &u));
        Text { meaning: meaning(self, self.decode(code), number), style, rounding: env.rounding }
    }
}

impl BlockFormat {
    /// The text of an element beside its scale: that of their exact value. The shortest text reads
    /// back, divided by the scale, as the same element.
    ///
    /// ```
    /// use softfloat::{block::BlockFormat, text::Style, Env};
    /// let mxfp4 = BlockFormat::by_name("mxfp4_e2m1").unwrap();
    /// // 6 * 2^10
    /// assert_eq!(mxfp4.print(137, 7, Style::EXACT, &Env::IEEE).to_string(), "6144");
    /// assert_eq!(mxfp4.print(137, 7, Style::SHORTEST, &Env::IEEE).to_string(), "6000");
    /// ```
    #[must_use]
    pub fn print(&self, scale: u64, element: u64, style: Style, env: &Env) -> Text {
        let number = |u: Unrounded<u64>| {
            let spacing = match (self.scale, self.element.decode(element)) {
                (Scale::Factor(_), Value::Finite(own)) => {
                    Spacing::of(&self.element, &own).times_power(u.exponent - own.exponent)
                }
                // A common exponent gives every element of the block the same last place.
                _ => Spacing::even(&u),
            };
            Meaning::Number(u.cast(), spacing)
        };
        let meaning = meaning(&self.element, self.decode(scale, element), number);
        Text { meaning, style, rounding: env.rounding }
    }
}

fn meaning(
    format: &Format,
    value: Value<u64>,
    number: impl FnOnce(Unrounded<u64>) -> Meaning,
) -> Meaning {
    match value {
        Value::Nan { .. } if format.is_posit() => Meaning::NotReal,
        Value::Nan { sign, signalling, payload } => {
            // Behind the bit that marks quiet NaN; only NaN of IEEE coding carry one.
            let payload = match format.payload_bits() {
                0 => 0,
                bits => u128::from(payload << 1 >> (64 - bits)),
            };
            Meaning::Nan { sign: sign && format.signs_nan(), signalling, payload }
        }
        Value::Infinite { sign } => Meaning::Infinite { sign },
        Value::Finite(u) if u.significand == 0 => Meaning::Zero { sign: u.sign },
        Value::Finite(u) => number(u),
    }
}

impl Text {
    /// *Inexact*, where the text is not the exact value. A signalling NaN is written as one and
    /// signals nothing (IEEE 754-2019, 5.12.1).
    ///
    /// ```
    /// use softfloat::{format::Binary32, text::{print, Style}, Env, Flags};
    /// let flags = |style| print::<Binary32>(0x3fc0_0000, style, &Env::IEEE).flags(); // 1.5
    /// assert_eq!((flags(Style::fixed(1)), flags(Style::fixed(0))), (Flags::NONE, Flags::INEXACT));
    /// ```
    #[must_use]
    pub fn flags(&self) -> Flags {
        struct Nowhere;
        impl Write for Nowhere {
            fn write_str(&mut self, _: &str) -> fmt::Result {
                Ok(())
            }
        }
        self.write(&mut Nowhere).unwrap_or_default()
    }

    /// Writes the text, and reports what its rounding signals.
    ///
    /// ```
    /// use softfloat::{format::Binary32, text::{print, Style}, Env, Flags};
    /// let mut out = String::new();
    /// let flags = print::<Binary32>(0x3fc0_0000, Style::fixed(0), &Env::IEEE).write(&mut out)?;
    /// assert_eq!((out.as_str(), flags), ("2", Flags::INEXACT)); // 1.5, a tie to even
    /// # Ok::<(), std::fmt::Error>(())
    /// ```
    ///
    /// # Errors
    /// Where `out` refuses.
    pub fn write<W: Write + ?Sized>(&self, out: &mut W) -> Result<Flags, fmt::Error> {
        let (sign, magnitude) = match self.meaning {
            Meaning::Nan { sign, signalling, payload } => {
                write_nan(out, sign, signalling, payload)?;
                return Ok(Flags::NONE);
            }
            Meaning::NotReal => {
                out.write_str("NaR")?;
                return Ok(Flags::NONE);
            }
            Meaning::Infinite { sign } => {
                out.write_str(if sign { "-inf" } else { "inf" })?;
                return Ok(Flags::NONE);
            }
            Meaning::Zero { sign } => (sign, None),
            Meaning::Number(u, spacing) => (u.sign, Some((u, spacing))),
        };
        if sign {
            out.write_str("-")?;
        }
        let value = magnitude.map_or(Unrounded::exact(sign, 0, 0), |(u, _)| u);
        let lost = match self.style {
            Style::Hex(places) => layout::hexadecimal(out, &value, places, self.rounding)?,
            Style::Decimal(precision, notation) => {
                let spacing = magnitude.map(|(_, spacing)| spacing);
                let (digits, count, lost) = self.digits(&value, spacing, precision);
                layout::decimal(out, &digits, count, notation)?;
                lost
            }
        };
        Ok(Flags::INEXACT.when(lost))
    }

    /// The digits, how many of them to write, and whether they are less than the value.
    fn digits(
        &self,
        value: &Unrounded<u128>,
        spacing: Option<Spacing>,
        precision: Precision,
    ) -> (Digits, i64, bool) {
        if let (Precision::Shortest, Some(spacing)) = (precision, spacing) {
            let (digits, exact) = shortest::shortest(&spacing);
            return (digits, 0, !exact);
        }
        let mut digits = Digits::exact(value);
        let places = |digits: &Digits, n: u32| i64::from(digits.point()) + i64::from(n);
        let lost = match precision {
            Precision::Shortest | Precision::Exact => false,
            Precision::Significant(n) => {
                digits.round(i64::from(n.max(1)), self.rounding, value.sign)
            }
            Precision::Decimals(n) => digits.round(places(&digits, n), self.rounding, value.sign),
        };
        let count = match precision {
            Precision::Shortest | Precision::Exact => 0,
            Precision::Significant(n) => i64::from(n.max(1)),
            // After rounding: the first digit may have moved.
            Precision::Decimals(n) => places(&digits, n),
        };
        (digits, count, lost)
    }
}

/// `nan`, `snan`, with the payload in parentheses where it is not 0 (C23, 7.25.1.6).
fn write_nan<W: Write + ?Sized>(
    out: &mut W,
    sign: bool,
    signalling: bool,
    payload: u128,
) -> fmt::Result {
    out.write_str(if sign { "-" } else { "" })?;
    out.write_str(if signalling { "snan" } else { "nan" })?;
    if payload != 0 { write!(out, "({payload:#x})") } else { Ok(()) }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f).map(|_| ())
    }
}
