//! Codes put together, and the facts of a format as numbers.

use crate::explain::exact::Dyadic;
use softfloat::{Format, Value};
use std::cmp::Ordering;

/// The exponent of the smallest normal number.
pub(crate) fn least_exponent(format: &Format) -> i64 {
    i64::from(!format.zeroless()) - i64::from(format.bias)
}

/// The exponent of the largest finite number.
pub(crate) fn largest_exponent(format: &Format) -> i64 {
    i64::from(format.max_field()) - i64::from(format.bias)
}

/// The largest finite number.
pub(crate) fn largest(format: &Format) -> Dyadic {
    value(format, format.max_finite())
}

/// The value of a code where it is finite; else 0, with its sign.
pub(crate) fn value(format: &Format, code: u64) -> Dyadic {
    match format.decode(code) {
        Value::Finite(u) => Dyadic::new(u.sign, u.significand, u.exponent.into()),
        Value::Infinite { sign } | Value::Nan { sign, .. } => Dyadic::new(sign, 0u8, 0),
    }
}

/// How the magnitudes of two numbers stand.
pub(crate) fn compare_magnitudes(a: &Dyadic, b: &Dyadic) -> Ordering {
    match (a.is_zero(), b.is_zero()) {
        (true, true) => Ordering::Equal,
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        // The leading ones first: the exponents may be far apart.
        (false, false) => a.lead().cmp(&b.lead()).then_with(|| {
            let unit = a.exponent.min(b.exponent);
            a.in_units(unit).cmp(&b.in_units(unit))
        }),
    }
}

/// How two numbers stand; zeros of either sign are equal.
pub(crate) fn compare(a: &Dyadic, b: &Dyadic) -> Ordering {
    let negative = |d: &Dyadic| d.negative && !d.is_zero();
    match (negative(a), negative(b)) {
        (false, true) => Ordering::Greater,
        (true, false) => Ordering::Less,
        (true, true) => compare_magnitudes(b, a),
        (false, false) => compare_magnitudes(a, b),
    }
}

fn assemble(format: &Format, negative: bool, field: i64, fraction: u64) -> u64 {
    let sign = u64::from(negative && format.sign) << (format.width - 1);
    sign | ((field as u64) << format.man_bits | fraction) << format.pad
}

/// The code of a number that the format holds; of zero that of its sign, where there are two.
pub(crate) fn of_number(format: &Format, x: &Dyadic) -> u64 {
    if x.is_zero() {
        return zero(format, x.negative);
    }
    let precision = i64::from(format.precision());
    let least = least_exponent(format);
    let unit = x.lead().max(least) + 1 - precision;
    let significand = if x.exponent >= unit {
        x.in_units(unit)
    } else {
        &x.magnitude >> (unit - x.exponent) as u64
    };
    let fraction = significand.iter_u64_digits().next().unwrap_or(0) & low_bits(format.man_bits);
    let field = if x.lead() < least { 0 } else { x.lead() + i64::from(format.bias) };
    assemble(format, x.negative, field, fraction)
}

pub(crate) fn zero(format: &Format, negative: bool) -> u64 {
    assemble(format, negative && format.neg_zero, 0, 0)
}

/// The code of an infinity, in a format that has one.
pub(crate) fn infinity(format: &Format, negative: bool) -> u64 {
    assemble(format, negative, i64::from(format.top()), 0)
}

/// The code of the NaN with this sign and fraction field made quiet; formats with a single NaN, or
/// one of each sign, know no more.
pub(crate) fn nan(format: &Format, negative: bool, fraction: u64) -> u64 {
    match format.nan(negative) {
        Some(only) if !format.has_signalling() => only,
        _ => {
            let quiet = 1 << (format.man_bits.max(1) - 1);
            assemble(format, negative, format.top().into(), fraction | quiet)
        }
    }
}

/// So many ones.
pub(crate) fn low_bits(n: u32) -> u64 {
    if n == 0 { 0 } else { u64::MAX >> (64 - n) }
}
