//! The operations of IEEE 754 and their kin, step by step.

mod augmented;
pub(crate) mod compare;
mod divide;
pub(crate) mod exponent;
pub(crate) mod min_max;
pub(crate) mod next;
pub(crate) mod remainder;
pub(crate) mod sign;

#[cfg(test)]
mod tests;

use super::Operation;
use super::options::switch;
use crate::explain::Told;
use crate::explain::steps::Steps;
use crate::family::number::explain::add::{self, Term, sum};
use crate::family::number::explain::cut::Exact;
use crate::family::number::explain::operand::{self, Operand};
use crate::family::number::explain::round::{round, zero};
use crate::family::number::explain::{Work, account, code, digits, integral, multiply, nan};
use crate::registry::Plan;
use num_bigint::BigUint;
use softfloat::{Flags, Format, NanRule, Rounding};
use std::cmp::Ordering;

/// Explains a case of an operation.
pub(super) fn explain(steps: &mut Steps, plan: &Plan, x: &[u64], operation: Operation) -> Told {
    account(steps, plan, x, |work, operands| {
        vec![case(
            work,
            &plan.result().format,
            operation,
            switch(operation, &plan.options),
            operands,
        )]
    })
}

/// Explains a case of augmented arithmetic.
pub(super) fn augmented(steps: &mut Steps, plan: &Plan, x: &[u64], operation: Operation) -> Told {
    account(steps, plan, x, |work, operands| {
        operand::show(work, operands);
        let (to, operands) = (&plan.result().format, &*operands);
        augmented::explain(work, to, operation, operands, |work| {
            dispatch(work, to, operation, false, operands)
        })
    })
}

/// The code of the result.
fn case(
    work: &mut Work<'_>,
    to: &Format,
    operation: Operation,
    on: bool,
    operands: &mut [Operand],
) -> u64 {
    operand::show(work, operands);
    dispatch(work, to, operation, on, operands)
}

fn dispatch(
    work: &mut Work<'_>,
    to: &Format,
    operation: Operation,
    on: bool,
    operands: &[Operand],
) -> u64 {
    use Operation as O;
    match (operation, operands) {
        (O::Add, [x, y]) => add::explain(work, to, x, y, false),
        (O::Sub, [x, y]) => add::explain(work, to, x, y, true),
        (O::Mul, [x, y]) => multiply::explain(work, to, x, y),
        (O::Div, [x, y]) => divide::explain(work, to, x, y),
        (O::Remainder, [x, y]) => remainder::explain(work, to, x, y, Rounding::NearestEven),
        (O::Fmod, [x, y]) => remainder::explain(work, to, x, y, Rounding::TowardZero),
        (O::Sqrt, [x]) => square_root(work, to, x),
        (O::Fma, [x, y, z]) => fused(work, to, [x, y, z]),
        (O::RoundToIntegral, [x]) => integral::explain(work, to, x, on),
        (O::Compare(comparison, signalling), [x, y]) => {
            compare::explain(work, x, y, comparison, signalling)
        }
        (O::TotalOrder, [x, y]) => total_order(work, x, y, false),
        (O::TotalOrderMagnitude, [x, y]) => total_order(work, x, y, true),
        (O::MinMax(variant), [x, y]) => min_max::explain(work, to, x, y, variant),
        (O::NextUp, [x]) => next::explain(work, to, x, false),
        (O::NextDown, [x]) => next::explain(work, to, x, true),
        (O::ScaleB, [x, n]) => exponent::scale_b(work, to, x, n),
        (O::LogB, [x]) => exponent::log_b(work, to, x),
        (O::LogBInteger, [x]) => exponent::log_b_integer(work, to, x),
        (O::Sign(which), [x]) => sign::explain(work, x, x, which),
        (O::Sign(which), [x, y]) => sign::explain(work, x, y, which),
        (O::Is(predicate), [x]) => sign::is(work, x, predicate),
        (O::Class, [x]) => sign::class(work, x, on),
        // No operation has another number of operands.
        _ => 0,
    }
}

// Square root (IEEE 754-2019, 5.4.1).

