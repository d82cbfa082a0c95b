//! Scaled products step by step: the factors, their exact product, its power of two, the rounding of the rest.

use crate::explain::exact::Dyadic;
use crate::explain::{Told, steps::Steps};
use crate::family::number::explain::cut::Exact;
use crate::family::number::explain::operand::{self, Operand};
use crate::family::number::explain::round::round;
use crate::family::number::explain::{Work, account, code, convert, digits, nan, value_hex};
use crate::registry::Plan;
use functions::Factors;
use num_bigint::BigUint;
use softfloat::{Format, Rounding};

/// Factors that are shown.
const SHOWN: usize = 16;

/// Explains a case.
pub(super) fn explain(steps: &mut Steps, plan: &Plan, x: &[u64], factors: Factors) -> Told {
    account(steps, plan, x, |work, operands| {
        // A zero may decide the result: it is shown, too, unless there are very many.
        match operands.len() > 2 * SHOWN {
            true => {
                operand::show_elements(work, operands);
                operand::flush(work, operands);
            }
            false => operand::show(work, operands),
        }
        let format = plan.operands[0].format;
        let all: Vec<&Operand> = operands.iter().collect();
        if nan::any(&all) {
            return vec![nan::chosen(work, &format, &all), 0];
        }
        let (p, q) = operands.split_at(plan.operands[0].len);
        match factors_of(work, factors, p, q) {
            Some(factors) => product(work, &format, &factors),
            None => vec![nan::invalid(work, &format, "infinities that cancel (7.2)"), 0],
        }
    })
}

/// A factor: an infinity or a number.
struct Factor {
    infinite: bool,
    value: Dyadic,
}

/// The factors, exact; `None` where infinities cancel.
fn factors_of(
    work: &mut Work<'_>,
    factors: Factors,
    p: &[Operand],
    q: &[Operand],
) -> Option<Vec<Factor>> {
    let plain = |x: &Operand| Factor { infinite: x.is_infinite(), value: value_of(x, x.negative) };
    let minus = match factors {
        Factors::Numbers => return Some(p.iter().map(plain).collect()),
        Factors::Sums => false,
        Factors::Differences => true,
    };
    work.steps.begin("factors, exact (IEEE 754, 9.4)");
    let mut all = Vec::with_capacity(p.len());
    for (p, q) in p.iter().zip(q) {
        let name = format!("{} {} {}", p.name, if minus { "-" } else { "+" }, q.name);
        let factor = total(work.env.rounding, p, q, minus);
        if all.len() < SHOWN || factor.is_none() {
            let text = match &factor {
                None => "infinities cancel".to_owned(),
                Some(Factor { infinite: true, value }) => {
                    format!("{}infinity", operand::sign(value.negative))
                }
                Some(Factor { value, .. }) => value.hex_float(),
            };
            work.steps.item(name, text);
        }
        all.push(factor?);
    }
    if all.len() > SHOWN {
        work.steps.item("others", operand::count(all.len() - SHOWN, "factor"));
    }
    Some(all)
}

/// The value with a sign; that of an infinity is 1.
fn value_of(x: &Operand, negative: bool) -> Dyadic {
    match x.is_infinite() {
        true => Dyadic::new(negative, 1u8, 0),
        false => Dyadic { negative, ..x.value.clone() },
    }
}

/// The exact sum or difference; `None` of infinities that cancel.
fn total(rounding: Rounding, p: &Operand, q: &Operand, minus: bool) -> Option<Factor> {
    let turned = q.negative != minus;
    let infinite = p.is_infinite() || q.is_infinite();
    if p.is_infinite() && q.is_infinite() && p.negative != turned {
        return None;
    }
    let (a, b) = (value_of(p, p.negative), value_of(q, turned));
    let value = match (p.is_infinite(), q.is_infinite()) {
        (true, _) => a,
        (false, true) => b,
        (false, false) => {
            let sum = a.plus(&b);
            // Zeros of one sign keep it, another sum of 0 has the direction's (6.3).
            let alike = a.is_zero() && b.is_zero() && a.negative == b.negative;
            let zero = if alike { a.negative } else { rounding == Rounding::Down };
            Dyadic { negative: if sum.is_zero() { zero } else { sum.negative }, ..sum }
        }
    };
    Some(Factor { infinite, value })
}

/// Both results.
fn product(work: &mut Work<'_>, format: &Format, factors: &[Factor]) -> Vec<u64> {
    let negative = factors.iter().fold(false, |sign, x| sign != x.value.negative);
    let zero = factors.iter().any(|x| !x.infinite && x.value.is_zero());
    if factors.iter().any(|x| x.infinite) {
        if zero {
            return vec![nan::invalid(work, format, "an infinity times 0 (7.2)"), 0];
        }
        work.steps.begin("product (IEEE 754, 9.4)");
        work.steps.item("rule", "an infinity among the factors: pr is infinite, sf is 0");
        return vec![convert::infinite(work, format, negative), 0];
    }
    work.steps.begin("exact product (IEEE 754, 9.4)");
    if zero {
        work.steps.item("rule", "a zero among the factors: pr is a zero, sf is 0");
        return vec![code::zero(format, negative), 0];
    }
    let one = (BigUint::from(1u8), 0);
    let (magnitude, exponent) = factors.iter().fold(one, |(magnitude, exponent), x| {
        (magnitude * &x.value.magnitude, exponent + x.value.exponent)
    });
    let scale = exponent + magnitude.bits() as i64 - 1;
    let spare = magnitude.trailing_zeros().unwrap_or(0);
    let short = &magnitude >> spare;
    let (sign, bits) = (operand::sign(negative), short.bits());
    work.steps.item("value", format!("{sign}{} * 2^{}", digits(&short), exponent + spare as i64));
    work.steps.item("significand", operand::count(bits as usize, "bit"));
    work.steps.item("sf", format!("{scale}, the exponent of the leading bit: 1 <= |pr| < 2"));
    let exponent = 1 - magnitude.bits() as i64;
    let pr = round(work, format, &Exact { negative, magnitude, exponent, more: false });
    let two = Dyadic::new(negative, 1u8, 1);
    if code::value(format, pr).lead() < two.lead() {
        return vec![pr, of_scale(scale)];
    }
    let one = round_to_one(work, format, negative);
    work.steps.item("carry", format!("2 is {} with sf = {}", value_hex(format, one), scale + 1));
    vec![one, of_scale(scale + 1)]
}

/// The code of 1 with a sign.
fn round_to_one(work: &Work<'_>, format: &Format, negative: bool) -> u64 {
    let one = Exact::of(&Dyadic::new(negative, 1u8, 0));
    Work::aside(work.env, |work| round(work, format, &one)).0
}

/// An integer of 32 bits as a code.
fn of_scale(scale: i64) -> u64 {
    u64::from(scale as i32 as u32)
}
