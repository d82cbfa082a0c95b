//! nextUp and nextDown (IEEE 754-2019, 5.3.1).

use crate::explain::exact::Dyadic;
use crate::family::number::explain::operand::Operand;
use crate::family::number::explain::round::infinity_due;
use crate::family::number::explain::{Work, code, nan};
use num_bigint::BigUint;
use softfloat::Format;
use std::cmp::Ordering;

/// What stands beside a number.
pub(crate) enum Next {
    Infinity,
    Number(Dyadic),
    /// What comes behind the largest number.
    Beyond,
}

/// The least number above x, or with `down` the greatest below.
pub(crate) fn explain(work: &mut Work<'_>, format: &Format, a: &Operand, down: bool) -> u64 {
    if a.is_nan() {
        return nan::chosen(work, format, &[a]);
    }
    match next(work, format, a, down, &code::largest(format)) {
        Next::Infinity => code::infinity(format, a.negative),
        Next::Number(next) => code::of_number(format, &next),
        Next::Beyond => beyond(work, format, a.negative),
    }
}

/// What stands beside x, which is not NaN, in a format with this largest number.
pub(crate) fn next(
    work: &mut Work<'_>,
    format: &Format,
    a: &Operand,
    down: bool,
    largest: &Dyadic,
) -> Next {
    let name = if down { "nextDown" } else { "nextUp" };
    work.steps.begin(format!("{name} (IEEE 754, 5.3.1)"));
    let least_unit = code::least_exponent(format) + 1 - i64::from(format.precision());
    // Away from zero, or toward it.
    let away = a.is_zero() || a.negative == down;
    if a.is_infinite() {
        if away {
            work.steps.item("result", format!("{}: nothing lies beyond", a.words()));
            return Next::Infinity;
        }
        work.steps.item("result", "the largest finite number of its sign");
        return Next::Number(Dyadic { negative: a.negative, ..largest.clone() });
    }
    if a.is_zero() {
        work.steps.item("result", format!("the smallest number of its side, 2^{least_unit}"));
        return Next::Number(Dyadic::new(down, 1u8, least_unit));
    }
    let next = neighbour(work, format, a, away, least_unit);
    if code::compare_magnitudes(&next, largest) == Ordering::Greater {
        return Next::Beyond;
    }
    if next.is_zero() {
        let s = if next.negative && format.neg_zero { "-0" } else { "+0" };
        work.steps.item("result", format!("{s}: the zero on the side of x"));
    }
    Next::Number(next)
}

/// The next number of the format's grid, which goes on beyond the largest number.
fn neighbour(work: &mut Work<'_>, format: &Format, a: &Operand, away: bool, least: i64) -> Dyadic {
    let lead = a.value.lead();
    let power = a.value.magnitude.trailing_zeros() == Some(a.value.magnitude.bits() - 1);
    let ulp = (lead + 1 - i64::from(format.precision())).max(least);
    // Below a power of two the numbers lie closer, unless they are the subnormal ones.
    let unit = if !away && power { (ulp - 1).max(least) } else { ulp };
    work.steps.item(
        "step",
        format!("one place of 2^{unit}, {} zero", if away { "away from" } else { "toward" }),
    );
    let n = if a.value.exponent >= unit {
        a.value.in_units(unit)
    } else {
        &a.value.magnitude >> (unit - a.value.exponent) as u64
    };
    let n: BigUint = if away { n + 1u8 } else { n - 1u8 };
    let next = Dyadic::new(a.negative, n, unit);
    work.steps.item("neighbour", next.hex_float());
    next
}

fn beyond(work: &mut Work<'_>, format: &Format, negative: bool) -> u64 {
    let (code, what) = infinity_due(format, negative);
    work.steps.item("result", format!("beyond the largest number: {what}"));
    code
}
