//! SEQ to SGT: by value, across units (text 1938 to 2068, XDSA-D58).

use super::{Binary, checked, truth};
use crate::xdsa::Error;
use crate::xdsa::exec::{Plan, Request};
use crate::xdsa::isa::{Operation, Unit};
use crate::xdsa::number::Number;
use std::cmp::Ordering;

/// The plan of a comparison.
pub(in crate::xdsa::exec) fn plan(
    operation: Operation,
    request: &mut Request<'_>,
) -> Result<Plan, Error> {
    let test: fn(Option<Ordering>) -> bool = match operation {
        Operation::Seq => |order| order == Some(Ordering::Equal),
        Operation::Sne => |order| order != Some(Ordering::Equal),
        Operation::Sle => |order| order.is_some_and(Ordering::is_le),
        Operation::Slt => |order| order.is_some_and(Ordering::is_lt),
        Operation::Sge => |order| order.is_some_and(Ordering::is_ge),
        Operation::Sgt => |order| order.is_some_and(Ordering::is_gt),
        _ => return Err(request.unknown(operation)),
    };
    let binary = Binary::read(request);
    let Binary { src0, src1, des, .. } = binary;
    let (yes, no) = (truth(true, des), truth(false, des));
    checked(request, |request| {
        binary.plan(request, move |a, b| if test(order((src0, a), (src1, b))) { yes } else { no })
    })
}

/// How two elements are ordered.
fn order((s, a): (Unit, u64), (t, b): (Unit, u64)) -> Option<Ordering> {
    if !s.is_float() && !t.is_float() {
        return Some(s.integer(a).cmp(&t.integer(b)));
    }
    Number::of(s, a).compare(&Number::of(t, b))
}
