//! Conversions.

use super::operand::{bits, exponents, operand, widens};
use super::{NO_SIGN, Reason, SOURCE, WIDENS};
use crate::cover::exact::Real;
use crate::cover::palette::Fine;
use crate::cover::subject::Subject;
use softfloat::{IntegerRule, Rounding};

/// Bits about the place of rounding of a number of another format.
pub(super) fn converted(
    subject: &Subject,
    below: bool,
    lsb: bool,
    guard: bool,
    sticky: bool,
) -> Reason {
    let (from, to) = (&subject.operands[0], &subject.result);
    let (least, most) = exponents(subject);
    let behind = match (guard, sticky) {
        (_, true) => 2,
        (true, false) => 1,
        (false, false) => 0,
    };
    if to.is_fixed() {
        return (behind > 0 && least >= 0).then_some("integers have no fraction");
    }
    if !below {
        let needed =
            if behind > 0 { to.precision() + behind } else { to.precision() * i64::from(lsb) };
        // The largest number that is no more than the operand's: how far below its last place there are bits.
        let top = most.min(to.emax());
        let asked = lsb || behind > 0;
        let fraction = from.is_fixed() && to.last(top) - behind < least;
        return (bits(from) < needed || asked && fraction).then_some(SOURCE);
    }
    let (first, top) = (least, most.min(to.emin() - 1));
    if first > top {
        return Some(SOURCE);
    }
    // The place of the last bit, and how far down the operand's bits must reach; a number that has that
    // bit is at least as large.
    let place = to.emin() - (to.precision() - 1);
    let deep = place - behind;
    let lowest = if lsb {
        place
    } else if guard {
        place - 1
    } else {
        first
    };
    let fits = (lowest.max(first)..=top).any(|e| from.last(e) <= deep || behind == 0 && !lsb);
    (!fits).then_some(SOURCE)
}

/// Whether integers are converted that are all in range.
pub(crate) fn is_always_valid(subject: &Subject) -> bool {
    let (from, to) = (&subject.operands[0], &subject.result);
    let signs = to.format.sign || !from.format.sign;
    from.is_fixed() && (!to.is_fixed() || signs && bits(from) <= bits(to))
}

/// Why a conversion does not raise these flags.
pub(crate) fn conversion(
    subject: &Subject,
    inexact: bool,
    overflow: bool,
    underflow: bool,
) -> Reason {
    let (from, to) = (&subject.operands[0], &subject.result);
    if to.is_fixed() {
        return None;
    }
    if (inexact || overflow || underflow) && widens(subject) {
        return Some(WIDENS);
    }
    let (least, most) = exponents(subject);
    let whole = from.is_fixed() && to.last(most.min(to.emax())) <= least;
    if inexact && !overflow && !underflow && (bits(from) <= to.precision() || whole) {
        return Some("an operand has no more bits than a result");
    }
    let toward_zero = matches!(subject.env.rounding, Rounding::TowardZero | Rounding::ToOdd)
        || !to.format.sign && subject.env.rounding == Rounding::Down;
    if overflow
        && (most < to.emax() || most == to.emax() && (toward_zero || bits(from) <= to.precision()))
    {
        return Some("no operand is that large");
    }
    (underflow && least >= to.emin()).then_some("no operand is that small")
}

/// Why a conversion does not deliver a code.
pub(crate) fn converts_to(subject: &Subject, code: u64, class: Fine) -> Reason {
    let (from, to) = (&subject.operands[0], &subject.result);
    let (least, most) = exponents(subject);
    let subnormal = matches!(class, Fine::SubnormalMin | Fine::Subnormal | Fine::SubnormalMax);
    let one = matches!(class, Fine::SubnormalMin | Fine::SubnormalMax | Fine::Min | Fine::Max);
    if to.is_fixed() {
        let saturates = matches!(subject.env.integer, IntegerRule::RiscV | IntegerRule::Arm);
        return match to.value(code) {
            Some(value) if class == Fine::Max && !saturates => operand(subject, &value, false),
            Some(value) if class == Fine::Max => {
                let exponent = Real::of(value).map_or(0, |real| real.exponent);
                let beyond = from.is_fixed() && !value.sign && exponent >= bits(from);
                (exponent > most || beyond).then_some(SOURCE)
            }
            _ => None,
        };
    }
    let value = to.value(code);
    let minus = to.format.sign && code >> (to.format.width - 1) & 1 == 1;
    match class {
        Fine::Zero if minus && from.is_fixed() => return Some(NO_SIGN),
        Fine::QuietNan if from.is_fixed() && to.format.has_infinity() => {
            return Some("an integer is a number");
        }
        Fine::Infinite if from.is_fixed() && most < to.emax() => return Some(WIDENS),
        // What is too large, in a format without infinity, is a NaN.
        Fine::Infinite | Fine::QuietNan
            if !from.format.has_infinity()
                && !from.format.has_nan()
                && !subject.env.rounding.outward(minus) =>
        {
            return Some("what is too large is rounded to the largest number");
        }
        _ => {}
    }
    if widens(subject) {
        let finite = !matches!(class, Fine::Infinite | Fine::QuietNan);
        return match value {
            Some(value) if one && finite => operand(subject, &value, false).map(|_| WIDENS),
            _ if subnormal && least >= to.emin() => Some(WIDENS),
            // All ones, or more bits than a power of two.
            _ if class == Fine::Ones && bits(from) < to.precision() => Some(WIDENS),
            _ => None,
        };
    }
    let exponent = value.and_then(Real::of).map_or(0, |real| real.exponent);
    match class {
        _ if subnormal && least >= to.emin() => Some("no operand is that small"),
        Fine::Max | Fine::Min if exponent > most || exponent < least => Some(SOURCE),
        Fine::Ones if bits(from) < to.precision() => Some(SOURCE),
        Fine::Ones if from.is_fixed() && to.last(to.emax()) < least => Some(SOURCE),
        Fine::Infinite if !from.format.has_infinity() => conversion(subject, true, true, false),
        Fine::QuietNan if !from.format.has_nan() && to.format.has_infinity() => {
            Some("no operand is a NaN")
        }
        _ => None,
    }
}
