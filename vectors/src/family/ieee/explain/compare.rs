//! Comparison predicates (IEEE 754-2019, 5.6.1, 5.11).

use crate::family::ieee::Comparison;
use crate::family::number::explain::Work;
use crate::family::number::explain::code;
use crate::family::number::explain::nan;
use crate::family::number::explain::operand::Operand;
use softfloat::Flags;
use softfloat::ieee::Relation;
use std::cmp::Ordering;

/// Whether the predicate holds: 1 or 0.
pub(crate) fn explain(
    work: &mut Work<'_>,
    a: &Operand,
    b: &Operand,
    comparison: Comparison,
    signalling: bool,
) -> u64 {
    work.steps.begin("comparison (IEEE 754, 5.11)");
    let (relation, why) = relation(work, a, b, signalling);
    work.steps.item("relation", why);
    let holds = comparison.holds(relation);
    let text = if holds { "1: the predicate holds" } else { "0: the predicate does not hold" };
    work.steps.item("result", text);
    u64::from(holds)
}

/// How two operands stand, and why; signals invalid.
fn relation(work: &mut Work<'_>, a: &Operand, b: &Operand, signalling: bool) -> (Relation, String) {
    if nan::any(&[a, b]) {
        let signals = a.is_signalling() || b.is_signalling();
        let why = match (signals, signalling) {
            (true, _) => "unordered: NaN; a signalling one is invalid",
            (false, true) => "unordered: NaN; the predicate signals invalid for a quiet one too",
            (false, false) => "unordered: NaN; the predicate is quiet",
        };
        if signals {
            work.raise(Flags::INVALID, "a signalling NaN is compared (7.2)");
        } else if signalling {
            work.raise(Flags::INVALID, "a signalling predicate meets NaN (5.6.1)");
        }
        return (Relation::Unordered, why.to_owned());
    }
    if a.is_zero() && b.is_zero() {
        return (Relation::Equal, "x = y: zeros are equal, whatever their signs".to_owned());
    }
    match order(a, b) {
        Ordering::Less => (Relation::Less, "x < y".to_owned()),
        Ordering::Equal => (Relation::Equal, "x = y".to_owned()),
        Ordering::Greater => (Relation::Greater, "x > y".to_owned()),
    }
}

/// The numeric order of two operands other than NaN.
pub(crate) fn order(a: &Operand, b: &Operand) -> Ordering {
    let end = |x: &Operand| match (x.is_infinite(), x.negative) {
        (false, _) => 0i8,
        (true, true) => -1,
        (true, false) => 1,
    };
    end(a).cmp(&end(b)).then_with(|| match a.is_infinite() {
        true => Ordering::Equal,
        false => code::compare(&a.value, &b.value),
    })
}

/// The order of the magnitudes of two operands other than NaN.
pub(crate) fn order_magnitudes(a: &Operand, b: &Operand) -> Ordering {
    let by_class = a.is_infinite().cmp(&b.is_infinite());
    by_class.then_with(|| match a.is_infinite() {
        true => Ordering::Equal,
        false => code::compare_magnitudes(&a.value, &b.value),
    })
}
