//! Division (IEEE 754-2019, 5.4.1, 7.3).

use crate::family::number::explain::cut::Exact;
use crate::family::number::explain::operand::{Operand, sign};
use crate::family::number::explain::round::{infinity_due, round, zero};
use crate::family::number::explain::{Work, code, digits, nan};
use num_bigint::BigUint;
use softfloat::{Flags, Format};

pub(crate) fn explain(work: &mut Work<'_>, format: &Format, a: &Operand, b: &Operand) -> u64 {
    if nan::any(&[a, b]) {
        return nan::chosen(work, format, &[a, b]);
    }
    if a.is_infinite() && b.is_infinite() {
        return nan::invalid(work, format, "infinity divided by infinity (7.2)");
    }
    if a.is_zero() && b.is_zero() {
        return nan::invalid(work, format, "zero divided by zero (7.2)");
    }
    let negative = a.negative != b.negative;
    if a.is_infinite() {
        work.steps.begin("division of an infinity (IEEE 754, 6.1)");
        work.steps.item("result", format!("{}infinity, exactly", sign(negative)));
        return code::infinity(format, negative);
    }
    if b.is_zero() {
        return by_zero(work, format, negative);
    }
    if a.is_zero() || b.is_infinite() {
        work.steps.begin("quotient of zero");
        let why = if a.is_zero() { "the dividend is zero" } else { "the divisor is infinite" };
        let s = if negative { "-0" } else { "+0" };
        work.steps.item("result", format!("{s}, exactly: {why}"));
        return zero(work, format, negative);
    }
    let exact = quotient(work, format, a, b);
    round(work, format, &exact)
}

fn by_zero(work: &mut Work<'_>, format: &Format, negative: bool) -> u64 {
    work.steps.begin("division by zero (IEEE 754, 7.3)");
    work.raise(Flags::DIVIDE_BY_ZERO, "a finite number other than 0 divided by 0 (7.3)");
    let (code, what) = infinity_due(format, negative);
    work.steps.item("result", what);
    code
}

/// The quotient to three bits more than the format keeps, and whether something remains.
fn quotient(work: &mut Work<'_>, format: &Format, a: &Operand, b: &Operand) -> Exact {
    let negative = a.negative != b.negative;
    let (x, y) = (&a.value.magnitude, &b.value.magnitude);
    let shift = u64::from(format.precision() + 3) + y.bits();
    let shift = shift.saturating_sub(x.bits() - 1);
    let dividend = x << shift;
    let quotient = &dividend / y;
    let rest: BigUint = &dividend - &quotient * y;
    let exponent = a.value.exponent - b.value.exponent - shift as i64;
    work.steps.begin("quotient");
    let signs = format!("{} / {} = {}", a.sign(), b.sign(), sign(negative));
    work.steps.item("sign", signs);
    for v in [a, b] {
        work.steps.item(&v.name, format!("{:x} * 2^{}", v.value.magnitude, v.value.exponent));
    }
    let text = format!("{x:x} * 2^{shift} = {} * {y:x} + {}", digits(&quotient), digits(&rest));
    work.steps.item("division", text);
    let more = rest.bits() != 0;
    let remark = if more { "and more: something remains" } else { "exactly" };
    work.steps.item("quotient", format!("{} * 2^{exponent} {remark}", digits(&quotient)));
    Exact { negative, magnitude: quotient, exponent, more }
}
