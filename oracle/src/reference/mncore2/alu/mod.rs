//! S. 3.6.12: the ALU, one element: names, operands, and the operations on plain bits.

mod float;
mod integer;

use super::number::Format;
use crate::reference::mncore2::inputs::Inputs;
use crate::reference::options::Options;
use crate::reference::{Outcome, Reference};

/// A result element and its mask flag.
pub(super) type Flagged = (u64, bool);

/// The elements of an operation: x, and y where it takes two.
pub(super) enum Elements {
    /// x alone.
    One(u64),
    /// x and y.
    Two(u64, u64),
}

pub(in crate::reference) const REFERENCE: Reference = Reference { name: "mncore2.alu", evaluate };

fn evaluate(id: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    of_unit(id.strip_prefix("mncore2.alu.")?, options, operands)
}

/// `u`? + precision letter + opcode.
fn of_unit(operation: &str, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Outcome> {
    let (unsigned, operation) = match operation.strip_prefix('u') {
        Some(rest) => (true, rest),
        None => (false, operation),
    };
    let (letter, opcode) = operation.split_at_checked(1)?;
    let float = Format::of(letter);
    let width = match letter {
        "l" => 64,
        "i" => 32,
        "s" => 16,
        _ => float?.width(),
    };
    let elements =
        read(width, options.only(if width == 16 { &["short"] } else { &[] })?, operands)?;
    let (out, flag) = match (float, unsigned) {
        (_, false) if matches!(opcode, "passa" | "packbit") => on_bits(opcode, width, elements)?,
        (Some(format), _) => float::evaluate(opcode, unsigned, format, elements)?,
        (None, _) => integer::evaluate(opcode, unsigned, width, elements)?,
    };
    Some(Outcome { out: vec![out], flag: Some(u8::from(flag)) })
}

/// One element per operand; `r` makes a half of a single, also for the operations on 16-bit
/// integers (MN-D86).
fn read(width: u32, options: Options<'_>, operands: &[Vec<u64>]) -> Option<Elements> {
    let inputs = Inputs::new(options, operands.len())?;
    let element = |index: usize| {
        let [bits] = operands[index][..] else {
            return None;
        };
        let bits = match width {
            16 => inputs.number(index, Format::H, bits)?.bits(),
            _ => bits,
        };
        Some(bits & u64::MAX >> (64 - width))
    };
    match operands.len() {
        1 => Some(Elements::One(element(0)?)),
        2 => Some(Elements::Two(element(0)?, element(1)?)),
        _ => None,
    }
}

/// The operations that do not care whether an element is a number: for `passa` bits decide, not the
/// value (MN-D25).
fn on_bits(opcode: &str, width: u32, elements: Elements) -> Option<Flagged> {
    match (opcode, elements) {
        ("passa", Elements::One(x)) => Some((x, x == 0)),
        ("packbit", Elements::Two(x, y)) => {
            let top = y >> (width - 1);
            Some(((x << 1 | top) & u64::MAX >> (64 - width), top == 0))
        }
        _ => None,
    }
}
