//! NaN, infinities and zeros.

use super::operand::{Goal, Own};
use crate::family::ieee::Operation;
use crate::family::number::explain::operand::{Operand, sign};
use crate::family::number::explain::{Work, multiply, nan};
use softfloat::{Flags, NanRule, Rounding};

/// The result of operands of which one is NaN, or none at all.
pub(super) fn with_nan(work: &mut Work<'_>, goal: &Goal, x: &[&Own]) -> u128 {
    let bad: Vec<&str> =
        x.iter().filter(|x| x.unsupported).map(|x| x.operand.name.as_str()).collect();
    if !bad.is_empty() {
        work.steps.begin("codes that are no operands (NUM-D90)");
        let why = "the leading bit is missing, though the exponent field is not 0";
        work.steps.item(bad.join(", "), format!("{why}: invalid"));
        work.raise(Flags::INVALID, format!("{} is no operand (NUM-D90)", bad.join(", ")));
        return goal.default_nan(work);
    }
    let operands: Vec<&Operand> = x.iter().map(|x| &x.operand).collect();
    nan::tell(work, &operands);
    let explicit = operands.iter().any(|x| x.format.wide().is_some_and(|wide| wide.explicit));
    let kept = match work.env.nan {
        NanRule::Sse if explicit => Some(larger(work, &operands)),
        _ => nan::kept(work, &operands),
    };
    match kept {
        Some(x) => goal.kept_nan(work, x),
        None => goal.default_nan(work),
    }
}

