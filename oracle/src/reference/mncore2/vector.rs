//! S. 4.3: vector multiply-add, a*b + c.

use crate::Rational;
use rug::Integer;

use super::number::{Format, Number, Value, signed};
use crate::reference::mncore2::inputs::Inputs;
use crate::reference::options::Options;
use crate::reference::{Outcome, Reference};

pub(in crate::reference) const REFERENCE: Reference =
    Reference { name: "mncore2.vector", evaluate };

fn evaluate(id: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    of_unit(
        id.strip_prefix("mncore2.mau.").filter(|o| o.get(1..2) == Some("v"))?,
        options,
        operands,
    )
}

/// `vfma`, `vmul`, `vadd`, `vpassa` in double, single, half.
fn of_unit(operation: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    let (letter, form) = operation.split_at_checked(1)?;
    let product = Format::of(letter)?;
    // The halves are multiplied, their sum is single.
    let sum = if product == Format::H { Format::F } else { product };
    let kinds: &[Format] = match form {
        "vfma" => &[product, product, sum],
        "vmul" => &[product, product],
        "vadd" => &[product, sum],
        "vpassa" => &[product],
        _ => return None,
    };
    let numbers = read(kinds, options.only(&["neg", "ext", "short", "r"])?, operands)?;
    let (one, zero) = (Number::one(product), Number::zero(sum));
    // MN-D31: add and passa multiply by 1.
    let (a, b, c) = match (form, &numbers[..]) {
        ("vfma", &[a, b, c]) => (a, b, c),
        ("vmul", &[a, b]) => (a, b, zero),
        ("vadd", &[a, c]) => (a, one, c),
        (_, &[a]) => (a, one, zero),
        _ => return None,
    };
    let out = output(letter, sum, options)?;
    Some(written(multiply(a, b).plus(c.value()).pack(out)))
}

/// a*b + c of numbers of the precision `letter`, with any format of the result.
pub(in crate::reference) fn fused(
    letter: &str,
    out: Format,
    a: u64,
    b: u64,
    c: u64,
) -> Option<u64> {
    let product = Format::of(letter)?;
    let sum = if product == Format::H { Format::F } else { product };
    let [a, b] = [a, b].map(|bits| Number::read(product, bits));
    Some(multiply(a, b).plus(Number::read(sum, c).value()).pack(out).bits())
}

/// The operands, one element each, converted and negated.
fn read(kinds: &[Format], options: Options<'_>, operands: &[Vec<u64>]) -> Option<Vec<Number>> {
    if operands.len() != kinds.len() {
        return None;
    }
    let inputs = Inputs::new(options, kinds.len())?;
    let element = |(index, operand): (usize, &Vec<u64>)| match operand[..] {
        [bits] => inputs.number(index, kinds[index], bits),
        _ => None,
    };
    operands.iter().enumerate().map(element).collect()
}

/// The output format: that of the sum, or with `r` (double and half only) the one below.
pub(in crate::reference) fn output(
    letter: &str,
    sum: Format,
    options: Options<'_>,
) -> Option<Format> {
    match (options.has("r"), letter) {
        (false, _) => Some(sum),
        (true, "d" | "h") => sum.narrower(),
        (true, _) => None,
    }
}

/// One result element; the mask flag is the inverted sign of what is written (MN-D15).
pub(in crate::reference) fn written(result: Number) -> Outcome {
    Outcome { out: vec![result.bits()], flag: Some(u8::from(!result.negative)) }
}

/// a*b as the machine multiplies: zero first, also beside an infinity (MN-D12, MN-D27); nothing
/// rounded (MN-D30).
fn multiply(a: Number, b: Number) -> Value {
    let negative = a.negative != b.negative;
    if a.is_zero() || b.is_zero() {
        return Value::Finite(Rational::new());
    }
    if a.is_infinite() || b.is_infinite() {
        return Value::Infinite { negative };
    }
    let product = partial_product(a.format, a.significand(), b.significand());
    let unit = a.exponent + b.exponent - 2 * a.format.bias() - 2 * a.format.mantissa_bits as i32;
    Value::Finite(signed(negative, Rational::from(product) << unit))
}

/// P = A*B - L + (L != 0 ? r : 0), where L is the product of the low parts that is left out; half
/// leaves out nothing.
///
/// The low part has 5 bits for single and 16 for double; r is the largest partial product left out,
/// 2^8 or 2^30.
pub(in crate::reference) fn partial_product(format: Format, a: Integer, b: Integer) -> Integer {
    let (low_bits, correction) = match format {
        Format::D => (16, 1 << 30),
        Format::F => (5, 1 << 8),
        _ => return a * b,
    };
    let omitted = a.clone().keep_bits(low_bits) * b.clone().keep_bits(low_bits);
    let r = if omitted.is_zero() { 0 } else { correction };
    a * b - omitted + r
}
