//! Conversion between formats (IEEE 754-2019, 5.4.2; integers, 5.4.1).

use super::operand::{Operand, sign};
use super::round::{format_name, infinity_due, round_number};
use super::{Work, code, integral, nan, p3109, posit, value_hex};
use crate::explain::exact::Dyadic;
use softfloat::{Flags, Format, NanRule, Overflow};

/// A number of one format in another; where integers are made, whether *inexact* is signalled.
pub(crate) fn any(work: &mut Work<'_>, to: &Format, x: &Operand, exact: bool) -> u64 {
    let x = nan::quieted(work, x);
    let code = plain(work, to, &x, exact);
    if work.env.nan != NanRule::Ofp8 || !to.is_ofp8() || code != NEGATIVE {
        return code;
    }
    work.steps.begin("NaN of OFP8");
    work.steps.item("result", format!("without a sign: {}", value_hex(to, NEGATIVE & 0x7f)));
    NEGATIVE & 0x7f
}

/// The NaN of both formats of OFP8 with a sign.
const NEGATIVE: u64 = 0xff;

fn plain(work: &mut Work<'_>, to: &Format, x: &Operand, exact: bool) -> u64 {
    match to {
        to if to.is_posit() => posit::converted(work, to, x),
        to if to.is_p3109() => p3109::converted(work, to, x),
        to if to.is_fixed() && x.format.is_posit() => posit::to_integer(work, to, x),
        to if to.is_fixed() => integral::to_integer(work, to, x, exact),
        to => explain(work, to, x),
    }
}

/// A number in another floating-point format.
pub(crate) fn explain(work: &mut Work<'_>, to: &Format, a: &Operand) -> u64 {
    if a.is_nan() {
        return nan::chosen(work, to, &[a]);
    }
    if a.is_infinite() {
        return infinite(work, to, a.negative);
    }
    round_number(work, to, &a.value)
}

/// An infinity in another format, or what stands for it.
pub(crate) fn infinite(work: &mut Work<'_>, to: &Format, negative: bool) -> u64 {
    let name = format_name(to);
    work.steps.begin(format!("infinity in {name}"));
    let saturates = work.env.overflow == Overflow::Saturate;
    if work.env.nan == NanRule::Ofp8 && to.is_ofp8() {
        let (code, what) = match to.has_infinity() {
            _ if saturates => (
                code::of_number(to, &Dyadic { negative, ..code::largest(to) }),
                "the largest number: saturating",
            ),
            true => (code::infinity(to, negative), "infinity"),
            false => (NEGATIVE & 0x7f, "NaN, there is no infinity"),
        };
        work.steps.item("result", format!("{what}; exact, whatever its code (Zvfofp8min)"));
        return code;
    }
    if to.has_infinity() && !saturates {
        work.steps.item("result", format!("{}infinity, exactly (IEEE 754, 6.1)", sign(negative)));
        return code::infinity(to, negative);
    }
    let unsigned = negative && !to.sign;
    if to.has_nan() && (!saturates || unsigned) {
        work.raise(Flags::INVALID, format!("{name} has no infinity"));
        let (code, what) = infinity_due(to, negative);
        work.steps.item("result", format!("{what}; invalid"));
        return code;
    }
    let why = if to.has_nan() { "saturating" } else { "no infinity and no NaN" };
    work.raise(Flags::OVERFLOW, "infinity becomes the largest number");
    work.raise(Flags::INEXACT, "overflow (7.4)");
    work.steps.item("result", format!("{}the largest number: {why}", sign(negative)));
    code::of_number(to, &Dyadic { negative, ..code::largest(to) })
}
