//! Two dumps by location and value. The k-th word that one prints of a location is compared with the
//! k-th that the other prints of it, in whatever order and form the lines come. Of dumps in the same
//! order nothing is kept.
//!
//! ```
//! use semantics::mncore2::dump::{Apart, Comparison, compare};
//! let a = "DEBUG-LM0(n0c0b0m0p0,0):(1) (0x3ff0000000000000) #d getd $lm0n0c0b0m0p0 1\n";
//! let b = "DEBUG-LM0(n0c0b0m0p0,0):(1) (0x3ff0000000000001) #d getd $lm0n0c0b0m0p0 1\n";
//! let found = compare(a.as_bytes(), b.as_bytes(), &Comparison::default()).unwrap();
//! assert_eq!((found.compared, found.differing), (1, 1));
//! assert_eq!(found.groups[0].apart, Apart::LastBit);
//! ```

mod apart;
mod group;
mod guess;
mod waiting;

pub use apart::{Apart, Element, Number};
pub use group::Group;

use super::read::{Line, ReadError, ReadErrorKind, Reader};
use crate::machine::Misprint;
use crate::mncore2::isa::Dtype;
use crate::mncore2::memory::{Place, Store};
use group::Groups;
use std::collections::BTreeMap;
use std::io::BufRead;
use waiting::Waiting;

/// How dumps are compared.
#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    /// Words are equal if their elements are equal as numbers: 0 and -0, all codes of a zero, all
    /// codes of an infinity (s. 1.3).
    pub by_value: Option<Number>,
    /// How many of each kind of finding are kept.
    pub most: usize,
}

impl Default for Comparison {
    fn default() -> Self {
        Self { by_value: None, most: 20 }
    }
}

/// Where a word lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// The memory.
    pub store: Store,
    /// The element of the tree.
    pub place: Place,
    /// The word, as [`Store`] counts them.
    pub word: u32,
    /// A single word of it, 0 the upper one; nothing for the whole word.
    pub single: Option<u8>,
}

/// A word that one of the dumps prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// Its bits; of a single word in its half.
    pub bits: u64,
    /// The line, from 1.
    pub line: u64,
    /// The number of its statement in [`Findings::statements`].
    pub statement: usize,
    /// How it is printed.
    pub dtype: Dtype,
}

/// A word that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Where.
    pub location: Location,
    /// In both dumps.
    pub words: [Word; 2],
    /// As what numbers they are looked at; nothing where they look like none.
    pub number: Option<Number>,
    /// How the elements lie apart.
    pub apart: Apart,
}

/// What was found.
#[derive(Debug, Default)]
pub struct Findings {
    /// Words compared.
    pub compared: u64,
    /// Those that differ.
    pub differing: u64,
    /// Words that only one of the dumps has.
    pub only: [u64; 2],
    /// Decimal texts that do not fit the bits beside them, a line.
    pub misprinted: [u64; 2],
    /// Lines that are no dump lines.
    pub skipped: [u64; 2],
    /// Dump lines.
    pub lines: [u64; 2],
    /// The first differences, in the order of the first dump.
    pub differences: Vec<Difference>,
    /// All differences, by memory and kind.
    pub groups: Vec<Group>,
    /// The first words that only one dump has.
    pub lone: [Vec<(Location, Word)>; 2],
    /// The first misprints and their lines.
    pub misprints: [Vec<(u64, Misprint)>; 2],
    /// The statements of the dumps.
    pub statements: [Vec<String>; 2],
}

impl Findings {
    /// Whether the dumps say the same.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.differing == 0 && self.only == [0, 0] && self.misprinted == [0, 0]
    }
}

/// Lines that cannot be read.
#[derive(Debug, Default)]
pub struct Unreadable {
    /// The first of them: which dump, and what is wrong.
    pub errors: Vec<(usize, ReadError)>,
    /// How many more there are.
    pub more: u64,
}

/// The most errors that are kept.
const MOST_ERRORS: usize = 20;

/// Compares two dumps.
///
/// # Errors
///
/// All broken lines of both.
pub fn compare(a: impl BufRead, b: impl BufRead, how: &Comparison) -> Result<Findings, Unreadable> {
    let (mut a, mut b) = (Reader::new(a), Reader::new(b));
    let mut work = Work { how: *how, ..Work::default() };
    loop {
        let lines = [work.take(0, &mut a), work.take(1, &mut b)];
        match &lines {
            [None, None] => break,
            [Some(a), Some(b)] if work.in_step(a, b) => work.pair(a, b),
            _ => {
                for (side, line) in lines.iter().enumerate() {
                    line.iter().for_each(|line| work.put(side, line));
                }
            }
        }
    }
    if !work.unreadable.errors.is_empty() {
        return Err(work.unreadable);
    }
    work.remain();
    let mut found = work.found;
    found.differences = work.first.into_values().collect();
    found.groups = work.groups.finish();
    found.skipped = [a.skipped(), b.skipped()];
    found.statements = [a.into_statements(), b.into_statements()];
    Ok(found)
}

