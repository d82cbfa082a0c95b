//! The MN-Core 2 operations in exact rational arithmetic: an oracle written from the formulas of
//! the developer manual ("s. 4.3" is its section) and the decisions of `docs/decisions.md`
//! ("MN-D13"), and from nothing else.
//!
//! It shares no line with the crates under test, and every value is a [`rug::Rational`] until it is
//! rounded, once. Each decision is taken at its default.

mod alu;
mod alu_float;
mod alu_integer;
mod block;
mod convert;
mod matrix;
mod number;
mod options;
mod rrn;
mod vector;

/// What an operation yields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The result elements as bit patterns, element 0 first.
    pub(crate) out: Vec<u64>,
    /// The mask flag, where the operation has one.
    pub(crate) flag: Option<bool>,
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
    let (unit, operation) = id.strip_prefix("mncore2.")?.split_once('.')?;
    let options = options::Options::new(options);
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
