//! What is known of the operands of small formats, against the processor's functions: a wrong formula
//! shows, and so does a number of few bits that is left open.

use softfloat::format::{Fp8E4m3Ocp, Fp8E5m2Ocp};
use softfloat::{Env, Flags, Format, StaticFormat, Unrounded, Value, ieee::Exact};

use crate::known::{known, operands};
use crate::{Function, Function as F, Shape, TABLE};

/// The value, to the precision of the processor's functions; `None` where it has no such function.
fn approximate(function: Function, x: f64, y: f64) -> Option<f64> {
    use core::f64::consts::PI;
    let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
    Some(match function {
        F::Exp => x.exp(),
        F::Exp2 => x.exp2(),
        F::Exp10 => 10f64.powf(x),
        F::Expm1 => x.exp_m1(),
        F::Exp2m1 => (x * 2f64.ln()).exp_m1(),
        F::Exp10m1 => (x * 10f64.ln()).exp_m1(),
        F::Log => x.ln(),
        F::Log2 => x.log2(),
        F::Log10 => x.log10(),
        F::Log1p => x.ln_1p(),
        F::Log2p1 => x.ln_1p() / 2f64.ln(),
        F::Log10p1 => x.ln_1p() / 10f64.ln(),
        F::Sin => x.sin(),
        F::Cos => x.cos(),
        F::Tan => x.tan(),
        F::SinPi => (x % 2.0 * PI).sin(),
        F::CosPi => (x % 2.0 * PI).cos(),
        F::TanPi => (x % 1.0 * PI).tan(),
        F::Asin => x.asin(),
        F::Acos => x.acos(),
        F::Atan => x.atan(),
        F::Atan2 => x.atan2(y),
        F::AsinPi => x.asin() / PI,
        F::AcosPi => x.acos() / PI,
        F::AtanPi => x.atan() / PI,
        F::Atan2Pi => x.atan2(y) / PI,
        F::Sinh => x.sinh(),
        F::Cosh => x.cosh(),
        F::Tanh => x.tanh(),
        F::Asinh => x.asinh(),
        F::Acosh => x.acosh(),
        F::Atanh => x.atanh(),
        F::Pow | F::Powr => x.powf(y),
        F::Pown | F::Pown64 => x.powi(y as i32),
        F::Rootn | F::Rootn64 => x.signum() * x.abs().powf(1.0 / y),
        F::Compound | F::Compound64 => (y * x.ln_1p()).exp(),
        F::Hypot => x.hypot(y),
        F::Cbrt => x.cbrt(),
        F::Rsqrt => 1.0 / x.sqrt(),
        F::Rcp => 1.0 / x,
        F::Sigmoid => sigmoid(x),
        F::Silu => x * sigmoid(x),
        F::Swish => x * sigmoid(x * y),
        F::Softplus => x.max(0.0) + (-x.abs()).exp().ln_1p(),
        F::LogSigmoid => x.min(0.0) - (-x.abs()).exp().ln_1p(),
        F::Softsign => x / (1.0 + x.abs()),
        F::Mish => x * x.exp().ln_1p().tanh(),
        F::Elu => {
            if x >= 0.0 {
                x
            } else {
                y * x.exp_m1()
            }
        }
        F::Selu => {
            let scale: f64 = 1.050_701_022_148_132_3;
            scale * if x >= 0.0 { x } else { 1.673_263_192_176_818_8 * x.exp_m1() }
        }
        F::Celu => x.max(0.0) + (y * (x / y).exp_m1()).min(0.0),
        F::HardSigmoid => ((x + 3.0) / 6.0).clamp(0.0, 1.0),
        F::HardSwish => x * ((x + 3.0) / 6.0).clamp(0.0, 1.0),
        F::HardTanh => x.clamp(-1.0, 1.0),
        F::HardShrink => {
            if x.abs() > 0.5 {
                x
            } else {
                0.0
            }
        }
        F::TanhShrink => x - x.tanh(),
        _ => return None,
    })
}

fn to_f64(u: Unrounded<u128>) -> f64 {
    let magnitude = u.significand as f64 * 2f64.powi(u.exponent.clamp(-1_000, 1_000));
    if u.sign { -magnitude } else { magnitude }
}

/// Whether it is a number of at most 12 bits, as near as the processor's functions tell.
fn is_short(x: f64) -> bool {
    let scaled = x.abs() * 2f64.powi(11 - x.abs().log2().floor() as i32);
    (scaled - scaled.round()).abs() < 2e-12
}

/// One case: what is known agrees.
fn check(function: Function, format: &Format, codes: &[u64]) {
    let Ok(operands) = operands(function, format, codes, &Env::IEEE) else { return };
    let value = |code| match format.decode(code) {
        Value::Finite(u) => to_f64(u.cast()),
        Value::Infinite { .. } | Value::Nan { .. } => f64::INFINITY,
    };
    let x = value(codes[0]);
    let y = match function.row().shape {
        Shape::Power => f64::from(codes[1] as u32 as i32),
        Shape::Power64 => codes[1] as i64 as f64,
        Shape::Binary => value(codes[1]),
        _ => 0.0,
    };
    // Infinities are in the tables.
    let near = approximate(function, x, y).filter(|_| x.is_finite() && y.is_finite());
    let Some(near) = near else { return };
    let known = known(function, &operands);
    // Far out, functions come nearer to short numbers than the processor tells.
    let tame = |v: f64| (0.03..12.0).contains(&v.abs());
    let right = match known.exact(format, &Env::IEEE) {
        None => {
            let limit = [1.0, x, y].iter().any(|v| (near.abs() - v.abs()).abs() < 1e-9);
            !tame(near) || limit || !is_short(near) || !tame(x) || y != 0.0 && !tame(y)
        }
        Some(Exact::Unrounded(u)) => {
            let value = to_f64(u);
            let same = (value - near).abs() <= 1e-12 * near.abs().max(1.0);
            same || near.is_nan() || near.abs().min(value.abs()) > 1e300
        }
        Some(Exact::Special(r)) if r.flags == Flags::INVALID => {
            near.is_nan() || [F::Rootn, F::Rootn64, F::Powr, F::Celu].contains(&function)
        }
        Some(Exact::Special(_)) => {
            near.is_infinite() || [F::TanPi, F::Rootn, F::Rootn64].contains(&function)
        }
    };
    assert!(right, "{function:?} {x} {y}: {near} {known:?}");
}

#[test]
fn what_is_known_is_near() {
    let integers = [0i32, 1, -1, 2, -2, 3, -3, 4, -4, 5, 7, -8];
    for format in [&Fp8E5m2Ocp::FORMAT, &Fp8E4m3Ocp::FORMAT] {
        for row in TABLE {
            for x in 0..256 {
                match row.shape {
                    Shape::Unary => check(row.function, format, &[x]),
                    Shape::Binary => (0..256).for_each(|y| check(row.function, format, &[x, y])),
                    Shape::Power => integers
                        .iter()
                        .for_each(|n| check(row.function, format, &[x, n.cast_unsigned().into()])),
                    Shape::Power64 => integers.iter().for_each(|n| {
                        check(row.function, format, &[x, i64::from(*n).cast_unsigned()]);
                    }),
                    _ => {}
                }
            }
        }
    }
}
