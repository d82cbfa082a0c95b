//! Rounding to an integral value (IEEE 754-2019, 5.9) and conversion to integers (5.8).

use super::code::{self, low_bits};
use super::cut::{Cut, Exact};
use super::operand::{Operand, sign};
use super::round::{format_name, round_number};
use super::{Work, digits, nan};
use crate::explain::exact::Dyadic;
use num_bigint::BigUint;
use softfloat::{Flags, Format, IntegerRule};

/// The integral value in the same format; inexact is signalled only where `exact`.
pub(crate) fn explain(work: &mut Work<'_>, format: &Format, a: &Operand, exact: bool) -> u64 {
    if a.is_nan() {
        return nan::chosen(work, format, &[a]);
    }
    if a.is_infinite() {
        work.steps.begin("integral value of an infinity (IEEE 754, 5.9)");
        work.steps.item("result", format!("{}: the operand itself", a.words()));
        return code::infinity(format, a.negative);
    }
    if a.is_zero() {
        work.steps.begin("integral value of zero (IEEE 754, 5.9)");
        work.steps.item("result", format!("{}: a zero keeps its sign", a.words()));
        return code::zero(format, a.negative);
    }
    let integer = integer_of(work, a, exact, "5.9");
    if integer.bits() == 0 {
        let s = if a.negative && format.neg_zero { "-0" } else { "+0" };
        work.steps.item("result", format!("{s}: a zero gets the sign of x"));
        return code::zero(format, a.negative);
    }
    round_number(work, format, &Dyadic::new(a.negative, integer, 0))
}

/// The magnitude of the integer that a finite number rounds to, with its step.
pub(crate) fn integer_of(work: &mut Work<'_>, a: &Operand, exact: bool, clause: &str) -> BigUint {
    work.steps.begin(format!("rounding to an integer, {} (IEEE 754, {clause})", work.direction()));
    let exact_value = Exact { negative: a.negative, ..Exact::of(&a.value) };
    let cut = Cut::of(&exact_value, 0);
    let (rounded, why) = work.rounded(&exact_value, 0);
    let gap = if cut.lost.is_empty() { "" } else { " " };
    let kept = format!("{} |{gap}{}   (hex | binary)", digits(&cut.kept), cut.lost);
    work.steps.item("whole | lost", kept);
    work.steps.item("bits", cut.bits());
    work.steps.item("direction", why);
    let shown = Dyadic::new(a.negative && rounded.bits() != 0, rounded.clone(), 0);
    work.steps.item("integer", shown.decimal(20));
    if !cut.exact() {
        let text = if exact { "yes: exact is asked for" } else { "not signalled without exact" };
        work.steps.item("inexact", text);
        if exact {
            work.raise(Flags::INEXACT, "the integer differs from the operand (exact)");
        }
    }
    rounded
}

/// The integer in an integer format; out of range the rule decides.
pub(crate) fn to_integer(work: &mut Work<'_>, to: &Format, a: &Operand, exact: bool) -> u64 {
    if !a.is_finite() {
        return out_of_range(work, to, a, None);
    }
    let before = work.raised.len();
    let magnitude = integer_of(work, a, exact, "5.8");
    let negative = a.negative && magnitude.bits() != 0;
    let (least, most) = limits(to);
    work.steps.begin(format!("range of {}", format_name(to)));
    let shown = Dyadic::new(negative, magnitude.clone(), 0).decimal(20);
    let fits = magnitude <= if negative { least.clone() } else { most.clone() };
    let low = if least.bits() == 0 { "0".to_owned() } else { format!("-{least}") };
    let verdict = if fits { "inside" } else { "outside" };
    work.steps.item("range", format!("{low} .. {most}: {shown} is {verdict}"));
    if !fits {
        // Invalid alone is signalled.
        work.raised.truncate(before);
        return out_of_range(work, to, a, Some((negative, magnitude)));
    }
    wrapped(to, negative, &magnitude)
}

/// The magnitudes of the most negative and the largest integer.
fn limits(to: &Format) -> (BigUint, BigUint) {
    let one = BigUint::from(1u8);
    if to.sign {
        let half = &one << (to.width - 1);
        (half.clone(), half - 1u8)
    } else {
        (BigUint::from(0u8), (one << to.width) - 1u8)
    }
}

/// The low bits of the two's complement.
fn wrapped(to: &Format, negative: bool, magnitude: &BigUint) -> u64 {
    let low = magnitude.iter_u64_digits().next().unwrap_or(0);
    let low = if negative { low.wrapping_neg() } else { low };
    low & low_bits(to.width)
}

/// The result of what the integer format does not hold; `integer` where it is a number.
fn out_of_range(
    work: &mut Work<'_>,
    to: &Format,
    a: &Operand,
    integer: Option<(bool, BigUint)>,
) -> u64 {
    work.steps.begin(format!("no value of {} (IEEE 754, 5.8, 7.2)", format_name(to)));
    let what = match &integer {
        Some(_) => "out of range",
        None if a.is_nan() => "NaN",
        None => "infinite",
    };
    work.steps.item("why", format!("{what}: invalid"));
    work.raise(Flags::INVALID, format!("{what}: no integer of {} (7.2)", format_name(to)));
    let (least, most) = limits(to);
    let limit = |negative: bool| wrapped(to, negative, if negative { &least } else { &most });
    let near = format!("the limit on the side of {}", sign(a.negative));
    let (code, why) = match (work.env.integer, integer) {
        (IntegerRule::RiscV, None) if a.is_nan() => {
            (limit(false), "RISC-V: NaN gives the largest".to_owned())
        }
        (IntegerRule::Arm, None) if a.is_nan() => (0, "Arm: NaN gives 0".to_owned()),
        (IntegerRule::RiscV, _) => (limit(a.negative), format!("RISC-V: {near}")),
        (IntegerRule::Arm, _) => (limit(a.negative), format!("Arm: {near}")),
        (IntegerRule::X86, _) if to.sign => {
            (limit(true), "x86: the indefinite integer, 100..0".to_owned())
        }
        (IntegerRule::X86, _) => (low_bits(to.width), "x86: all ones".to_owned()),
        (IntegerRule::Wrap, Some((negative, n))) => {
            (wrapped(to, negative, &n), "wrap: the low bits of the integer".to_owned())
        }
        (IntegerRule::Wrap, None) => (0, "wrap: 0, as there is no integer".to_owned()),
    };
    work.steps.item("rule", why);
    code
}
