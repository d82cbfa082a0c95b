//! The formats that have functions.

use crate::formats::{SOURCES, is_float};
use softfloat::format::{MnDouble, MnHalf, MnSingle};
use softfloat::{Format, StaticFormat};

/// Those of MN-Core 2.
const MACHINE: [(&str, Format); 3] =
    [("mnhalf", MnHalf::FORMAT), ("mnsingle", MnSingle::FORMAT), ("mndouble", MnDouble::FORMAT)];

/// Those that are listed, by the names that ids have for them.
pub(super) fn listed() -> impl Iterator<Item = (&'static str, Format)> {
    // Posits have rules of their own, without directions and flags.
    let floats = SOURCES.iter().filter(|s| is_float(&s.format) && !s.format.is_posit());
    let numbers = floats.map(|s| (s.name, s.format));
    numbers.chain(MACHINE)
}
