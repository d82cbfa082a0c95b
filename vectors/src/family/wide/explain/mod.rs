//! Cases step by step: operands, exact value, bits kept and lost, direction; of what is not rounded the rule and what it chooses.

mod augmented;
mod exact;
mod operand;
mod others;
mod round;
mod special;

use super::options::PRECISION;
use crate::explain::Told;
use crate::explain::exact::Dyadic;
use crate::explain::steps::{self, Steps};
use crate::family::ieee::Operation;
use crate::family::ieee::explain::{exponent, sign, total_order};
use crate::family::number::explain::cut::Exact;
use crate::family::number::explain::operand::Operand;
use crate::family::number::explain::{Work, convert, exceptions};
use crate::registry::rules::EXACT;
use crate::registry::{Outcome, Plan, parted};
use operand::{Goal, Own};
use softfloat::Rounding;

/// What is asked for; `exact` is the option of that name.
#[derive(Clone, Copy)]
struct Case {
    operation: Operation,
    exact: bool,
}

/// A case of an operation on one format, or of one format into another.
pub(super) fn operation(steps: &mut Steps, plan: &Plan, x: &[u64], operation: Operation) -> Told {
    let what = Case { operation, exact: plan.options.get(&EXACT) };
    account(steps, plan, x, |work, goal, x| vec![case(work, goal, what, x)])
}

/// A case of augmented arithmetic.
pub(super) fn augmented(steps: &mut Steps, plan: &Plan, x: &[u64], operation: Operation) -> Told {
    account(steps, plan, x, |work, goal, x| augmented::explain(work, goal, operation, x).to_vec())
}

/// A case of a conversion.
pub(super) fn conversion(steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
    let exact = plan.options.get(&EXACT);
    account(steps, plan, x, |work, goal, x| vec![converted(work, goal, &x[0], exact)])
}

/// Operands, what `make` tells, exceptions, results.
fn account(
    steps: &mut Steps,
    plan: &Plan,
    x: &[u64],
    make: impl FnOnce(&mut Work<'_>, &Goal, &[Own]) -> Vec<u128>,
) -> Told {
    steps::operands(steps, plan, x);
    let mut work = Work::new(steps, plan.env().copied().unwrap_or_default());
    let format = plan.result().format;
    let precision = match format.wide() {
        Some(wide) if wide.explicit => plan.options.get(&PRECISION).min(format.precision()),
        _ => format.precision(),
    };
    let codes = make(&mut work, &Goal { format, precision }, &operand::all(plan, x));
    let mut words = vec![0; plan.outs()];
    let each = plan.result().words_per_element();
    words.chunks_mut(each).zip(codes).for_each(|(words, code)| parted(code, words));
    let flags = exceptions(&mut work);
    let outcome = Outcome::new(&words, Some(flags.bits()));
    steps::result(work.steps, plan, &outcome);
    Told { outcome, decisions: true }
}

/// The code of the result.
fn case(work: &mut Work<'_>, goal: &Goal, what: Case, x: &[Own]) -> u128 {
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

fn converted(work: &mut Work<'_>, goal: &Goal, x: &Own, exact: bool) -> u128 {
    let (own, to) = (&x.operand, &goal.format);
    if own.is_nan() && !to.is_fixed() && (x.unsupported || to.wide().is_some()) {
        return special::with_nan(work, goal, &[x]);
    }
    if to.wide().is_none() {
        return convert::any(work, to, &operand::carried(own), exact).into();
    }
    if own.is_infinite() || own.is_zero() {
        work.steps.begin("conversion of a zero or an infinity");
        work.steps.item("result", format!("{}, exactly", own.words()));
        return match own.is_zero() {
            true => goal.zero(own.negative),
            false => goal.infinity(own.negative),
        };
    }
    goal.round(work, &Exact::of(&own.value))
}