/// The x87's choice among NaN (NUM-D91).
fn larger<'x>(work: &mut Work<'_>, operands: &[&'x Operand]) -> &'x Operand {
    let rank = |x: &Operand| {
        let lead = 1 << (x.format.precision() - 2);
        (x.is_nan(), !x.is_signalling(), x.fraction | lead, !x.negative)
    };
    // Of equal ones the first.
    let best = operands.iter().rev().max_by_key(|x| rank(x)).copied().unwrap_or(operands[0]);
    let why = "x87: a quiet NaN before one that signals, then the larger significand, then +";
    work.steps.item("rule", format!("{why} (NUM-D91): {}", best.name));
    best
}

/// The result of arithmetic without a finite number other than 0 to round, where there is no NaN.
pub(super) fn arithmetic(
    work: &mut Work<'_>,
    goal: &Goal,
    operation: Operation,
    x: &[&Operand],
) -> u128 {
    use Operation as O;
    match (operation, x) {
        (O::Add, [a, b]) => sum(work, goal, [part(a, false), part(b, false)]),
        (O::Sub, [a, b]) => sum(work, goal, [part(a, false), part(b, true)]),
        (O::Mul, [a, b]) => product(work, goal, a, b),
        (O::Div, [a, b]) => quotient(work, goal, a, b),
        (O::Sqrt, [a]) => root(work, goal, a),
        (O::Fma, [a, b, _]) if multiply::is_invalid(a, b) => {
            goal.invalid(work, "zero times infinity (7.2)")
        }
        (O::Fma, [a, b, c]) => {
            let product = Part {
                negative: a.negative != b.negative,
                infinite: a.is_infinite() || b.is_infinite(),
                zero: a.is_zero() || b.is_zero(),
            };
            sum(work, goal, [product, part(c, false)])
        }
        // No other operation comes here.
        _ => goal.zero(false),
    }
}

/// A term of a sum.
#[derive(Clone, Copy)]
struct Part {
    negative: bool,
    infinite: bool,
    zero: bool,
}

fn part(x: &Operand, turned: bool) -> Part {
    Part { negative: x.negative != turned, infinite: x.is_infinite(), zero: x.is_zero() }
}

fn sum(work: &mut Work<'_>, goal: &Goal, [a, b]: [Part; 2]) -> u128 {
    if a.infinite && b.infinite && a.negative != b.negative {
        return goal.invalid(work, "infinities of opposite signs have no sum (7.2)");
    }
    if a.infinite || b.infinite {
        let negative = if a.infinite { a.negative } else { b.negative };
        work.steps.begin("sum with an infinity (IEEE 754, 6.1)");
        work.steps.item("result", format!("{}infinity, exactly", sign(negative)));
        return goal.infinity(negative);
    }
    work.steps.begin("a sum that is exactly zero (IEEE 754, 6.3)");
    let down = work.env.rounding == Rounding::Down;
    let (negative, why) = match (a.zero && b.zero, a.negative == b.negative) {
        (true, true) => (a.negative, "zeros of equal signs keep their sign"),
        _ if down => (true, "-0 when rounding toward -infinity"),
        _ => (false, "+0 in every direction but toward -infinity"),
    };
    work.steps.item("sign", why);
    goal.zero(negative)
}

fn product(work: &mut Work<'_>, goal: &Goal, a: &Operand, b: &Operand) -> u128 {
    if multiply::is_invalid(a, b) {
        return goal.invalid(work, "zero times infinity (7.2)");
    }
    let negative = a.negative != b.negative;
    if a.is_infinite() || b.is_infinite() {
        work.steps.begin("product with an infinity (IEEE 754, 6.1)");
        work.steps.item("result", format!("{}infinity, exactly", sign(negative)));
        return goal.infinity(negative);
    }
    work.steps.begin("product of zero");
    work.steps.item("result", format!("{}0: a factor is zero", sign(negative)));
    goal.zero(negative)
}

fn quotient(work: &mut Work<'_>, goal: &Goal, a: &Operand, b: &Operand) -> u128 {
    if a.is_infinite() && b.is_infinite() {
        return goal.invalid(work, "infinity divided by infinity (7.2)");
    }
    if a.is_zero() && b.is_zero() {
        return goal.invalid(work, "zero divided by zero (7.2)");
    }
    let negative = a.negative != b.negative;
    let s = sign(negative);
    if a.is_infinite() {
        work.steps.begin("division of an infinity (IEEE 754, 6.1)");
        work.steps.item("result", format!("{s}infinity, exactly"));
        return goal.infinity(negative);
    }
    if b.is_zero() {
        work.steps.begin("division by zero (IEEE 754, 7.3)");
        work.raise(Flags::DIVIDE_BY_ZERO, "a finite number other than 0 divided by 0 (7.3)");
        work.steps.item("result", format!("{s}infinity"));
        return goal.infinity(negative);
    }
    work.steps.begin("quotient of zero");
    let why = if a.is_zero() { "the dividend is zero" } else { "the divisor is infinite" };
    work.steps.item("result", format!("{s}0, exactly: {why}"));
    goal.zero(negative)
}

fn root(work: &mut Work<'_>, goal: &Goal, a: &Operand) -> u128 {
    if a.is_zero() {
        work.steps.begin("square root of zero (IEEE 754, 5.4.1)");
        work.steps.item("result", format!("{}: a zero keeps its sign", a.words()));
        return goal.zero(a.negative);
    }
    if a.negative {
        return goal.invalid(work, "the square root of a negative number (7.2)");
    }
    work.steps.begin("square root of infinity (IEEE 754, 6.1)");
    work.steps.item("result", "+infinity, exactly");
    goal.infinity(false)
}

/// A fused operation with a NaN: zero times infinity may be invalid beside a quiet addend (7.2).
pub(super) fn fused_nan(work: &mut Work<'_>, goal: &Goal, [a, b, c]: [&Own; 3]) -> u128 {
    if multiply::is_invalid(&a.operand, &b.operand) && !c.operand.is_signalling() {
        match work.env.nan {
            NanRule::Sse => {}
            NanRule::Arm => {
                let why = "zero times infinity plus a quiet NaN: invalid, the default NaN (Arm)";
                return goal.invalid(work, why);
            }
            NanRule::Canonical | NanRule::Propagate | NanRule::Ofp8 => {
                work.raise(Flags::INVALID, "zero times infinity, whatever is added (7.2)");
            }
        }
    }
    match work.env.nan {
        NanRule::Arm => with_nan(work, goal, &[c, a, b]),
        _ => with_nan(work, goal, &[a, b, c]),
    }
}
