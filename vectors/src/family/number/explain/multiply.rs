//! Multiplication (IEEE 754-2019, 5.4.1).

use super::operand::{Operand, sign};
use super::round::round_number;
use super::{Work, code, digits, nan};
use crate::explain::exact::Dyadic;
use softfloat::Format;

pub(crate) fn explain(work: &mut Work<'_>, format: &Format, a: &Operand, b: &Operand) -> u64 {
    if nan::any(&[a, b]) {
        return nan::chosen(work, format, &[a, b]);
    }
    if is_invalid(a, b) {
        return nan::invalid(work, format, "zero times infinity (7.2)");
    }
    let negative = a.negative != b.negative;
    if a.is_infinite() || b.is_infinite() {
        work.steps.begin("product with an infinity (IEEE 754, 6.1)");
        work.steps.item("result", format!("{}infinity, exactly", sign(negative)));
        return code::infinity(format, negative);
    }
    let product = exact(work, a, b);
    round_number(work, format, &product)
}

/// Zero times infinity.
pub(crate) fn is_invalid(a: &Operand, b: &Operand) -> bool {
    a.is_zero() && b.is_infinite() || a.is_infinite() && b.is_zero()
}

/// The exact product of finite factors, with its step.
pub(crate) fn exact(work: &mut Work<'_>, a: &Operand, b: &Operand) -> Dyadic {
    let negative = a.negative != b.negative;
    work.steps.begin("exact product");
    let signs = format!("{} x {} = {}", a.sign(), b.sign(), sign(negative));
    work.steps.item("sign", signs);
    let product = Dyadic::new(
        negative,
        &a.value.magnitude * &b.value.magnitude,
        a.value.exponent + b.value.exponent,
    );
    if product.is_zero() {
        let text = if negative { "-0" } else { "+0" };
        work.steps.item("product", format!("{text}: a factor is zero"));
        return product;
    }
    for x in [a, b] {
        let text = format!("{:x} * 2^{}", x.value.magnitude, x.value.exponent);
        work.steps.item(&x.name, text);
    }
    let hex = digits(&product.magnitude);
    let text =
        format!("{}{hex} * 2^{} = {}", sign(negative), product.exponent, product.hex_float());
    work.steps.item("product", text);
    product
}
