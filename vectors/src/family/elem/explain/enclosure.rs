//! Enclosures at growing precision, until no border of a rounding lies inside.

use crate::explain::exact::Dyadic;
use crate::family::number::explain::code::least_exponent;
use crate::family::number::explain::cut::Exact;
use crate::family::number::explain::operand::sign;
use crate::family::number::explain::{Work, digits};
use functions::{Bounds, Function, Row};
use num_bigint::{BigInt, BigUint, Sign};
use softfloat::{Format, Underflow};

/// Bits that are asked for, in turn.
const BITS: [u32; 8] = [32, 64, 128, 256, 512, 1024, 2048, 4096];

/// Places below the last one that an enclosure must settle.
const BELOW: i64 = 3;

/// The steps of the enclosures, and the value as they have it. Where none of them decides (the value is
/// next to a border), what the algebra of the function says.
pub(super) fn show(
    work: &mut Work<'_>,
    row: &Row,
    format: &Format,
    x: &[u64],
    known: &Exact,
) -> Exact {
    work.steps.begin(format!("enclosure of {} ({})", row.formula, row.section));
    for bits in BITS {
        let Some(bounds) = functions::bounds(row.function, format, x, &work.env, bits) else {
            break;
        };
        let label = match bounds.bits {
            0 => "integers".to_owned(),
            bits => format!("{bits} bits"),
        };
        let settled = settled(format, work, &bounds);
        let text = between(&bounds);
        let Some(exact) = settled else {
            work.steps.item(label, format!("{text}: a border of the rounding may lie inside"));
            continue;
        };
        work.steps.item(label, format!("{text}: decides"));
        work.steps.item("value", format!("{} and more", shown(&exact)));
        distance(work, format, &exact, &bounds);
        return exact;
    }
    work.steps.item("value", format!("{} and more, by the terms that follow it", shown(known)));
    known.clone()
}

/// `0x1.5bf0a8b1p+1 .. 0x1.5bf0a8b2p+1`, cut behind the first digit that differs.
fn between(bounds: &Bounds) -> String {
    let [low, high] = [&bounds.lower, &bounds.upper].map(|d| {
        let (negative, magnitude) = parts(&d.integer);
        Dyadic::new(negative, magnitude, d.exponent).hex_float()
    });
    let same = low.bytes().zip(high.bytes()).take_while(|(a, b)| a == b).count();
    let cut = |text: &str| match text.find('p') {
        Some(p) if p > same + 3 => format!("{}...{}", &text[..same + 2], &text[p..]),
        _ => text.to_owned(),
    };
    format!("{} to {}", cut(&low), cut(&high))
}

fn parts(n: &BigInt) -> (bool, BigUint) {
    (n.sign() == Sign::Minus, n.magnitude().clone())
}

/// The last place of a number of this leading one.
fn unit(format: &Format, work: &Work<'_>, lead: i64) -> i64 {
    let free = lead + 1 - i64::from(format.precision());
    let least = least_exponent(format);
    match work.env.underflow == Underflow::Gradual && format.subnormal && lead < least {
        true => least + 1 - i64::from(format.precision()),
        false => free,
    }
}

/// The value to a few places below the last, where both ends agree in them.
fn settled(format: &Format, work: &Work<'_>, bounds: &Bounds) -> Option<Exact> {
    let (low, high) = (parts(&bounds.lower.integer), parts(&bounds.upper.integer));
    if low.0 != high.0 || low.1.bits() == 0 || high.1.bits() == 0 {
        return None;
    }
    let negative = low.0;
    let mut ends = [(low.1, bounds.lower.exponent), (high.1, bounds.upper.exponent)];
    if negative {
        ends.reverse();
    }
    let leads = ends.each_ref().map(|(m, e)| e + m.bits() as i64 - 1);
    if leads[0] != leads[1] {
        return None;
    }
    // Tininess after rounding is decided at the free last place, which is never coarser.
    let free = leads[0] + 1 - i64::from(format.precision());
    let place = unit(format, work, leads[0]).min(free) - BELOW;
    let [inner, outer] = ends.each_ref().map(|(m, e)| floor(m, *e, place));
    (inner == outer).then_some(Exact { negative, magnitude: inner, exponent: place, more: true })
}

