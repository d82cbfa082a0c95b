//! The total order of all codes (IEEE 754-2019, 5.10).

use super::compare;
use crate::family::number::explain::Work;
use crate::family::number::explain::operand::Operand;
use std::cmp::Ordering;

/// Whether x comes before y or is y: 1 or 0.
pub(crate) fn explain(work: &mut Work<'_>, a: &Operand, b: &Operand, magnitude: bool) -> u64 {
    work.steps.begin("total order (IEEE 754, 5.10)");
    let (mut a, mut b) = (a.clone(), b.clone());
    if magnitude {
        for x in [&mut a, &mut b] {
            // The sign of a "fnuz" NaN is all that tells it from zero.
            x.negative = x.is_nan() && !x.format.neg_zero;
            x.value.negative = x.negative;
        }
        work.steps.say("the signs do not count");
    }
    let (order, why) = order(&a, &b);
    work.steps.item("rule", why);
    let text = match order {
        Ordering::Less => "x comes before y: 1",
        Ordering::Equal => "x is y: 1",
        Ordering::Greater => "x comes after y: 0",
    };
    work.steps.item("result", text);
    u64::from(order != Ordering::Greater)
}

fn order(a: &Operand, b: &Operand) -> (Ordering, &'static str) {
    // -NaN, the numbers, +NaN.
    let group = |x: &Operand| match (x.is_nan(), x.negative) {
        (false, _) => 0i8,
        (true, true) => -1,
        (true, false) => 1,
    };
    let groups = group(a).cmp(&group(b));
    if groups != Ordering::Equal {
        return (groups, "-NaN comes before every number, +NaN after (5.10 d)");
    }
    if a.is_nan() {
        // The fraction holds quiet bit and payload.
        let rank = |x: &Operand| (!x.is_signalling(), x.fraction);
        let order = rank(a).cmp(&rank(b));
        let why = "signalling before quiet, then by payload; reversed for -NaN (5.10 d)";
        return (if a.negative { order.reverse() } else { order }, why);
    }
    match compare::order(a, b) {
        Ordering::Equal if a.negative != b.negative => {
            let order = if a.negative { Ordering::Less } else { Ordering::Greater };
            (order, "-0 comes before +0 (5.10 c)")
        }
        order => (order, "numbers by their value (5.10 a, b)"),
    }
}
