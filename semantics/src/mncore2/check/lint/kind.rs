//! What lies in words, as far as it is known without values.

use crate::mncore2::isa::{Dest, Precision, Target, Width};

/// What is known of some words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing.
    #[default]
    Unknown,
    /// Numbers with exponents of their own.
    Numbers,
    /// Blocks of a precision.
    Blocks(Precision),
}

impl Kind {
    /// Whether a product of a precision may read them, as far as is known.
    pub(super) fn fits(self, precision: Precision) -> bool {
        match self {
            Self::Unknown => true,
            Self::Numbers => false,
            Self::Blocks(Precision::G) => matches!(precision, Precision::F | Precision::G),
            Self::Blocks(p) => p == precision,
        }
    }

    /// What remains of it in a destination: blocks of whole elements only.
    pub(super) fn in_dest(self, dest: &Dest) -> Self {
        match (self, &dest.target) {
            (Self::Blocks(p), Target::Memory(access))
                if access.width == Width::Single && p != Precision::F =>
            {
                Self::Unknown
            }
            (kind, Target::Memory(_) | Target::T(_)) => kind,
            _ => Self::Unknown,
        }
    }
}
