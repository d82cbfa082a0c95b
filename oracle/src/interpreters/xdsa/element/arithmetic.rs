//! The arithmetic group (XDSA-D30, D32, D41 to D46).

use super::{Plain, truth};
use crate::Rational;
use crate::interpreters::xdsa::case::Case;
use crate::interpreters::xdsa::value::{Into, Value};
use rug::Integer;
use rug::ops::Pow;
use semantics::xdsa::Kind;
use semantics::xdsa::isa::{Operation, Unit};
use std::cmp::Ordering;

pub(in crate::interpreters::xdsa) fn arithmetic(case: &mut Case<'_>) -> Result<(), Kind> {
    let operation = case.operation;
    if operation == Operation::Thres {
        return threshold(case);
    }
    let plain = Plain::read(case, &["sat"]);
    let into = plain.rounding();
    match operation {
        Operation::Add => plain.map(case, into, |x| x[0].add(&x[1])),
        Operation::Sub => plain.map(case, into, |x| x[0].sub(&x[1])),
        Operation::Max => plain.map(case, into, |x| x[0].max(&x[1])),
        Operation::Min => plain.map(case, into, |x| x[0].min(&x[1])),
        Operation::Maxsi => plain.map(case, into, |x| second(x, Ordering::Less)),
        Operation::Minsi => plain.map(case, into, |x| second(x, Ordering::Greater)),
        Operation::Median => plain.map(case, into, median),
        Operation::Sqrt => plain.map(case, Into::Clamp, |x| x[0].sqrt()),
        Operation::Rsqrt => plain.map(case, Into::Clamp, |x| x[0].rsqrt()),
        Operation::Reciprocal => plain.map(case, Into::Clamp, |x| Value::from(1).div(&x[0])),
        Operation::Abs => {
            let unit = plain.sources[0].1;
            case.require(unit.is_signed(), Kind::UnitNotAllowed);
            plain.map(case, into, |x| x[0].abs())
        }
        Operation::Sign => {
            let into = if plain.saturates { Into::Clamp } else { Into::Wrap };
            plain.map(case, into, |x| sign(&x[0]))
        }
        Operation::Pow => power(case, &plain),
        Operation::Asum => sequential(case, &plain),
        Operation::CosSim => similarity(case, &plain),
        _ => Err(Kind::UserDefined),
    }
}

/// Whether source 1 is chosen, where source 0 stands to it in this order.
fn second(x: &[Value], order: Ordering) -> Value {
    let chosen = match x[0].compare(&x[1]) {
        Some(found) => found == order,
        // A NaN is chosen, the first one before the second.
        None => !x[0].is_nan(),
    };
    truth(chosen)
}

fn median(x: &[Value]) -> Value {
    if x.iter().any(Value::is_nan) {
        return Value::Nan;
    }
    let mut sorted = x.to_vec();
    sorted.sort_by(|a, b| a.order(b).unwrap_or(Ordering::Equal));
    sorted.swap_remove(1)
}

fn sign(x: &Value) -> Value {
    match x {
        Value::Nan => Value::Nan,
        x if x.negative() && !x.is_zero() => Value::from(-1),
        _ => Value::from(1),
    }
}

/// The threshold stands in OP Mode, with a sign of its own (XDSA-D43).
fn threshold(case: &mut Case<'_>) -> Result<(), Kind> {
    let plain = Plain::read(case, &["sat", "dir", "tsgn", "imm16"]);
    let floats = plain.sources[0].1.is_float();
    if floats {
        case.zero("tsgn");
    }
    let unit = match (floats, case.field("tsgn")) {
        (true, _) => Unit::Fp16,
        (false, 0) => Unit::Uint16,
        (false, _) => Unit::Sint16,
    };
    let limit = Value::of(unit, case.field("imm16"));
    let kept = if case.field("dir") == 0 { Ordering::Greater } else { Ordering::Less };
    plain.map(case, plain.rounding(), |x| {
        if x[0].compare(&limit) == Some(kept) { x[0].clone() } else { Value::from(0) }
    })
}

/// Each step is an addition of its own (XDSA-D32).
fn sequential(case: &mut Case<'_>, plain: &Plain) -> Result<(), Kind> {
    let (from, to) = (plain.sources[0], plain.to);
    case.tensor(from, plain.length.into());
    case.tensor(to, 1);
    case.check()?;
    let mut total = 0;
    for i in 0..plain.length {
        let sum = case.value(from, i).add(&Value::of(to.1, total));
        total = sum.round(to.1, plain.rounding());
    }
    case.write(to.0, to.1, 0, total);
    Ok(())
}

/// Powers of integers (XDSA-D41).
fn power(case: &mut Case<'_>, plain: &Plain) -> Result<(), Kind> {
    plain.integers(case);
    plain.check(case)?;
    let (unit, wraps) = (plain.to.1, !plain.saturates);
    for i in 0..plain.length {
        let [x, y] = [0, 1].map(|n| {
            let (at, unit) = plain.sources[n];
            unit.integer(case.read(at, unit, i))
        });
        let value = match (x, y) {
            (_, 0) | (1, _) => Integer::from(1),
            (-1, _) => Integer::from(if y % 2 == 0 { 1 } else { -1 }),
            (0, _) | (_, ..0) => Integer::new(),
            (_, ..=64) => Integer::from(x).pow(y as u32),
            _ if wraps => {
                let modulus = Integer::from(1) << 64;
                Integer::from(x).pow_mod(&Integer::from(y), &modulus).unwrap_or_default()
            }
            // Beyond every unit.
            _ => Integer::from(x).pow(if y % 2 == 0 { 66 } else { 67 }),
        };
        let into = if wraps { Into::Wrap } else { Into::Clamp };
        case.put_as((plain.to.0, unit), i, &Value::from(Rational::from(value)), into);
    }
    Ok(())
}

/// sum(x y) / (max(|x|, eps) max(|y|, eps)) (XDSA-D46, D85)
fn similarity(case: &mut Case<'_>, plain: &Plain) -> Result<(), Kind> {
    for source in &plain.sources {
        case.tensor(*source, plain.length.into());
    }
    case.tensor(plain.to, 1);
    case.check()?;
    let [x, y] = [0, 1].map(|n| case.values(plain.sources[n], plain.length));
    let dot = Value::sum(x.iter().zip(&y).map(|(x, y)| x.mul(y)));
    let least = Value::of(Unit::Fp32, 1e-8_f32.to_bits().into());
    let least = least.mul(&least);
    let squares = |x: &[Value]| Value::sum(x.iter().map(|x| x.mul(x))).max(&least);
    let lengths = squares(&x).mul(&squares(&y)).sqrt();
    case.put(plain.to, 0, &dot.div(&lengths));
    Ok(())
}

// Division, remainder, product (XDSA-D39, D40).

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
        (Some(a), Some(b)) if b != 0 => Value::from(Rational::from((a / b).trunc())),
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
    let times = (&x / &y).trunc();
    match Value::from(x - y * times) {
        Value::Zero(_) => Value::Zero(a.negative()),
        rest => rest,
    }
}
