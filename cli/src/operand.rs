//! Operands as the user writes them: bit patterns or values; and values as the user reads them.

use softfloat::wide::Wide;
use softfloat::{Env, Flags, Format, Rounded, Value, text};
use std::fmt;
use vectors::explain::value::decimal;
use vectors::registry::Shape;

/// Why a text is not an operand.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub(crate) enum OperandError {
    #[error("it has {found}, right is {right}{}", joined(*.right))]
    Count { found: Elements, right: Elements },
    #[error("{place}`{text}` has {found} hex digits, right is {right}")]
    Width { place: Place, text: String, found: usize, right: usize },
    #[error("{place}`{text}` has more than {right} bit{}", if *.right == 1 { "" } else { "s" })]
    Wide { place: Place, text: String, right: u32 },
    #[error("{place}`{text}` has {found:?} at place {at}, right is {right} hex digits{hint}")]
    Digit { place: Place, text: String, found: char, at: usize, right: usize, hint: &'static str },
    #[error("{place}`{text}` is no number: {why}")]
    Number { place: Place, text: String, why: text::ParseNumberError },
    #[error(
        "{place}`{text}` may be the code 0x{text}{number}: right is 0x{text} for the code{right}"
    )]
    Either { place: Place, text: String, number: String, right: String },
    #[error(
        "{place}`{text}` has {found} hex digits behind 0x, right is a code with all its {right}, or a number with an exponent: {text}p0"
    )]
    Short { place: Place, text: String, found: usize, right: usize },
    #[error("{place}`{text}` is not a number that {format} holds: {right}")]
    Outside { place: Place, text: String, format: &'static str, right: String },
}

impl OperandError {
    /// How many elements there are, where that is what is wrong.
    pub(crate) const fn elements(&self) -> Option<usize> {
        match self {
            Self::Count { found, .. } => Some(found.0),
            _ => None,
        }
    }
}

/// Which element of a block; nothing for an operand of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place(Option<usize>);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |i| write!(f, "element {i}: "))
    }
}

/// A number of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Elements(usize);

impl fmt::Display for Elements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} element{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

fn joined(right: Elements) -> &'static str {
    if right.0 == 1 { "" } else { " joined by `_`" }
}

/// Reads bit patterns.
pub(crate) fn patterns(shape: &Shape, operand: &str) -> Result<Vec<u64>, OperandError> {
    let read = |(place, text): (Place, &str)| pattern(shape, place, text);
    Ok(elements(shape, operand)?.into_iter().map(read).collect::<Result<Vec<_>, _>>()?.concat())
}

/// Reads values. A number is decimal digits, fewer than a code has or more, or has a point, an exponent or a sign, or is `inf` or
/// `nan`; `0x` with all its digits is a code. What could be either is refused. `remark` hears of each that is no number of the
/// format.
pub(crate) fn values(
    shape: &Shape,
    operand: &str,
    mut remark: impl FnMut(String),
) -> Result<Vec<u64>, OperandError> {
    elements(shape, operand)?
        .into_iter()
        .map(|(place, text)| {
            let (code, said) = value(shape, place, text)?;
            said.into_iter().for_each(|s| remark(format!("{place}{s}")));
            Ok(code)
        })
        .collect::<Result<Vec<_>, _>>()
        .map(|elements| elements.concat())
}

fn elements<'a>(shape: &Shape, operand: &'a str) -> Result<Vec<(Place, &'a str)>, OperandError> {
    let found = operand.split('_').count();
    if found != shape.len {
        return Err(OperandError::Count { found: Elements(found), right: Elements(shape.len) });
    }
    let place = |i| Place((shape.len > 1).then_some(i));
    Ok(operand.split('_').enumerate().map(|(i, text)| (place(i), text)).collect())
}

/// The words of an element.
fn pattern(shape: &Shape, place: Place, text: &str) -> Result<Vec<u64>, OperandError> {
    let right = shape.digits();
    if let Some(words) = fields(shape, text) {
        return Ok(words);
    }
    if let Some((at, found)) = text.chars().enumerate().find(|(_, c)| !c.is_ascii_hexdigit()) {
        let hint = match found {
            'x' | 'X' if at == 1 => " without `0x`",
            '.' | '-' | '+' => " (`--value` takes numbers)",
            _ => "",
        };
        let text = text.to_owned();
        return Err(OperandError::Digit { place, text, found, at: at + 1, right, hint });
    }
    if text.len() != right {
        return Err(OperandError::Width { place, text: text.to_owned(), found: text.len(), right });
    }
    // No more than 32 digits, all of them hex.
    let code = u128::from_str_radix(text, 16).unwrap_or_default();
    let words = [code as u64, (code >> 64) as u64][..shape.words_per_element()].to_vec();
    match shape.check(0, &words) {
        Ok(()) => Ok(words),
        Err(_) => {
            Err(OperandError::Wide { place, text: text.to_owned(), right: shape.format.width })
        }
    }
}

