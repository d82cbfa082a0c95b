//! The tree: groups, L2Bs, L1Bs, MABs, PEs, and which of them a statement names.

use super::AccessError;
use crate::mncore2::isa::Levels;
use crate::mncore2::state::{GROUPS, L1BS, L2BS, MABS, PES};
use std::fmt;
use std::ops::Range;

/// A level of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// `n`
    Group,
    /// `c`
    L2b,
    /// `b`
    L1b,
    /// `m`
    Mab,
    /// `p`
    Pe,
}

impl Level {
    /// All, from the top.
    pub const ALL: [Self; 5] = [Self::Group, Self::L2b, Self::L1b, Self::Mab, Self::Pe];

    /// Elements of this level in one of the level above.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Self::Group => GROUPS,
            Self::L2b => L2BS,
            Self::L1b => L1BS,
            Self::Mab => MABS,
            Self::Pe => PES,
        }
    }

    /// Its letter in `n0c0b0m0p0`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Group => 'n',
            Self::L2b => 'c',
            Self::L1b => 'b',
            Self::Mab => 'm',
            Self::Pe => 'p',
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Group => "group",
            Self::L2b => "L2B",
            Self::L1b => "L1B",
            Self::Mab => "MAB",
            Self::Pe => "PE",
        })
    }
}

/// An element of the tree. A memory looks at the numbers down to its own level only.
///
/// ```
/// use semantics::mncore2::{Level, Place};
/// let place = Place { group: 3, pe: 2, ..Place::default() };
/// assert_eq!(place.name(Level::Pe), "n3c0b0m0p2");
/// assert_eq!(place.name(Level::Group), "n3");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Group, 0 to 3.
    pub group: u8,
    /// L2B, 0 or 1.
    pub l2b: u8,
    /// L1B, 0 to 7.
    pub l1b: u8,
    /// MAB, 0 to 15.
    pub mab: u8,
    /// PE, 0 to 3.
    pub pe: u8,
}

impl Place {
    /// The numbers from the top.
    #[must_use]
    pub const fn numbers(&self) -> [u8; 5] {
        [self.group, self.l2b, self.l1b, self.mab, self.pe]
    }

    /// Its name down to a level, as dumps print it.
    #[must_use]
    pub fn name(&self, level: Level) -> String {
        let numbers = Level::ALL.iter().zip(self.numbers()).take(level as usize + 1);
        numbers.map(|(level, number)| format!("{}{number}", level.letter())).collect()
    }

    /// The element down to a level, the numbers below 0, if there is such an element.
    pub(crate) fn at(self, down_to: Level) -> Result<Self, AccessError> {
        let mut numbers = [0; 5];
        for (&level, number) in Level::ALL.iter().zip(self.numbers()).take(down_to as usize + 1) {
            if usize::from(number) >= level.size() {
                return Err(AccessError::Place { level, number });
            }
            numbers[level as usize] = number;
        }
        let [group, l2b, l1b, mab, pe] = numbers;
        Ok(Self { group, l2b, l1b, mab, pe })
    }

    /// The L1B of a number on the board.
    pub(crate) fn of_number(l1b: usize) -> Self {
        let (l2b, l1b) = (l1b / L1BS, (l1b % L1BS) as u8);
        Self { group: (l2b / L2BS) as u8, l2b: (l2b % L2BS) as u8, l1b, ..Self::default() }
    }

    /// The names of all elements of its L1B.
    pub(crate) fn of_l1b(self) -> Levels {
        let Self { group, l2b, l1b, .. } = self;
        Levels { group: Some(group), l2b: Some(l2b), l1b: Some(l1b), mab: None, pe: None }
    }

    /// The number of its L2B on the board.
    pub(crate) fn l2b_index(&self) -> usize {
        L2BS * usize::from(self.group) + usize::from(self.l2b)
    }

    /// The number of its L1B on the board.
    pub(crate) fn l1b_index(&self) -> usize {
        L1BS * self.l2b_index() + usize::from(self.l1b)
    }

    /// The number of its PE in the L1B.
    pub(crate) fn lane(&self) -> usize {
        PES * usize::from(self.mab) + usize::from(self.pe)
    }
}

/// The elements of a level that a statement names, in the order of dumps: the lowest level fastest
/// (MN-D75). What is said of lower levels has no effect.
pub(super) fn places(levels: &Levels, level: Level) -> impl Iterator<Item = Place> + use<> {
    let named = [levels.group, levels.l2b, levels.l1b, levels.mab, levels.pe];
    let range = |of: Level| -> Range<u8> {
        match named[of as usize] {
            _ if of > level => 0..1,
            Some(number) => number..number.saturating_add(1),
            None => 0..of.size() as u8,
        }
    };
    let [n, c, b, m, p] = Level::ALL.map(range);
    n.flat_map(move |group| c.clone().map(move |l2b| Place { group, l2b, ..Place::default() }))
        .flat_map(move |place| b.clone().map(move |l1b| Place { l1b, ..place }))
        .flat_map(move |place| m.clone().map(move |mab| Place { mab, ..place }))
        .flat_map(move |place| p.clone().map(move |pe| Place { pe, ..place }))
}
