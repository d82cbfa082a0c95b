//! Square root (IEEE 754-2019, 5.4.1).

use crate::family::number::explain::cut::Exact;
use crate::family::number::explain::operand::Operand;
use crate::family::number::explain::round::{round, zero};
use crate::family::number::explain::{Work, code, digits, nan};
use num_bigint::BigUint;
use softfloat::Format;

pub(crate) fn explain(work: &mut Work<'_>, format: &Format, a: &Operand) -> u64 {
    if a.is_nan() {
        return nan::chosen(work, format, &[a]);
    }
    if a.is_zero() {
        work.steps.begin("square root of zero (IEEE 754, 5.4.1)");
        work.steps.item("result", format!("{}: a zero keeps its sign", a.words()));
        return zero(work, format, a.negative);
    }
    if a.negative {
        return nan::invalid(work, format, "the square root of a negative number (7.2)");
    }
    if a.is_infinite() {
        work.steps.begin("square root of infinity (IEEE 754, 6.1)");
        work.steps.item("result", "+infinity, exactly");
        return code::infinity(format, false);
    }
    let exact = root(work, format, a);
    round(work, format, &exact)
}

/// The integer root of the significand, shifted so far that the root has three bits more than the
/// format keeps.
fn root(work: &mut Work<'_>, format: &Format, a: &Operand) -> Exact {
    let value = &a.value;
    let wanted = 2 * u64::from(format.precision() + 3);
    let mut shift = wanted.saturating_sub(value.magnitude.bits() - 1);
    // Half of the exponent must be whole.
    shift += u64::from((value.exponent - shift as i64).rem_euclid(2) == 1);
    let square = &value.magnitude << shift;
    let root = square.sqrt();
    let rest: BigUint = &square - &root * &root;
    let exponent = (value.exponent - shift as i64) / 2;
    work.steps.begin("square root");
    work.steps.item(&a.name, format!("{:x} * 2^{}", value.magnitude, value.exponent));
    let text =
        format!("{:x} * 2^{shift} = {}^2 + {}", value.magnitude, digits(&root), digits(&rest));
    work.steps.item("integer", text);
    let more = rest.bits() != 0;
    let remark = if more { "and more: something remains" } else { "exactly" };
    work.steps.item("root", format!("{} * 2^{exponent} {remark}", digits(&root)));
    Exact { negative: false, magnitude: root, exponent, more }
}
