//! What is known of a function as a whole: where it rises and falls, and how its halves are alike.

use functions::Function;
use softfloat::Rounding;
use std::f64::consts::{FRAC_PI_2, PI};

/// How `f(-x)` follows from `f(x)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symmetry {
    /// It is the same.
    Even,
    /// It is the negative.
    Odd,
}

/// The symmetry of a function; of the rounding too, so that codes must show it.
pub(super) fn symmetry(function: Function, rounding: Rounding) -> Option<Symmetry> {
    use Function as F;
    match function {
        F::Cos | F::CosPi | F::Cosh => Some(Symmetry::Even),
        F::Sin | F::Tan | F::SinPi | F::TanPi | F::Asin | F::Atan | F::AsinPi | F::AtanPi
            if !directed(rounding) =>
        {
            Some(Symmetry::Odd)
        }
        F::Sinh | F::Tanh | F::Asinh | F::Atanh | F::Cbrt | F::Erf | F::Softsign | F::Rcp
            if !directed(rounding) =>
        {
            Some(Symmetry::Odd)
        }
        F::HardTanh | F::TanhShrink if !directed(rounding) => Some(Symmetry::Odd),
        _ => None,
    }
}

const fn directed(rounding: Rounding) -> bool {
    matches!(rounding, Rounding::Up | Rounding::Down)
}

/// The stretch on which a function is monotone that an argument lies on: its number, and whether the
/// function rises there. Stretches may end before the function turns.
pub(super) fn stretch(function: Function, x: f64) -> Option<(u8, bool)> {
    use Function as F;
    let halves = |turn: f64| if x < turn { Some((0, false)) } else { Some((1, true)) };
    // About a lowest point: `left` and `right` lie on either side of it.
    let valley = |left: f64, right: f64| match x {
        x if x <= left => Some((0, false)),
        x if x >= right => Some((1, true)),
        _ => None,
    };
    match function {
        F::Exp | F::Exp2 | F::Exp10 | F::Expm1 | F::Exp2m1 | F::Exp10m1 => Some((0, true)),
        F::Log | F::Log2 | F::Log10 | F::Log1p | F::Log2p1 | F::Log10p1 => Some((0, true)),
        F::Asin | F::Atan | F::AsinPi | F::AtanPi | F::Sinh | F::Tanh => Some((0, true)),
        F::Asinh | F::Acosh | F::Atanh | F::Cbrt | F::Erf => Some((0, true)),
        F::Sigmoid | F::Softplus | F::Softsign | F::Selu | F::LogSigmoid => Some((0, true)),
        F::HardSigmoid | F::HardTanh | F::HardShrink | F::TanhShrink => Some((0, true)),
        F::Acos | F::AcosPi | F::Erfc | F::Rsqrt => Some((0, false)),
        F::Rcp => (x != 0.0).then_some((u8::from(x < 0.0), false)),
        F::Cosh => halves(0.0),
        F::HardSwish => halves(-1.5),
        F::Silu | F::Mish | F::Gelu | F::GeluTanh => valley(-1.5, -0.5),
        F::Lgamma | F::Tgamma if x > 0.0 => valley(1.25, 1.75),
        F::Sin | F::Tan => (x.abs() < FRAC_PI_2 - 1e-3).then_some((0, true)),
        F::SinPi | F::TanPi => (x.abs() < 0.5).then_some((0, true)),
        F::Cos => (x.abs() < PI - 1e-3).then_some((u8::from(x < 0.0), x < 0.0)),
        F::CosPi => (x.abs() <= 1.0).then_some((u8::from(x < 0.0), x < 0.0)),
        _ => None,
    }
}
