//! Extension and shortening as ports do them (s. 3.6.9.23, 3.6.9.24, 3.6.12.19).

use super::number::{Nearest, assemble, hex, infinity, name};
use crate::explain::fields::Number;
use num_bigint::BigUint;
use softfloat::Format;

/// Extension to a wider precision: the code, and why.
pub(crate) fn extended(from: &Format, to: &Format, code: u64) -> (u64, String) {
    let x = Number::of(from, code);
    let mantissa = x.mantissa << (to.man_bits - from.man_bits);
    let carried = if mantissa == 0 { "" } else { ", its mantissa carried along (MN-D01)" };
    let (field, why) = if x.is_zero() {
        (0, format!("exponent field 0 stays 0{carried}"))
    } else if x.is_infinite() {
        (i64::from(to.top()), format!("top exponent stays top{carried}"))
    } else {
        let field = x.field - i64::from(from.bias) + i64::from(to.bias);
        (field, format!("exponent {} - {} + {} = {field}, exact", x.field, from.bias, to.bias))
    };
    (assemble(to, x.negative, field, mantissa), why)
}

/// Shortening at an input port: the code, and why in two lines.
pub(crate) fn shortened_in(from: &Format, to: &Format, code: u64) -> (u64, Vec<String>) {
    let x = Number::of(from, code);
    if x.is_infinite() {
        return (infinity(to, x.negative), vec!["infinity, mantissa 0 (MN-D02)".to_owned()]);
    }
    if x.is_zero() {
        let zero = assemble(to, x.negative, 0, 0);
        return (zero, vec!["zero of its sign, mantissa 0 (MN-D02)".to_owned()]);
    }
    let r = Nearest::of(&BigUint::from(x.significand()), (from.man_bits - to.man_bits).into());
    let carry = r.rounded.bits() > u64::from(to.precision());
    let field = x.field - i64::from(from.bias) + i64::from(to.bias) + i64::from(carry);
    let (code, range) = if field >= i64::from(to.top()) {
        (infinity(to, x.negative), "infinity (MN-D28)")
    } else if field <= 0 {
        (assemble(to, x.negative, 0, 0), "a zero of its sign (MN-D02, MN-D28)")
    } else {
        let mantissa = r.rounded_u64() & ((1 << to.man_bits) - 1);
        (assemble(to, x.negative, field, mantissa), name(to))
    };
    let kept = format!("{} | {}   {}", hex(&r.kept, 3), r.lost, r.verdict);
    (code, vec![kept, format!("exponent field {field}: {range}")])
}
