//! The operations of the registry in exact rational arithmetic. Those of MN-Core 2 are an oracle
//! written from the formulas of the developer manual ("s. 4.3" is its section) and the decisions of
//! `docs/decisions.md` ("MN-D13"), and from nothing else; those on numbers of other formats
//! ([`numbers`]) come from the standards that [`engine`] and [`ieee`] name.
//!
//! It shares no line with the crates under test, and every value is a [`rug::Rational`] until it is
//! rounded, once. Each decision is taken at its default.

mod alu;
mod alu_float;
mod alu_integer;
mod block;
mod convert;
mod engine;
mod ieee;
mod integers;
mod matrix;
mod number;
mod numbers;
mod options;
mod rrn;
mod sum;
mod vector;

/// What an operation yields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The result elements as bit patterns, element 0 first.
    pub(crate) out: Vec<u64>,
    /// The mask flag, where the operation has one, or the exceptions as TestFloat's byte.
    pub(crate) flag: Option<u8>,
}

/// Evaluates the operation `id` of the registry on one vector of element bit patterns per operand.
///
/// `options` are (name, value) pairs; the bare options `r` and `e` have the value `1`. `None` means
/// that the reference does not know the operation, or that options or operands do not fit it.
pub(crate) fn evaluate(
    id: &str,
    options: &[(&str, &str)],
    operands: &[Vec<u64>],
) -> Option<Outcome> {
    let options = options::Options::new(options);
    match id.split_once('.')? {
        ("mncore2", operation) => mncore2(operation, options, operands),
        (system @ ("ieee" | "fp8" | "fp6" | "fp4" | "cvt"), operation) => {
            numbers::evaluate(system, operation, options, operands)
        }
        ("mx", operation) => numbers::block(operation, options, operands),
        ("int", operation) => integers::evaluate(operation, options, operands),
        ("sum", operation) => sum::evaluate(operation, options, operands),
        _ => None,
    }
}

fn mncore2(
    operation: &str,
    options: options::Options<'_>,
    operands: &[Vec<u64>],
) -> Option<Outcome> {
    let (unit, operation) = operation.split_once('.')?;
    match unit {
        "convert" => convert::evaluate(operation, options, operands),
        "mau" if operation.get(1..2) == Some("v") => vector::evaluate(operation, options, operands),
        "mau" => matrix::evaluate(operation, options, operands),
        "bf" => block::evaluate(operation, options, operands),
        "rrn" => rrn::evaluate(operation, options, operands),
        "alu" => alu::evaluate(operation, options, operands),
        _ => None,
    }
}
