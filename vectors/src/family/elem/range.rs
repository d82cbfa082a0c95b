//! Where a function is neither trivial nor overflowing, as far as operands are chosen by it: binary64
//! is exact enough, since nothing here decides a bit of a result.

use crate::draw::code::{Float, Value};
use functions::Function;
use std::f64::consts::{LN_2, LOG2_10, LOG2_E};

/// The limits of a format as powers of two, and its precision.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The exponent above every number.
    pub(super) top: f64,
    /// The exponent below every number.
    pub(super) bottom: f64,
    /// Bits of a significand.
    pub(super) precision: f64,
}

impl Limits {
    pub(super) fn of(f: &Float) -> Self {
        let body = f64::from(f.body);
        let (top, least) = ((f.emax() + 1) as f64, f.emin() as f64);
        Self { top, bottom: least - body - 1.0, precision: body + 1.0 }
    }
}

/// log2 of the magnitude of a number; far below all where it is zero.
pub(super) fn log2(f: &Float, code: u64) -> f64 {
    let v = f.value(code);
    if v.significand == 0 { -1e6 } else { (v.significand as f64).log2() + v.exponent as f64 }
}

/// The code next to `2^log2`, of this sign.
pub(super) fn power(f: &Float, sign: bool, log2: f64) -> u64 {
    let floor = log2.floor();
    let significand = ((log2 - floor).exp2() * (1u64 << 52) as f64) as u128;
    f.toward_zero(Value { sign, exponent: floor as i64 - 52, significand })
}

/// The code next to a number, toward zero.
pub(super) fn real(f: &Float, x: f64) -> u64 {
    let bits = x.to_bits();
    let (field, fraction) = (bits >> 52 & 0x7ff, bits & ((1 << 52) - 1));
    let significand = if field == 0 { fraction } else { fraction | 1 << 52 };
    let exponent = field.max(1) as i64 - 1075;
    f.toward_zero(Value { sign: x < 0.0, exponent, significand: significand.into() })
}

/// `x` with `base^x = 2^exponent`, for functions that grow like a power of `base`, whose log2 is given.
fn grows(exponent: f64, base: f64) -> f64 {
    exponent / base
}

/// The arguments at which results leave the range, or come within half a place of a constant or of the
/// argument itself.
pub(super) fn thresholds(function: Function, l: &Limits) -> Vec<f64> {
    use Function as F;
    let Limits { top, bottom, precision: p } = *l;
    let exponential = |base: f64| {
        [top, bottom, bottom + p, -p, -p - 1.0, p, p + 1.0].map(|e| grows(e, base)).to_vec()
    };
    match function {
        F::Exp | F::Expm1 | F::Sigmoid | F::Silu | F::Swish | F::Softplus | F::LogSigmoid => {
            exponential(LOG2_E)
        }
        F::Mish | F::Elu | F::Selu | F::Celu | F::Sinh | F::Cosh => {
            [exponential(LOG2_E), vec![(top + 1.0) * LN_2, p * LN_2 / 2.0]].concat()
        }
        F::Tanh | F::TanhShrink => [p, p + 1.0, p + 2.0].map(|e| e * LN_2 / 2.0).to_vec(),
        F::Exp2 | F::Exp2m1 => exponential(1.0),
        F::Exp10 | F::Exp10m1 => exponential(LOG2_10),
        F::Erf | F::Erfc | F::Gelu | F::GeluTanh => {
            let squares = [p, p + 1.0, p + 2.0, -bottom, -bottom - p, -bottom + 2.0];
            squares.iter().flat_map(|e| [(e * LN_2).sqrt(), (2.0 * e * LN_2).sqrt()]).collect()
        }
        F::Tgamma => vec![
            gamma_limit(top * LN_2),
            -gamma_limit(-bottom * LN_2),
            -gamma_limit((p - bottom) * LN_2),
        ],
        _ => Vec::new(),
    }
}

/// Where the logarithm of gamma reaches a limit.
fn gamma_limit(limit: f64) -> f64 {
    let stirling = |x: f64| (x - 0.5) * x.ln() - x + 0.918_938_533_204_672_7;
    bisected(2.0, 1e6, |x| stirling(x) < limit)
}

/// log2 of the argument at which the logarithm of gamma leaves the range.
pub(super) fn lgamma_limit(l: &Limits) -> f64 {
    // x (ln x - 1) = 2^top, with t = log2 x.
    bisected(2.0, l.top.max(3.0), |t| t + (t * LN_2 - 1.0).max(1e-9).log2() < l.top)
}

fn bisected(mut low: f64, mut high: f64, below: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..100 {
        let middle = low.midpoint(high);
        if below(middle) { low = middle } else { high = middle }
    }
    low
}

/// log2 of the magnitudes among which a function of one number is neither trivial nor overflowing.
pub(super) fn span(function: Function, l: &Limits) -> (f64, f64) {
    use Function as F;
    let Limits { top, bottom, precision: p } = *l;
    let range = top.max(-bottom);
    let tiny = -p - 2.0;
    match function {
        F::Exp | F::Exp2 | F::Exp10 | F::Cosh | F::Sinh | F::Softplus | F::LogSigmoid => {
            (tiny, range.log2())
        }
        F::Expm1 | F::Exp2m1 | F::Exp10m1 | F::Selu | F::Sigmoid | F::Silu | F::Mish => {
            (tiny, range.log2())
        }
        F::Tanh | F::TanhShrink | F::Erf => (tiny / 2.0, p.log2()),
        F::Erfc | F::Gelu | F::GeluTanh => (tiny, range.log2() / 2.0 + 0.5),
        F::Asin | F::Acos | F::AsinPi | F::AcosPi | F::Atanh => (tiny / 2.0, 0.0),
        F::Atan | F::AtanPi | F::Asinh | F::Softsign => (tiny, p + 2.0),
        F::Acosh => (0.0, p + 2.0),
        F::Sin | F::Cos | F::Tan => (tiny / 2.0, (p + 6.0).min(top)),
        F::SinPi | F::CosPi | F::TanPi => (tiny / 2.0, p),
        F::Tgamma => (tiny, gamma_limit(top * LN_2).log2()),
        F::Lgamma => (tiny, lgamma_limit(l).min(12.0)),
        F::HardSigmoid | F::HardSwish | F::HardTanh | F::HardShrink => (tiny, 3.0),
        _ => (bottom, top),
    }
}
