//! Finite cases step by step: the exact value, the bits kept and lost, the direction. Of NaN, infinities and comparisons operands and result
//! alone.

use super::options::PRECISION;
use crate::explain::exact::Dyadic;
use crate::explain::steps::{self, Steps};
use crate::explain::{Told, plain};
use crate::family::ieee::Operation;
use crate::family::number::explain::cut::{Cut, Exact};
use crate::family::number::explain::operand::Operand;
use crate::family::number::explain::round::{round, round_number};
use crate::family::number::explain::{Work, digits, exceptions, integral};
use crate::registry::rules::EXACT;
use crate::registry::{Outcome, Plan, joined, parted, split};
use num_bigint::BigUint;
use softfloat::{Category, Flags, Format, Tininess, Value};

/// A case of an operation on one format.
pub(super) fn operation(steps: &mut Steps, plan: &Plan, x: &[u64], operation: Operation) -> Told {
    let exact = values(plan, x).and_then(|values| exact(operation, &values));
    let Some(exact) = exact.filter(|exact| exact.magnitude.bits() > 0) else {
        return plain(steps, plan, x);
    };
    let to = plan.result().format;
    if to.wide().is_some() {
        return finite(steps, plan, x, &exact, plan.options.get(&PRECISION));
    }
    steps::operands(steps, plan, x);
    let mut work = Work::new(steps, plan.env().copied().unwrap_or_default());
    let code = round(&mut work, &to, &exact);
    told(work, plan, &[code])
}

/// A case of a conversion.
pub(super) fn conversion(steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
    let value = values(plan, x).and_then(|mut values| values.pop());
    let Some(value) = value.filter(|value| !value.is_zero()) else { return plain(steps, plan, x) };
    let to = plan.result().format;
    if to.wide().is_some() {
        return finite(steps, plan, x, &Exact::of(&value), 64);
    }
    steps::operands(steps, plan, x);
    let mut work = Work::new(steps, plan.env().copied().unwrap_or_default());
    let code = match to.is_fixed() {
        true => {
            let (name, negative) = ("x".to_owned(), value.negative);
            let (class, format) = (Category::Normal, plan.operands[0].format);
            let own = Operand { name, format, code: 0, negative, class, value, fraction: 0 };
            integral::to_integer(&mut work, &to, &own, plan.options.get(&EXACT))
        }
        false => round_number(&mut work, &to, &value),
    };
    told(work, plan, &[code])
}

/// The operands, where all are finite.
fn values(plan: &Plan, x: &[u64]) -> Option<Vec<Dyadic>> {
    let value =
        |(shape, own): (&crate::registry::Shape, &[u64])| match shape.format.decode(joined(own)) {
            Value::Finite(u) => Some(Dyadic::new(u.sign, u.significand, u.exponent.into())),
            _ => None,
        };
    split(&plan.operands, x).map(value).collect()
}

/// What an operation rounds; nothing of those that do not.
fn exact(operation: Operation, values: &[Dyadic]) -> Option<Exact> {
    let minus = |x: &Dyadic| Dyadic { negative: !x.negative, ..x.clone() };
    Some(match (operation, values) {
        (Operation::Add, [x, y]) => Exact::of(&x.plus(y)),
        (Operation::Sub, [x, y]) => Exact::of(&x.plus(&minus(y))),
        (Operation::Mul, [x, y]) => Exact::of(&times(x, y)),
        (Operation::Fma, [x, y, z]) => Exact::of(&times(x, y).plus(z)),
        (Operation::Div, [x, y]) if !y.is_zero() => quotient(x, y),
        (Operation::Sqrt, [x]) if !x.negative => root(x),
        _ => return None,
    })
}

fn times(x: &Dyadic, y: &Dyadic) -> Dyadic {
    let negative = x.negative != y.negative;
    Dyadic::new(negative, &x.magnitude * &y.magnitude, x.exponent + y.exponent)
}

/// More bits than any format has, and whether there are others.
const BITS: u64 = 300;

fn quotient(x: &Dyadic, y: &Dyadic) -> Exact {
    let scaled = &x.magnitude << (BITS + y.magnitude.bits());
    let magnitude = &scaled / &y.magnitude;
    let more = &magnitude * &y.magnitude != scaled;
    let exponent = x.exponent - y.exponent - (BITS + y.magnitude.bits()) as i64;
    Exact { negative: x.negative != y.negative, magnitude, exponent, more }
}

fn root(x: &Dyadic) -> Exact {
    // An even exponent, and a root of many bits.
    let up = 2 * BITS + (x.exponent & 1) as u64;
    let scaled = &x.magnitude << up;
    let magnitude = scaled.sqrt();
    let more = &magnitude * &magnitude != scaled;
    Exact { negative: x.negative, magnitude, exponent: (x.exponent - up as i64) / 2, more }
}

fn told(mut work: Work<'_>, plan: &Plan, out: &[u64]) -> Told {
    let flags = exceptions(&mut work);
    let outcome = Outcome::new(out, Some(flags.bits()));
    steps::result(work.steps, plan, &outcome);
    Told { outcome, decisions: true }
}

