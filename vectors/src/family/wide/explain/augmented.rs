//! Augmented arithmetic (IEEE 754-2019, 9.5): the nearest number, of two the one toward zero, and what is left.

use super::case::{Case, case};
use super::exact::exact;
use super::operand::{Goal, Own};
use super::round::code;
use crate::explain::exact::Dyadic;
use crate::family::ieee::Operation;
use crate::family::number::explain::Work;
use crate::family::number::explain::cut::{Cut, Exact};
use softfloat::{Flags, Rounding};

/// Both results.
pub(super) fn explain(
    work: &mut Work<'_>,
    goal: &Goal,
    operation: Operation,
    x: &[Own],
) -> [u128; 2] {
    work.env = work.env.rounding(Rounding::NearestEven);
    let finite = x.iter().all(|x| x.operand.is_finite());
    let values: Vec<&Dyadic> = x.iter().map(|x| &x.operand.value).collect();
    let exact = exact(operation, &values).filter(|exact| finite && exact.magnitude.bits() > 0);
    let Some(exact) = exact else {
        // Specials and zeros as in the operation that rounds to nearest.
        let high = case(work, goal, Case { operation, exact: false }, x);
        return [high; 2];
    };
    work.steps.begin("rounding to nearest, ties toward zero (IEEE 754, 9.5)");
    let v = Dyadic::new(exact.negative, exact.magnitude, exact.exponent);
    work.steps.item("exact", v.hex_float());
    let Some((high, taken)) = nearest(work, goal, "high", &v) else {
        let why = "beyond half a place above the largest number (9.5)";
        work.raise(Flags::OVERFLOW | Flags::INEXACT, why);
        work.steps.item("result", "infinity in both places");
        return [goal.infinity(v.negative); 2];
    };
    let rest = v.plus(&Dyadic { negative: !v.negative, ..taken });
    if rest.is_zero() {
        work.steps.item("low", "nothing is left: a zero of the sign of high");
        return [high, goal.zero(v.negative)];
    }
    work.steps.item("rest", rest.hex_float());
    let Some((low, taken)) = nearest(work, goal, "low", &rest) else { return [high; 2] };
    if !rest.plus(&Dyadic { negative: !rest.negative, ..taken }).is_zero() {
        let why = "the rest has bits below the least number (9.5)";
        work.raise(Flags::UNDERFLOW | Flags::INEXACT, why);
    }
    [high, low]
}

/// The code and value of the nearest number, of two the one toward zero; `None` for infinity.
fn nearest(work: &mut Work<'_>, goal: &Goal, name: &str, v: &Dyadic) -> Option<(u128, Dyadic)> {
    let (least, most) = goal.format.exponents();
    let unit = v.lead().max(least.into()) + 1 - i64::from(goal.precision);
    let cut = Cut::of(&Exact::of(v), unit);
    let up = cut.guard && (cut.round || cut.sticky);
    let why = match (cut.exact(), up) {
        (true, _) => "exactly",
        (false, false) => "the number toward zero: no more than half a step below",
        (false, true) => "the number away from zero: it is nearer",
    };
    let number = Dyadic::new(v.negative, cut.kept + u8::from(up), unit);
    if number.lead() > most.into() {
        return None;
    }
    let code = code(&goal.format, v.negative, &number.magnitude, unit);
    work.steps.item(name, format!("{}: {why}", goal.hex(code)));
    Some((code, number))
}
