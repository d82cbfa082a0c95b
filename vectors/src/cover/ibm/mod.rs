//! The models of "Floating-Point Test Suite for IEEE" (Aharoni, Asaf, Fournier, Koyfman, Nagel, IBM Haifa,
//! 2003), B1 to B29, as crosses: which of them an operation has hangs on its arithmetic.
//!
//! | models | file |
//! | --- | --- |
//! | B1, B21, B25: classes of operands | `classes` |
//! | B2, B4, B5, B6: results about the ends of the range | `limits` |
//! | B3, B7, B8, B27, B29: bits about the place of rounding | `rounding` |
//! | B9, B11, B15: significands of operands | `shape` |
//! | B10, B12 to B14, B16, B17: distances of operands, cancellation | `distance` |
//! | near: cancellation by distance | `near` |
//! | twice: conversions by way of another format | `twice` |
//! | B18: fused or rounded twice | `fused` |
//! | B19: comparisons; B20: zeros at a result's end | `fields` |
//! | B22 to B24, B26, B28: integers | `integer` |

pub(super) mod classes;
mod distance;
mod fields;
mod fused;
mod integer;
mod limits;
mod near;
mod rounding;
mod shape;
mod twice;

use super::cross::Cross;
use super::subject::Subject;

/// The crosses of an operation.
pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    [
        classes::crosses(subject),
        limits::crosses(subject),
        rounding::crosses(subject),
        shape::crosses(subject),
        distance::crosses(subject),
        fused::crosses(subject),
        fields::crosses(subject),
        integer::crosses(subject),
    ]
    .into_iter()
    .flatten()
    .filter(|cross| cross.len() > 0)
    .collect()
}

/// Those that models got later. They stand behind all others, whose cases stay what they were: a case is drawn by its goal's number.
pub(super) fn later(subject: &Subject) -> Vec<Cross> {
    [near::crosses(subject), twice::crosses(subject)].into_iter().flatten().collect()
}