/// A magnitude in units of `2^place`, cut.
fn floor(magnitude: &BigUint, exponent: i64, place: i64) -> BigUint {
    match exponent - place {
        up @ 0.. => magnitude << up as u64,
        down => magnitude >> down.unsigned_abs(),
    }
}

/// How far the nearest border of a rounding is: a number of the format, or the middle of two.
fn distance(work: &mut Work<'_>, format: &Format, x: &Exact, bounds: &Bounds) {
    let last = unit(format, work, x.lead());
    // Far below the smallest number, where decimal digits would be as many as places.
    if last - x.lead() > 1 << 12 {
        let text = format!("less than 2^{} ulp away: 0", x.lead() + 1 - last);
        return work.steps.item("nearest border", text);
    }
    let end = if x.negative { &bounds.upper } else { &bounds.lower };
    // Half places, and what is left of the next, in as many bits as the enclosure has.
    let fine = end.exponent.min(last - 1);
    let value = floor(end.integer.magnitude(), end.exponent, fine);
    let half = (last - 1 - fine) as u64;
    let count = &value >> half;
    let rest = &value - (&count << half);
    let up = (BigUint::from(1u8) << half) - &rest;
    let (near, border) = if rest <= up { (rest, count) } else { (up, count + 1u8) };
    let what = if border.bit(0) { "the middle of two numbers" } else { "a number of the format" };
    let kind = Dyadic::new(false, near, fine - last);
    let text = if kind.is_zero() {
        format!("below 2^{} ulp", fine - last)
    } else {
        format!("{} ulp", kind.decimal(6))
    };
    let border = Dyadic::new(x.negative, border, last - 1);
    work.steps.item("nearest border", format!("{text} away: {what}, {}", hex(&border)));
}

fn hex(x: &Dyadic) -> String {
    match x.magnitude.bits() {
        0..=64 => x.hex_float(),
        _ => digits(&x.magnitude),
    }
}

// The rules for special operands, in words.

/// Why an operation without NaN operands is invalid.
pub(super) const fn invalid(function: Function) -> &'static str {
    use Function as F;
    match function {
        F::Log | F::Log2 | F::Log10 => "a negative number has no real logarithm (9.2.1)",
        F::Log1p | F::Log2p1 | F::Log10p1 => "below -1: no real logarithm (9.2.1)",
        F::Sin | F::Cos | F::Tan | F::SinPi | F::CosPi | F::TanPi => "an infinite angle (9.2.1)",
        F::Asin | F::Acos | F::AsinPi | F::AcosPi | F::Atanh => "beyond -1..1 (9.2.1)",
        F::Acosh => "below 1 (9.2.1)",
        F::Pow => "a negative number to a power that is no integer (9.2.1)",
        F::Powr => "outside of the domain of e^(y ln x) (9.2.1)",
        F::Rootn | F::Rootn64 => "a root of degree 0, or an even root of a negative number (9.2.1)",
        F::Compound | F::Compound64 => "below -1 (9.2.1)",
        F::Rsqrt => "a negative number has no real root (9.2.1)",
        F::Tgamma => "gamma has no limit there",
        F::Celu => "alpha is 0: x / alpha has no limit",
        F::Softmax | F::LogSoftmax => "no limit: an infinity, or nothing but negative ones",
        F::Cosine => "no limit: an infinity, or a block of zeros",
        F::Mean | F::Variance => "no limit: infinities",
        _ => "no limit of the function (7.2)",
    }
}

/// Where an infinity comes from that is no pole.
pub(super) const fn limit(function: Function) -> &'static str {
    use Function as F;
    match function {
        F::Hypot | F::Norm | F::SumSquare | F::SumAbs => {
            "infinite as soon as one operand is, beside a NaN too"
        }
        F::Pow | F::Powr => "the limit of the power (9.2.1)",
        _ => "the limit of the function at the infinite operand",
    }
}

/// `+c90fdaa2 * 2^-30`.
pub(super) fn shown(x: &Exact) -> String {
    match x.magnitude.bits() {
        0 => format!("{}0", sign(x.negative)),
        _ => format!("{}{} * 2^{}", sign(x.negative), digits(&x.magnitude), x.exponent),
    }
}
