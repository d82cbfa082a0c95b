//! Branches (XDSA-D70, D91, D93, D107). The machine judges the target.

use super::case::Case;
use super::value::Value;
use semantics::xdsa::Kind;
use semantics::xdsa::isa::{Operation, Unit};

pub(super) fn run(case: &mut Case<'_>) -> Result<(), Kind> {
    let unit = case.unit("unit");
    let [predicates, targets] = ["p0", "p1"].map(|name| case.address(name));
    let listed = matches!(case.operation, Operation::Case | Operation::SwitchCase);
    let n = if listed { case.length("w0") } else { 1 };
    case.check()?;
    let read = if case.operation == Operation::Case { n } else { 1 };
    case.span(predicates, unit, read.into());
    if listed {
        case.span(targets, Unit::Uint32, u128::from(n) + 1);
    }
    case.check()?;
    let value = |case: &Case<'_>, i| Value::of(unit, case.read(predicates, unit, i));
    let holds = |case: &Case<'_>, i| !value(case, i).is_zero();
    case.target = Some(match case.operation {
        Operation::Case => {
            let which = (0..n).find(|i| holds(case, *i)).unwrap_or(n);
            case.read(targets, Unit::Uint32, which)
        }
        Operation::SwitchCase => {
            let exact = value(case, 0).exact();
            let whole = exact.filter(rug::Rational::is_integer);
            let which = whole.and_then(|whole| whole.numer().to_u64()).filter(|which| *which < n);
            case.read(targets, Unit::Uint32, which.unwrap_or(n))
        }
        _ => case.field(if holds(case, 0) { "w0" } else { "w1" }),
    });
    case.check()
}