fn square_root(work: &mut Work<'_>, format: &Format, a: &Operand) -> u64 {
    if a.is_nan() {
        return nan::chosen(work, format, &[a]);
    }
    if a.is_zero() {
        work.steps.begin("square root of zero (IEEE 754, 5.4.1)");
        work.steps.item("result", format!("{}: a zero keeps its sign", a.words()));
        return zero(work, format, a.negative);
    }
    if a.negative {
        return nan::invalid(work, format, "the square root of a negative number (7.2)");
    }
    if a.is_infinite() {
        work.steps.begin("square root of infinity (IEEE 754, 6.1)");
        work.steps.item("result", "+infinity, exactly");
        return code::infinity(format, false);
    }
    let exact = root(work, format, a);
    round(work, format, &exact)
}

/// The integer root of the significand, shifted so far that the root has three bits more than the
/// format keeps.
fn root(work: &mut Work<'_>, format: &Format, a: &Operand) -> Exact {
    let value = &a.value;
    let wanted = 2 * u64::from(format.precision() + 3);
    let mut shift = wanted.saturating_sub(value.magnitude.bits() - 1);
    // Half of the exponent must be whole.
    shift += u64::from((value.exponent - shift as i64).rem_euclid(2) == 1);
    let square = &value.magnitude << shift;
    let root = square.sqrt();
    let rest: BigUint = &square - &root * &root;
    let exponent = (value.exponent - shift as i64) / 2;
    work.steps.begin("square root");
    work.steps.item(&a.name, format!("{:x} * 2^{}", value.magnitude, value.exponent));
    let text =
        format!("{:x} * 2^{shift} = {}^2 + {}", value.magnitude, digits(&root), digits(&rest));
    work.steps.item("integer", text);
    let more = rest.bits() != 0;
    let remark = if more { "and more: something remains" } else { "exactly" };
    work.steps.item("root", format!("{} * 2^{exponent} {remark}", digits(&root)));
    Exact { negative: false, magnitude: root, exponent, more }
}

// Fused multiply-add (IEEE 754-2019, 5.4.1, 7.2).

/// x * y + z.
fn fused(work: &mut Work<'_>, format: &Format, [a, b, c]: [&Operand; 3]) -> u64 {
    if nan::any(&[a, b, c]) {
        return nans(work, format, [a, b, c]);
    }
    if multiply::is_invalid(a, b) {
        return nan::invalid(work, format, "zero times infinity (7.2)");
    }
    let negative = a.negative != b.negative;
    let product = a.is_infinite() || b.is_infinite();
    if product && c.is_infinite() && negative != c.negative {
        return nan::invalid(work, format, "an infinite product plus the opposite infinity (7.2)");
    }
    if product || c.is_infinite() {
        let negative = if product { negative } else { c.negative };
        work.steps.begin("sum with an infinity (IEEE 754, 6.1)");
        let which = if product { "the product" } else { "the addend" };
        let s = if negative { "-" } else { "+" };
        work.steps.item("result", format!("{s}infinity, exactly: {which} is infinite"));
        return code::infinity(format, negative);
    }
    let product = multiply::exact(work, a, b);
    sum(
        work,
        format,
        &Term { name: format!("{}*{}", a.name, b.name), value: product },
        &Term::of(c),
    )
}

/// Some operand is NaN; zero times infinity may be invalid beside a quiet addend (7.2).
fn nans(work: &mut Work<'_>, format: &Format, [a, b, c]: [&Operand; 3]) -> u64 {
    if multiply::is_invalid(a, b) && !c.is_signalling() {
        match work.env.nan {
            NanRule::Sse => {}
            NanRule::Arm => {
                let why = "zero times infinity plus a quiet NaN: invalid, the default NaN (Arm)";
                return nan::invalid(work, format, why);
            }
            NanRule::Canonical | NanRule::Propagate | NanRule::Ofp8 => {
                work.raise(Flags::INVALID, "zero times infinity, whatever is added (7.2)");
            }
        }
    }
    match work.env.nan {
        NanRule::Arm => nan::chosen(work, format, &[c, a, b]),
        _ => nan::chosen(work, format, &[a, b, c]),
    }
}

// The total order of all codes (IEEE 754-2019, 5.10).

/// Whether x comes before y or is y: 1 or 0.
pub(crate) fn total_order(work: &mut Work<'_>, a: &Operand, b: &Operand, magnitude: bool) -> u64 {
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