/// A comparison under way.
#[derive(Default)]
struct Work {
    how: Comparison,
    found: Findings,
    /// Differences by line and word of the first dump, the first ones.
    first: BTreeMap<(u64, u32, u64), Difference>,
    groups: Groups,
    waiting: Waiting,
    unreadable: Unreadable,
    ended: [bool; 2],
}

impl Work {
    /// The next line that can be read.
    fn take(&mut self, side: usize, reader: &mut Reader<impl BufRead>) -> Option<Line> {
        while !self.ended[side] {
            match reader.next_line() {
                Ok(Some(line)) => {
                    self.found.lines[side] += 1;
                    self.misprint(side, &line);
                    return Some(line);
                }
                Ok(None) => self.ended[side] = true,
                Err(error) => {
                    self.ended[side] = matches!(error.kind, ReadErrorKind::Io(_));
                    if self.unreadable.errors.len() < MOST_ERRORS {
                        self.unreadable.errors.push((side, error));
                    } else {
                        self.unreadable.more += 1;
                    }
                }
            }
        }
        None
    }

    fn misprint(&mut self, side: usize, line: &Line) {
        if let Some(misprint) = &line.misprint {
            self.found.misprinted[side] += 1;
            if self.found.misprints[side].len() < self.how.most {
                self.found.misprints[side].push((line.number, misprint.clone()));
            }
        }
    }

    /// Whether both lines are of the same location and nothing else can belong to it.
    fn in_step(&self, a: &Line, b: &Line) -> bool {
        self.waiting.is_empty() && a.words().len() == b.words().len() && at(a, 0) == at(b, 0)
    }

    fn pair(&mut self, a: &Line, b: &Line) {
        for n in 0..a.words().len() {
            self.compare(at(a, n), [word(a, n), word(b, n)]);
        }
    }

    /// Takes the words of a line to those of the other dump.
    fn put(&mut self, side: usize, line: &Line) {
        for n in 0..line.words().len() {
            let (location, word) = (at(line, n), word(line, n));
            if let Some(other) = self.waiting.put(side, location, word) {
                self.compare(location, if side == 0 { [word, other] } else { [other, word] });
            }
        }
    }

    fn compare(&mut self, location: Location, words: [Word; 2]) {
        self.found.compared += 1;
        let [a, b] = words;
        if a.bits == b.bits || self.same_value(location, a.bits, b.bits) {
            return;
        }
        self.found.differing += 1;
        let (number, apart) = self.judge(location, [a, b]);
        let difference = Difference { location, words, number, apart };
        self.groups.add(&difference);
        self.first.insert((a.line, location.word, b.line), difference);
        if self.first.len() > self.how.most {
            self.first.pop_last();
        }
    }

    /// As what numbers two words are looked at, and how they lie apart: as `by_value` says, as they
    /// look like, or as they are printed.
    fn judge(&self, at: Location, words: [Word; 2]) -> (Option<Number>, Apart) {
        if at.store == Store::Mask {
            return (None, Apart::Bits);
        }
        let [a, b] = words.map(|word| word.bits);
        let printed = words.iter().find_map(|word| Number::of(word.dtype));
        let as_number = |number| (number, Apart::of_words(number, at.single, a, b));
        let guess = || guess::guess(printed, at.single, [a, b]).or(printed.map(as_number));
        match self.how.by_value.map(as_number).or_else(guess) {
            Some((number, apart)) => (Some(number), apart),
            None => (None, Apart::Bits),
        }
    }

    fn same_value(&self, location: Location, a: u64, b: u64) -> bool {
        location.store != Store::Mask && self.how.by_value.is_some_and(|number| number.same(a, b))
    }

    /// Words that are left: whole words of one dump meet the single words of the other; the rest
    /// stands alone.
    fn remain(&mut self) {
        let waiting = std::mem::take(&mut self.waiting);
        let (pairs, lone) = waiting.finish();
        for (location, words) in pairs {
            self.compare(location, words);
        }
        for (side, location, word) in lone {
            self.found.only[side] += 1;
            if self.found.lone[side].len() < self.how.most {
                self.found.lone[side].push((location, word));
            }
        }
    }
}

/// The location of a line's `n`-th word.
fn at(line: &Line, n: usize) -> Location {
    let Line { store, place, single, .. } = *line;
    Location { store, place, word: (line.word + n) as u32, single }
}

/// A line's `n`-th word.
fn word(line: &Line, n: usize) -> Word {
    let Line { number, statement, dtype, .. } = *line;
    Word { bits: line.words()[n], line: number, statement, dtype }
}

#[cfg(test)]
mod tests;
