//! Projection into a format of P3109: the bits of a code as if there were no last one, rounded, and what is beyond the largest
//! number (P3109, report 4.0, 4.7).

use super::Work;
use super::code::{self, low_bits};
use super::cut::{Cut, Exact};
use super::operand::Operand;
use super::round::format_name;
use num_bigint::BigUint;
use softfloat::{Format, Overflow, Rounding};

/// NaN, and why.
pub(crate) fn nan(work: &mut Work<'_>, format: &Format, why: &str) -> u64 {
    work.steps.begin("NaN");
    work.steps.item("why", why);
    format.canonical_nan().unwrap_or(0)
}

/// Another format's number, infinity or NaN.
pub(crate) fn converted(work: &mut Work<'_>, to: &Format, x: &Operand) -> u64 {
    match x {
        x if x.is_nan() => nan(work, to, &format!("{} is NaN", x.name)),
        x if x.is_infinite() => infinite(work, to, x.negative),
        _ => round(work, to, &Exact::of(&x.value)),
    }
}

/// The code of the largest number of a sign.
fn largest(format: &Format, negative: bool) -> u64 {
    format.max_finite() | if negative { 1 << (format.width - 1) } else { 0 }
}

/// The code behind it: an infinity, or what stands for one.
pub(crate) fn infinity(format: &Format, negative: bool) -> (u64, &'static str) {
    match format.has_infinity() && (format.sign || !negative) {
        true => (largest(format, negative) + 1, "infinity"),
        false => (format.canonical_nan().unwrap_or(0), "NaN, there is no such infinity"),
    }
}

/// An infinity, projected (report 4.0, 4.7.5).
pub(crate) fn infinite(work: &mut Work<'_>, format: &Format, negative: bool) -> u64 {
    work.steps.begin(format!("infinity in {}", format_name(format)));
    let held = format.has_infinity() && (format.sign || !negative);
    let nan = format.canonical_nan().unwrap_or(0);
    let (code, what) = match work.env.overflow {
        Overflow::Saturate | Overflow::SaturateFinite if negative && !format.sign => {
            (0, "0, the least number: saturating")
        }
        Overflow::Saturate => (largest(format, negative), "the largest number: saturating"),
        _ if held => infinity(format, negative),
        _ if negative && !format.sign => (nan, "NaN: the format has no sign"),
        Overflow::Nan => (nan, "NaN, there is no infinity"),
        _ => (largest(format, negative), "the largest number, there is no infinity"),
    };
    work.steps.item("result", what);
    code
}

/// The code of a value.
pub(crate) fn round(work: &mut Work<'_>, format: &Format, exact: &Exact) -> u64 {
    if exact.magnitude.bits() == 0 && !exact.more {
        work.steps.begin(format!("rounding to {}", format_name(format)));
        work.steps.item("result", "0, exactly");
        return 0;
    }
    let (name, direction) = (format_name(format), work.direction());
    work.steps.begin(format!("rounding to {name}: {direction} (report 4.0, 4.7.4)"));
    let field = (exact.lead() + i64::from(format.bias)).max(1);
    let place = field - i64::from(format.bias) - i64::from(format.man_bits);
    // The significand in units of the last place, and above it the exponent fields passed.
    let up = (exact.exponent - place).max(0);
    let own = &exact.magnitude << up as u64;
    let unit = exact.exponent - up;
    let passed =
        BigUint::from((field - 1) as u64) << (i64::from(format.man_bits) + place - unit) as u64;
    let string = Exact { magnitude: own + passed, exponent: unit, ..*exact };
    let cut = Cut::of(&string, place);
    let (rounded, why) = work.rounded(&string, place);
    let width = (format.exp_bits + format.man_bits) as usize;
    let gap = if cut.lost.is_empty() { "" } else { " " };
    work.steps.item("last place", format!("2^{place}"));
    work.steps
        .item("kept | lost", format!("{:0>width$} |{gap}{}", cut.kept.to_str_radix(2), cut.lost));
    work.steps.item("direction", why);
    if exact.negative && !format.sign && rounded.bits() > 0 {
        return below(work, format);
    }
    if rounded > BigUint::from(format.max_finite()) {
        return beyond(work, format, exact.negative);
    }
    let code = rounded.iter_u64_digits().next().unwrap_or(0);
    let minus = exact.negative && code != 0;
    code & low_bits(format.width) | if minus { 1 << (format.width - 1) } else { 0 }
}

/// Below 0 without a sign.
fn below(work: &mut Work<'_>, format: &Format) -> u64 {
    let toward = work.random.is_none() && is_toward(work.env.rounding, true);
    let saturates = matches!(work.env.overflow, Overflow::Saturate | Overflow::SaturateFinite);
    if !saturates && !toward {
        return nan(work, format, "the value is negative, the format has no sign");
    }
    let why = if saturates { "saturating" } else { "the direction is toward it" };
    work.steps.item("range", format!("negative, without a sign: 0, the least number: {why}"));
    0
}

/// Whether what of this sign is too large for a format has a direction toward what that holds; odd codes decide by themselves.
fn is_toward(rounding: Rounding, negative: bool) -> bool {
    rounding != Rounding::ToOdd && !rounding.outward(negative)
}

/// What lies beyond the largest number.
fn beyond(work: &mut Work<'_>, format: &Format, negative: bool) -> u64 {
    let toward = work.random.is_none() && is_toward(work.env.rounding, negative);
    let to_odd = work.random.is_none() && work.env.rounding == Rounding::ToOdd;
    let max = code::largest(format).hex_float();
    let largest = largest(format, negative);
    let (code, what) = match work.env.overflow {
        Overflow::Saturate | Overflow::SaturateFinite => (largest, "that: saturating"),
        _ if toward => (largest, "that: the direction is toward it"),
        _ if to_odd && format.has_infinity() && !format.sign => {
            (largest, "that, as to odd without a sign (report 4.0, 4.7.5)")
        }
        _ if format.has_infinity() => infinity(format, negative),
        Overflow::Nan => (format.canonical_nan().unwrap_or(0), "NaN, there is no infinity"),
        _ => (largest, "that, there is no infinity"),
    };
    work.steps.item("range", format!("beyond the largest number, {max}: {what}"));
    code
}
