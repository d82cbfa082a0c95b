//! Products, sums, quotients and roots: how long they are, how large and how small.
use super::operand::sign;
use super::{Reason, UNSIGNED_TERMS};
use crate::cover::exact::Real;
use crate::cover::port::Port;
use crate::cover::subject::Subject;
use crate::draw::code::Value;
use crate::registry::Arithmetic;
use softfloat::Rounding;

// Products: how long they are.

pub(super) const SHORT: &str = "a product has no bits so far below its leading one";

/// Whether a number is the product of two significands of so many bits. Of long ones nothing is said.
pub(super) fn is_product(whole: u128, precision: i64) -> bool {
    let odd = whole >> whole.trailing_zeros().min(127);
    if precision > 26 || odd >> (precision + 2) != 0 {
        return true;
    }
    let most = 1 << precision;
    (1..most)
        .step_by(2)
        .take_while(|d| d * d <= odd)
        .any(|d| odd.is_multiple_of(d) && odd / d < most)
}

/// One extra bit of a sign's results, counted from the guard bit.
pub(crate) fn walking(subject: &Subject, minus: bool, bit: i64) -> Reason {
    sign(subject, minus).or_else(|| behind(subject, bit))
}

/// These extra bits.
pub(crate) fn border(subject: &Subject, minus: bool, bits: u128, len: i64) -> Reason {
    let last = len - i64::from(bits.trailing_zeros().min(127));
    sign(subject, minus).or_else(|| behind(subject, last))
}

/// A bit so far behind the last one of normal results.
fn behind(subject: &Subject, bit: i64) -> Reason {
    let r = &subject.result;
    if subject.is_product() && r.precision() + bit > subject.product_bits() {
        return Some(SHORT);
    }
    let unit = match (&subject.operands[..], subject.fused()) {
        ([x, y, z], Some(_)) => (x.unit() + y.unit()).min(z.unit()),
        ([x, y], None) if subject.arithmetic.is_some_and(sums) => x.unit().min(y.unit()),
        _ => return None,
    };
    (r.last(r.emax()) - bit < unit).then_some("no term has bits so far down")
}

// Quotients and roots.

/// Quotients of so many units, or between that and one more. With a, b < 2^p a/b is a power of two, or at
/// least 1/b of it away: from above more than 2^-p, from below no less, where b is a power of two.
pub(super) fn quotient(subject: &Subject, whole: u128, fraction: bool) -> Reason {
    let p = subject.operands[..2].iter().map(Port::precision).max().unwrap_or(60).clamp(1, 60);
    let end = whole + u128::from(fraction);
    let (up, down) = (end.next_power_of_two(), 1 << whole.max(1).ilog2());
    let below = whole < up && (up - whole) << p < up + u128::from(fraction);
    let above = end > down && (end - down) << p <= down;
    (below || above).then_some("a quotient of significands is a power of two, or further from it")
}

/// The exponents that the smallest and the largest root have.
pub(crate) fn roots(subject: &Subject) -> (i64, i64) {
    let x = &subject.operands[0];
    let least = if subject.env.daz { x.emin() } else { x.least() };
    (least.div_euclid(2), x.emax().div_euclid(2))
}

/// Whether a root of so many bits, less than all, never results: where inexact ones are odd.
pub(super) fn even_root(subject: &Subject, bits: i64) -> bool {
    let (p, own) = (subject.result.precision(), subject.operands[0].precision());
    subject.env.rounding == Rounding::ToOdd && bits < p && 2 * bits - 1 > own
}

// Sums: how large they are, and how small.

/// Terms of one sign: whether their magnitudes are added or subtracted, where no operand has a sign.
pub(crate) fn of_one_sign(subject: &Subject, subtracts: bool) -> Reason {
    let unsigned = subject.operands.iter().all(|port| !port.format.sign);
    let minus = match subject.arithmetic {
        Some(Arithmetic::Sum { minus }) => minus,
        _ => false,
    };
    (unsigned && subtracts != minus).then_some(UNSIGNED_TERMS)
}

pub(super) const LARGE: &str = "no sum is that large";
const ALONE_IN_SUM: &str = "so small a sum is one of the addend's numbers alone";

/// Two terms of one bit each and one sign.
pub(super) fn of_two_bits(subject: &Subject) -> bool {
    subject.arithmetic.is_some_and(sums)
        && subject.operands.iter().all(|port| port.precision() == 1)
        && of_one_sign(subject, true).is_some()
}

pub(super) const TWO_BITS: &str = "two terms of one sign have a bit each";

pub(super) fn sums(arithmetic: Arithmetic) -> bool {
    matches!(arithmetic, Arithmetic::Sum { .. }) || arithmetic.fused().is_some()
}

/// The largest sum of two numbers, or of a product and an addend.
pub(super) fn most(subject: &Subject) -> Option<Real> {
    let [x, y, ..] = &subject.operands[..] else { return None };
    let signs = x.format.sign || y.format.sign;
    match subject.fused() {
        None if !signs && subject.arithmetic == Some(Arithmetic::Sum { minus: true }) => {
            [x, y].into_iter().filter_map(Port::largest).max_by_key(|r| (r.exponent, r.significand))
        }
        None => x.largest()?.plus(&y.largest()?),
        Some(_) => x.largest()?.times(&y.largest()?).plus(&subject.operands[2].largest()?),
    }
}

/// A sum so far below the other term's numbers that it is the addend itself: whether it has none like this.
pub(super) fn alone(subject: &Subject, leading: i64, value: &Value, fraction: bool) -> Reason {
    let [x, y, ..] = &subject.operands[..] else { return None };
    let (least, unit, addend) = match subject.fused() {
        None => (x.least(), x.unit(), y),
        Some(_) => (x.least() + y.least(), x.unit() + y.unit(), &subject.operands[2]),
    };
    // What is left when both cancel is a multiple of the smaller unit.
    if leading >= unit.min(least - addend.precision()) {
        return None;
    }
    let own = addend.value(addend.toward_zero(*value)).and_then(Real::of);
    (fraction || own != Real::of(*value)).then_some(ALONE_IN_SUM)
}
