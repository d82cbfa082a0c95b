//! The decisions (docs/decisions.md) that the bits of an operation can depend on.

use super::operation::Operation;
use crate::family::number::chosen;
use softfloat::Format;
use softfloat::ieee::MinMax;

/// Of an operation on one format.
pub(super) fn of_operation(f: &Format, operation: Operation) -> Vec<&'static str> {
    use Operation as O;
    let arithmetic = matches!(
        operation,
        O::Add | O::Sub | O::Mul | O::Div | O::Remainder | O::Fmod | O::Sqrt | O::Fma
    );
    let ordered = matches!(operation, O::TotalOrder | O::TotalOrderMagnitude);
    let next = matches!(operation, O::NextUp | O::NextDown);
    let (finite, has_nan) = (!f.has_infinity(), f.has_nan());
    chosen([
        ("NUM-D01", finite && (arithmetic || operation == O::ScaleB)),
        ("NUM-D14", arithmetic),
        ("NUM-D15", has_nan && operation == O::Fma),
        ("NUM-D16", finite && matches!(operation, O::Div | O::LogB)),
        ("NUM-D17", !ordered),
        ("NUM-D18", finite && next),
        ("NUM-D19", operation == O::RoundToIntegral),
        ("NUM-D20", ordered && f.sign && has_nan && !f.signs_nan()),
        ("NUM-D21", matches!(operation, O::MinMax(v) if old(v))),
        ("NUM-D22", matches!(operation, O::MinMax(MinMax::RiscVMin | MinMax::RiscVMax))),
        ("NUM-D24", operation == O::RoundToIntegral),
        ("NUM-D36", has_nan && operation == O::Sub),
    ])
}

/// The variants of IEEE 754-2008.
const fn old(variant: MinMax) -> bool {
    use MinMax::{MaxNum, MaxNumMag, MinNum, MinNumMag};
    matches!(variant, MinNum | MaxNum | MinNumMag | MaxNumMag)
}
