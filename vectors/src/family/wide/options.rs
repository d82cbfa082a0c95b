//! Which options an operation takes.

use crate::family::ieee::{Operation, chooses_nan};
use crate::family::number::options::{
    NEVER_ROUNDS, NO_NAN, NO_OVERFLOW, Taken, choice, taken, unless,
};
use crate::registry::Form::Words;
use crate::registry::rules::{DAZ, EXACT, FTZ, INT, NAN, NAN_RULES, RM, SAT, TININESS};
use crate::registry::{List, Setting};
use softfloat::Format;

/// The bits of precision that the x87's control word asks for.
pub(super) static PRECISION: Setting<u32> =
    Setting::new("precision", Words(&["64", "53", "24"]), |at| [64, 53, 24][at]);

#[rustfmt::skip]
pub(super) const OPTIONS: List = &[
    &RM.row, &TININESS.row, &NAN.row, &FTZ.row, &DAZ.row, &SAT.row, &INT.row, &EXACT.row, &PRECISION.row,
];

const AS_THEY_ARE: &str = "subnormal numbers are read and written as they are";
const INFINITIES: &str = "its results have infinities, and overflow follows IEEE 754, 7.4";
pub(super) const ONE_PRECISION: &str = "the x87 alone rounds to other precisions";

/// The options of an operation between a wide format and another one into this format: wide ones neither read nor write zeros in the place of
/// subnormal numbers.
pub(super) fn of_values((options, mut senseless): Taken, to: &Format) -> Taken {
    let kept = |name: &str| name != DAZ.row.name && (name != FTZ.row.name || to.wide().is_none());
    let (options, others): (Vec<_>, Vec<_>) =
        options.into_iter().partition(|spec| kept(spec.row.name));
    senseless.extend(others.iter().map(|spec| (spec.row.name, AS_THEY_ARE)));
    (options, senseless)
}

/// The options of an operation on one format.
pub(super) fn of(format: &Format, operation: Operation) -> Taken {
    use Operation::{Add, Div, Fma, Mul, RoundToIntegral, ScaleB, Sqrt, Sub};
    let arithmetic = matches!(operation, Add | Sub | Mul | Div | Sqrt | Fma);
    let (rounds, integral) = (arithmetic || operation == ScaleB, operation == RoundToIntegral);
    let written = format.wide().is_some_and(|wide| wide.explicit);
    let precise = match (written, arithmetic) {
        (false, _) => Some(ONE_PRECISION),
        (true, arithmetic) => unless(arithmetic, "it never rounds to it"),
    };
    let overflow = if rounds { INFINITIES } else { NO_OVERFLOW };
    let mut choices = vec![
        choice(&RM, unless(rounds || integral, NEVER_ROUNDS)),
        choice(&TININESS, unless(rounds, NEVER_ROUNDS)),
        (NAN_RULES, unless(chooses_nan(operation), NO_NAN)),
        choice(&FTZ, Some(AS_THEY_ARE)),
        choice(&DAZ, Some(AS_THEY_ARE)),
        choice(&SAT, Some(overflow)),
        choice(&PRECISION, precise),
    ];
    choices.extend(integral.then(|| choice(&EXACT, None)));
    taken(choices)
}
