//! Two dumps side by side, by place and value.

use crate::source::Refusal;
use std::io::BufRead;

/// What a machine can whose dumps are read again.
pub trait Compare {
    /// Compares two dumps.
    ///
    /// # Errors
    /// All lines that cannot be read, of both.
    fn compare(
        &self,
        dumps: [&mut dyn BufRead; 2],
        how: &Comparison<'_>,
    ) -> Result<Compared, CompareError>;

    /// The precisions in which words are compared as numbers.
    fn precisions(&self) -> Vec<&'static str>;

    /// What its lines look like, and who prints them.
    fn lines(&self) -> &'static str;
}

/// How dumps are compared.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    /// Words whose elements are the same numbers are equal, in this one of [`Compare::precisions`].
    pub by_value: Option<&'a str>,
    /// How many of each kind of finding are kept.
    pub most: usize,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    /// Words compared.
    pub compared: u64,
    /// Those that differ.
    pub differing: u64,
    /// Words that only one of the dumps has.
    pub only: [u64; 2],
    /// Texts that do not fit the bits beside them, a line.
    pub misprinted: [u64; 2],
    /// Lines that are no dump lines.
    pub skipped: [u64; 2],
    /// Dump lines.
    pub lines: [u64; 2],
    /// The first differences, in the order of the first dump.
    pub differences: Vec<Apart>,
    /// The first of them bit by bit, and as the numbers that it may be: lines for people.
    pub details: String,
    /// All differences, by memory and kind.
    pub groups: Vec<Group>,
    /// The first words that only one dump has.
    pub lone: [Vec<(Spot, Printed)>; 2],
    /// The first misprints and their lines.
    pub misprints: [Vec<(u64, Misprint)>; 2],
}

impl Compared {
    /// Whether the dumps say the same.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.differing == 0 && self.only == [0, 0] && self.misprinted == [0, 0]
    }
}

/// Where a word lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The memory.
    pub memory: String,
    /// The memory in a table.
    pub short: String,
    /// The element that it belongs to: `n0c0b0m0p0`.
    pub place: String,
    /// The same in words.
    pub path: String,
    /// What the number counts.
    pub unit: &'static str,
    /// Its address, or whatever the unit is.
    pub number: u32,
    /// What the number does not say, and how it is called.
    pub part: Option<(&'static str, u32)>,
    /// The same in words, behind the number.
    pub beside: String,
}

/// A word that a dump prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// Its bits in hexadecimal digits.
    pub bits: String,
    /// Its bits in a table.
    pub short: String,
    /// The line, from 1.
    pub line: u64,
    /// The statement that printed it.
    pub statement: String,
}

/// A word that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// Where.
    pub spot: Spot,
    /// In both dumps.
    pub words: [Printed; 2],
    /// The precision that it is looked at in; none where it looks like no numbers.
    pub precision: Option<&'static str>,
    /// How its elements lie apart.
    pub kind: String,
}

/// The differences of one kind in one memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The memory.
    pub memory: String,
    /// The memory in a table.
    pub short: String,
    /// As of [`Apart`].
    pub precision: Option<&'static str>,
    /// How its words lie apart.
    pub kind: String,
    /// What that looks like.
    pub looks_like: &'static str,
    /// How many words.
    pub words: u64,
    /// In how many elements.
    pub places: usize,
    /// In which elements: `n0c0b0m*p{1,3}`.
    pub pattern: String,
    /// The levels in which these differ.
    pub levels: Vec<String>,
    /// The first and the last number.
    pub range: [u32; 2],
}

/// A text that is not what the machine prints for the bits beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misprint {
    /// The column, from 1.
    pub column: usize,
    /// What stands there.
    pub printed: String,
    /// What the bits print as; nothing where they have no text.
    pub right: Option<String>,
}

/// Why dumps cannot be compared.
#[derive(Debug)]
pub enum CompareError {
    /// A way to compare that the machine does not have.
    Refused(Refusal),
    /// Lines that cannot be read: which dump the first of them are of, and what is wrong behind its name; how many more there are.
    Unreadable(Vec<(usize, String)>, u64),
}
