//! Division, remainder, product (XDSA-D39, D40).

use super::Plain;
use crate::interpreters::xdsa::case::Case;
use crate::interpreters::xdsa::value::Value;
use semantics::xdsa::Kind;
use semantics::xdsa::isa::{Operation, Unit};

pub(in crate::interpreters::xdsa) fn multiplication(case: &mut Case<'_>) -> Result<(), Kind> {
    let plain = Plain::read(case, &["sat"]);
    plain.map(case, plain.rounding(), |x| x[0].mul(&x[1]))
}

pub(in crate::interpreters::xdsa) fn division(case: &mut Case<'_>) -> Result<(), Kind> {
    let remainder = case.operation == Operation::Mod;
    let plain = Plain::read(case, &["sat"]);
    let units = [plain.sources[0].1, plain.sources[1].1];
    let integers = [units[0], units[1], plain.to.1].into_iter().all(|unit| !unit.is_float());
    plain.map(case, plain.rounding(), |x| match (integers, remainder) {
        (true, false) => quotient(units, x),
        (true, true) if x[1].is_zero() => x[0].clone(),
        (false, false) => x[0].div(&x[1]),
        (_, true) => rest(&x[0], &x[1]),
    })
}

/// Toward zero; by 0 what RISC-V gives.
fn quotient(units: [Unit; 2], x: &[Value]) -> Value {
    match (x[0].exact(), x[1].exact()) {
        (Some(a), Some(b)) if b != 0 => Value::from((a / b).trunc()),
        _ if units.iter().any(|unit| unit.is_signed()) => Value::from(-1),
        _ => Value::from(units[0].range()[1]),
    }
}

/// a - b trunc(a / b); a zero has the sign of a.
fn rest(a: &Value, b: &Value) -> Value {
    if a.is_special() || b.is_nan() || b.is_zero() {
        return Value::Nan;
    }
    let (Some(x), Some(y)) = (a.exact(), b.exact()) else { return a.clone() };
    let times = rug::Rational::from(&x / &y).trunc();
    match Value::from(x - y * times) {
        Value::Zero(_) => Value::Zero(a.negative()),
        rest => rest,
    }
}
