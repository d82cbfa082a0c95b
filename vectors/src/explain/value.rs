//! A code in words: fields, class, hex float, decimal.
//!
//! ```
//! use softfloat::{format::MnSingle, StaticFormat};
//! use vectors::explain::value::describe;
//! assert_eq!(
//!     describe(&MnSingle::FORMAT, 0x4980_0008),
//!     "+ e=93 m=000008  0x1.00001p+20  1048577  norm"
//! );
//! ```

use super::exact::Dyadic;
use super::fields::EXTENDED;
use crate::class::{Class, negative};
use crate::registry::{Plan, joined, split};
use softfloat::wide::Decoded;
use softfloat::{Bits, Format, Value};

/// Fields, hex float, decimal value and class of a code, separated by two blanks; of an integer,
/// decimal value and class.
///
/// An extended element of a half block float means something beside its block only: see
/// [`describe_elements`].
///
/// ```
/// use softfloat::{format::Binary32, StaticFormat};
/// use vectors::explain::value::describe;
/// let text = describe(&Binary32::FORMAT, 0x3fc0_0000);
/// assert_eq!(text, "+ e=7f m=400000  0x1.8p+0  1.5  norm");
/// ```
#[must_use]
pub fn describe(format: &Format, code: u64) -> String {
    described(format, code, None)
}

/// [`describe`] for all elements of one operand or result: elements of a block float are read with
/// the exponent that they share (s. 4.4).
#[must_use]
pub fn describe_elements(format: &Format, codes: &[u64]) -> Vec<String> {
    let common = common(format, codes);
    let elements = codes.chunks_exact(format.words());
    elements.map(|element| shown(columns_of(format, element, common))).collect()
}

/// The decimal value of a code: exact where it has at most 17 digits, else as many leading digits
/// as tell numbers of the format apart, and `...`; infinities as `inf`, `-inf`.
///
/// ```
/// use softfloat::{format::MnSingle, StaticFormat};
/// use vectors::explain::value::decimal;
/// assert_eq!(decimal(&MnSingle::FORMAT, 0x3dcc_cccd), "0.100000001...");
/// assert_eq!(decimal(&MnSingle::FORMAT, 0xff80_0000), "-inf");
/// ```
#[must_use]
pub fn decimal(format: &Format, code: u64) -> String {
    match meaning(format, code, None) {
        Ok(number) => number.decimal(digits(format)),
        Err(special) => special,
    }
}

/// The value of a code as C's `%a` prints it, with a leading 1: `-0x1.8p+3`.
///
/// ```
/// use softfloat::{format::Binary32, StaticFormat};
/// use vectors::explain::value::hex_float;
/// assert_eq!(hex_float(&Binary32::FORMAT, 0xc140_0000), "-0x1.8p+3"); // -12
/// ```
#[must_use]
pub fn hex_float(format: &Format, code: u64) -> String {
    match meaning(format, code, None) {
        Ok(number) => number.hex_float(),
        Err(special) => special,
    }
}

/// A finite number of at most 128 bits with all its decimal digits, and as C's `%a` prints it.
#[must_use]
pub fn exact(format: &Format, code: u128) -> [String; 2] {
    match number(format.decode(code)) {
        Ok(number) => [number.decimal(usize::MAX), number.hex_float()],
        Err(special) => [special.clone(), special],
    }
}

/// The code in hex, as wide as its format.
#[must_use]
pub fn hex(format: &Format, code: u64) -> String {
    format!("{code:0w$x}", w = format.width.div_ceil(4) as usize)
}

/// The results of a case in hex: elements joined by `_`, results by `;`.
#[must_use]
pub fn results(plan: &Plan, codes: &[u64]) -> String {
    let all = split(&plan.results, codes).map(|(shape, own)| shape.text(own));
    all.collect::<Vec<_>>().join(";")
}

/// Posits of so many bits are shown bit by bit.
const SHOWN: u32 = 32;

