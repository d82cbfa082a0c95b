//! Conversions.

use super::operand::{bits, exponents, operand, widens};
use super::{NO_SIGN, Reason, SOURCE, WIDENS};
use crate::cover::exact::Real;
use crate::cover::palette::Fine;
use crate::cover::port::Port;
use crate::cover::subject::Subject;
use crate::draw::code::Value;
use softfloat::{IntegerRule, Overflow, Rounding, Underflow};

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
    if from.format.is_posit() {
        let (first, last) =
            if below { (to.unit() - 3, to.emin() - 1) } else { (to.emin(), to.emax()) };
        let found = (first..=last).any(|e| has_number(subject, e, lsb, guard, sticky));
        return (!found).then_some(SOURCE);
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

/// Whether a posit's format has a number of this exponent with these bits about the place of rounding: one of the fewest bits.
fn has_number(subject: &Subject, exponent: i64, lsb: bool, guard: bool, sticky: bool) -> bool {
    let place = subject.last(exponent);
    let low = place.min(exponent) - 2;
    let bit = |place: i64| 1u128 << (place - low);
    let asked = [(lsb, place), (guard, place - 1), (sticky, place - 2)];
    let own = asked.into_iter().filter(|(asked, at)| *asked && *at <= exponent);
    let significand = own.fold(bit(exponent), |all, (_, at)| all | bit(at));
    let value = Value { sign: false, exponent: low, significand };
    let cut = Real::of(value).map(|real| real.cut(place));
    cut.is_some_and(|cut| (cut.lsb, cut.guard, cut.sticky) == (lsb, guard, sticky))
        && operand(subject, &value, false).is_none()
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

/// A negative zero of a format that has none.
pub(super) fn minus_zero(subject: &Subject) -> Reason {
    let (from, to) = (&subject.operands[0], &subject.result);
    let gradual = subject.env.underflow == Underflow::Gradual;
    let smallest = if gradual { to.unit() } else { to.emin() };
    let directed = matches!(subject.env.rounding, Rounding::Down | Rounding::ToOdd);
    match () {
        () if from.format.neg_zero || from.is_fixed() || to.is_fixed() => None,
        () if least_of(from) >= smallest => Some("nothing is rounded to 0, and there is one zero"),
        () if gradual && directed => {
            Some("what is negative is not rounded to 0, and there is one zero")
        }
        () => None,
    }
}

/// The exponent of the smallest number.
fn least_of(port: &Port) -> i64 {
    if port.is_fixed() { port.unit() } else { port.least() }
}

/// Why a conversion does not deliver a posit: the ends stand for what is beyond them, too.
fn to_posit(subject: &Subject, code: u64, class: Fine) -> Reason {
    let (from, to) = (&subject.operands[0], &subject.result);
    let (_, most) = exponents(subject);
    let value = to.value(code);
    let exponent = value.and_then(Real::of).map_or(0, |real| real.exponent);
    let beyond = match class {
        Fine::Min => least_of(from) < exponent,
        Fine::Max => most >= exponent,
        Fine::QuietNan if from.is_fixed() && !from.format.sign => {
            return Some("an integer without a sign is a number");
        }
        Fine::QuietNan => {
            let none = !from.is_fixed() && !from.format.has_nan() && !from.format.has_infinity();
            return none.then_some("every operand is a number");
        }
        _ => return None,
    };
    value.filter(|_| !beyond).and_then(|value| operand(subject, &value, false))
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
    if class == Fine::QuietNan && from.format.sign && !to.format.sign {
        // What is negative is no number there.
        return None;
    }
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
    if to.format.is_posit() {
        return to_posit(subject, code, class);
    }
    let directed = subject.env.overflow == Overflow::Ieee;
    match class {
        Fine::Zero if minus => {
            if let Some(reason) = minus_zero(subject) {
                return Some(reason);
            }
        }
        Fine::Infinite
            if !from.format.has_infinity() && directed && !subject.env.rounding.outward(minus) =>
        {
            return Some("what is too large is rounded to the largest number");
        }
        Fine::Infinite if !from.format.has_infinity() && widens(subject) => return Some(WIDENS),
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
