//! Sums: how large they are, and how small.

use super::Reason;
use crate::cover::exact::Real;
use crate::cover::subject::Subject;
use crate::draw::code::Value;
use crate::registry::Arithmetic;

pub(super) const LARGE: &str = "no sum is that large";
const ALONE_IN_SUM: &str = "so small a sum is one of the addend's numbers alone";

pub(super) fn sums(arithmetic: Arithmetic) -> bool {
    matches!(arithmetic, Arithmetic::Sum { .. }) || arithmetic.fused().is_some()
}

/// The largest sum of two numbers, or of a product and an addend.
pub(super) fn most(subject: &Subject) -> Option<Real> {
    let [x, y, ..] = &subject.operands[..] else { return None };
    match subject.fused() {
        None => x.largest()?.plus(&y.largest()?),
        Some(_) => x.largest()?.times(&y.largest()?).plus(&subject.operands[2].largest()?),
    }
}

/// A sum so far below the other term's numbers that it is the addend itself: whether it has none like this.
pub(super) fn alone(subject: &Subject, leading: i64, value: &Value, fraction: bool) -> Reason {
    let [x, y, ..] = &subject.operands[..] else { return None };
    let (least, unit, addend) = match subject.fused() {
        None => (x.least(), x.unit(), y),
        Some(_) => (x.least() + y.least(), x.unit() + y.unit(), &subject.operands[2]),
    };
    // What is left when both cancel is a multiple of the smaller unit.
    if leading >= unit.min(least - addend.precision()) {
        return None;
    }
    let own = addend.value(addend.toward_zero(*value)).and_then(Real::of);
    (fraction || own != Real::of(*value)).then_some(ALONE_IN_SUM)
}
