//! Activations with constants in the table: ELU, HARD_SIGMOID, SELU (XDSA-D37, D60, D85).

use crate::xdsa::exec::elementwise::{Quick, Rounded, each};
use crate::xdsa::exec::{Plan, Request};
use crate::xdsa::isa::Unit;
use crate::xdsa::number::{Fit, Number, round};
use crate::xdsa::{Error, Kind};
use functions::Function;
use std::cmp::Ordering;

/// A constant of 32 bits: 0000 is the default, only fp16 and fp32 are other units; `None` is the default.
fn constant(request: &mut Request<'_>, unit_field: &str, field: &str) -> Option<Number> {
    if request.get(unit_field) == 0 {
        return None;
    }
    let unit = request.unit(unit_field);
    if !matches!(unit, Unit::Fp16 | Unit::Fp32) {
        let message = format!("{unit_field} is {unit}; right: 0 (the default), fp16 or fp32");
        request.note(Kind::UnitNotAllowed, message);
    }
    Some(Number::of(unit, request.get(field)))
}

/// e^x - 1 as the formula has it: of zeros +0. Of an x below -900 it is -1 (XDSA-D31).
fn exp_minus_one(x: &Number) -> Number {
    match x {
        Number::Zero { .. } => Number::ZERO,
        _ if x.compare(&Number::integer(-900)) == Some(Ordering::Less) => Number::integer(-1),
        _ => x.expm1(),
    }
}

fn is_positive(x: &Number) -> bool {
    x.compare(&Number::ZERO) == Some(Ordering::Greater)
}

/// ELU: x above 0, else `alpha (e^x - 1)`.
pub(super) fn elu(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (unit, len) = (request.unit("src_unit"), request.length("len"));
    let alpha = constant(request, "a_unit", "alpha");
    let quick = alpha.is_none().then(|| Quick::new(Function::Expm1, unit, unit));
    let alpha = alpha.unwrap_or_else(|| Number::integer(1));
    elements(request, unit, len, move |code| {
        let x = Number::of(unit, code);
        match (&quick, &x) {
            _ if is_positive(&x) => round(&x, unit, Fit::Clamp),
            (Some(quick), Number::Finite(_)) => quick.round(code),
            _ => round(&alpha.mul(&exp_minus_one(&x)), unit, Fit::Clamp),
        }
    })
}

/// HARD_SIGMOID: 1 from 3 on, 0 to -3, between them `a x + b`.
pub(super) fn hard_sigmoid(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (unit, len) = (request.unit("src_unit"), request.length("len"));
    let a = constant(request, "a_unit", "a").unwrap_or_else(|| Number::ratio(1, 6));
    let b = constant(request, "b_unit", "b").unwrap_or_else(|| Number::ratio(1, 2));
    elements(request, unit, len, move |code| {
        let x = Number::of(unit, code);
        let above = x.compare(&Number::integer(3)).is_some_and(Ordering::is_ge);
        let below = x.compare(&Number::integer(-3)).is_some_and(Ordering::is_le);
        let value = match (above, below) {
            (true, _) => Number::integer(1),
            (_, true) => Number::ZERO,
            _ => a.mul(&x).add(&b),
        };
        round(&value, unit, Fit::Clamp)
    })
}

/// SELU: `gamma x` above 0, else `gamma (a (e^x - 1))`.
pub(super) fn selu(request: &mut Request<'_>) -> Result<Plan, Error> {
    let (unit, len) = (request.unit("src_unit"), request.length("len"));
    let gamma = constant(request, "g_unit", "gamma");
    let a = constant(request, "a_unit", "a");
    // 1.05070102214813232421875 and 1.67326319217681884765625.
    let gamma = gamma.unwrap_or_else(|| Number::fp32(0x3f86_7d5f));
    let a = a.unwrap_or_else(|| Number::fp32(0x3fd6_2d7d));
    elements(request, unit, len, move |code| {
        let x = Number::of(unit, code);
        let value =
            if is_positive(&x) { gamma.mul(&x) } else { gamma.mul(&a.mul(&exp_minus_one(&x))) };
        round(&value, unit, Fit::Clamp)
    })
}

/// From elements to elements of the same unit.
pub(super) fn elements(
    request: &mut Request<'_>,
    unit: Unit,
    len: u64,
    kernel: impl Fn(u64) -> Rounded + Send + Sync + 'static,
) -> Result<Plan, Error> {
    request.done()?;
    let reads = vec![request.dense("s", unit, len)];
    let writes = vec![request.dense("d", unit, len)];
    Ok(Plan::new(reads, writes, move |read, _| {
        let source = read.first().map_or(&[][..], Vec::as_slice);
        Ok(each(source.len(), |i| kernel(source[i])))
    }))
}
