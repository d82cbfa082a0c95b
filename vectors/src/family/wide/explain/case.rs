//! A case of an operation: what is told of it, and the code that it comes to.

use super::operand::{Goal, Own};
use super::{exact, others, special};
use crate::explain::exact::Dyadic;
use crate::family::ieee::Operation;
use crate::family::ieee::explain::{exponent, sign, total_order};
use crate::family::number::explain::Work;
use crate::family::number::explain::operand::Operand;
use softfloat::Rounding;

/// What is asked for; `exact` is the option of that name.
#[derive(Clone, Copy)]
pub(super) struct Case {
    pub(super) operation: Operation,
    pub(super) exact: bool,
}

/// The code of the result.
pub(super) fn case(work: &mut Work<'_>, goal: &Goal, what: Case, x: &[Own]) -> u128 {
    use Operation as O;
    match (what.operation, x) {
        (O::Compare(comparison, signalling), [x, y]) => {
            others::compared(work, [x, y], comparison, signalling)
        }
        (O::TotalOrder, [x, y]) => total_order(work, &x.operand, &y.operand, false).into(),
        (O::TotalOrderMagnitude, [x, y]) => total_order(work, &x.operand, &y.operand, true).into(),
        (O::MinMax(variant), [x, y]) => others::extremum(work, goal, [x, y], variant),
        (O::NextUp, [x]) => others::neighbour(work, goal, x, false),
        (O::NextDown, [x]) => others::neighbour(work, goal, x, true),
        (O::ScaleB, [x, n]) => others::scaled(work, goal, x, &n.operand),
        (O::LogB, [x]) => others::log_b(work, goal, x),
        (O::LogBInteger, [x]) => exponent::log_b_integer(work, &goal.format, &x.operand).into(),
        (O::Remainder, [x, y]) => others::rest(work, goal, [x, y], Rounding::NearestEven),
        (O::Fmod, [x, y]) => others::rest(work, goal, [x, y], Rounding::TowardZero),
        (O::RoundToIntegral, [x]) => others::whole(work, goal, x, what.exact),
        (O::Sign(which), [x]) => others::signed(work, goal, [x, x], which),
        (O::Sign(which), [x, y]) => others::signed(work, goal, [x, y], which),
        (O::Is(predicate), [x]) => others::is(work, &x.operand, predicate),
        (O::Class, [x]) => sign::class(work, &x.operand, false).into(),
        (operation, x) => arithmetic(work, goal, operation, x),
    }
}

/// A sum, product, quotient or root.
fn arithmetic(work: &mut Work<'_>, goal: &Goal, operation: Operation, x: &[Own]) -> u128 {
    if x.iter().any(|x| x.operand.is_nan()) {
        return match x {
            [a, b, c] => special::fused_nan(work, goal, [a, b, c]),
            _ => special::with_nan(work, goal, &x.iter().collect::<Vec<_>>()),
        };
    }
    let operands: Vec<&Operand> = x.iter().map(|x| &x.operand).collect();
    let finite = operands.iter().all(|x| x.is_finite());
    let values: Vec<&Dyadic> = operands.iter().map(|x| &x.value).collect();
    let exact = exact::exact(operation, &values).filter(|exact| exact.magnitude.bits() > 0);
    match exact.filter(|_| finite) {
        Some(exact) => goal.round(work, &exact),
        None => special::arithmetic(work, goal, operation, &operands),
    }
}
