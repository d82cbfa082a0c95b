//! Why no case hits a goal: the reasons that hold for every format. What they leave open is settled by
//! a case, or by trying all.

use super::exact::Real;
use super::palette::Fine;
use super::subject::{Port, Subject};
use crate::generate::code::Value;
use crate::registry::Arithmetic;
use softfloat::format::Kind;
use softfloat::{IntegerRule, Rounding};

type Reason = Option<&'static str>;

const UNSIGNED: &str = "the operand has no sign";
const ROOT: &str =
    "a root is positive, and between the roots of the smallest and the largest number";
const SOURCE: &str = "the operand's format has no such number";
const ZERO: &str = "that is not above 0";
const NO_SIGN: &str = "the integer 0 has no sign";
const ALONE: &str = "the only bit is set";
pub(super) const WIDENS: &str = "every number of the operand's format is one of the result's";

/// Results of this sign.
pub(super) fn sign(subject: &Subject, minus: bool) -> Reason {
    match subject.arithmetic {
        Some(Arithmetic::Root) if minus => Some(ROOT),
        Some(Arithmetic::Convert | Arithmetic::Integral)
            if minus && !subject.operands[0].format.sign =>
        {
            Some(UNSIGNED)
        }
        _ => None,
    }
}

/// Operands of this value, or, where only its leading bit counts, of this exponent.
pub(super) fn operand(subject: &Subject, value: &Value, leading: bool) -> Reason {
    let port = &subject.operands[0];
    if value.sign && !port.format.sign {
        return Some(UNSIGNED);
    }
    let real = Real::of(*value)?;
    let flushed = subject.env.daz && !port.is_fixed() && real.exponent < port.emin();
    if flushed {
        return Some("subnormal operands are taken as 0");
    }
    let held = port.value(port.toward_zero(real.value())).and_then(Real::of);
    match held {
        Some(held) if leading && held.exponent == real.exponent && held.sign == real.sign => None,
        Some(held) if !leading && held == real => None,
        _ => Some(SOURCE),
    }
}

/// The exponents of the leading bits that an operand's numbers have.
fn exponents(subject: &Subject) -> (i64, i64) {
    let port = &subject.operands[0];
    match port.format.kind {
        Kind::Fixed { frac, .. } => {
            let bits = i64::from(port.format.width) - i64::from(port.format.sign);
            // The most negative integer is a power of two.
            (-i64::from(frac), bits - 1 - i64::from(frac) + i64::from(port.format.sign))
        }
        _ if port.format.subnormal && !subject.env.daz => {
            (port.emin() - (port.precision() - 1), port.emax())
        }
        _ => (port.emin(), port.emax()),
    }
}

/// The last place of an operand's numbers of this exponent.
fn last_of(port: &Port, exponent: i64) -> i64 {
    port.last(exponent)
}

/// The significant bits that an operand has.
fn bits(port: &Port) -> i64 {
    match port.is_fixed() {
        true => i64::from(port.format.width) - i64::from(port.format.sign),
        false => port.precision(),
    }
}

/// Whether every number of the operand's format is one of the result's.
pub(super) fn widens(subject: &Subject) -> bool {
    let (from, to) = (&subject.operands[0], &subject.result);
    if from.is_fixed() {
        return i64::from(from.format.width) - i64::from(from.format.sign) < to.precision();
    }
    let least = |p: &Port| p.emin() - if p.format.subnormal { p.precision() - 1 } else { 0 };
    from.precision() <= to.precision() && from.emax() <= to.emax() && least(from) >= least(to)
}

/// The exponents that the smallest and the largest root have.
fn roots(subject: &Subject) -> (i64, i64) {
    let x = &subject.operands[0];
    let least = if subject.env.daz { x.emin() } else { x.emin() - (x.precision() - 1) };
    (least.div_euclid(2), x.emax().div_euclid(2))
}

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

const FACTORS: &str = "no product of two numbers is that small or large";
const SHORT: &str = "a product has no bits so far below its leading one";

const LARGE: &str = "no sum is that large";
const ALONE_IN_SUM: &str = "so small a sum is one of the addend's numbers alone";

fn sums(arithmetic: Arithmetic) -> bool {
    matches!(arithmetic, Arithmetic::Sum { .. }) || arithmetic.fused().is_some()
}

