//! Two dumps by location and value. The k-th word that one prints of a location is compared with the
//! k-th that the other prints of it, in whatever order and form the lines come. Of dumps in the same
//! order nothing is kept.
//!
//! ```
//! use semantics::machine::Comparison;
//! use semantics::mncore2::dump::{Apart, compare};
//! let a = "DEBUG-LM0(n0c0b0m0p0,0):(1) (0x3ff0000000000000) #d getd $lm0n0c0b0m0p0 1\n";
//! let b = "DEBUG-LM0(n0c0b0m0p0,0):(1) (0x3ff0000000000001) #d getd $lm0n0c0b0m0p0 1\n";
//! let how = Comparison { by_value: None, most: 20 };
//! let found = compare([&mut a.as_bytes(), &mut b.as_bytes()], &how).unwrap();
//! assert_eq!((found.compared, found.differing), (1, 1));
//! assert_eq!(found.groups[0].kind, Apart::LastBit.to_string());
//! ```

mod apart;
mod group;
mod guess;
mod report;
mod waiting;

pub use apart::{Apart, Element, Number};

use super::read::{Broken, Line, ReadError, ReadErrorKind, Reader};
use crate::machine::{CompareError, Compared, Comparison};
use crate::mncore2::isa::Dtype;
use crate::mncore2::memory::{Place, Store};
use crate::source::Refusal;
use group::Groups;
use report::Statements;
use std::collections::BTreeMap;
use std::io::BufRead;
use waiting::Waiting;

/// Where a word lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Location {
    /// The memory.
    store: Store,
    /// The element of the tree.
    place: Place,
    /// The word, as [`Store`] counts them.
    word: u32,
    /// A single word of it, 0 the upper one; nothing for the whole word.
    single: Option<u8>,
}

/// A word that one of the dumps prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Word {
    /// Its bits; of a single word in its half.
    bits: u64,
    /// The line, from 1.
    line: u64,
    /// The number of its statement among those of the dump.
    statement: usize,
    /// How it is printed.
    dtype: Dtype,
}

/// A word that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Difference {
    /// Where.
    location: Location,
    /// In both dumps.
    words: [Word; 2],
    /// As what numbers they are looked at; nothing where they look like none.
    number: Option<Number>,
    /// How the elements lie apart.
    apart: Apart,
}

/// The most errors that are kept.
const MOST_ERRORS: usize = 20;

/// Compares two dumps.
///
/// # Errors
///
/// A precision that is not there, or all broken lines of both.
pub fn compare(
    [a, b]: [&mut dyn BufRead; 2],
    how: &Comparison<'_>,
) -> Result<Compared, CompareError> {
    let number = |letter: &str| Number::ALL.into_iter().find(|number| number.letter() == letter);
    let unknown = |letter: &str| {
        let message = format!("MN-Core 2 has no precision `{letter}`");
        let right = Number::ALL.map(Number::letter).join(", ");
        CompareError::Refused(Refusal::new(message).help(right))
    };
    let by_value = how.by_value.map(|letter| number(letter).ok_or_else(|| unknown(letter)));
    let (by_value, most) = (by_value.transpose()?, how.most);
    let (mut a, mut b) = (Reader::new(a), Reader::new(b));
    let mut work = Work { by_value, most, ..Work::default() };
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
    if !work.errors.is_empty() {
        return Err(CompareError::Unreadable(work.errors, work.more));
    }
    work.remain();
    let skipped = [a.skipped(), b.skipped()];
    let statements = Statements([a.into_statements(), b.into_statements()]);
    Ok(Compared {
        skipped,
        differences: work.first.values().map(|one| statements.apart(one)).collect(),
        details: work.first.values().next().map(report::details).unwrap_or_default(),
        groups: work.groups.finish().iter().map(report::group).collect(),
        lone: [0, 1].map(|side| statements.lone(side, &work.lone[side])),
        ..work.found
    })
}

/// A comparison under way.
#[derive(Default)]
struct Work {
    /// Words are equal if their elements are equal as numbers: 0 and -0, all codes of a zero, all
    /// codes of an infinity (s. 1.3).
    by_value: Option<Number>,
    most: usize,
    /// What is counted, and misprints.
    found: Compared,
    /// Differences by line and word of the first dump, the first ones.
    first: BTreeMap<(u64, u32, u64), Difference>,
    groups: Groups,
    /// The first words that only one dump has.
    lone: [Vec<(Location, Word)>; 2],
    waiting: Waiting,
    /// The first lines that cannot be read, and how many more there are.
    errors: Vec<(usize, String)>,
    more: u64,
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
                    if self.errors.len() < MOST_ERRORS {
                        self.errors.push((side, told(&error)));
                    } else {
                        self.more += 1;
                    }
                }
            }
        }
        None
    }

    fn misprint(&mut self, side: usize, line: &Line) {
        if let Some(misprint) = &line.misprint {
            self.found.misprinted[side] += 1;
            if self.found.misprints[side].len() < self.most {
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
        if self.first.len() > self.most {
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
        match self.by_value.map(as_number).or_else(guess) {
            Some((number, apart)) => (Some(number), apart),
            None => (None, Apart::Bits),
        }
    }

    fn same_value(&self, location: Location, a: u64, b: u64) -> bool {
        location.store != Store::Mask && self.by_value.is_some_and(|number| number.same(a, b))
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
            if self.lone[side].len() < self.most {
                self.lone[side].push((location, word));
            }
        }
    }
}

fn told(ReadError { line, kind }: &ReadError) -> String {
    match kind {
        ReadErrorKind::Broken(Broken { column, message }) => {
            format!("{line}:{column}: error: {message}")
        }
        ReadErrorKind::Io(error) => format!("{line}: cannot read: {error}"),
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
