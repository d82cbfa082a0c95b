//! Remainder (IEEE 754-2019, 5.3.1) and C's fmod: both exact.

use crate::explain::exact::Dyadic;
use crate::family::number::explain::cut::mode_name;
use crate::family::number::explain::operand::Operand;
use crate::family::number::explain::round::round_number;
use crate::family::number::explain::{Work, digits, nan};
use num_bigint::BigUint;
use softfloat::{Format, Rounding};

/// x - y * n, n being x / y to nearest even, or toward zero for fmod.
pub(crate) fn explain(
    work: &mut Work<'_>,
    format: &Format,
    a: &Operand,
    b: &Operand,
    mode: Rounding,
) -> u64 {
    if nan::any(&[a, b]) {
        return nan::chosen(work, format, &[a, b]);
    }
    if let Some(why) = invalid(a, b) {
        return nan::invalid(work, format, why);
    }
    let rest = value(work, a, b, mode);
    round_number(work, format, &rest)
}

/// Why there is no remainder of operands other than NaN.
pub(crate) fn invalid(a: &Operand, b: &Operand) -> Option<&'static str> {
    if a.is_infinite() {
        return Some("the remainder of an infinity (7.2)");
    }
    b.is_zero().then_some("the remainder of a division by zero (7.2)")
}

/// The remainder; a zero has the sign of x.
pub(crate) fn value(work: &mut Work<'_>, a: &Operand, b: &Operand, mode: Rounding) -> Dyadic {
    if a.is_zero() || b.is_infinite() {
        work.steps.begin("remainder (IEEE 754, 5.3.1)");
        let why = if a.is_zero() { "x is zero" } else { "y is infinite" };
        work.steps.item("result", format!("x itself: {why}"));
        return a.value.clone();
    }
    let rest = exact(work, a, b, mode);
    if rest.is_zero() {
        work.steps.item("sign", "a zero remainder has the sign of x");
        return Dyadic { negative: a.negative, ..rest };
    }
    rest
}

/// The exact remainder.
fn exact(work: &mut Work<'_>, a: &Operand, b: &Operand, mode: Rounding) -> Dyadic {
    let unit = a.value.exponent.min(b.value.exponent);
    let (x, y) = (a.value.in_units(unit), b.value.in_units(unit));
    let toward_zero = &x / &y;
    let rest = &x - &toward_zero * &y;
    let twice: BigUint = &rest << 1u8;
    let odd = toward_zero.bit(0);
    let up = mode == Rounding::NearestEven && (twice > y || twice == y && odd);
    let n = &toward_zero + u8::from(up);
    let (negative, magnitude) = if up { (!a.negative, &y - &rest) } else { (a.negative, rest) };
    work.steps.begin("remainder x - y*n, exact (IEEE 754, 5.3.1)");
    work.steps.item("unit", format!("2^{unit}"));
    work.steps.item("|x|", digits(&x));
    work.steps.item("|y|", digits(&y));
    work.steps.item("n", format!("{}   (|x / y| {})", digits(&n), mode_name(mode)));
    let value = Dyadic::new(negative, magnitude, unit);
    work.steps.item("remainder", format!("{}   (exact: nothing to round)", value.hex_float()));
    value
}