/// The largest sum of two numbers, or of a product and an addend.
fn most(subject: &Subject) -> Option<Real> {
    let [x, y, ..] = &subject.operands[..] else { return None };
    match subject.fused() {
        None => x.largest()?.plus(&y.largest()?),
        Some(_) => x.largest()?.times(&y.largest()?).plus(&subject.operands[2].largest()?),
    }
}

/// A sum so far below the other term's numbers that it is the addend itself: whether it has none like this.
fn alone(subject: &Subject, leading: i64, value: &Value, fraction: bool) -> Reason {
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
            (beyond || last_of(x, leading) >= last || least >= last).then_some(SOURCE)
        }
        Some(Arithmetic::Convert) => {
            operand(subject, &Value { sign: minus, exponent: last, significand: whole }, false)
        }
        _ => None,
    }
}

/// Quotients of so many units, or between that and one more. With a, b < 2^p a/b is a power of two, or at
/// least 1/b of it away: from above more than 2^-p, from below no less, where b is a power of two.
fn quotient(subject: &Subject, whole: u128, fraction: bool) -> Reason {
    let p = subject.result.precision().clamp(1, 60);
    let end = whole + u128::from(fraction);
    let (up, down) = (end.next_power_of_two(), 1 << whole.max(1).ilog2());
    let below = whole < up && (up - whole) << p < up + u128::from(fraction);
    let above = end > down && (end - down) << p <= down;
    (below || above).then_some("a quotient of significands is a power of two, or further from it")
}

const EVEN: &str = "what is inexact is rounded to odd, and the square of this root is too long";

/// Whether a root of so many bits, less than all, never results: where inexact ones are odd.
fn even_root(subject: &Subject, bits: i64) -> bool {
    let p = subject.result.precision();
    subject.env.rounding == Rounding::ToOdd && bits < p && 2 * bits - 1 > p
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

/// Whether a number is the product of two significands of so many bits. Of long ones nothing is said.
fn is_product(whole: u128, precision: i64) -> bool {
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
            let (least, most) = roots(subject);
            (!(least..=most).contains(&real.exponent)).then_some(ROOT)
        }
        (Some(Arithmetic::Integral), Some(real)) => {
            (real.last() < 0).then_some("this is no integral value")
        }
        (Some(Arithmetic::Convert), None) if value.sign && subject.operands[0].is_fixed() => {
            Some(NO_SIGN)
        }
        (Some(Arithmetic::Convert), Some(real))
            if subject.operands[0].is_fixed() && real.last() < 0 =>
        {
            Some("an integer is rounded to an integer")
        }
        (Some(Arithmetic::Convert), _) if widens(subject) => operand(subject, value, false),
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
    let alone = precision == 1 && !lsb && !subject.is_integral();
    if alone && (!below || !inexact) {
        return Some(ALONE);
    }
    match subject.arithmetic {
        Some(Arithmetic::Convert) => converted(subject, below, lsb, guard, sticky),
        Some(Arithmetic::Root) if below => Some(ROOT),
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

/// Bits about the place of rounding of a number of another format.
fn converted(subject: &Subject, below: bool, lsb: bool, guard: bool, sticky: bool) -> Reason {
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
pub(super) fn is_always_valid(subject: &Subject) -> bool {
    let (from, to) = (&subject.operands[0], &subject.result);
    let signs = to.format.sign || !from.format.sign;
    from.is_fixed() && (!to.is_fixed() || signs && bits(from) <= bits(to))
}

/// Why a conversion does not raise these flags.
pub(super) fn conversion(
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
pub(super) fn converts_to(subject: &Subject, code: u64, class: Fine) -> Reason {
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
            if !from.format.has_infinity() && !from.format.has_nan() =>
        {
            let stays = match subject.env.rounding {
                Rounding::TowardZero | Rounding::ToOdd => true,
                Rounding::Up => minus,
                Rounding::Down => !minus,
                Rounding::NearestEven | Rounding::NearestAway => false,
            };
            if stays {
                return Some("what is too large is rounded to the largest number");
            }
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

/// One extra bit, counted from the guard bit.
pub(super) fn walking(subject: &Subject, bit: i64) -> Reason {
    let needed = subject.result.precision() + bit;
    (subject.is_product() && needed > subject.product_bits()).then_some(SHORT)
}

/// These extra bits.
pub(super) fn border(subject: &Subject, bits: u128, len: i64) -> Reason {
    let behind = len - i64::from(bits.trailing_zeros().min(127));
    let needed = subject.result.precision() + behind;
    (subject.is_product() && needed > subject.product_bits()).then_some(SHORT)
}