/// A value other than 0 in a wide format.
fn finite(steps: &mut Steps, plan: &Plan, x: &[u64], exact: &Exact, precision: u32) -> Told {
    steps::operands(steps, plan, x);
    let format = plan.result().format;
    let mut work = Work::new(steps, plan.env().copied().unwrap_or_default());
    let written = !format.has_hidden_bit();
    let precision = if written { precision.min(format.precision()) } else { format.precision() };
    let code = rounded(&mut work, &format, precision, exact);
    let mut words = [0; 2];
    parted(code, &mut words);
    told(work, plan, &words)
}

fn rounded(work: &mut Work<'_>, format: &Format, precision: u32, exact: &Exact) -> u128 {
    let (p, (least, most)) = (i64::from(precision), format.exponents());
    let (least, most) = (i64::from(least), i64::from(most));
    let value = Dyadic::new(exact.negative, exact.magnitude.clone(), exact.exponent);
    work.steps.begin("exact value");
    let more = if exact.more { ", and more" } else { "" };
    work.steps.item("value", format!("{}{more}", short(&value.hex_float())));
    work.steps.begin(format!("rounding to {p} bits, {} (IEEE 754, 4.3)", work.direction()));
    let lead = exact.lead();
    let unit = lead.max(least) + 1 - p;
    work.steps.item("leading one", format!("2^{lead}; normal numbers have 2^{least} to 2^{most}"));
    work.steps.item("last place", format!("2^{unit}"));
    let cut = Cut::of(exact, unit);
    let (kept, why) = work.rounded(exact, unit);
    let gap = if cut.lost.is_empty() { "" } else { " " };
    work.steps
        .item("kept | lost", format!("{} |{gap}{}   (hex | binary)", digits(&cut.kept), cut.lost));
    work.steps.item("bits", cut.bits());
    work.steps.item("direction", why.as_str());
    let minus = if exact.negative { "-" } else { "+" };
    work.steps.item("rounded", format!("{minus}{} * 2^{unit}", digits(&kept)));
    if unit + kept.bits() as i64 - 1 > most {
        return overflow(work, format, precision, exact.negative);
    }
    if !cut.exact() {
        work.raise(
            Flags::INEXACT,
            format!("bits are lost: {}", why.split(':').next().unwrap_or(&why)),
        );
        if lead < least && tiny(work, exact, lead + 1 - p, least) {
            work.raise(Flags::UNDERFLOW, "tiny and inexact (7.5)");
        }
    }
    code(format, exact.negative, &kept, unit)
}

/// Whether a value below the normal numbers counts as tiny.
fn tiny(work: &mut Work<'_>, exact: &Exact, free: i64, least: i64) -> bool {
    if work.env.tininess == Tininess::Before {
        return true;
    }
    let (kept, _) = work.rounded(exact, free);
    let tiny = free + (kept.bits() as i64) - 1 < least;
    let verdict = if tiny { "below" } else { "not below" };
    work.steps.item("tininess", format!("rounded with any exponent it is {verdict} 2^{least}"));
    tiny
}

fn overflow(work: &mut Work<'_>, format: &Format, precision: u32, negative: bool) -> u128 {
    work.raise(Flags::OVERFLOW | Flags::INEXACT, "rounded beyond the largest finite number (7.4)");
    let outward = work.env.rounding.outward(negative);
    let what = if outward { "infinity" } else { "the largest number of that precision" };
    work.steps.item("overflow", format!("{}: {what}", work.direction()));
    match outward {
        true => {
            let infinity = format.wide().map_or(0, |wide| wide.infinity(false));
            infinity | u128::from(negative) << (format.width - 1)
        }
        false => {
            let ones = (BigUint::from(1u8) << precision) - 1u8;
            code(
                format,
                negative,
                &ones,
                i64::from(format.exponents().1) + 1 - i64::from(precision),
            )
        }
    }
}

/// The code of a multiple of `2^unit` that the format has.
fn code(format: &Format, negative: bool, kept: &BigUint, unit: i64) -> u128 {
    let minus = u128::from(negative) << (format.width - 1);
    let (p, least) = (i64::from(format.precision()), i64::from(format.exponents().0));
    let lead = unit + kept.bits() as i64 - 1;
    let place = lead.max(least) + 1 - p;
    let significand = match unit - place {
        up @ 0.. => kept << up as u64,
        down => kept >> down.unsigned_abs(),
    };
    let words = significand.to_u64_digits();
    let significand = joined(&words);
    let normal = significand >> (p - 1) & 1;
    let field = if normal == 1 { (lead + i64::from(format.bias)) as u128 } else { 0 };
    let hidden = if format.has_hidden_bit() { normal << (p - 1) } else { 0 };
    minus | field << format.man_bits | significand ^ hidden
}

/// A hex float of at most so many digits.
fn short(text: &str) -> String {
    const MOST: usize = 60;
    match text.split_once('p') {
        Some((head, exponent)) if head.len() > MOST => format!("{}...p{exponent}", &head[..MOST]),
        _ => text.to_owned(),
    }
}
