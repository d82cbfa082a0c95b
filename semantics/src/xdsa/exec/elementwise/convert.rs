//! ROUND, CEIL, FLOOR, CLIP and DATA_CONVERT (text 1351 to 1450, XDSA-D36, D51, D52).

use super::{Unary, checked};
use crate::xdsa::Error;
use crate::xdsa::exec::{Plan, Request};
use crate::xdsa::isa::{Operation, Unit};
use crate::xdsa::number::{Fit, Number, round, store};
use functions::real::Real;
use softfloat::Flags;

/// ROUND to CLIP.
pub(in crate::xdsa::exec) fn roundup(
    operation: Operation,
    request: &mut Request<'_>,
) -> Result<Plan, Error> {
    let whole: fn(&Real) -> Option<Real> = match operation {
        Operation::Round => half_even,
        Operation::Ceil => |x| Some(-Real::from((-x).floor()?)),
        Operation::Floor => |x| Some(Real::from(x.floor()?)),
        Operation::Clip => return clip(request),
        _ => return Err(request.unknown(operation)),
    };
    let unary = Unary::read(request);
    checked(request, |request| {
        unary.formula(request, move |x| match x {
            Number::Finite(value) => match whole(value).map(Number::from) {
                Some(Number::Zero { .. }) => Number::Zero { negative: x.is_negative() },
                Some(whole) => whole,
                None => Number::Nan,
            },
            other => other.clone(),
        })
    })
}

/// The nearest integer, of two the even one.
fn half_even(x: &Real) -> Option<Real> {
    let up = (x + &Real::dyadic(1, -1)).floor()?;
    let above = Real::from(up.clone());
    let tie = (&above - x).compare(&Real::dyadic(1, -1)).is_eq();
    Some(if tie && up.bit(0) { &above - &Real::from(1) } else { above })
}

/// The borders of a clip by the unit of the destination (XDSA-D36).
pub(in crate::xdsa::exec) fn borders(request: &Request<'_>, des: Unit) -> [Number; 2] {
    let unit = match des.is_float() {
        true => Unit::Fp16,
        false if des.is_signed() => Unit::Sint16,
        false => Unit::Uint16,
    };
    ["clip_min", "clip_max"].map(|field| Number::of(unit, request.get(field)))
}

/// CLIP: `min(max(x, MIN), MAX)`.
fn clip(request: &mut Request<'_>) -> Result<Plan, Error> {
    let unary = Unary::read(request);
    let [least, most] = borders(request, unary.des);
    checked(request, |request| unary.formula(request, move |x| x.max(&least).min(&most)))
}

/// DATA_CONVERT: toward zero into integers, integers by their low bits.
pub(in crate::xdsa::exec) fn conversion(
    operation: Operation,
    request: &mut Request<'_>,
) -> Result<Plan, Error> {
    if operation != Operation::DataConvert {
        return Err(request.unknown(operation));
    }
    let unary = Unary::read(request);
    let (src, des) = (unary.src, unary.des);
    checked(request, |request| {
        if unary.is_integer() {
            return unary.plan(request, move |x| (store(src.integer(x), des, false), Flags::NONE));
        }
        unary.plan(request, move |x| round(&Number::of(src, x), des, Fit::Truncate))
    })
}
