//! Augmented arithmetic (IEEE 754-2019, 9.5): the nearest number, of two the one toward zero, and what is left.

use crate::explain::exact::Dyadic;
use crate::family::ieee::Operation;
use crate::family::number::explain::operand::Operand;
use crate::family::number::explain::round::{format_name, round_number};
use crate::family::number::explain::{Work, code, multiply, value_hex};
use softfloat::{Env, Flags, Format, Rounding};
use std::cmp::Ordering;

/// Both results; `plainly` explains the operation that rounds to nearest.
pub(super) fn explain(
    work: &mut Work<'_>,
    format: &Format,
    operation: Operation,
    operands: &[Operand],
    plainly: impl FnOnce(&mut Work<'_>) -> u64,
) -> Vec<u64> {
    let [x, y] = operands else { return vec![0, 0] };
    work.env = work.env.rounding(Rounding::NearestEven);
    let special = [x, y].iter().any(|a| !a.is_finite());
    let Some(exact) = exact(work, operation, x, y).filter(|v| !special && !v.is_zero()) else {
        // Specials and zeros as in the operation that rounds to nearest.
        let high = plainly(work);
        let low = if special { high } else { code::zero(format, sign_of(format, high)) };
        return vec![high, low];
    };
    work.steps.begin(format!(
        "rounding to {}: to nearest, ties toward zero (IEEE 754, 9.5)",
        format_name(format)
    ));
    work.steps.item("exact", exact.hex_float());
    let Some(high) = nearest(work, format, "high", &exact) else {
        let infinity = code::infinity(format, exact.negative);
        work.raise(Flags::OVERFLOW, "beyond half a place above the largest number (9.5)");
        work.raise(Flags::INEXACT, "beyond half a place above the largest number (9.5)");
        work.steps.item("result", "infinity in both places");
        return vec![infinity; 2];
    };
    let taken = Dyadic { negative: !exact.negative, ..code::value(format, high) };
    let rest = exact.plus(&taken);
    if rest.is_zero() {
        work.steps.item("low", "nothing is left: a zero of the sign of high");
        return vec![high, code::zero(format, exact.negative)];
    }
    work.steps.item("rest", rest.hex_float());
    let low = nearest(work, format, "low", &rest).unwrap_or_default();
    if code::compare(&code::value(format, low), &rest) != Ordering::Equal {
        work.raise(Flags::UNDERFLOW, "the rest has bits below the least number (9.5)");
        work.raise(Flags::INEXACT, "the rest has bits below the least number (9.5)");
    }
    vec![high, low]
}

/// The exact sum or product of finite operands.
fn exact(work: &mut Work<'_>, operation: Operation, x: &Operand, y: &Operand) -> Option<Dyadic> {
    if !x.is_finite() || !y.is_finite() {
        return None;
    }
    let negated = Dyadic { negative: !y.value.negative, ..y.value.clone() };
    Some(match operation {
        Operation::Add => x.value.plus(&y.value),
        Operation::Sub => x.value.plus(&negated),
        _ if x.is_zero() || y.is_zero() => return None,
        _ => multiply::exact(work, x, y),
    })
}

/// The nearest number, of two the one toward zero; `None` for infinity.
fn nearest(work: &mut Work<'_>, format: &Format, name: &str, v: &Dyadic) -> Option<u64> {
    let env = Env { daz: false, ..work.env };
    let toward = |direction| Work::aside(env.rounding(direction), |w| round_number(w, format, v)).0;
    let inner = toward(Rounding::TowardZero);
    let outer = toward(if v.negative { Rounding::Down } else { Rounding::Up });
    let (below, size) = (code::value(format, inner), magnitude(v));
    let over = size.plus(&negative(&magnitude(&below)));
    let infinite = outer == code::infinity(format, v.negative);
    let step = match infinite {
        true => Dyadic::new(false, 1u8, below.lead() + 1 - i64::from(format.precision())),
        false => magnitude(&code::value(format, outer)).plus(&negative(&magnitude(&below))),
    };
    let twice = Dyadic { exponent: over.exponent + 1, ..over };
    let up = code::compare_magnitudes(&twice, &step) == Ordering::Greater;
    let (chosen, why) = match (up, inner == outer) {
        (_, true) => (inner, "exactly"),
        (false, _) => (inner, "the number toward zero: no more than half a step below"),
        (true, _) if infinite => return None,
        (true, _) => (outer, "the number away from zero: it is nearer"),
    };
    work.steps.item(name, format!("{}: {why}", value_hex(format, chosen)));
    Some(chosen)
}

fn magnitude(v: &Dyadic) -> Dyadic {
    Dyadic { negative: false, ..v.clone() }
}

fn negative(v: &Dyadic) -> Dyadic {
    Dyadic { negative: true, ..v.clone() }
}

fn sign_of(format: &Format, code: u64) -> bool {
    code >> (format.width - 1) & 1 == 1
}
