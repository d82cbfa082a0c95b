//! The decisions (docs/decisions.md) that the bits of an operation can depend on.

use super::integer::{Arithmetic, IntegerOperation};
use super::mx::MxOperation;
use super::operation::Operation;
use softfloat::Format;
use softfloat::format::{Kind, Nonfinite};
use softfloat::ieee::MinMax;

/// Ids, each with whether it concerns the operation.
fn chosen<const N: usize>(ids: [(&'static str, bool); N]) -> Vec<&'static str> {
    ids.into_iter().filter_map(|(id, concerns)| concerns.then_some(id)).collect()
}

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
        ("NUM-D20", ordered && f.nonfinite == Nonfinite::NegativeZero),
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

/// Of a conversion.
pub(super) fn of_conversion(from: &Format, to: &Format) -> Vec<&'static str> {
    let fixed = |f: &Format| matches!(f.kind, Kind::Fixed { .. });
    let float = !fixed(to);
    let scale = to.man_bits == 0;
    chosen([
        ("NUM-D01", float && !to.has_infinity()),
        ("NUM-D04", float && from.has_infinity() && !to.has_infinity()),
        ("NUM-D05", float && from.has_nan() && !to.has_nan()),
        ("NUM-D07", float && scale),
        ("NUM-D08", float && scale),
        ("NUM-D13", float && from.has_nan() && to.has_nan()),
        ("NUM-D17", !fixed(from)),
        ("NUM-D23", !float),
        ("NUM-D24", !float && !fixed(from)),
    ])
}

/// Of an operation on MX blocks.
pub(super) fn of_blocks(operation: MxOperation) -> Vec<&'static str> {
    match operation {
        MxOperation::Quantize => vec!["NUM-D31", "NUM-D32", "NUM-D33", "NUM-D34"],
        MxOperation::Dequantize => vec!["NUM-D17"],
        MxOperation::Dot => vec!["NUM-D17", "NUM-D35"],
    }
}

/// Of an operation on integers.
pub(super) fn of_integers(operation: IntegerOperation) -> Vec<&'static str> {
    use IntegerOperation as I;
    let divides = matches!(operation, I::Fitted(Arithmetic::Div | Arithmetic::Rem, _));
    let shifts = matches!(
        operation,
        I::Shift(_) | I::ArithmeticLeft(_) | I::RoundShift(_) | I::RoundShiftNarrow(_)
    );
    chosen([("NUM-D25", divides), ("NUM-D26", shifts), ("NUM-D38", true)])
}

/// Of a sum under the exceptions of IEEE 754.
pub(super) fn of_sums() -> Vec<&'static str> {
    vec!["NUM-D39", "NUM-D40", "NUM-D41"]
}
