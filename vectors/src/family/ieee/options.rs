//! Which options an operation takes: those that can change its result or its flags.

use super::operation::Operation;
use crate::family::number::options::{
    FORMAT_WITHOUT_NAN, NEVER_ROUNDS, NO_NAN, NO_OVERFLOW, Taken, choice, saturate, saturation,
    taken, unless,
};
use crate::registry::rules::{DAZ, EXACT, FTZ, NAN, RM, TININESS};
use softfloat::Format;

/// The options of an operation in a format.
pub(super) fn of_operation(f: &Format, operation: Operation) -> Taken {
    use Operation::{
        Add, Compare, Div, Fma, Fmod, LogB, MinMax, Mul, Remainder, RoundToIntegral, ScaleB, Sqrt,
        Sub, TotalOrder, TotalOrderMagnitude,
    };
    let arithmetic = matches!(operation, Add | Sub | Mul | Div | Sqrt | Fma | ScaleB);
    let exact = matches!(operation, Remainder | Fmod);
    let integral = operation == RoundToIntegral;
    let rounds = arithmetic || integral || operation == LogB && log_b_rounds(f);
    let overflows = arithmetic && operation != Sqrt;
    let codes = matches!(operation, TotalOrder | TotalOrderMagnitude);
    let chooses_nan = match operation {
        MinMax(variant) => !machine(variant),
        Compare(..) => false,
        _ => !codes,
    };
    let nan = match chooses_nan {
        false => Some(NO_NAN),
        true => unless(f.has_nan(), FORMAT_WITHOUT_NAN),
    };
    let tiny = arithmetic || exact;
    let mut choices = vec![
        choice(&RM, unless(rounds, NEVER_ROUNDS)),
        choice(&TININESS, unless(arithmetic, NEVER_ROUNDS)),
        choice(&NAN, nan),
        choice(&FTZ, unless(tiny, "no result of it is flushed")),
        choice(&DAZ, unless(!codes, "it orders all codes as they are")),
        saturate(false, if overflows { saturation(f) } else { Some(NO_OVERFLOW) }),
    ];
    choices.extend(integral.then(|| choice(&EXACT, None)));
    taken(choices)
}

/// The machines' own variants of minimum and maximum have their own rule for NaN.
fn machine(variant: softfloat::ieee::MinMax) -> bool {
    use softfloat::ieee::MinMax::{RiscVMax, RiscVMin, SseMax, SseMin};
    matches!(variant, SseMin | SseMax | RiscVMin | RiscVMax)
}

/// Whether some exponent is no number of the format.
fn log_b_rounds(f: &Format) -> bool {
    let largest = f.max_field() - f.bias;
    let smallest = f.min_field() - f.bias - f.man_bits as i32;
    let most = largest.unsigned_abs().max(smallest.unsigned_abs());
    32 - most.leading_zeros() > f.precision()
}
