//! Operations on P3109's formats step by step: the exact value, an infinity or why there is none; its projection.

mod external;

use super::operation::{Operation as O, Predicate};
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
use softfloat::ieee::MinMax;
use std::cmp::Ordering;

/// Explains a case of an operation.
pub(super) fn explain(steps: &mut Steps, plan: &Plan, x: &[u64], operation: O) -> Told {
    let to = plan.result().format;
    account(steps, plan, x, |work, operands| vec![code(work, operands, to, operation)])
}

/// What is projected.
enum Result {
    Number(Exact),
    Infinite { negative: bool },
    Nan(&'static str),
}

/// The code of the result.
fn code(work: &mut Work<'_>, operands: &[Operand], to: Format, operation: O) -> u64 {
    operand::show_elements(work, operands);
    let Some(x) = operands.first() else { return 0 };
    let (format, y) = (&to, operands.get(1).unwrap_or(x));
    if let O::Compare(comparison) = operation {
        return comparison.holds(ordered(work, x, y)).into();
    }
    if let O::Is(predicate) = operation {
        return asked(work, x, predicate).into();
    }
    if let O::Extreme(variant) | O::Finite(variant) = operation
        && let Some(code) = preferred(work, x, y, variant, matches!(operation, O::Finite(_)))
    {
        return code;
    }
    let named: Vec<&str> =
        operands.iter().filter(|x| x.is_nan()).map(|x| x.name.as_str()).collect();
    if !named.is_empty() {
        return nan(work, format, &format!("NaN: {}", named.join(", ")));
    }
    match operation {
        O::Next | O::Prior => beside(work, x, operation == O::Next),
        O::Negate if to.sign || x.is_zero() => flipped(work, x, true),
        O::Abs => flipped(work, x, x.negative),
        O::Extreme(variant) | O::Finite(variant) => extremal(work, x, y, variant),
        _ => {
            work.steps.begin("exact value");
            match value(work, operands, format, operation) {
                Result::Number(exact) if !to.is_p3109() => external::round(work, format, &exact),
                Result::Infinite { negative } if !to.is_p3109() => {
                    external::infinite(work, format, negative)
                }
                Result::Number(exact) => round(work, format, &exact),
                Result::Infinite { negative } => infinite(work, format, negative),
                Result::Nan(why) => nan(work, format, why),
            }
        }
    }
}

/// Whether the operand is what is asked for.
fn asked(work: &mut Work<'_>, x: &Operand, predicate: Predicate) -> bool {
    let finite = !x.is_nan() && !x.is_infinite();
    let least = i64::from(1 - x.format.bias);
    let normal = !x.is_zero() && x.value.exponent + x.value.magnitude.bits() as i64 > least;
    let (what, holds) = match predicate {
        Predicate::Zero => ("0", finite && x.is_zero()),
        Predicate::One => {
            let one = Dyadic::new(false, BigUint::from(1u8), 0);
            ("1", finite && compare(&x.value, &one) == Ordering::Equal)
        }
        Predicate::Nan => ("NaN", x.is_nan()),
        Predicate::Infinite => ("infinite", x.is_infinite()),
        Predicate::Finite => ("a number", finite),
        Predicate::SignMinus => ("below 0", !x.is_nan() && x.negative && !x.is_zero()),
        Predicate::Normal => ("a normal number", finite && normal),
        Predicate::Subnormal => ("a subnormal number", finite && !normal && !x.is_zero()),
    };
    work.steps.begin("class");
    work.steps
        .item("x", format!("{} {what} (report 4.0, 4.13)", if holds { "is" } else { "is not" }));
    holds
}

/// The operand that stays where the other gives way: NaN in variants of numbers, with `finite` also an infinity.
fn preferred(
    work: &mut Work<'_>,
    x: &Operand,
    y: &Operand,
    variant: MinMax,
    finite: bool,
) -> Option<u64> {
    use MinMax::{MaximumMagnitudeNumber, MaximumNumber, MinimumMagnitudeNumber, MinimumNumber};
    let numbers = matches!(
        variant,
        MinimumNumber | MaximumNumber | MinimumMagnitudeNumber | MaximumMagnitudeNumber
    );
    if !numbers && !finite {
        return None;
    }
    // What gives way to what stands before it.
    let rank = |own: &Operand| match () {
        () if own.is_nan() => 2,
        () if finite && own.is_infinite() => 1,
        () => 0,
    };
    let (stays, goes) = match rank(x).cmp(&rank(y)) {
        Ordering::Less => (x, y),
        Ordering::Equal => return None,
        Ordering::Greater => (y, x),
    };
    work.steps.begin("order");
    work.steps.say(format!("{} gives way to {}", goes.name, stays.name));
    Some(stays.code)
}

/// The lesser or the larger, by magnitude first where that is asked for.
fn extremal(work: &mut Work<'_>, x: &Operand, y: &Operand, variant: MinMax) -> u64 {
    let size = |own: &Operand| Dyadic { negative: false, ..own.value.clone() };
    let mut order = Ordering::Equal;
    if is_of_magnitudes(variant) {
        order = x.is_infinite().cmp(&y.is_infinite());
        if !x.is_infinite() && !y.is_infinite() {
            order = compare(&size(x), &size(y));
        }
        work.steps.begin("magnitudes");
        let word = match order {
            Ordering::Less => "<",
            Ordering::Equal => "=",
            Ordering::Greater => ">",
        };
        work.steps.item("relation", format!("|{}| {word} |{}|", x.name, y.name));
    }
    if order == Ordering::Equal {
        order = ordered(work, x, y).unwrap_or(Ordering::Equal);
    }
    let first = if is_minimum(variant) { Ordering::Less } else { Ordering::Greater };
    if order == first { x.code } else { y.code }
}

const fn is_of_magnitudes(variant: MinMax) -> bool {
    use MinMax::{
        MaximumMagnitude, MaximumMagnitudeNumber, MinimumMagnitude, MinimumMagnitudeNumber,
    };
    matches!(
        variant,
        MinimumMagnitude | MaximumMagnitude | MinimumMagnitudeNumber | MaximumMagnitudeNumber
    )
}

const fn is_minimum(variant: MinMax) -> bool {
    use MinMax::{Minimum, MinimumMagnitude, MinimumMagnitudeNumber, MinimumNumber};
    matches!(variant, Minimum | MinimumNumber | MinimumMagnitude | MinimumMagnitudeNumber)
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
fn value(work: &mut Work<'_>, all: &[Operand], to: &Format, operation: O) -> Result {
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
        O::Faa => total(work, all),
        O::Recip => {
            let one = Operand { value: Dyadic::new(false, BigUint::from(1u8), 0), ..x.clone() };
            let one = Operand { code: 0, negative: false, ..one };
            match x.is_infinite() {
                true => number(work, Dyadic::zero(0)),
                false => quotient(work, &one, x, to),
            }
        }
        O::Div => quotient(work, x, y, to),
        O::Negate if x.is_infinite() => Result::Infinite { negative: true },
        O::Negate => number(work, Dyadic { negative: !x.negative, ..x.value.clone() }),
        _ => root(work, x, to),
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

/// The sum of all operands.
fn total(work: &mut Work<'_>, all: &[Operand]) -> Result {
    let mut infinite = all.iter().filter(|x| x.is_infinite()).map(|x| x.negative);
    match infinite.next() {
        Some(negative) if infinite.any(|other| other != negative) => {
            Result::Nan("infinities that cancel")
        }
        Some(negative) => Result::Infinite { negative },
        None => {
            let sum = all.iter().fold(Dyadic::zero(0), |sum, x| sum.plus(&x.value));
            number(work, sum)
        }
    }
}

fn times(x: &Dyadic, y: &Dyadic) -> Dyadic {
    Dyadic::new(x.negative != y.negative, &x.magnitude * &y.magnitude, x.exponent + y.exponent)
}

/// Bits that are more than any code keeps.
fn bits(to: &Format) -> u64 {
    u64::from(to.width) + 3
}

fn quotient(work: &mut Work<'_>, x: &Operand, y: &Operand, to: &Format) -> Result {
    let negative = x.negative != y.negative;
    match (x.is_infinite(), y.is_infinite()) {
        _ if y.is_zero() => return Result::Nan("a division by 0"),
        (true, true) => return Result::Nan("an infinity by an infinity"),
        (true, false) => return Result::Infinite { negative },
        (false, true) => return number(work, Dyadic::zero(0)),
        (false, false) => {}
    }
    let shift = bits(to) + y.value.magnitude.bits();
    let dividend = &x.value.magnitude << shift;
    let magnitude: BigUint = &dividend / &y.value.magnitude;
    let more = &magnitude * &y.value.magnitude != dividend;
    let exponent = x.value.exponent - y.value.exponent - shift as i64;
    inexact(work, "quotient", Exact { negative, magnitude, exponent, more })
}

fn root(work: &mut Work<'_>, x: &Operand, to: &Format) -> Result {
    match x {
        _ if x.is_zero() => return number(work, Dyadic::zero(0)),
        _ if x.negative => return Result::Nan("the root of a negative number"),
        _ if x.is_infinite() => return Result::Infinite { negative: false },
        _ => {}
    }
    let shift = 2 * bits(to) as i64 + x.value.exponent.rem_euclid(2);
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
