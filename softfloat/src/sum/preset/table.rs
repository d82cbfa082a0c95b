//! Presets by name.

use crate::sum::Datapath;

/// A datapath with its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Preset {
    /// The name, e.g. `tile.slice`.
    pub name: &'static str,
    /// The formats, e.g. `bf16.f32`.
    pub types: &'static str,
    /// Where it stands.
    pub source: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// Terms of one sum, where the machine fixes their number.
    pub terms: Option<usize>,
    /// The description, rounding to nearest where the machine lets one choose.
    pub datapath: Datapath,
}

impl Preset {
    /// Every preset in every combination of formats that its system has.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        use super::{mncore2, plain, pod, tile, xdsa};
        [plain::PRESETS, tile::PRESETS, pod::PRESETS, xdsa::PRESETS, mncore2::PRESETS]
            .into_iter()
            .flatten()
    }

    /// The preset of this name and these formats.
    ///
    /// ```
    /// let slice = softfloat::sum::Preset::find("tile.slice", "f16.f32").unwrap();
    /// assert_eq!(slice.source, "TILE-D34");
    /// ```
    #[must_use]
    pub fn find(name: &str, types: &str) -> Option<&'static Self> {
        Self::all().find(|preset| preset.name == name && preset.types == types)
    }
}

/// The table of a system's presets: name, source, line, number of terms, and of each combination of
/// formats its name and description.
macro_rules! presets {
    ($($name:literal, $source:literal, $summary:literal, $terms:expr => {
        $($types:literal: $datapath:expr;)*
    })*) => {
        /// These datapaths in every combination of formats.
        pub const PRESETS: &[$crate::sum::Preset] = &[$($($crate::sum::Preset {
            name: $name,
            types: $types,
            source: $source,
            summary: $summary,
            terms: $terms,
            datapath: $datapath,
        },)*)*];
    };
}
