//! The decisions (docs/decisions.md) that the bits of a function can depend on.

use crate::family::number::chosen;
use functions::{Function, Row};
use softfloat::Format;

/// Of a function in a format.
pub(super) fn of_function(f: &Format, row: &Row) -> Vec<&'static str> {
    use Function as F;
    let finite = !f.has_infinity();
    let learned = row.section.starts_with("ONNX") || row.section.starts_with("PyTorch");
    let activation = learned && !row.shape.of_blocks();
    chosen([
        ("NUM-D01", finite),
        ("NUM-D14", true),
        ("NUM-D16", finite),
        ("NUM-D17", f.subnormal),
        ("NUM-D46", activation),
        ("NUM-D47", matches!(row.function, F::Swish | F::Elu | F::Celu)),
        ("NUM-D48", matches!(row.function, F::Selu | F::GeluTanh)),
        ("NUM-D49", row.shape.of_blocks()),
        ("NUM-D50", matches!(row.function, F::Cosine | F::Mean | F::Variance)),
        ("NUM-D51", matches!(row.function, F::Lgamma | F::Cbrt | F::Erf | F::Erfc | F::Tgamma)),
    ])
}
