//! S. 4.5: matrix-vector multiply-add, one output element: the dot product of two blocks, plus an
//! addend.

use crate::Rational;
use rug::Integer;

use super::number::{Format, Number, Value, signed};
use super::vector::{output, partial_product, written};
use crate::reference::mncore2::inputs::Inputs;
use crate::reference::options::Options;
use crate::reference::{Outcome, Reference};

/// How a precision multiplies.
struct Precision {
    /// Elements in a block.
    size: usize,
    /// The format of a block element.
    element: Format,
    /// Mantissa bits at the low end that count as 0.
    ignored: u32,
    /// The format of the addend and of the result.
    sum: Format,
}

impl Precision {
    fn of(letter: &str) -> Option<Self> {
        let (size, element, ignored, sum) = match letter {
            "d" => (4, Format::D, 0, Format::D),
            "f" => (4, Format::F, 0, Format::F),
            "g" => (8, Format::F, 5, Format::F),
            "h" => (16, Format::H, 0, Format::F),
            _ => return None,
        };
        Some(Self { size, element, ignored, sum })
    }

    /// m, the mantissa bits that count.
    fn mantissa_bits(&self) -> i32 {
        (self.element.mantissa_bits - self.ignored) as i32
    }

    /// P_i: g and h exactly, d and f by the omission rule of s. 4.3.
    fn product(&self, a: u64, b: u64) -> Integer {
        let (a, b) = (Integer::from(a >> self.ignored), Integer::from(b >> self.ignored));
        if self.ignored > 0 { a * b } else { partial_product(self.element, a, b) }
    }
}

/// A block of elements without hidden bits.
struct Block {
    elements: Vec<Number>,
    /// The largest exponent field, which is the common one of a valid block (MN-D32).
    common: i32,
}

impl Block {
    fn read(precision: &Precision, negate: bool, operand: &[u64]) -> Option<Self> {
        let mut elements: Vec<Number> =
            operand.iter().map(|&bits| Number::read(precision.element, bits)).collect();
        for element in &mut elements {
            element.negative ^= negate;
        }
        let common = elements.iter().map(|element| element.exponent).max()?;
        (elements.len() == precision.size).then_some(Self { elements, common })
    }

    /// The exponent of an element: 6 lower for an extended half (MN-D18).
    fn exponent(&self, element: Number) -> i32 {
        let extended = element.format == Format::H && element.is_zero();
        self.common - if extended { 6 } else { 0 }
    }
}

pub(in crate::reference) const REFERENCE: Reference =
    Reference { name: "mncore2.matrix", evaluate };

fn evaluate(id: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    of_unit(
        id.strip_prefix("mncore2.mau.").filter(|o| o.get(1..2) != Some("v"))?,
        options,
        operands,
    )
}

/// `mfma`, `mmul` in double, single, pseudo-single, half.
fn of_unit(operation: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    let (letter, form) = operation.split_at_checked(1)?;
    let precision = Precision::of(letter)?;
    let options = options.only(&["neg", "ext", "r"])?;
    let (inputs, row, vector, addend) = match (form, operands) {
        ("mfma", [row, vector, addend]) => {
            let inputs = Inputs::new(options, 3)?;
            let [bits] = addend[..] else { return None };
            let addend = inputs.number(2, precision.sum, bits)?;
            (inputs, row, vector, addend)
        }
        ("mmul", [row, vector]) => (
            Inputs::new(options.only(&["neg", "r"])?, 2)?,
            row,
            vector,
            Number::zero(precision.sum),
        ),
        _ => return None,
    };
    if inputs.negates(0) {
        return None;
    }
    let row = Block::read(&precision, false, row)?;
    let vector = Block::read(&precision, inputs.negates(1), vector)?;
    let out = output(letter, precision.sum, options)?;
    Some(written(dot(&precision, &row, &vector).plus(addend.value()).pack(out)))
}

/// The dot product of two blocks of the precision `letter` plus c, with any format of the result.
pub(in crate::reference) fn fused(
    letter: &str,
    out: Format,
    row: &[u64],
    vector: &[u64],
    c: u64,
) -> Option<u64> {
    let precision = Precision::of(letter)?;
    let row = Block::read(&precision, false, row)?;
    let vector = Block::read(&precision, false, vector)?;
    let addend = Number::read(precision.sum, c).value();
    Some(dot(&precision, &row, &vector).plus(addend).pack(out).bits())
}

/// The dot product: exact but for the omission, and infinite as soon as one block is (MN-D17).
fn dot(precision: &Precision, a: &Block, b: &Block) -> Value {
    let top = precision.element.top();
    let pairs = || a.elements.iter().copied().zip(b.elements.iter().copied());
    if a.common == top || b.common == top {
        // The sign all products agree on, else +; zero mantissas have a sign too.
        return Value::Infinite { negative: pairs().all(|(a, b)| a.negative != b.negative) };
    }
    if a.common == 0 || b.common == 0 {
        // MN-D19
        return Value::Finite(Rational::new());
    }
    let term = |(x, y): (Number, Number)| {
        let unit = a.exponent(x) + b.exponent(y) + 2
            - 2 * precision.element.bias()
            - 2 * precision.mantissa_bits();
        signed(
            x.negative != y.negative,
            Rational::from(precision.product(x.mantissa, y.mantissa)) << unit,
        )
    };
    Value::Finite(pairs().map(term).sum())
}
