//! Branches of the Unity control flow (section 2.5 of the source, XDSA-D70, D91, D107).
//!
//! Every operand is read whole, whichever target is taken.

use super::{Done, Plan, Request};
use crate::xdsa::isa::{Operation, Unit};
use crate::xdsa::number::Number;
use crate::xdsa::{Error, Kind};

/// The plan of a branch.
pub(super) fn plan(operation: Operation, request: &mut Request<'_>) -> Result<Plan, Error> {
    let unit = request.unit("unit");
    match operation {
        Operation::Cond | Operation::WhileLoop => {
            request.done()?;
            let targets = [request.get("w0"), request.get("w1")];
            let reads = vec![request.dense("p0", unit, 1)];
            Ok(Plan::new(reads, Vec::new(), move |read, _| {
                Ok(to(targets[usize::from(!is_true(unit, read[0][0]))]))
            }))
        }
        Operation::Case => {
            let n = count(request);
            request.done()?;
            let reads = vec![request.dense("p0", unit, n), targets(request, n)];
            Ok(Plan::new(reads, Vec::new(), move |read, _| {
                let first = read[0].iter().position(|element| is_true(unit, *element));
                Ok(to(read[1][first.unwrap_or(read[0].len())]))
            }))
        }
        _ => {
            let n = count(request);
            request.done()?;
            let reads = vec![request.dense("p0", unit, 1), targets(request, n)];
            Ok(Plan::new(reads, Vec::new(), move |read, _| {
                let index = index(unit, read[0][0]).filter(|index| *index < n);
                Ok(to(read[1][index.unwrap_or(n) as usize]))
            }))
        }
    }
}

fn to(target: u64) -> Done {
    Done { target: Some(target), ..Done::default() }
}

/// n, which is not 0 (XDSA-D91).
fn count(request: &mut Request<'_>) -> u64 {
    let n = request.get("w0");
    if n == 0 {
        request.note(Kind::BadLength, "w0, the number of targets, is 0; right: 1 or more");
    }
    n
}

fn targets(request: &Request<'_>, n: u64) -> super::Region {
    request.dense("p1", Unit::Uint32, n + 1)
}

/// Whether an element is not zero; a NaN is not (XDSA-D85).
fn is_true(unit: Unit, element: u64) -> bool {
    !matches!(Number::of(unit, element), Number::Zero { .. })
}

/// The whole number that an element is, if it is one.
fn index(unit: Unit, element: u64) -> Option<u64> {
    if !unit.is_float() {
        return u64::try_from(unit.integer(element)).ok();
    }
    let format = unit.format()?;
    match format.decode(element) {
        softfloat::Value::Finite(u) if u.significand == 0 => Some(0),
        softfloat::Value::Finite(u) if !u.sign => {
            let (zeros, exponent) = (u.significand.trailing_zeros(), u.exponent);
            let significand = u.significand >> zeros;
            let shift = u32::try_from(exponent + zeros as i32).ok()?;
            (shift <= significand.leading_zeros()).then(|| significand << shift)
        }
        _ => None,
    }
}
