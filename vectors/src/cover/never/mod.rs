//! Why no case hits a goal: the reasons that hold for every format. What they leave open is settled by
//! a case, or by trying all.

mod arithmetic;
mod convert;
mod operand;

pub(super) use arithmetic::{border, of_one_sign, roots, walking};
pub(super) use convert::{conversion, converts_to, is_always_valid};
pub(super) use operand::{operand, sign};

use super::exact::Real;
use super::port::Port;
use super::subject::Subject;
use crate::draw::code::Value;
use crate::registry::Arithmetic;
use arithmetic::{
    LARGE, SHORT, TWO_BITS, alone, even_root, is_product, most, of_two_bits, quotient, sums,
};
use convert::{converted, minus_zero};
use operand::{bits, exponents, widens};

type Reason = Option<&'static str>;

const ROOT: &str =
    "a root is positive, and between the roots of the smallest and the largest number";
const SOURCE: &str = "the operand's format has no such number";
const UNSIGNED_TERMS: &str = "no operand has a sign";
const ZERO: &str = "that is not above 0";
const NO_SIGN: &str = "the integer 0 has no sign";
const ALONE: &str = "the only bit is set";
const WIDENS: &str = "every number of the operand's format is one of the result's";
const FACTORS: &str = "no product of two numbers is that small or large";
const EVEN: &str = "what is inexact is rounded to odd, and the square of this root is too long";

/// Unrounded results of this exponent.
pub(super) fn exponent(subject: &Subject, minus: bool, exponent: i64) -> Reason {
    if let Some(reason) = sign(subject, minus) {
        return Some(reason);
    }
    match subject.arithmetic {
        Some(Arithmetic::Root) => {
            let (least, most) = roots(subject);
            (!(least..=most).contains(&exponent)).then_some(ROOT)
        }
        Some(Arithmetic::Convert) => {
            operand(subject, &Value { sign: minus, exponent, significand: 1 }, true)
        }
        Some(arithmetic) if sums(arithmetic) => {
            let most = most(subject).map_or(0, |most| most.exponent);
            let value = Value { sign: minus, exponent, significand: 1 };
            (exponent > most).then_some(LARGE).or_else(|| alone(subject, exponent, &value, false))
        }
        _ if subject.is_product() => {
            let (least, most) = subject.product_range();
            (!(least..=most).contains(&exponent)).then_some(FACTORS)
        }
        _ => None,
    }
}

/// Unrounded results of so many units of 2^last, or between that and one more.
pub(super) fn place(
    subject: &Subject,
    minus: bool,
    whole: u128,
    fraction: bool,
    last: i64,
) -> Reason {
    if let Some(reason) = sign(subject, minus) {
        return Some(reason);
    }
    if whole == 0 && !fraction {
        return Some(ZERO);
    }
    let leading = match whole {
        0 => last - 1,
        _ => last + 127 - i64::from(whole.leading_zeros()),
    };
    let x = &subject.operands[0];
    if of_two_bits(subject) && whole.count_ones() + u32::from(fraction) > 2 {
        return Some(TWO_BITS);
    }
    if subject.arithmetic.is_some_and(sums) {
        let value = Value { sign: minus, exponent: last, significand: whole };
        let size = |real: Real| (real.exponent, real.significand);
        let (wanted, most) = (Real::of(value).map(size), most(subject).map(size));
        if wanted > most || fraction && wanted == most {
            return Some(LARGE);
        }
        if let Some(reason) = alone(subject, leading, &value, fraction) {
            return Some(reason);
        }
    }
    match subject.arithmetic {
        Some(Arithmetic::Root) => {
            let (least, most) = roots(subject);
            (leading < least || leading > most).then_some(ROOT)
        }
        Some(Arithmetic::Sum { .. }) => {
            // Bits below the smallest number's.
            let unit = subject.operands.iter().map(Port::unit).min().unwrap_or_default();
            let below = (unit - last).clamp(0, 120);
            let rest = whole & ((1 << below) - 1) != 0 || fraction && last <= unit;
            rest.then_some("sums are whole multiples of the smallest number")
        }
        Some(Arithmetic::Quotient) => quotient(subject, whole, fraction),
        _ if subject.is_product() => {
            let (least, most) = subject.product_range();
            let exact = subject.arithmetic == Some(Arithmetic::Product);
            let bits = i64::from(whole.max(1).ilog2()) - i64::from(whole.trailing_zeros().min(127));
            match fraction {
                _ if leading < least || leading > most => Some(FACTORS),
                false if bits >= subject.product_bits() => Some(SHORT),
                false if exact && !is_product(whole, x.precision()) => {
                    Some("a prime factor of the number is longer than a significand")
                }
                true if leading - last + 1 >= subject.product_bits() => Some(SHORT),
                _ => None,
            }
        }
        Some(Arithmetic::Convert) if fraction => {
            let (least, most) = exponents(subject);
            let beyond = leading > most || whole > 0 && leading < least;
            (beyond || x.last(leading) >= last || least >= last).then_some(SOURCE)
        }
        Some(Arithmetic::Convert) => {
            operand(subject, &Value { sign: minus, exponent: last, significand: whole }, false)
        }
        _ => None,
    }
}

/// Results whose significand ends in so many zeros.
pub(super) fn zeros(subject: &Subject, minus: bool, zeros: i64) -> Reason {
    let bits = subject.result.precision() - zeros;
    match subject.arithmetic {
        Some(Arithmetic::Root) if even_root(subject, bits) => Some(EVEN),
        _ if subject.is_product() && bits > subject.product_bits() => Some(SHORT),
        _ => sign(subject, minus),
    }
}

