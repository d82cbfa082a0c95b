//! Addition and subtraction (IEEE 754-2019, 5.4.1, 6.3).

use super::cut::Exact;
use super::operand::{Operand, sign};
use super::round::{round, zero};
use super::{Work, code, digits, nan, picture};
use crate::explain::exact::Dyadic;
use crate::explain::steps::row;
use softfloat::{Format, Rounding};

/// x + y, or x - y where `subtract`.
pub(crate) fn explain(
    work: &mut Work<'_>,
    format: &Format,
    a: &Operand,
    b: &Operand,
    subtract: bool,
) -> u64 {
    if nan::any(&[a, b]) {
        return nan::chosen(work, format, &[a, b]);
    }
    let mut b = b.clone();
    if subtract {
        work.steps.begin(format!("subtraction: the sum with the opposite of {}", b.name));
        b.negative = !b.negative;
        b.value.negative = b.negative;
        b.name = format!("-{}", b.name);
        work.steps.item(&b.name, b.words());
    }
    if a.is_infinite() || b.is_infinite() {
        return infinite(work, format, [a, &b]);
    }
    sum(work, format, &Term::of(a), &Term::of(&b))
}

fn infinite(work: &mut Work<'_>, format: &Format, [a, b]: [&Operand; 2]) -> u64 {
    if a.is_infinite() && b.is_infinite() && a.negative != b.negative {
        return nan::invalid(work, format, "infinities of opposite signs have no sum (7.2)");
    }
    let x = if a.is_infinite() { a } else { b };
    work.steps.begin("sum with an infinity (IEEE 754, 6.1)");
    work.steps.item("result", format!("{}, exactly", x.words()));
    code::infinity(format, x.negative)
}

/// A term of a sum, with its name.
pub(crate) struct Term {
    pub(crate) name: String,
    pub(crate) value: Dyadic,
}

impl Term {
    pub(crate) fn of(x: &Operand) -> Self {
        Self { name: x.name.clone(), value: x.value.clone() }
    }
}

/// The sum of two finite terms, rounded.
pub(crate) fn sum(work: &mut Work<'_>, format: &Format, a: &Term, b: &Term) -> u64 {
    if a.value.is_zero() && b.value.is_zero() {
        return zeros(work, format, a, b);
    }
    align(work, a, b);
    let exact = a.value.plus(&b.value);
    show(work, a, b, &exact);
    let code = rounded(work, format, &exact);
    let rows = [a, b].into_iter().map(|t| (t.name.as_str(), &t.value, &t.value));
    picture::draw(work, "result", rows, None, &exact, Some((format, code)));
    code
}

/// The code of the sum.
fn rounded(work: &mut Work<'_>, format: &Format, exact: &Dyadic) -> u64 {
    if exact.is_zero() {
        let negative = work.env.rounding == Rounding::Down;
        work.steps.begin("exact zero (IEEE 754, 6.3)");
        let why = if negative {
            "-0 when rounding toward -infinity"
        } else {
            "+0 in every direction but toward -infinity"
        };
        work.steps.item("sign", why);
        return zero(work, format, negative);
    }
    round(work, format, &Exact::of(exact))
}

fn zeros(work: &mut Work<'_>, format: &Format, a: &Term, b: &Term) -> u64 {
    work.steps.begin("sum of zeros (IEEE 754, 6.3)");
    let down = work.env.rounding == Rounding::Down;
    let (negative, why) = match (a.value.negative, b.value.negative) {
        (x, y) if x == y => (x, "zeros of equal signs keep their sign"),
        _ if down => (true, "zeros of opposite signs: -0 when rounding toward -infinity"),
        _ => (false, "zeros of opposite signs: +0"),
    };
    let s = if negative && format.neg_zero { "-0" } else { "+0" };
    work.steps.item("result", format!("{s}: {why}"));
    zero(work, format, negative)
}

/// Where the leading ones and last places of two terms stand.
fn align(work: &mut Work<'_>, a: &Term, b: &Term) {
    if a.value.is_zero() || b.value.is_zero() {
        return;
    }
    work.steps.begin("alignment");
    for t in [a, b] {
        let text = format!("leading one 2^{}, last place 2^{}", t.value.lead(), t.value.exponent);
        work.steps.item(&t.name, text);
    }
    let text = match a.value.lead() - b.value.lead() {
        0 => "the leading ones stand at the same place".to_owned(),
        d if d > 0 => format!("{} is shifted right by {d}", b.name),
        d => format!("{} is shifted right by {}", a.name, -d),
    };
    work.steps.item("distance", text);
}

/// The exact sum in a common unit.
fn show(work: &mut Work<'_>, a: &Term, b: &Term, exact: &Dyadic) {
    let unit = exact.exponent;
    work.steps.begin(format!("exact sum, in units of 2^{unit}"));
    let row_of = |d: &Dyadic| {
        let n = if d.is_zero() { d.magnitude.clone() } else { d.in_units(unit) };
        format!("{}{}", sign(d.negative), digits(&n))
    };
    work.steps.table(&[
        row!["", ">"],
        row![a.name, row_of(&a.value)],
        row![b.name, row_of(&b.value)],
        row!["sum", row_of(exact)],
    ]);
    work.steps.item("", format!("= {}", exact.hex_float()));
}
