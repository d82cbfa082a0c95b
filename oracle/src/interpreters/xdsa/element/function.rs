//! Functions of one element, roundings to integers, conversion, comparison (XDSA-D31, D36, D51, D52, D58).

use super::{Plain, truth};
use crate::Rational;
use crate::interpreters::xdsa::case::Case;
use crate::interpreters::xdsa::value::{Function, Into, Value};
use semantics::xdsa::Kind;
use semantics::xdsa::isa::{Operation, Unit};
use std::cmp::Ordering;

/// The trigonometric, the hyperbolic and the exponential group.
pub(in crate::interpreters::xdsa) fn functions(case: &mut Case<'_>) -> Result<(), Kind> {
    let function = match case.operation {
        Operation::Sin => Function::Sin,
        Operation::Cos => Function::Cos,
        Operation::Tan => Function::Tan,
        Operation::Asin => Function::Asin,
        Operation::Acos => Function::Acos,
        Operation::Atan => Function::Atan,
        Operation::Sinh => Function::Sinh,
        Operation::Cosh => Function::Cosh,
        Operation::Tanh => Function::Tanh,
        Operation::Asinh => Function::Asinh,
        Operation::Acosh => Function::Acosh,
        Operation::Atanh => Function::Atanh,
        Operation::Exp => Function::Exp,
        Operation::Expml => Function::Expm1,
        Operation::Log => Function::Ln,
        Operation::Loglp => Function::Ln1p,
        Operation::Log10 => Function::Log10,
        Operation::Log2 => Function::Log2,
        _ => return Err(Kind::UserDefined),
    };
    let plain = Plain::read(case, &["sat"]);
    plain.map(case, Into::Clamp, |x| function.of(&x[0]))
}

/// ROUND, CEIL, FLOOR, CLIP.
pub(in crate::interpreters::xdsa) fn roundup(case: &mut Case<'_>) -> Result<(), Kind> {
    let operation = case.operation;
    let plain = Plain::read(case, &["sat"]);
    if operation == Operation::Clip {
        let [least, most] = clip_bounds(case, plain.to.1);
        return plain.map(case, plain.rounding(), |x| x[0].max(&least).min(&most));
    }
    plain.map(case, plain.rounding(), |x| {
        let Some(value) = x[0].exact() else { return x[0].clone() };
        let whole = match operation {
            Operation::Ceil => value.ceil(),
            Operation::Floor => value.floor(),
            _ => crate::interpreters::xdsa::value::half_even(&value),
        };
        match Value::from(Rational::from(whole)) {
            Value::Zero(_) => Value::Zero(x[0].negative()),
            whole => whole,
        }
    })
}

/// `clip_min` and `clip_max` for a unit of results (XDSA-D36).
pub(super) fn clip_bounds(case: &Case<'_>, unit: Unit) -> [Value; 2] {
    let unit = match (unit.is_float(), unit.is_signed()) {
        (true, _) => Unit::Fp16,
        (false, true) => Unit::Sint16,
        (false, false) => Unit::Uint16,
    };
    ["clip_min", "clip_max"].map(|name| Value::of(unit, case.field(name)))
}

pub(in crate::interpreters::xdsa) fn conversion(case: &mut Case<'_>) -> Result<(), Kind> {
    let plain = Plain::read(case, &[]);
    let into = if plain.sources[0].1.is_float() { Into::Truncate } else { Into::Wrap };
    plain.map(case, into, |x| x[0].clone())
}

pub(in crate::interpreters::xdsa) fn compare(case: &mut Case<'_>) -> Result<(), Kind> {
    let operation = case.operation;
    let plain = Plain::read(case, &["sat"]);
    plain.map(case, Into::Clamp, |x| {
        let order = x[0].compare(&x[1]);
        truth(match operation {
            Operation::Seq => order == Some(Ordering::Equal),
            Operation::Sne => order != Some(Ordering::Equal),
            Operation::Sle => order.is_some_and(Ordering::is_le),
            Operation::Slt => order == Some(Ordering::Less),
            Operation::Sge => order.is_some_and(Ordering::is_ge),
            _ => order == Some(Ordering::Greater),
        })
    })
}
