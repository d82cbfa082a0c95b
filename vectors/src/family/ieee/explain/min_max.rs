//! Minimum and maximum: IEEE 754-2019, 9.6; IEEE 754-2008, 5.3.1; x86; RISC-V.

use super::compare;
use crate::family::number::explain::Work;
use crate::family::number::explain::operand::Operand;
use crate::family::number::explain::{nan, value_hex};
use softfloat::ieee::MinMax;
use softfloat::{Flags, Format};
use std::cmp::Ordering;

/// What a variant does.
struct Rule {
    max: bool,
    magnitude: bool,
    source: &'static str,
    nans: Nans,
    /// Whether -0 counts as less than +0; else the first of two zeros.
    zeros: bool,
}

/// What NaN does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nans {
    /// Makes NaN.
    Win,
    /// A number wins over a quiet one; a signalling one makes NaN.
    QuietLose,
    /// A number wins over any.
    Lose,
    /// The second operand, whatever it is.
    Second,
    /// As `Lose`; two make the canonical one.
    Canonical,
}

fn rule(variant: MinMax) -> Rule {
    use MinMax as M;
    let (max, magnitude, nans, zeros) = match variant {
        M::MinNum => (false, false, Nans::QuietLose, false),
        M::MaxNum => (true, false, Nans::QuietLose, false),
        M::MinNumMag => (false, true, Nans::QuietLose, false),
        M::MaxNumMag => (true, true, Nans::QuietLose, false),
        M::Minimum => (false, false, Nans::Win, true),
        M::Maximum => (true, false, Nans::Win, true),
        M::MinimumMagnitude => (false, true, Nans::Win, true),
        M::MaximumMagnitude => (true, true, Nans::Win, true),
        M::MinimumNumber => (false, false, Nans::Lose, true),
        M::MaximumNumber => (true, false, Nans::Lose, true),
        M::MinimumMagnitudeNumber => (false, true, Nans::Lose, true),
        M::MaximumMagnitudeNumber => (true, true, Nans::Lose, true),
        M::SseMin => (false, false, Nans::Second, false),
        M::SseMax => (true, false, Nans::Second, false),
        M::RiscVMin => (false, false, Nans::Canonical, true),
        M::RiscVMax => (true, false, Nans::Canonical, true),
    };
    let source = match nans {
        Nans::QuietLose => "IEEE 754-2008, 5.3.1",
        Nans::Win | Nans::Lose => "IEEE 754-2019, 9.6",
        Nans::Second => "x86 MINPS, MAXPS",
        Nans::Canonical => "RISC-V FMIN, FMAX",
    };
    Rule { max, magnitude, source, nans, zeros }
}

pub(crate) fn explain(
    work: &mut Work<'_>,
    format: &Format,
    a: &Operand,
    b: &Operand,
    variant: MinMax,
) -> u64 {
    let operands = [a, b];
    let Some(at) = chosen(work, operands, variant) else {
        return nan::chosen(work, format, &operands);
    };
    let x = operands[at];
    let what = if nan::any(&operands) { value_hex(format, x.code) } else { x.words() };
    work.steps.item("chosen", format!("{} = {what}", x.name));
    x.code_read()
}

/// The place of the operand that is chosen; `None` where NaN is the result.
pub(crate) fn chosen(work: &mut Work<'_>, [a, b]: [&Operand; 2], variant: MinMax) -> Option<usize> {
    let rule = rule(variant);
    if nan::any(&[a, b]) {
        return nans(work, [a, b], &rule);
    }
    let what = if rule.max { "maximum" } else { "minimum" };
    work.steps.begin(format!("{what} ({})", rule.source));
    let (first, why) = choose(a, b, &rule);
    work.steps.item("order", why);
    Some(usize::from(!first))
}

/// Whether a is chosen, and why.
fn choose(a: &Operand, b: &Operand, rule: &Rule) -> (bool, &'static str) {
    if rule.magnitude {
        match compare::order_magnitudes(a, b) {
            Ordering::Less => return (!rule.max, "|x| < |y|"),
            Ordering::Greater => return (rule.max, "|x| > |y|"),
            Ordering::Equal => {}
        }
    }
    match compare::order(a, b) {
        Ordering::Less => (!rule.max, "x < y"),
        Ordering::Greater => (rule.max, "x > y"),
        Ordering::Equal if a.negative == b.negative && rule.nans != Nans::Second => {
            (true, "x = y: the same")
        }
        Ordering::Equal if rule.nans == Nans::Second => (false, "x = y: the second operand"),
        Ordering::Equal if rule.zeros => (a.negative != rule.max, "zeros of both signs: -0 < +0"),
        Ordering::Equal => (true, "zeros of both signs: the first operand"),
    }
}

/// Some operand is NaN.
fn nans(work: &mut Work<'_>, [a, b]: [&Operand; 2], rule: &Rule) -> Option<usize> {
    let signals = a.is_signalling() || b.is_signalling();
    let number = [a, b].into_iter().position(|x| !x.is_nan());
    let wins = match rule.nans {
        Nans::Win => None,
        Nans::QuietLose => number.filter(|_| !signals),
        Nans::Lose | Nans::Canonical => number,
        Nans::Second => Some(1),
    }?;
    work.steps.begin(format!("NaN operands ({})", rule.source));
    let why = match rule.nans {
        Nans::Second => {
            work.raise(Flags::INVALID, "NaN is compared (x86)");
            "the second operand, unchanged; any NaN is invalid"
        }
        _ => "a number wins over NaN",
    };
    if signals && rule.nans != Nans::Second {
        work.raise(Flags::INVALID, "a signalling NaN (7.2)");
        work.steps.item("signalling", "invalid (7.2)");
    }
    work.steps.item("rule", why);
    Some(wins)
}
