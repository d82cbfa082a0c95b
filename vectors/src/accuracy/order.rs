//! Codes in the order of their values.

use softfloat::{Format, Value};

/// A code's place among all: those of negative numbers below 0, both zeros at 0.
pub(super) fn order(format: &Format, code: u64) -> i64 {
    if !format.sign {
        return code.cast_signed();
    }
    let magnitude = code & u64::MAX >> (65 - format.width);
    let magnitude = magnitude.cast_signed();
    if code >> (format.width - 1) & 1 == 1 { -magnitude } else { magnitude }
}

/// The value, about; of NaN nothing.
pub(super) fn about(format: &Format, code: u64) -> Option<f64> {
    let sign = |negative| if negative { -1.0 } else { 1.0 };
    match format.decode(code) {
        Value::Nan { .. } => None,
        Value::Infinite { sign: s } => Some(sign(s) * f64::INFINITY),
        Value::Finite(u) => {
            let log = (u.significand as f64).log2() + f64::from(u.exponent);
            Some(sign(u.sign) * log.exp2())
        }
    }
}
