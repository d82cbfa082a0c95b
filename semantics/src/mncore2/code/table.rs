//! What is known of the machine word: fields, codes and their standing, as a table.
//!
//! The vendor has published no encoding. The rows come from comparing statements with the official
//! assembler's output: `observed` stood in such an output, `inferred` is an analogy that no output
//! has shown, and what no row has is unknown.

use super::field::Field;
mod rows;

use core::fmt::{self, Display, Formatter};
use std::sync::LazyLock;

/// How a fact is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// It stood in the official assembler's output.
    Observed,
    /// By analogy; no output has shown it.
    Inferred,
}

impl Standing {
    /// Its name in the table.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Observed => "observed",
            Self::Inferred => "inferred",
        }
    }

    pub(super) fn of_name(name: &str) -> Option<Self> {
        [Self::Observed, Self::Inferred].into_iter().find(|s| s.name() == name)
    }
}

/// Consecutive bits of the word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// The first, counted from the left.
    pub offset: usize,
    /// How many.
    pub width: usize,
}

impl Display for Range {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.width {
            0 | 1 => write!(f, "offset {}", self.offset),
            width => write!(f, "offsets {}-{}", self.offset, self.offset + width - 1),
        }
    }
}

/// What a value of a field means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// Where it has this meaning; empty: everywhere.
    pub context: String,
    /// Its name.
    pub code: String,
    /// Its value.
    pub value: u32,
    /// How it is known.
    pub standing: Standing,
    /// In how many distinct statements it was seen, where that was counted.
    pub seen: String,
    /// Why, where it is inferred.
    pub note: String,
}

/// A field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Where it lies.
    pub range: Range,
    /// Its value in `nop`, and in statements that do not use it.
    pub idle: u32,
    /// How the place of the field is known; nothing in a table without the field.
    pub standing: Option<Standing>,
    /// How well: high, medium, low, inferred.
    pub confidence: String,
    /// Its unit.
    pub group: String,
    /// The values that mean something.
    pub codes: Vec<Code>,
    /// For a number: which of its bits were seen as 1. Numbers that need a higher one are inferred.
    pub number: Option<u32>,
    /// The lowest bit of an immediate's payload that it carries.
    pub immediate: Option<u32>,
}

/// What is known of the machine word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    entries: Vec<Entry>,
    /// Bits with one value in every word that was seen, and no known meaning.
    pub fixed: Vec<(Range, u32)>,
    /// What was found and could not be made a row.
    pub notes: Vec<String>,
}

static KNOWN: LazyLock<Table> = LazyLock::new(|| {
    // A test reads it too, and says what would be wrong with it.
    Table::read(include_str!("../../../data/mncore2-encoding.csv"))
        .unwrap_or_else(|_| Table::none())
});

impl Table {
    /// The table that the program has with it.
    ///
    /// ```
    /// use semantics::mncore2::code::{Field, Table};
    /// let imm = Table::known().code(Field::AluOpcode, "", "imm").unwrap();
    /// assert_eq!((imm.value, imm.standing.name()), (31, "observed"));
    /// assert!(Table::known().code(Field::AluOpcode, "", "add").is_none());
    /// ```
    #[must_use]
    pub fn known() -> &'static Self {
        &KNOWN
    }

    fn none() -> Self {
        let entries = vec![Entry::default(); Field::ALL.len()];
        Self { entries, fixed: Vec::new(), notes: Vec::new() }
    }

    /// A field.
    #[must_use]
    pub fn entry(&self, field: Field) -> &Entry {
        &self.entries[field as usize]
    }

    pub(super) fn entry_mut(&mut self, field: Field) -> &mut Entry {
        &mut self.entries[field as usize]
    }

    /// A code of a field by its name.
    #[must_use]
    pub fn code(&self, field: Field, context: &str, code: &str) -> Option<&Code> {
        self.entry(field).codes.iter().find(|c| c.context == context && c.code == code)
    }

    /// The codes of a value of a field, the ones that were seen first.
    pub fn codes(&self, field: Field, context: &str, value: u32) -> impl Iterator<Item = &Code> {
        let of = move |standing| {
            move |c: &&Code| c.value == value && c.context == context && c.standing == standing
        };
        let codes = &self.entry(field).codes;
        let seen = codes.iter().filter(of(Standing::Observed));
        seen.chain(codes.iter().filter(of(Standing::Inferred)))
    }

    /// What a bit belongs to: a field, or bits without a known meaning.
    #[must_use]
    pub fn place(&self, offset: usize) -> String {
        let holds = |r: &Range| (r.offset..r.offset + r.width).contains(&offset);
        match Field::ALL.iter().find(|f| holds(&self.entry(**f).range)) {
            Some(field) => field.name().to_owned(),
            None => match self.fixed.iter().find(|(range, _)| holds(range)) {
                Some((range, _)) => format!("unknown {range}"),
                None => format!("unknown offset {offset}"),
            },
        }
    }

    /// Whether every bit of the word belongs to one row at most.
    pub(super) fn apart(&self) -> Result<(), String> {
        let fields = Field::ALL.iter().map(|f| (self.entry(*f), f.name()));
        let fields = fields.filter(|(entry, _)| entry.standing.is_some());
        let ranges = fields
            .map(|(entry, name)| (entry.range, name))
            .chain(self.fixed.iter().map(|(range, _)| (*range, "unknown")));
        let mut taken = [None; super::BITS];
        for (range, name) in ranges {
            let bits = &mut taken[range.offset..range.offset + range.width];
            if let Some(other) = bits.iter().copied().find_map(|bit| bit) {
                return Err(format!("bits of {name} belong to {other} already"));
            }
            bits.fill(Some(name));
        }
        Ok(())
    }
}
