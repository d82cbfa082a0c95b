//! Operations on posits step by step: the exact value, its bits, what is kept. Of quires operands and result are shown.

use super::operation::{Operation as O, Start};
use crate::explain::exact::Dyadic;
use crate::explain::{Told, plain, steps::Steps};
use crate::family::number::explain::code::{compare, low_bits};
use crate::family::number::explain::cut::{Cut, Exact};
use crate::family::number::explain::operand::{self, Operand};
use crate::family::number::explain::posit::{named_nar, nar, round};
use crate::family::number::explain::{Work, account, digits};
use crate::registry::Plan;
use crate::registry::rules::N;
use num_bigint::BigUint;
use softfloat::{Format, Rounding};
use std::cmp::Ordering;

/// Explains a case of an operation.
pub(super) fn explain(steps: &mut Steps, plan: &Plan, x: &[u64], operation: O) -> Told {
    if operation.of_quires() {
        return plain(steps, plan, x);
    }
    let n = plan.options.get(&N);
    account(steps, plan, x, |work, operands| vec![code(work, operands, operation, n)])
}

/// The code of the result.
fn code(work: &mut Work<'_>, operands: &[Operand], operation: O, n: usize) -> u64 {
    operand::show_elements(work, operands);
    let Some(x) = operands.first() else { return 0 };
    let (format, y) = (&x.format, operands.get(1).unwrap_or(x));
    match operation {
        O::Next | O::Prior => return beside(work, x, operation == O::Next),
        O::Compare(comparison) => {
            let order = ordered(work, x, y);
            return comparison.holds(order).into();
        }
        _ => {}
    }
    if let Some(why) = named_nar(operands) {
        return nar(work, format, &why);
    }
    work.steps.begin("exact value");
    match value(work, operands, operation, n) {
        Ok(exact) => round(work, format, &exact),
        Err(why) => nar(work, format, why),
    }
}

/// The code beside a code.
fn beside(work: &mut Work<'_>, x: &Operand, up: bool) -> u64 {
    let step = if up { 1 } else { u64::MAX };
    let code = x.code.wrapping_add(step) & low_bits(x.format.width);
    work.steps.begin(if up { "the next code" } else { "the code before" });
    let said = crate::family::number::explain::value_hex(&x.format, code);
    work.steps.item("code", format!("{} {} 1 = {said}", x.hex(), if up { "+" } else { "-" }));
    code
}

/// How two posits stand.
fn ordered(work: &mut Work<'_>, x: &Operand, y: &Operand) -> Ordering {
    let order = match (x.is_nan(), y.is_nan()) {
        (false, false) => compare(&x.value, &y.value),
        (a, b) => b.cmp(&a),
    };
    let word = match order {
        Ordering::Less => "<",
        Ordering::Equal => "=",
        Ordering::Greater => ">",
    };
    work.steps.begin("order");
    work.steps.item("relation", format!("{} {word} {}", x.name, y.name));
    if x.is_nan() || y.is_nan() {
        work.steps.say("NaR equals itself and is below all numbers");
    }
    order
}

/// The exact value before it is rounded, or why there is none.
fn value(
    work: &mut Work<'_>,
    all: &[Operand],
    operation: O,
    n: usize,
) -> Result<Exact, &'static str> {
    let x = &all[0].value;
    let y = all.get(1).map_or(x, |y| &y.value);
    let negated = |x: &Dyadic| Dyadic { negative: !x.negative, ..x.clone() };
    let integer = |work: &mut Work<'_>, mode| {
        let (whole, why) = Cut::of(&Exact::of(x), 0).rounded(mode, x.negative);
        work.steps.item("direction", why);
        Dyadic::new(x.negative, whole, 0)
    };
    let sum = match operation {
        O::Add => x.plus(y),
        O::Sub => x.plus(&negated(y)),
        O::Mul => times(x, y),
        O::Fma => times(x, y).plus(&all[2].value),
        O::Negate => negated(x),
        O::Abs => Dyadic { negative: false, ..x.clone() },
        O::Sign => Dyadic::new(x.negative, u8::from(!x.is_zero()), 0),
        O::NearestInt => integer(work, Rounding::NearestEven),
        O::Floor => integer(work, Rounding::Down),
        O::Ceil => integer(work, Rounding::Up),
        O::Sum => all.iter().fold(Dyadic::zero(0), |sum, x| sum.plus(&x.value)),
        O::Products(start) => products(work, all, start, n),
        O::Div => return quotient(work, x, y, &all[0].format),
        O::Sqrt => return root(work, x, &all[0].format),
        // See `explain` and `code`.
        _ => Dyadic::zero(0),
    };
    work.steps.item("value", sum.hex_float());
    Ok(Exact::of(&sum))
}

fn times(x: &Dyadic, y: &Dyadic) -> Dyadic {
    Dyadic::new(x.negative != y.negative, &x.magnitude * &y.magnitude, x.exponent + y.exponent)
}

fn products(work: &mut Work<'_>, all: &[Operand], start: Start, n: usize) -> Dyadic {
    const SHOWN: usize = 8;
    let mut sum = match start {
        Start::Zero => Dyadic::zero(0),
        Start::Addend | Start::Minuend => all[2 * n].value.clone(),
    };
    for (i, (x, y)) in all[..n].iter().zip(&all[n..]).enumerate() {
        let product = times(&x.value, &y.value);
        if i < SHOWN {
            work.steps.item(format!("{} * {}", x.name, y.name), product.hex_float());
        }
        let minus = start == Start::Minuend;
        sum = sum.plus(&Dyadic { negative: product.negative != minus, ..product });
    }
    sum
}

/// The quotient to more bits than any posit of the format keeps.
fn quotient(
    work: &mut Work<'_>,
    x: &Dyadic,
    y: &Dyadic,
    f: &Format,
) -> Result<Exact, &'static str> {
    if y.is_zero() {
        return Err("a division by 0");
    }
    let shift = u64::from(f.width) + 3 + y.magnitude.bits();
    let dividend = &x.magnitude << shift;
    let quotient: BigUint = &dividend / &y.magnitude;
    let rest: BigUint = &dividend - &quotient * &y.magnitude;
    let exponent = x.exponent - y.exponent - shift as i64;
    let more = rest.bits() != 0;
    let remark = if more { "and more" } else { "exactly" };
    work.steps.item("quotient", format!("{} * 2^{exponent} {remark}", digits(&quotient)));
    Ok(Exact { negative: x.negative != y.negative, magnitude: quotient, exponent, more })
}

/// The root to more bits than any posit of the format keeps.
fn root(work: &mut Work<'_>, x: &Dyadic, f: &Format) -> Result<Exact, &'static str> {
    if x.is_zero() {
        work.steps.item("root", "0");
        return Ok(Exact::of(x));
    }
    if x.negative {
        return Err("the root of a negative number");
    }
    let shift = 2 * (i64::from(f.width) + 3) + x.exponent.rem_euclid(2);
    let square = &x.magnitude << shift as u64;
    let (magnitude, exponent) = (square.sqrt(), (x.exponent - shift) / 2);
    let more = &magnitude * &magnitude != square;
    let remark = if more { "and more" } else { "exactly" };
    work.steps.item("root", format!("{} * 2^{exponent} {remark}", digits(&magnitude)));
    Ok(Exact { negative: false, magnitude, exponent, more })
}
