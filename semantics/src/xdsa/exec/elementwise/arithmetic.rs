//! Arithmetic: ADD to RECIPROCAL (text 118 to 436, XDSA-D26 to D32, D41 to D46, D84 to D86).

use super::quick::Basic;
use super::{Binary, Rounded, Unary, checked, power, sum, truth};
use crate::xdsa::exec::{Done, Plan, Request};
use crate::xdsa::isa::{Operation, Unit};
use crate::xdsa::number::{Fit, Number, round, store};
use crate::xdsa::{Error, Kind};
use softfloat::Flags;
use std::cmp::Ordering;

/// The plan of an instruction of the group.
pub(in crate::xdsa::exec) fn plan(
    operation: Operation,
    request: &mut Request<'_>,
) -> Result<Plan, Error> {
    use Operation as O;
    match operation {
        O::Add => add(request, false),
        O::Sub => add(request, true),
        O::Max => extreme(request, Ordering::Greater),
        O::Min => extreme(request, Ordering::Less),
        O::Maxsi => choice(request, Ordering::Less),
        O::Minsi => choice(request, Ordering::Greater),
        O::Thres => threshold(request),
        O::Asum => sum::asum(request),
        O::Abs => abs(request),
        O::Median => median(request),
        O::Sign => sign(request),
        O::Pow => power::plan(request),
        O::Sqrt => formula(request, Number::sqrt),
        O::Rsqrt => formula(request, |x| Number::integer(1).div(&x.sqrt())),
        O::CosSim => sum::cosine(request),
        O::Reciprocal => formula(request, |x| Number::integer(1).div(x)),
        _ => Err(request.unknown(operation)),
    }
}

/// A formula of the real domain, integers included (XDSA-D26).
fn formula(request: &mut Request<'_>, formula: fn(&Number) -> Number) -> Result<Plan, Error> {
    let unary = Unary::read(request);
    let (src, des) = (unary.src, unary.des);
    checked(request, |request| {
        unary.plan(request, move |x| round(&formula(&Number::of(src, x)), des, Fit::Clamp))
    })
}

fn add(request: &mut Request<'_>, minus: bool) -> Result<Plan, Error> {
    let binary = Binary::read(request);
    let Binary { src0, src1, des, sat, .. } = binary;
    checked(request, |request| {
        if binary.is_integer() {
            return binary.plan(request, move |a, b| {
                let (a, b) = (src0.integer(a), src1.integer(b));
                (store(if minus { a - b } else { a + b }, des, sat), Flags::NONE)
            });
        }
        let quick = binary.quick(request, if minus { Basic::Sub } else { Basic::Add });
        quick.unwrap_or_else(|| {
            binary.formula(request, if minus { Number::sub } else { Number::add })
        })
    })
}

/// MAX and MIN: the element that is on this side of the other (XDSA-D30).
fn extreme(request: &mut Request<'_>, side: Ordering) -> Result<Plan, Error> {
    let binary = Binary::read(request);
    let Binary { src0, src1, des, sat, .. } = binary;
    checked(request, |request| {
        if binary.is_integer() {
            return binary.plan(request, move |a, b| {
                let (a, b) = (src0.integer(a), src1.integer(b));
                (store(if a.cmp(&b) == side { a } else { b }, des, sat), Flags::NONE)
            });
        }
        binary.formula(request, if side.is_gt() { Number::max } else { Number::min })
    })
}

/// MAXSI and MINSI: 1 where source 0 is on this side of source 1, or only that is NaN (XDSA-D30, D86).
fn choice(request: &mut Request<'_>, side: Ordering) -> Result<Plan, Error> {
    let binary = Binary::read(request);
    let Binary { src0, src1, des, .. } = binary;
    checked(request, |request| {
        binary.plan(request, move |a, b| {
            let (a, b) = (Number::of(src0, a), Number::of(src1, b));
            truth(!a.is_nan() && (b.is_nan() || a.compare(&b) == Some(side)), des)
        })
    })
}

/// THRES: the elements above the threshold, or below it; 0 for the others (XDSA-D43).
fn threshold(request: &mut Request<'_>) -> Result<Plan, Error> {
    let unary = Unary::read(request);
    let (src, des, fit) = (unary.src, unary.des, unary.fit());
    let kept = if request.get("dir") == 1 { Ordering::Less } else { Ordering::Greater };
    let (immediate, signed) = (request.get("imm16"), request.get("tsgn") == 1);
    let unit = match src.is_float() {
        true => Unit::Fp16,
        false if signed => Unit::Sint16,
        false => Unit::Uint16,
    };
    let border = Number::of(unit, immediate);
    checked(request, |request| {
        unary.plan(request, move |x| {
            let x = Number::of(src, x);
            let keep = x.compare(&border) == Some(kept);
            round(if keep { &x } else { &Number::ZERO }, des, fit)
        })
    })
}

/// ABS of what has a sign (XDSA-D42, D84).
fn abs(request: &mut Request<'_>) -> Result<Plan, Error> {
    request.unit_among("src", Unit::is_signed, "a signed integer or floating-point unit");
    let unary = Unary::read(request);
    checked(request, |request| unary.formula(request, Number::abs))
}

/// MEDIAN: the middle of three by value (XDSA-D44).
fn median(request: &mut Request<'_>) -> Result<Plan, Error> {
    let units = ["src0", "src1", "src2"].map(|field| request.unit(field));
    let (des, len) = (request.unit("des"), request.length("len"));
    let integers = !des.is_float() && units.iter().all(|unit| !unit.is_float());
    let sat = request.get("sat") == 1;
    let fit = if integers { Fit::saturating(sat) } else { Fit::Clamp };
    request.done()?;
    let reads = ["s0", "s1", "s2"].into_iter().zip(units);
    let reads = reads.map(|(field, unit)| request.dense(field, unit, len)).collect();
    let writes = vec![request.dense("d", des, len)];
    Ok(Plan::new(reads, writes, move |read, _| {
        let [a, b, c] = read else { return Ok(Done::default()) };
        Ok(super::each(a.len(), |i| {
            let [x, y, z] = [(a, 0), (b, 1), (c, 2)].map(|(s, n)| Number::of(units[n], s[i]));
            // The larger of the lesser of two and what is left of the third below the larger of them.
            round(&x.min(&y).max(&x.max(&y).min(&z)), des, fit)
        }))
    }))
}

/// SIGN: 1 of what is not below 0, else -1, which an unsigned unit wraps or clamps (XDSA-D45).
fn sign(request: &mut Request<'_>) -> Result<Plan, Error> {
    let unary = Unary::read(request);
    let (src, des, sat) = (unary.src, unary.des, unary.sat);
    checked(request, |request| {
        unary.plan(request, move |x| -> Rounded {
            let x = Number::of(src, x);
            let sign = match x.compare(&Number::ZERO) {
                None => Number::Nan,
                Some(Ordering::Less) => Number::integer(-1),
                Some(_) => Number::integer(1),
            };
            round(&sign, des, Fit::saturating(sat))
        })
    })
}

/// What is told of a unit that must be another.
pub(super) fn wrong_unit(request: &mut Request<'_>, message: String) {
    request.note(Kind::UnitNotAllowed, message);
}
