//! The coordinates of an element on the board.

use crate::mncore2::memory::Level;
use std::fmt;

/// A coordinate that factors go along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Along {
    /// A number in the tree.
    Level(Level),
    /// A cycle.
    Cycle,
    /// Addresses.
    Address,
    /// A word of the type inside of a long word.
    Word,
}

impl Along {
    /// All, in the order of their numbers.
    pub(super) const ALL: [Self; 8] = [
        Self::Level(Level::Group),
        Self::Level(Level::L2b),
        Self::Level(Level::L1b),
        Self::Level(Level::Mab),
        Self::Level(Level::Pe),
        Self::Cycle,
        Self::Address,
        Self::Word,
    ];

    pub(super) const fn number(self) -> usize {
        match self {
            Self::Level(level) => level as usize,
            Self::Cycle => 5,
            Self::Address => 6,
            Self::Word => 7,
        }
    }

    /// What stands behind `_`; nothing for addresses.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Level(Level::Group) => "Group",
            Self::Level(Level::L2b) => "L2B",
            Self::Level(Level::L1b) => "L1B",
            Self::Level(Level::Mab) => "MAB",
            Self::Level(Level::Pe) => "PE",
            Self::Cycle => "Cycle",
            Self::Address => "",
            Self::Word => "W",
        }
    }

    fn named() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|along| !along.name().is_empty())
    }

    pub(super) fn parse(name: &str) -> Option<Self> {
        Self::named().find(|along| along.name() == name)
    }

    /// The name that a wrong one is nearest to.
    pub(super) fn near(name: &str) -> Option<&'static str> {
        let lower = name.to_ascii_lowercase();
        let far = |a: &Self| strsim::damerau_levenshtein(&lower, &a.name().to_ascii_lowercase());
        let near = Self::named().min_by_key(far).filter(|a| far(a) <= a.name().len().min(3) / 2);
        near.map(Self::name)
    }

    /// The names, for messages.
    pub(super) fn names() -> String {
        let names: Vec<&str> = Self::named().map(Self::name).collect();
        names.join(", ")
    }
}

impl fmt::Display for Along {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => level.fmt(f),
            Self::Cycle => f.write_str("cycle"),
            Self::Address => f.write_str("address"),
            Self::Word => f.write_str("W"),
        }
    }
}
