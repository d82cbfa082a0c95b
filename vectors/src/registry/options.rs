//! One choice of an operation's options.

use super::setting::{Row, Setting};
use std::fmt;
use std::hash::{Hash, Hasher};

/// The most options of a family.
pub(super) const MOST: usize = 11;

/// The options of a family's operations, in the order in which they are written.
pub(crate) type List = &'static [&'static Row];

/// One choice of options: values by their places in the list of the operation's family. Displays in canonical form:
/// `name=value`, separated by spaces, in the order of that list, defaults left out.
#[derive(Clone, Copy)]
pub struct Options {
    list: List,
    values: [u16; MOST],
}

impl Options {
    /// Nothing chosen.
    pub const NONE: Self = Self::of(&[]);

    /// Nothing chosen of these.
    pub(crate) const fn of(list: List) -> Self {
        Self { list, values: [0; MOST] }
    }

    /// What is chosen of an option; the default where there is no such.
    #[must_use]
    #[inline]
    pub fn get<T>(&self, setting: &'static Setting<T>) -> T {
        (setting.of)(self.value(&setting.row).into())
    }

    /// The same with another value of an option that is written in words.
    ///
    /// # Panics
    /// If the list has no such option, or the option no word for the value.
    #[must_use]
    pub(crate) fn with<T: PartialEq>(&self, setting: &'static Setting<T>, value: T) -> Self {
        self.set(&setting.row, setting.code(&value))
    }

    /// The same with the default of an option, where the list has it.
    #[must_use]
    pub(crate) fn without<T>(mut self, setting: &'static Setting<T>) -> Self {
        if let Some(at) = self.place(&setting.row) {
            self.values[at] = 0;
        }
        self
    }

    #[inline]
    pub(super) fn value(&self, row: &'static Row) -> u16 {
        // In the midst of a case's evaluation, too.
        for (at, own) in self.list.iter().enumerate() {
            if std::ptr::eq(*own, row) {
                return self.values[at];
            }
        }
        0
    }

    pub(crate) fn set(mut self, row: &'static Row, value: u16) -> Self {
        let at = self.place(row);
        let at = at.unwrap_or_else(|| panic!("the family does not declare `{}`", row.name));
        self.values[at] = value;
        self
    }

    /// Where an option stands in the list.
    fn place(&self, row: &'static Row) -> Option<usize> {
        self.list.iter().position(|own| std::ptr::eq(*own, row))
    }

    /// Whether they are of one list.
    pub(super) fn are_alike(&self, other: &Self) -> bool {
        std::ptr::eq(self.list, other.list)
    }

    /// What is not the default.
    pub(crate) fn chosen(&self) -> impl Iterator<Item = (&'static Row, u16)> + use<> {
        self.list.iter().copied().zip(self.values).filter(|(_, value)| *value != 0)
    }

    /// The choice as (name, value) pairs.
    #[must_use]
    pub fn pairs(&self) -> Vec<(String, String)> {
        self.chosen().map(|(row, value)| (row.name.to_owned(), row.text(value))).collect()
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::NONE
    }
}

/// What is written alike is alike, also of two families.
impl PartialEq for Options {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match self.are_alike(other) {
            true => self.values == other.values,
            false => self.pairs() == other.pairs(),
        }
    }
}

impl Eq for Options {}

/// By the values alone, so that what is alike in two families has one hash.
impl Hash for Options {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let chosen = self.values.iter().filter(|value| **value != 0);
        state.write_u64(chosen.fold(0, |all, value| all << 13 ^ all >> 51 ^ u64::from(*value)));
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (row, value)) in self.chosen().enumerate() {
            write!(f, "{}{}={}", if at > 0 { " " } else { "" }, row.name, row.text(value))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Options({self})")
    }
}
