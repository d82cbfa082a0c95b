//! The rules for special operands, in words.

use crate::family::number::explain::cut::Exact;
use crate::family::number::explain::digits;
use crate::family::number::explain::operand::sign;
use functions::Function;

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
        F::Rootn => "a root of degree 0, or an even root of a negative number (9.2.1)",
        F::Compound => "below -1 (9.2.1)",
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
        F::Hypot | F::Norm => "infinite as soon as one operand is, beside a NaN too",
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