/// The words of a code as TestFloat writes it in its reports: sign, exponent field and fraction in hex, `+7F.000001`.
fn fields(shape: &Shape, text: &str) -> Option<Vec<u64>> {
    let format = shape.format.declared();
    let sign: u128 = match text.as_bytes().first()? {
        b'+' => 0,
        b'-' if format.sign => 1,
        _ => return None,
    };
    let (exponent, fraction) = text[1..].split_once('.')?;
    let (exponent_bits, fraction_bits) = (format.exp_bits, format.man_bits);
    let field = |digits: &str, bits: u32| {
        let whole = digits.len() == bits.div_ceil(4) as usize;
        let is_hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
        let code = u128::from_str_radix(digits, 16).ok().filter(|_| whole && is_hex)?;
        (code >> bits == 0).then_some(code)
    };
    if format.pad != 0 || 1 + exponent_bits + fraction_bits != format.width {
        return None;
    }
    let (exponent, fraction) = (field(exponent, exponent_bits)?, field(fraction, fraction_bits)?);
    let code = (sign << exponent_bits | exponent) << fraction_bits | fraction;
    Some([code as u64, (code >> 64) as u64][..shape.words_per_element()].to_vec())
}

/// The code of a value, and what there is to remark.
fn value(
    shape: &Shape,
    place: Place,
    text: &str,
) -> Result<(Vec<u64>, Option<String>), OperandError> {
    let format = &shape.format;
    let is_hex = |digits: &str| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit());
    let right = shape.digits();
    if let Some(digits) = text.strip_prefix("0x").or(text.strip_prefix("0X")).filter(|d| is_hex(d))
    {
        if digits.len() == right {
            return pattern(shape, place, digits).map(|code| (code, None));
        }
        let found = digits.len();
        return Err(OperandError::Short { place, text: text.to_owned(), found, right });
    }
    if let Some(wide) = format.wide() {
        return wide_value(shape, &wide, place, text);
    }
    let fault = |why| OperandError::Number { place, text: text.to_owned(), why };
    let parsed = text::parse(text).and_then(|n| Ok((n, format.parse(&Env::IEEE, text)?)));
    let is_outside = |number: &Value<_>, flags: Flags| {
        let nan = matches!(number, Value::Nan { .. }) && !format.has_nan();
        nan || format.is_fixed() && flags != Flags::NONE
    };
    let code = u64::from_str_radix(text, 16).is_ok_and(|code| format.holds(code));
    if code && is_hex(text) && text.len() == right {
        let fits = parsed.is_ok_and(|(number, rounded)| !is_outside(&number, rounded.flags));
        return Err(either(shape, place, text, fits));
    }
    let (number, rounded) = parsed.map_err(fault)?;
    if is_outside(&number, rounded.flags) {
        let (name, right) = (format.name, range(format));
        return Err(OperandError::Outside { place, text: text.to_owned(), format: name, right });
    }
    let said = (rounded.flags != Flags::NONE)
        .then(|| format!("`{text}` is rounded to {}", decimal(format, rounded.bits)));
    Ok((vec![rounded.bits], said))
}

/// The same of a number of more than 64 bits: no number has as many digits as its code and nothing else.
fn wide_value(
    shape: &Shape,
    wide: &Wide,
    place: Place,
    text: &str,
) -> Result<(Vec<u64>, Option<String>), OperandError> {
    let is_hex = text.bytes().all(|b| b.is_ascii_hexdigit());
    if is_hex && text.len() == shape.digits() {
        let (number, right) = match text::parse(text).is_ok() {
            true => {
                (format!(", or the number {text}"), format!(", {} for the number", apart(text)))
            }
            false => (String::new(), String::new()),
        };
        return Err(OperandError::Either { place, text: text.to_owned(), number, right });
    }
    let fault = |why| OperandError::Number { place, text: text.to_owned(), why };
    let Rounded { bits, flags } = wide.parse(&Env::IEEE, text).map_err(fault)?;
    let words = vec![bits as u64, (bits >> 64) as u64];
    let code = || shape.hex(&words);
    let said =
        (flags != Flags::NONE).then(|| format!("`{text}` is rounded to the code 0x{}", code()));
    Ok((words, said))
}

/// How a number is written that could be a code: an integer's digits and a dot, with an exponent a sign.
fn apart(text: &str) -> String {
    match text.bytes().all(|b| b.is_ascii_digit()) {
        true => format!("{text}."),
        false => format!("+{text}"),
    }
}

/// What has as many digits as a code, and nothing by which it is a number.
fn either(shape: &Shape, place: Place, text: &str, is_number: bool) -> OperandError {
    let number = apart(text);
    let own = u64::from_str_radix(text, 16).ok().filter(|code| shape.format.holds(*code));
    let code = own.map_or_else(String::new, |code| format!(" ({})", decimal(&shape.format, code)));
    let (also, or) = match is_number {
        true => (format!(", or the number {text}"), format!(", {number} for the number")),
        false => (String::new(), String::new()),
    };
    let (text, number) = (text.to_owned(), format!("{code}{also}"));
    OperandError::Either { place, text, number, right: or }
}

fn range(format: &Format) -> String {
    if !format.is_fixed() {
        return "right are finite numbers, `inf` and `-inf`; it has no NaN".to_owned();
    }
    let top = 1u128 << (format.width - u32::from(format.sign));
    let low = if format.sign { format!("-{top}") } else { "0".to_owned() };
    format!("right are whole numbers from {low} to {}", top - 1)
}
