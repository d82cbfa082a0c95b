//! Operations on P3109's formats step by step: the exact value, an infinity or why there is none; its projection.

use super::operation::Operation as O;
use crate::explain::exact::Dyadic;
use crate::explain::{Told, steps::Steps};
use crate::family::number::explain::code::compare;
use crate::family::number::explain::cut::Exact;
use crate::family::number::explain::operand::{self, Operand};
use crate::family::number::explain::p3109::{infinite, infinity, nan, round};
use crate::family::number::explain::{Work, account, digits};
use crate::registry::Plan;
use num_bigint::BigUint;
use softfloat::Format;
use std::cmp::Ordering;

/// Explains a case of an operation.
pub(super) fn explain(steps: &mut Steps, plan: &Plan, x: &[u64], operation: O) -> Told {
    account(steps, plan, x, |work, operands| vec![code(work, operands, operation)])
}

/// What is projected.
enum Result {
    Number(Exact),
    Infinite { negative: bool },
    Nan(&'static str),
}

/// The code of the result.
fn code(work: &mut Work<'_>, operands: &[Operand], operation: O) -> u64 {
    operand::show_elements(work, operands);
    let Some(x) = operands.first() else { return 0 };
    let (format, y) = (&x.format, operands.get(1).unwrap_or(x));
    if let O::Compare(comparison) = operation {
        return comparison.holds(ordered(work, x, y)).into();
    }
    let named: Vec<&str> =
        operands.iter().filter(|x| x.is_nan()).map(|x| x.name.as_str()).collect();
    if !named.is_empty() {
        return nan(work, format, &format!("NaN: {}", named.join(", ")));
    }
    match operation {
        O::Next | O::Prior => beside(work, x, operation == O::Next),
        O::Negate => flipped(work, x, true),
        O::Abs => flipped(work, x, x.negative),
        O::Min | O::Max => {
            let order = ordered(work, x, y);
            let first = if operation == O::Min { Ordering::Less } else { Ordering::Greater };
            if order == Some(first) { x.code } else { y.code }
        }
        _ => {
            work.steps.begin("exact value");
            match value(work, operands, operation) {
                Result::Number(exact) => round(work, format, &exact),
                Result::Infinite { negative } => infinite(work, format, negative),
                Result::Nan(why) => nan(work, format, why),
            }
        }
    }
}

/// A code with its sign turned, or as it is.
fn flipped(work: &mut Work<'_>, x: &Operand, turn: bool) -> u64 {
    work.steps.begin("sign");
    if !turn || x.is_zero() {
        work.steps.say("the code stays");
        return x.code;
    }
    work.steps.say("the sign bit is turned, nothing else");
    x.code ^ 1 << (x.format.width - 1)
}

/// The number next to another: one place further, or what lies behind the last.
fn beside(work: &mut Work<'_>, x: &Operand, up: bool) -> u64 {
    let format = &x.format;
    work.steps.begin(if up { "the least number above" } else { "the largest number below" });
    let minus = if format.sign { 1 << (format.width - 1) } else { 0 };
    let outward = x.is_zero() || x.negative != up;
    let negative = if x.is_zero() { !up } else { x.negative };
    let place = x.code & !minus;
    let signed = |place: u64| place | if negative && place != 0 { minus } else { 0 };
    let (code, why) = match () {
        () if x.is_infinite() && outward => {
            (format.canonical_nan().unwrap_or(0), "NaN: there is none beyond an infinity")
        }
        () if outward && (place == format.max_finite() || negative && !format.sign) => {
            infinity(format, negative)
        }
        () if outward => (signed(place + 1), "one code further from 0"),
        () => (signed(place - 1), "one code nearer to 0"),
    };
    work.steps.item("code", why);
    code
}

/// How two stand; NaN to nothing.
fn ordered(work: &mut Work<'_>, x: &Operand, y: &Operand) -> Option<Ordering> {
    work.steps.begin("order");
    if x.is_nan() || y.is_nan() {
        work.steps.say("NaN stands in no order");
        return None;
    }
    let end = |x: &Operand| match (x.is_infinite(), x.negative) {
        (false, _) => 0,
        (true, negative) => 1 - 2 * i32::from(negative),
    };
    let order = end(x).cmp(&end(y)).then_with(|| compare(&x.value, &y.value));
    let word = match order {
        Ordering::Less => "<",
        Ordering::Equal => "=",
        Ordering::Greater => ">",
    };
    work.steps.item("relation", format!("{} {word} {}", x.name, y.name));
    Some(order)
}

/// The exact result.
fn value(work: &mut Work<'_>, all: &[Operand], operation: O) -> Result {
    let (x, y) = (&all[0], all.get(1).unwrap_or(&all[0]));
    match operation {
        O::Add => sum(work, x, y, false),
        O::Sub => sum(work, x, y, true),
        O::Mul | O::Fma if x.is_infinite() || y.is_infinite() => {
            if x.is_zero() || y.is_zero() {
                return Result::Nan("0 times an infinity");
            }
            let negative = x.negative != y.negative;
            match all.get(2).filter(|_| operation == O::Fma) {
                Some(z) if z.is_infinite() && z.negative != negative => {
                    Result::Nan("infinities that cancel")
                }
                _ => Result::Infinite { negative },
            }
        }
        O::Mul => number(work, times(&x.value, &y.value)),
        O::Fma => match &all[2] {
            z if z.is_infinite() => Result::Infinite { negative: z.negative },
            z => number(work, times(&x.value, &y.value).plus(&z.value)),
        },
        O::Div => quotient(work, x, y),
        _ => root(work, x),
    }
}

fn number(work: &mut Work<'_>, value: Dyadic) -> Result {
    work.steps.item("value", value.hex_float());
    Result::Number(Exact::of(&value))
}

fn sum(work: &mut Work<'_>, x: &Operand, y: &Operand, minus: bool) -> Result {
    let negative = y.negative != minus;
    match (x.is_infinite(), y.is_infinite()) {
        (true, true) if x.negative != negative => Result::Nan("infinities that cancel"),
        (true, _) => Result::Infinite { negative: x.negative },
        (_, true) => Result::Infinite { negative },
        _ => number(work, x.value.plus(&Dyadic { negative, ..y.value.clone() })),
    }
}

fn times(x: &Dyadic, y: &Dyadic) -> Dyadic {
    Dyadic::new(x.negative != y.negative, &x.magnitude * &y.magnitude, x.exponent + y.exponent)
}

/// Bits that are more than any code keeps.
fn bits(f: &Format) -> u64 {
    u64::from(f.width) + 3
}

fn quotient(work: &mut Work<'_>, x: &Operand, y: &Operand) -> Result {
    let negative = x.negative != y.negative;
    match (x.is_infinite(), y.is_infinite()) {
        _ if y.is_zero() => return Result::Nan("a division by 0"),
        (true, true) => return Result::Nan("an infinity by an infinity"),
        (true, false) => return Result::Infinite { negative },
        (false, true) => return number(work, Dyadic::zero(0)),
        (false, false) => {}
    }
    let shift = bits(&x.format) + y.value.magnitude.bits();
    let dividend = &x.value.magnitude << shift;
    let magnitude: BigUint = &dividend / &y.value.magnitude;
    let more = &magnitude * &y.value.magnitude != dividend;
    let exponent = x.value.exponent - y.value.exponent - shift as i64;
    inexact(work, "quotient", Exact { negative, magnitude, exponent, more })
}

fn root(work: &mut Work<'_>, x: &Operand) -> Result {
    match x {
        _ if x.is_zero() => return number(work, Dyadic::zero(0)),
        _ if x.negative => return Result::Nan("the root of a negative number"),
        _ if x.is_infinite() => return Result::Infinite { negative: false },
        _ => {}
    }
    let shift = 2 * bits(&x.format) as i64 + x.value.exponent.rem_euclid(2);
    let square = &x.value.magnitude << shift as u64;
    let (magnitude, exponent) = (square.sqrt(), (x.value.exponent - shift) / 2);
    let more = &magnitude * &magnitude != square;
    inexact(work, "root", Exact { negative: false, magnitude, exponent, more })
}

fn inexact(work: &mut Work<'_>, what: &str, exact: Exact) -> Result {
    let remark = if exact.more { "and more" } else { "exactly" };
    let text = format!("{} * 2^{} {remark}", digits(&exact.magnitude), exact.exponent);
    work.steps.item(what, text);
    Result::Number(exact)
}
