//! Which options a function takes: those that can change its result or its flags.

use crate::family::number::options::{
    FORMAT_WITHOUT_NAN, NEVER_ROUNDS, NO_OVERFLOW, NO_SUBNORMALS, Taken, choice, saturate,
    saturation, taken, unless,
};
use crate::registry::List;
use crate::registry::rules::{DAZ, FTZ, N, NAN, NAN_RULES, RM, SAT, TININESS};
use functions::{Function, Row};
use softfloat::Format;

/// Those of all functions.
pub(super) const OPTIONS: List =
    &[&N.row, &RM.row, &TININESS.row, &NAN.row, &FTZ.row, &DAZ.row, &SAT.row];

/// The options of a function in a format.
pub(super) fn of_function(f: &Format, row: &Row) -> Taken {
    let rounds = !matches!(row.function, Function::HardTanh | Function::HardShrink);
    let (mut options, senseless) = taken([
        choice(&RM, unless(rounds, NEVER_ROUNDS)),
        choice(&TININESS, unless(rounds, NEVER_ROUNDS)),
        (NAN_RULES, unless(f.has_nan(), FORMAT_WITHOUT_NAN)),
        choice(&FTZ, unless(f.subnormal, NO_SUBNORMALS)),
        choice(&DAZ, unless(f.subnormal, NO_SUBNORMALS)),
        saturate(false, if overflows(row.function) { saturation(f) } else { Some(NO_OVERFLOW) }),
    ]);
    options.extend(row.shape.of_blocks().then_some(N.any()));
    (options, senseless)
}

/// Whether results can be larger than every operand and every constant of the function, in a format
/// that saturates on request. Of the others, logarithms are small in all these formats, the rest are
/// bounded by 2 pi, or by an operand.
fn overflows(function: Function) -> bool {
    use Function as F;
    !matches!(
        function,
        F::Log
            | F::Log2
            | F::Log10
            | F::Log1p
            | F::Log2p1
            | F::Log10p1
            | F::Sin
            | F::Cos
            | F::SinPi
            | F::CosPi
            | F::Asin
            | F::Acos
            | F::Atan
            | F::Atan2
            | F::AsinPi
            | F::AcosPi
            | F::AtanPi
            | F::Atan2Pi
            | F::Tanh
            | F::Asinh
            | F::Acosh
            | F::Atanh
            | F::Cbrt
            | F::Rsqrt
            | F::Erf
            | F::Erfc
            | F::Sigmoid
            | F::Silu
            | F::Swish
            | F::Gelu
            | F::GeluTanh
            | F::Softsign
            | F::Mish
            | F::Elu
            | F::Celu
            | F::HardSigmoid
            | F::HardSwish
            | F::HardTanh
            | F::HardShrink
            | F::TanhShrink
            | F::Softmax
            | F::Cosine
            | F::Mean
    )
}
