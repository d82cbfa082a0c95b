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
    /// Terms of one sum.
    pub terms: Count,
    /// Which of its rules one chooses.
    pub choice: Choice,
    /// Whether it raises the exceptions of IEEE 754.
    pub exceptions: bool,
    /// The description, rounding to nearest where the machine lets one choose.
    pub datapath: Datapath,
}

/// How many terms a sum has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Count {
    /// The machine fixes it.
    Fixed(usize),
    /// Any number; this one where none is asked for.
    Any(usize),
}

impl Count {
    /// The number, where none is asked for.
    ///
    /// ```
    /// use softfloat::sum::Count;
    /// assert_eq!((Count::Fixed(4).usual(), Count::Any(8).usual()), (4, 8));
    /// ```
    #[must_use]
    pub const fn usual(self) -> usize {
        match self {
            Self::Fixed(count) | Self::Any(count) => count,
        }
    }
}

/// Which of a datapath's rules one chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// All that IEEE 754 leaves open.
    Ieee,
    /// What MXCSR has: the direction, and flushing.
    Mxcsr,
    /// The direction.
    Direction,
    /// None: the machine rounds in one direction.
    OneDirection,
    /// None: terms and sums are cut toward zero.
    TowardZero,
    /// None: integers are exact.
    Exact,
}

impl Preset {
    /// Every preset in every combination of formats that its system has.
    ///
    /// ```
    /// use softfloat::sum::Preset;
    /// assert!(Preset::all().any(|preset| preset.name == "plain.tree2" && preset.types == "f64"));
    /// ```
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

/// The table of a system's presets: whether they raise exceptions; name, source, line, number of terms, what one chooses,
/// and of each combination of formats its name and description.
macro_rules! presets {
    (exceptions: $exceptions:literal;
        $($name:literal, $source:literal, $summary:literal, $terms:ident($count:literal), $choice:ident => {
        $($types:literal: $datapath:expr;)*
    })*) => {
        /// These datapaths in every combination of formats.
        pub const PRESETS: &[$crate::sum::Preset] = &[$($($crate::sum::Preset {
            name: $name,
            types: $types,
            source: $source,
            summary: $summary,
            terms: $crate::sum::Count::$terms($count),
            choice: $crate::sum::Choice::$choice,
            exceptions: $exceptions,
            datapath: $datapath,
        },)*)*];
    };
}
