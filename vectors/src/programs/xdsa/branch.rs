//! Branches, forward only, so that every program comes to its end.

use super::draw::{ALL, Draw};
use super::values::quarter;
use crate::programs::choices::chance;
use semantics::xdsa::isa::{Operation, Unit};

/// A branch to one of these instructions.
pub(super) fn branch(d: &mut Draw<'_>, targets: std::ops::Range<u64>) {
    let unit = d.unit("unit", ALL);
    let target = |d: &mut Draw<'_>| targets.start + d.c.below(targets.end - targets.start);
    let listed = matches!(d.operation, Operation::Case | Operation::SwitchCase);
    if !listed {
        for name in ["w0", "w1"] {
            let target = target(d);
            d.set(name, target);
        }
        let predicate = predicate(d, unit);
        d.given("p0", unit, &[predicate]);
        return;
    }
    let n = d.length("w0", 3);
    let list: Vec<u64> = (0..=n).map(|_| target(d)).collect();
    d.given("p1", Unit::Uint32, &list);
    let predicates: Vec<u64> = match d.operation {
        Operation::Case => (0..n).map(|_| predicate(d, unit)).collect(),
        _ if chance(d.c, 1, 4) => vec![d.element(unit)],
        _ if unit.is_float() => vec![quarter(unit, 4 * d.c.below(n + 1) as i64)],
        _ => vec![d.c.below(n + 1)],
    };
    d.given("p0", unit, &predicates);
}

fn predicate(d: &mut Draw<'_>, unit: Unit) -> u64 {
    if chance(d.c, 1, 2) { 0 } else { d.element(unit) }
}