/// Results of this value, after rounding.
pub(super) fn result(subject: &Subject, value: &Value) -> Reason {
    let r = &subject.result;
    let real = Real::of(*value);
    let tiny = real.is_some_and(|real| real.exponent < r.emin());
    if tiny && subject.env.underflow != softfloat::Underflow::Gradual {
        return Some("what is below the smallest normal number becomes 0");
    }
    match (subject.arithmetic, real) {
        (Some(Arithmetic::Root), Some(real)) if real.sign => Some(ROOT),
        (Some(Arithmetic::Root), Some(real))
            if even_root(subject, real.exponent - real.last() + 1) =>
        {
            Some(EVEN)
        }
        (Some(Arithmetic::Root), Some(real)) => {
            // The next power of two may be rounded to.
            let power = i64::from(real.significand.is_power_of_two());
            let (least, most) = roots(subject);
            (!(least..=most + power).contains(&real.exponent)).then_some(ROOT)
        }
        (Some(Arithmetic::Integral), Some(real)) => {
            (real.last() < 0).then_some("this is no integral value")
        }
        (Some(Arithmetic::Convert), None) if value.sign && subject.operands[0].is_fixed() => {
            Some(NO_SIGN)
        }
        (Some(Arithmetic::Convert), None) if value.sign && minus_zero(subject).is_some() => {
            minus_zero(subject)
        }
        (Some(Arithmetic::Convert), Some(real))
            if subject.operands[0].is_fixed() && real.last() < 0 =>
        {
            Some("an integer is rounded to an integer")
        }
        (Some(Arithmetic::Convert), _) if widens(subject) => operand(subject, value, false),
        (Some(Arithmetic::Convert), Some(real)) if is_coarser(subject, &real) => {
            operand(subject, value, false)
        }
        (Some(Arithmetic::Convert), Some(real)) => {
            let (least, most) = exponents(subject);
            // The next power of two may be rounded to.
            let most =
                if subject.operands[0].is_fixed() { bits(&subject.operands[0]) - 1 } else { most };
            let power = i64::from(real.significand.is_power_of_two());
            let beyond = real.exponent > most + power || real.exponent < least;
            if beyond { Some(SOURCE) } else { sign(subject, real.sign) }
        }
        (_, Some(real)) if subject.is_product() => {
            // What is a little less may be rounded to a power of two.
            let power = i64::from(real.significand.is_power_of_two());
            let (least, most) = subject.product_range();
            let short = real.exponent - real.last() >= subject.product_bits();
            let beyond = real.exponent < least || real.exponent > most + power;
            match (beyond, short) {
                (true, _) => Some(FACTORS),
                (_, true) => Some(SHORT),
                _ => None,
            }
        }
        (_, Some(real)) => sign(subject, real.sign),
        (_, None) => None,
    }
}

/// Whether a posit's format has no numbers between a result and those beside it.
fn is_coarser(subject: &Subject, real: &Real) -> bool {
    let (from, to) = (&subject.operands[0], &subject.result);
    let coarser = |exponent: i64| from.last(exponent) >= to.last(exponent);
    let power = real.significand.is_power_of_two();
    from.format.is_posit() && coarser(real.exponent) && (!power || coarser(real.exponent - 1))
}

/// Bits about the place of rounding.
pub(super) fn rounding(
    subject: &Subject,
    below: bool,
    minus: bool,
    lsb: bool,
    guard: bool,
    sticky: bool,
) -> Reason {
    if let Some(reason) = sign(subject, minus) {
        return Some(reason);
    }
    let inexact = guard || sticky;
    let precision = subject.result.precision() - i64::from(below);
    match precision {
        0 if lsb => return Some("so small a number has no bit that is kept"),
        0 if !inexact => return Some(ZERO),
        1 if !lsb && !subject.is_integral() && (!below || !inexact) => return Some(ALONE),
        _ => {}
    }
    if guard && sticky && of_two_bits(subject) {
        return Some(TWO_BITS);
    }
    match subject.arithmetic {
        Some(Arithmetic::Convert) => converted(subject, below, lsb, guard, sticky),
        Some(Arithmetic::Root) if below => {
            (roots(subject).0 >= subject.result.emin()).then_some(ROOT)
        }
        Some(Arithmetic::Root) if !inexact && lsb && subject.result.precision() > 1 => {
            Some("the square of a significand that uses its last bit is too long for an operand")
        }
        Some(Arithmetic::Root) if guard && !sticky => {
            Some("a root is never halfway between two numbers")
        }
        Some(Arithmetic::Quotient) if !below && guard && !sticky => {
            Some("a normal quotient is never halfway between two numbers")
        }
        _ if subject.is_product() && !below => {
            let behind = if sticky { 2 } else { i64::from(guard) };
            let needed = subject.result.precision() + behind;
            let asked = lsb || inexact;
            (asked && needed > subject.product_bits()).then_some(SHORT)
        }
        Some(Arithmetic::Sum { .. }) if below && inexact => {
            Some("a sum below the smallest normal number is exact")
        }
        _ => None,
    }
}

/// Bits behind a normal result's last place where all that are kept are ones.
pub(super) fn carry(subject: &Subject, minus: bool, guard: bool, sticky: bool) -> Reason {
    let p = subject.result.precision();
    let ones = (1 << (p + 1)) - 2 + u128::from(guard);
    match subject.arithmetic {
        Some(Arithmetic::Quotient) if guard || sticky => {
            Some("a quotient of significands is a power of two, or further from it")
        }
        Some(Arithmetic::Root) if guard => {
            Some("the largest root below a power of two lies more than half a place below it")
        }
        Some(Arithmetic::Product)
            if !sticky && !is_product(ones, subject.operands[0].precision()) =>
        {
            Some("a prime factor of the number is longer than a significand")
        }
        _ => rounding(subject, false, minus, true, guard, sticky),
    }
}