/// Sign, exponent field and mantissa field, where a code has them: `- e=93 m=000008`; of a posit its fields in binary, of a long one the
/// number that the regime is, and the fraction in hex.
#[must_use]
pub fn fields(format: &Format, code: u64) -> Option<String> {
    if format.is_posit() {
        let fields = posit_fields(format, code)?;
        let number = |bits: &str| u64::from_str_radix(bits, 2).unwrap_or(0);
        let short = |(name, bits): (&str, String)| match name {
            "regime" if format.width > SHOWN => {
                let run = bits.len() - bits.trim_start_matches(&bits[..1]).len();
                let k = if bits.starts_with('1') { run as i64 - 1 } else { -(run as i64) };
                format!("k={k}")
            }
            "fraction" if format.width > SHOWN => {
                format!("m={:0w$x}", number(&bits), w = bits.len().div_ceil(4))
            }
            _ => bits,
        };
        return Some(fields.into_iter().map(short).collect::<Vec<_>>().join(" "));
    }
    let body = format.man_bits + format.pad;
    let field = match format.is_p3109() {
        true => (code >> body) as i32 & format.top(),
        false => format.exponent_field(code)?,
    };
    let mantissa = code & mask(body);
    let sign = if negative(format, code) { '-' } else { '+' };
    let (e, m) = (format.exp_bits.div_ceil(4) as usize, body.div_ceil(4) as usize);
    Some(format!("{sign} e={field:0e$x} m={mantissa:0m$x}"))
}

/// The fields of a posit other than 0 and NaR, a negative one's those of its opposite behind the sign: as many bits as there is
/// room for; fields without room are left out. `None` of others.
#[must_use]
pub fn posit_fields(format: &Format, code: u64) -> Option<Vec<(&'static str, String)>> {
    let es = format.posit_exponent_bits()? as usize;
    let Value::Finite(u) = format.decode(code) else { return None };
    let (width, ones) = (format.width as usize, mask(format.width));
    let magnitude = if u.sign { code.wrapping_neg() & ones } else { code };
    let bits = format!("{magnitude:0width$b}");
    let below = bits.get(1..).filter(|_| u.significand != 0)?;
    let run = below.len() - below.trim_start_matches(&below[..1]).len();
    let regime = (run + 1).min(below.len());
    let exponent = (regime + es).min(below.len());
    let sign = if u.sign { "1" } else { "0" };
    let all = [
        ("sign", sign),
        ("regime", &below[..regime]),
        ("exponent", &below[regime..exponent]),
        ("fraction", &below[exponent..]),
    ];
    let own = all.into_iter().filter(|(_, bits)| !bits.is_empty());
    Some(own.map(|(name, bits)| (name, bits.to_owned())).collect())
}

/// Significant decimal digits that tell numbers of a format apart.
fn digits(format: &Format) -> usize {
    (format.precision() as usize * 30103).div_ceil(100_000) + 1
}

fn described(format: &Format, code: u64, common: Option<u64>) -> String {
    shown(columns(format, code, common))
}

fn shown(mut columns: Vec<String>) -> String {
    columns.retain(|c| !c.is_empty());
    columns.join("  ")
}

/// The columns of [`describe`].
pub(crate) fn columns(format: &Format, code: u64, common: Option<u64>) -> Vec<String> {
    let mut class = Class::of(format, code);
    if format.is_fixed() {
        return vec![decimal(format, code), class.name().to_owned()];
    }
    let (hex_float, decimal) = match meaning(format, code, common) {
        Ok(number) => {
            if format.shares_exponent() {
                class = element_class(&number, field(format, code));
            }
            (number.hex_float(), number.decimal(digits(format).min(10)))
        }
        Err(special) => (special, String::new()),
    };
    let fields = fields(format, code);
    vec![fields.unwrap_or_default(), hex_float, decimal, class.name().to_owned()]
}

/// The same of an element of several words.
pub(crate) fn columns_of(format: &Format, element: &[u64], common: Option<u64>) -> Vec<String> {
    let ([_, .., _], Some(wide)) = (element, format.wide()) else {
        return columns(format, element[0], common);
    };
    let code = joined(element);
    let class = Class::of_element(format, element);
    let (hex_float, decimal) = match number(format.decode(code)) {
        _ if matches!(wide.decode(code), Decoded::Unsupported { .. }) => {
            ("no operand".to_owned(), String::new())
        }
        Ok(number) => (number.hex_float(), number.decimal(6)),
        Err(special) => (special, String::new()),
    };
    // Fields have no room beside the code.
    vec![hex_float, decimal, class.name().to_owned()]
}

