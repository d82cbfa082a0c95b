//! scaleB and logB of both kinds (IEEE 754-2019, 5.3.3).

use crate::explain::exact::Dyadic;
use crate::family::number::explain::cut::Exact;
use crate::family::number::explain::operand::Operand;
use crate::family::number::explain::round::{infinity_due, round, round_number, zero};
use crate::family::number::explain::{Work, code, nan};
use softfloat::{Flags, Format};

/// x * 2^n.
pub(super) fn scale_b(work: &mut Work<'_>, format: &Format, a: &Operand, n: &Operand) -> u64 {
    if a.is_nan() {
        return nan::chosen(work, format, &[a]);
    }
    work.steps.begin("scaleB: x * 2^n (IEEE 754, 5.3.3)");
    if a.is_infinite() {
        work.steps.item("result", format!("{}: the operand itself", a.words()));
        return code::infinity(format, a.negative);
    }
    if a.is_zero() {
        work.steps.item("result", format!("{}: the operand itself", a.words()));
        return zero(work, format, a.negative);
    }
    let exact = scaled(work, a, n);
    round(work, format, &exact)
}

/// A number other than 0 times 2^n.
pub(crate) fn scaled(work: &mut Work<'_>, a: &Operand, n: &Operand) -> Exact {
    let mut exact = Exact::of(&a.value);
    work.steps.item("x", format!("{} * 2^{}", exact.magnitude, exact.exponent));
    let by = n.value.in_units(0).iter_u64_digits().next().unwrap_or(0).cast_signed();
    exact.exponent += if n.negative { -by } else { by };
    work.steps.item("scaled", format!("{} * 2^{}", exact.magnitude, exact.exponent));
    exact
}

/// The exponent of x.
pub(super) fn log_b(work: &mut Work<'_>, format: &Format, a: &Operand) -> u64 {
    if a.is_nan() {
        return nan::chosen(work, format, &[a]);
    }
    work.steps.begin("logB: the exponent of x (IEEE 754, 5.3.3)");
    if a.is_infinite() {
        work.steps.item("result", "+infinity, whatever the sign");
        return code::infinity(format, false);
    }
    if a.is_zero() {
        work.raise(Flags::DIVIDE_BY_ZERO, "logB of zero (7.3)");
        let (code, what) = infinity_due(format, true);
        work.steps.item("result", format!("a zero: {what}"));
        return code;
    }
    let lead = a.value.lead();
    work.steps.item("exponent", format!("the leading one of |x| stands at 2^{lead}"));
    round_number(work, format, &Dyadic::new(lead < 0, lead.unsigned_abs(), 0))
}

/// The exponent of x as an integer.
pub(crate) fn log_b_integer(work: &mut Work<'_>, to: &Format, a: &Operand) -> u64 {
    work.steps.begin("logB: the exponent of x as an integer (IEEE 754, 5.3.3)");
    if a.is_finite() && !a.is_zero() {
        let lead = a.value.lead();
        work.steps.item("exponent", format!("the leading one of |x| stands at 2^{lead}"));
        return lead.cast_unsigned() & u64::from(u32::MAX);
    }
    work.raise(Flags::INVALID, "what is no number other than 0 has no exponent (5.3.3)");
    work.steps.item(
        "result",
        "beyond all exponents: the least integer for 0, else the largest (NUM-D72)",
    );
    to.max_finite() + u64::from(a.is_zero())
}
