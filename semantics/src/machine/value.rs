//! Values of parts of a machine's state, as case files write them.

use super::Refusal;
use crate::source::near;
use crate::source::number::{self};
use std::fmt;

/// What the values of a part of the state look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A number of so many bits: registers, counters, flags.
    Number {
        /// At most 128.
        bits: u32,
    },
    /// The same, of a part that may have no value: `none`.
    Perhaps {
        /// At most 128.
        bits: u32,
    },
    /// Bytes in the order of addresses, in units: memories, tile registers. A value of several units
    /// goes on at the next address.
    Image {
        /// Bytes of a unit.
        unit: usize,
    },
}

/// A value of a part of the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number and its bits.
    Number(u128, u32),
    /// Bytes in the order of addresses.
    Image(Vec<u8>),
    /// No value: what the state makes of the part is reserved.
    None,
}

impl Shape {
    /// Reads a value: `0x` and hexadecimal digits or a decimal number, or the digits of whole units.
    ///
    /// ```
    /// use semantics::machine::{Shape, Value};
    /// assert_eq!(Shape::Number { bits: 8 }.parse("0xfF"), Ok(Value::Number(255, 8)));
    /// assert!(Shape::Number { bits: 8 }.parse("256").is_err());
    /// assert_eq!(Shape::Image { unit: 2 }.parse("0102A0a1"), Ok(Value::Image(vec![1, 2, 160, 161])));
    /// assert!(Shape::Image { unit: 2 }.parse("010203").is_err());
    /// assert_eq!(Shape::Perhaps { bits: 8 }.parse("none"), Ok(Value::None));
    /// assert!(Shape::Number { bits: 8 }.parse("none").is_err());
    /// ```
    ///
    /// # Errors
    /// What is no value of this shape.
    pub fn parse(self, text: &str) -> Result<Value, Refusal> {
        match self {
            Self::Perhaps { .. } if text == "none" => Ok(Value::None),
            Self::Number { bits } | Self::Perhaps { bits } => whole(text, bits),
            Self::Image { unit } => image(text, unit),
        }
    }
}

fn whole(text: &str, bits: u32) -> Result<Value, Refusal> {
    let fits = |value: &u128| bits >= u128::BITS || value >> bits == 0;
    number::number(text).filter(fits).map(|value| Value::Number(value, bits)).ok_or_else(|| {
        Refusal::new(format!("`{text}` is no number of {bits} bits"))
            .help("0x and hexadecimal digits, or a decimal number")
    })
}

fn image(text: &str, unit: usize) -> Result<Value, Refusal> {
    let digit = |b: &u8| char::from(*b).to_digit(16).map(|d| d as u8);
    let digits: Option<Vec<u8>> = text.as_bytes().iter().map(digit).collect();
    let whole = |digits: &Vec<u8>| !digits.is_empty() && digits.len().is_multiple_of(2 * unit);
    match digits.filter(whole) {
        Some(digits) => {
            Ok(Value::Image(digits.as_chunks().0.iter().map(|[a, b]| a << 4 | b).collect()))
        }
        None => Err(Refusal::new(format!("`{text}` is no value of a memory")).help(format!(
            "hexadecimal digits without prefix, {} for each unit, in the order of addresses",
            2 * unit
        ))),
    }
}

impl Value {
    /// How many units it has.
    #[must_use]
    pub const fn units(&self, shape: Shape) -> usize {
        match (self, shape) {
            (Self::Image(bytes), Shape::Image { unit }) if unit > 0 => bytes.len() / unit,
            _ => 1,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(value, bits) => {
                write!(f, "{value:#0width$x}", width = 2 + bits.div_ceil(4) as usize)
            }
            Self::None => f.write_str("none"),
            // Images are long: their digits are made many at a time.
            Self::Image(bytes) => bytes.chunks(64).try_for_each(|bytes| {
                let digit = |nibble: u8| char::from(b"0123456789abcdef"[usize::from(nibble)]);
                let text: String =
                    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect();
                f.write_str(&text)
            }),
        }
    }
}

// Parameters of a model, a row each: `set` of case files, `--set`, and what programs say.

/// A parameter: its name, and how it is set to what stands behind that.
pub(crate) type Parameter<S> = (&'static str, fn(&mut S, Asked<'_>) -> Result<(), Refusal>);

/// A name and the value that is asked for.
pub(crate) type Asked<'a> = (&'a str, &'a str);

/// The parameter of this name. `lacks` is what the refusal of another begins with.
pub(crate) fn known<'a, S>(
    rows: &'a [Parameter<S>],
    name: &str,
    lacks: &str,
) -> Result<&'a Parameter<S>, Refusal> {
    rows.iter().find(|(known, _)| *known == name).ok_or_else(|| {
        let names = || rows.iter().map(|(known, _)| *known);
        let right = near(name, names()).unwrap_or_else(|| names().collect::<Vec<_>>().join(", "));
        Refusal::new(format!("{lacks} no parameter `{name}`")).help(right)
    })
}

/// Settings with these parameters.
pub(crate) fn settings<S: Default>(
    rows: &[Parameter<S>],
    parameters: &[Asked<'_>],
    lacks: &str,
) -> Result<S, Refusal> {
    parameters.iter().try_fold(S::default(), |mut settings, asked| {
        let (_, set) = known(rows, asked.0, lacks)?;
        set(&mut settings, *asked).map(|()| settings)
    })
}
