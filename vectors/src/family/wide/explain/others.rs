//! Operations that round nothing, or a number of their own: comparisons, extrema, neighbours, exponents, remainders, integral values.

use super::operand::{Goal, Own};
use super::round::code;
use super::special::with_nan;
use crate::explain::exact::Dyadic;
use crate::family::ieee::Comparison;
use crate::family::ieee::explain::next::{Next, next};
use crate::family::ieee::explain::{compare, exponent, min_max, remainder, sign};
use crate::family::number::explain::operand::Operand;
use crate::family::number::explain::{Work, integral};
use num_bigint::BigUint;
use softfloat::ieee::{MinMax, Predicate, SignOp};
use softfloat::{Flags, Rounding};

pub(super) fn compared(
    work: &mut Work<'_>,
    [x, y]: [&Own; 2],
    comparison: Comparison,
    signalling: bool,
) -> u128 {
    for x in [x, y].into_iter().filter(|x| x.unsupported) {
        work.steps.begin("codes that are no operands (NUM-D90)");
        work.steps.item(&x.operand.name, "counts as a NaN that signals");
    }
    compare::explain(work, &x.operand, &y.operand, comparison, signalling).into()
}

pub(super) fn extremum(work: &mut Work<'_>, goal: &Goal, x: [&Own; 2], variant: MinMax) -> u128 {
    let Some(at) = min_max::chosen(work, x.map(|x| &x.operand), variant) else {
        return with_nan(work, goal, &x);
    };
    let (name, code) = (&x[at].operand.name, x[at].code);
    work.steps.item("chosen", format!("{name} = {}", goal.hex(code)));
    code
}

pub(super) fn neighbour(work: &mut Work<'_>, goal: &Goal, x: &Own, down: bool) -> u128 {
    if x.operand.is_nan() {
        return with_nan(work, goal, &[x]);
    }
    let format = &goal.format;
    let ones = (BigUint::from(1u8) << format.precision()) - 1u8;
    let place = i64::from(format.exponents().1) + 1 - i64::from(format.precision());
    match next(work, format, &x.operand, down, &Dyadic::new(false, ones, place)) {
        Next::Infinity => goal.infinity(x.operand.negative),
        Next::Number(next) => code(format, next.negative, &next.magnitude, next.exponent),
        Next::Beyond => {
            work.steps.item("result", "beyond the largest number: infinity");
            goal.infinity(x.operand.negative)
        }
    }
}

pub(super) fn scaled(work: &mut Work<'_>, goal: &Goal, x: &Own, n: &Operand) -> u128 {
    if x.operand.is_nan() {
        return with_nan(work, goal, &[x]);
    }
    work.steps.begin("scaleB: x * 2^n (IEEE 754, 5.3.3)");
    if x.operand.is_infinite() || x.operand.is_zero() {
        work.steps.item("result", format!("{}: the operand itself", x.operand.words()));
        return x.code;
    }
    let exact = exponent::scaled(work, &x.operand, n);
    goal.round(work, &exact)
}

pub(super) fn log_b(work: &mut Work<'_>, goal: &Goal, x: &Own) -> u128 {
    if x.operand.is_nan() {
        return with_nan(work, goal, &[x]);
    }
    work.steps.begin("logB: the exponent of x (IEEE 754, 5.3.3)");
    if x.operand.is_infinite() {
        work.steps.item("result", "+infinity, whatever the sign");
        return goal.infinity(false);
    }
    if x.operand.is_zero() {
        work.raise(Flags::DIVIDE_BY_ZERO, "logB of zero (7.3)");
        work.steps.item("result", "a zero: -infinity");
        return goal.infinity(true);
    }
    let lead = x.operand.value.lead();
    work.steps.item("exponent", format!("the leading one of |x| stands at 2^{lead}"));
    code(&goal.format, lead < 0, &lead.unsigned_abs().into(), 0)
}

pub(super) fn rest(work: &mut Work<'_>, goal: &Goal, x: [&Own; 2], mode: Rounding) -> u128 {
    if x.iter().any(|x| x.operand.is_nan()) {
        return with_nan(work, goal, &x);
    }
    let [a, b] = x.map(|x| &x.operand);
    if let Some(why) = remainder::invalid(a, b) {
        return goal.invalid(work, why);
    }
    let rest = remainder::value(work, a, b, mode);
    code(&goal.format, rest.negative, &rest.magnitude, rest.exponent)
}

pub(super) fn whole(work: &mut Work<'_>, goal: &Goal, x: &Own, exact: bool) -> u128 {
    let own = &x.operand;
    if own.is_nan() {
        return with_nan(work, goal, &[x]);
    }
    if own.is_infinite() || own.is_zero() {
        let what = if own.is_zero() { "zero" } else { "an infinity" };
        work.steps.begin(format!("integral value of {what} (IEEE 754, 5.9)"));
        work.steps.item("result", format!("{}: the operand itself", own.words()));
        return x.code;
    }
    let integer = integral::integer_of(work, own, exact, "5.9");
    if integer.bits() == 0 {
        let s = if own.negative { "-0" } else { "+0" };
        work.steps.item("result", format!("{s}: a zero gets the sign of x"));
    }
    code(&goal.format, own.negative, &integer, 0)
}

pub(super) fn signed(work: &mut Work<'_>, goal: &Goal, [x, y]: [&Own; 2], which: SignOp) -> u128 {
    work.steps.begin("sign (IEEE 754, 5.5.1)");
    let minus = 1 << (goal.format.width - 1);
    let (rule, sign) = match which {
        SignOp::Copy => ("as it is", x.code & minus),
        SignOp::Negate => ("the other one", !x.code & minus),
        SignOp::Abs => ("positive", 0),
        SignOp::CopySign => ("that of y", y.code & minus),
    };
    let code = x.code & !minus | sign;
    work.steps.item("sign", rule);
    work.steps.item("result", goal.hex(code));
    code
}

pub(super) fn is(work: &mut Work<'_>, x: &Operand, predicate: Predicate) -> u128 {
    u128::from(match predicate {
        Predicate::SignMinus => sign::asked(work, "the sign is negative", x.negative),
        Predicate::Canonical => sign::asked(work, "no ignored bit is set", true),
        _ => sign::is(work, x, predicate),
    })
}
