//! Fused multiply-add (IEEE 754-2019, 5.4.1, 7.2).

use crate::family::number::explain::add::{Term, sum};
use crate::family::number::explain::operand::Operand;
use crate::family::number::explain::{Work, code, multiply, nan};
use softfloat::{Flags, Format, NanRule};

/// x * y + z.
pub(crate) fn explain(work: &mut Work<'_>, format: &Format, [a, b, c]: [&Operand; 3]) -> u64 {
    if nan::any(&[a, b, c]) {
        return nans(work, format, [a, b, c]);
    }
    if multiply::is_invalid(a, b) {
        return nan::invalid(work, format, "zero times infinity (7.2)");
    }
    let negative = a.negative != b.negative;
    let product = a.is_infinite() || b.is_infinite();
    if product && c.is_infinite() && negative != c.negative {
        return nan::invalid(work, format, "an infinite product plus the opposite infinity (7.2)");
    }
    if product || c.is_infinite() {
        let negative = if product { negative } else { c.negative };
        work.steps.begin("sum with an infinity (IEEE 754, 6.1)");
        let which = if product { "the product" } else { "the addend" };
        let s = if negative { "-" } else { "+" };
        work.steps.item("result", format!("{s}infinity, exactly: {which} is infinite"));
        return code::infinity(format, negative);
    }
    let product = multiply::exact(work, a, b);
    sum(
        work,
        format,
        &Term { name: format!("{}*{}", a.name, b.name), value: product },
        &Term::of(c),
    )
}

/// Some operand is NaN; zero times infinity may be invalid beside a quiet addend (7.2).
fn nans(work: &mut Work<'_>, format: &Format, [a, b, c]: [&Operand; 3]) -> u64 {
    if multiply::is_invalid(a, b) && !c.is_signalling() {
        match work.env.nan {
            NanRule::Sse => {}
            NanRule::Arm => {
                let why = "zero times infinity plus a quiet NaN: invalid, the default NaN (Arm)";
                return nan::invalid(work, format, why);
            }
            NanRule::Canonical | NanRule::Propagate => {
                work.raise(Flags::INVALID, "zero times infinity, whatever is added (7.2)");
            }
        }
    }
    match work.env.nan {
        NanRule::Arm => nan::chosen(work, format, &[c, a, b]),
        _ => nan::chosen(work, format, &[a, b, c]),
    }
}