/// A value, or the name of what is no number.
fn number<W: Bits>(value: Value<W>) -> Result<Dyadic, String> {
    let minus = |sign: bool| if sign { "-" } else { "" };
    match value {
        Value::Finite(u) => Ok(Dyadic::new(u.sign, u.significand.wide(), u.exponent.into())),
        Value::Infinite { sign } => Err(format!("{}inf", minus(sign))),
        Value::Nan { signalling: true, .. } => Err("snan".to_owned()),
        Value::Nan { .. } => Err("nan".to_owned()),
    }
}

/// The class of an element of a block float: its exponent says nothing about it.
fn element_class(number: &Dyadic, field: u64) -> Class {
    match (number.is_zero(), field) {
        (true, _) => Class::Zero,
        (false, 0) => Class::Extended,
        _ => Class::Normal,
    }
}

/// The exponent field that the elements of a block share; of other operands `None`.
pub(crate) fn common(format: &Format, codes: &[u64]) -> Option<u64> {
    let block = format.shares_exponent();
    block.then(|| codes.iter().map(|&c| field(format, c)).max().unwrap_or(0))
}

/// The exact value, or the name of what is no number. `common` is the exponent field of the block
/// that the code is an element of.
fn meaning(format: &Format, code: u64, common: Option<u64>) -> Result<Dyadic, String> {
    let extended = format.shares_exponent() && format.subnormal;
    if let (Some(common @ 1..), true, 0) = (common, extended, field(format, code)) {
        let body = format.man_bits + format.pad;
        let raised = meaning(format, code | common << body, None)?;
        return Ok(Dyadic { exponent: raised.exponent - EXTENDED, ..raised });
    }
    match format.decode(code) {
        Value::Nan { .. } if format.is_posit() => Err("NaR".to_owned()),
        value => number(value),
    }
}

/// The exponent field; without one 0.
fn field(format: &Format, code: u64) -> u64 {
    format.exponent_field(code).map_or(0, |field| field as u64)
}

/// The low `bits` bits set.
fn mask(bits: u32) -> u64 {
    if bits == 0 { 0 } else { u64::MAX >> (64 - bits) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use softfloat::StaticFormat;
    use softfloat::format::{Int16, MnBfHalfExt, MnDouble, MnHalf, MnSingle, Uint64};

    #[test]
    fn codes_in_words() {
        let f = MnSingle::FORMAT;
        for (code, text) in [
            (0x0000_0000, "+ e=00 m=000000  0x0p+0  0  zero"),
            (0x8000_0001, "- e=00 m=000001  -0x0p+0  -0  zero~"),
            (0xff80_0001, "- e=ff m=000001  -inf  inf~"),
            (0x3f80_0000, "+ e=7f m=000000  0x1p+0  1  pow2"),
            (0xbf40_0000, "- e=7e m=400000  -0x1.8p-1  -0.75  norm"),
            (0x3dcc_cccd, "+ e=7b m=4ccccd  0x1.99999ap-4  0.100000001...  norm"),
            (0x7f7f_ffff, "+ e=fe m=7fffff  0x1.fffffep+127  3.40282346...e+38  large"),
            (0x0080_0000, "+ e=01 m=000000  0x1p-126  1.17549435...e-38  small"),
        ] {
            assert_eq!(describe(&f, code), text);
        }
        assert_eq!(describe(&Int16::FORMAT, 0x8000), "-32768  limit");
        assert_eq!(describe(&Uint64::FORMAT, u64::MAX), "18446744073709551615  ones");
        assert_eq!(describe(&MnHalf::FORMAT, 0x3e00), "+ e=1f m=000  0x1p+0  1  pow2");
    }

    #[test]
    fn decimals_at_every_scale() {
        let d = MnDouble::FORMAT;
        for (x, text) in [
            (1e22f64, "1e+22"),
            (1e16, "10000000000000000"),
            (123_456_789.0, "123456789"),
            (0.000_030_517_578_125, "0.000030517578125"),
            (9.536_743_164_062_5e-7, "9.5367431640625e-7"),
            (0.1, "0.10000000000000000..."),
            (-1.0 / 3.0, "-0.33333333333333331..."),
        ] {
            assert_eq!(decimal(&d, x.to_bits()), text);
        }
    }

    #[test]
    fn an_extended_element_reads_beside_its_block() {
        let text = describe_elements(&MnBfHalfExt::FORMAT, &[0x3f00, 0x0100]);
        assert_eq!(text[0], "+ e=1f m=100  0x1p+0  1  norm");
        assert_eq!(text[1], "+ e=00 m=100  0x1p-6  0.015625  extended");
    }
}
