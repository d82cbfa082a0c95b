//! DIV, MOD and MUL (text 703 to 770, XDSA-D26 to D29, D39, D40).

use super::quick::Basic;
use super::{Binary, checked};
use crate::xdsa::Error;
use crate::xdsa::exec::{Plan, Request};
use crate::xdsa::isa::Operation;
use crate::xdsa::number::{Number, round, store};
use functions::real::Real;
use softfloat::Flags;

/// DIV and MOD.
pub(in crate::xdsa::exec) fn division(
    operation: Operation,
    request: &mut Request<'_>,
) -> Result<Plan, Error> {
    let quotient = match operation {
        Operation::Div => true,
        Operation::Mod => false,
        _ => return Err(request.unknown(operation)),
    };
    let binary = Binary::read(request);
    let Binary { src0, src1, des, sat, .. } = binary;
    checked(request, |request| {
        if binary.is_integer() {
            let signed = src0.is_signed() || src1.is_signed();
            let by_zero = if signed { -1 } else { src0.range()[1] };
            return binary.plan(request, move |a, b| {
                let (a, b) = (src0.integer(a), src1.integer(b));
                let result = match (b, quotient) {
                    (0, true) => by_zero,
                    (0, false) => a,
                    (_, true) => a / b,
                    (_, false) => a % b,
                };
                (store(result, des, sat), Flags::NONE)
            });
        }
        if !quotient {
            return binary.formula(request, remainder);
        }
        let quick = binary.quick(request, Basic::Div);
        quick.unwrap_or_else(|| binary.formula(request, Number::div))
    })
}

/// fmod: `a - b trunc(a/b)`, exact, a zero with the sign of a.
fn remainder(a: &Number, b: &Number) -> Number {
    match (a, b) {
        (Number::Nan | Number::Infinite { .. }, _) | (_, Number::Nan | Number::Zero { .. }) => {
            Number::Nan
        }
        (Number::Zero { .. }, _) | (_, Number::Infinite { .. }) => a.clone(),
        (Number::Finite(x), Number::Finite(y)) => {
            let (magnitude, by) = (x.abs(), y.abs());
            let Some(times) = magnitude.div(&by).and_then(|q| q.floor()) else {
                return Number::Nan;
            };
            let rest = &magnitude - &(&by * &Real::from(times));
            let rest = Number::from(rest);
            if a.is_negative() { rest.neg() } else { rest }
        }
    }
}

/// MUL.
pub(in crate::xdsa::exec) fn multiplication(
    operation: Operation,
    request: &mut Request<'_>,
) -> Result<Plan, Error> {
    if operation != Operation::Mul {
        return Err(request.unknown(operation));
    }
    let binary = Binary::read(request);
    let Binary { src0, src1, des, sat, .. } = binary;
    let fit = binary.fit();
    checked(request, |request| {
        if binary.is_integer() {
            return binary.plan(request, move |a, b| {
                match src0.integer(a).checked_mul(src1.integer(b)) {
                    Some(product) => (store(product, des, sat), Flags::NONE),
                    None => round(&Number::of(src0, a).mul(&Number::of(src1, b)), des, fit),
                }
            });
        }
        let quick = binary.quick(request, Basic::Mul);
        quick.unwrap_or_else(|| binary.formula(request, Number::mul))
    })
}
