//! Cases step by step: operands, exact value, bits kept and lost, direction; of what is not rounded the rule and what it chooses.

mod augmented;
mod case;
mod exact;
mod operand;
mod others;
mod round;
mod special;

use super::options::PRECISION;
use crate::explain::Told;
use crate::explain::steps::{self, Steps};
use crate::family::ieee::Operation;
use crate::family::number::explain::cut::Exact;
use crate::family::number::explain::{Work, convert, exceptions, nan};
use crate::registry::rules::EXACT;
use crate::registry::{Outcome, Plan, parted};
use case::{Case, case};
use operand::{Goal, Own};

/// A case of an operation on one format, or of one format into another.
pub(super) fn operation(steps: &mut Steps, plan: &Plan, x: &[u64], operation: Operation) -> Told {
    let what = Case { operation, exact: plan.options.get(&EXACT) };
    account(steps, plan, x, |work, goal, x| vec![case(work, goal, what, x)])
}

/// A case of augmented arithmetic.
pub(super) fn augmented(steps: &mut Steps, plan: &Plan, x: &[u64], operation: Operation) -> Told {
    account(steps, plan, x, |work, goal, x| augmented::explain(work, goal, operation, x).to_vec())
}

/// A case of a table of constants: the code that its number stands for.
pub(super) fn constant(steps: &mut Steps, plan: &Plan, x: &[u64], code: u128) -> Told {
    account(steps, plan, x, |work, _, _| {
        work.steps.begin("constant (RISC-V Zfa, FLI)");
        work.steps.item(format!("number {}", x[0]), format!("{code:032x}"));
        vec![code]
    })
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

fn converted(work: &mut Work<'_>, goal: &Goal, x: &Own, exact: bool) -> u128 {
    let x = &Own { operand: nan::quieted(work, &x.operand), ..*x };
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
