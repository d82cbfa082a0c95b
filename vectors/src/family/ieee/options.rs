//! Which options an operation takes: those that can change its result or its flags.

use super::boxed::{self, BOX};
use super::operation::Operation;
use crate::family::number::options::{
    FORMAT_WITHOUT_NAN, NEVER_ROUNDS, NO_NAN, NO_OVERFLOW, Taken, choice, saturate, saturation,
    taken, unless,
};
use crate::registry::rules::{DAZ, EXACT, FTZ, INT, NAN, NAN_RULES, RM, SAT, TININESS};
use crate::registry::{List, Options, Setting};
use softfloat::Format;

/// Whether a class is the mask of RISC-V's FCLASS.
static FCLASS: Setting<bool> = Setting::switch("fclass").asked();

/// All of them: those of all number operations, and the family's own.
#[rustfmt::skip]
pub(super) const OPTIONS: List = &[
    &RM.row, &TININESS.row, &NAN.row, &FTZ.row, &DAZ.row, &SAT.row, &INT.row, &EXACT.row,
    &FCLASS.row, &BOX.row,
];

const ALL_CODES: &str = "it orders all codes as they are";
const AS_IT_IS: &str = "it takes every code as it is";

/// Whether the option is on that the operation has for itself.
pub(super) fn switch(operation: Operation, o: &Options) -> bool {
    o.get(if operation == Operation::Class { &FCLASS } else { &EXACT })
}

/// The options of an operation in a format.
pub(super) fn options_of(f: &Format, operation: Operation) -> Taken {
    use Operation::{
        Add, Class, Div, Fma, Fmod, LogB, Mul, Remainder, RoundToIntegral, ScaleB, Sqrt, Sub,
    };
    let arithmetic = matches!(operation, Add | Sub | Mul | Div | Sqrt | Fma | ScaleB);
    let exact = matches!(operation, Remainder | Fmod);
    let integral = operation == RoundToIntegral;
    let rounds = arithmetic || integral || operation == LogB && log_b_rounds(f);
    let overflows = arithmetic && operation != Sqrt;
    let codes = operation.takes_codes();
    let ordered = matches!(operation, Operation::TotalOrder | Operation::TotalOrderMagnitude);
    let as_they_are = if ordered { ALL_CODES } else { AS_IT_IS };
    let nan = match chooses_nan(operation) {
        false => Some(NO_NAN),
        true => unless(f.has_nan(), FORMAT_WITHOUT_NAN),
    };
    let tiny = arithmetic || exact;
    let mut choices = vec![
        choice(&RM, unless(rounds, NEVER_ROUNDS)),
        choice(&TININESS, unless(arithmetic, NEVER_ROUNDS)),
        (NAN_RULES, nan),
        choice(&FTZ, unless(tiny, "no result of it is flushed")),
        choice(&DAZ, unless(!codes, as_they_are)),
        saturate(false, if overflows { saturation(f) } else { Some(NO_OVERFLOW) }),
    ];
    choices.extend(integral.then(|| choice(&EXACT, None)));
    choices.push(boxed::choice(f));
    choices.extend((operation == Class).then(|| choice(&FCLASS, None)));
    taken(choices)
}

/// Whether the rule for NaN can choose a result.
pub(crate) fn chooses_nan(operation: Operation) -> bool {
    use Operation::{Compare, LogBInteger, MinMax};
    match operation {
        MinMax(variant) => !machine(variant),
        Compare(..) | LogBInteger => false,
        _ => !operation.takes_codes(),
    }
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
