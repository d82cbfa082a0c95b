//! `d get` (s. 3.4.3): the printed form of the state.
//!
//! A line is `DEBUG-<label>(<place>,<index>):<content> #<statement>`; places in the order n, c, b, m,
//! p, the last fastest, all words of a place before the next place (MN-D75). Lines are read back by
//! [`Reader`], and two dumps compared by [`compare`].

mod block;
mod compare;
mod content;
mod number;
mod read;
mod target;

pub use compare::*;
pub use read::*;

use super::isa::size::MOST_LINES;
use super::isa::{Dtype, Get, Levels, Memory};
use super::memory::{self, AccessError, Level, Place, Store, read_words};
use super::state::{CYCLES, PES, State};
use std::io::{self, Write};
use target::{Item, Target};

/// Why a dump ends early.
#[derive(Debug)]
pub(crate) enum Fault {
    /// There is no such memory word.
    Access(AccessError),
    /// The statement has no meaning.
    Form(&'static str),
    /// Exponent fields of one block differ.
    Block {
        /// The memory, the element of the tree and the index.
        place: String,
        /// The fields.
        fields: Vec<u64>,
    },
    /// The lines cannot be written.
    Write(io::Error),
}

impl From<AccessError> for Fault {
    fn from(e: AccessError) -> Self {
        Self::Access(e)
    }
}

/// Bytes that are gathered before they are written.
const CHUNK: usize = 1 << 16;

/// Writes what a statement asks for; `text` is its canonical form. What stands before a fault is
/// written.
pub(crate) fn write(
    get: &Get,
    text: &str,
    state: &State,
    out: &mut impl Write,
) -> Result<(), Fault> {
    let target = Target::of(get)?;
    // T begins anew behind its end, so its count has no other bound.
    if matches!(get.memory, Memory::T(_)) && u64::from(get.count) > MOST_LINES {
        return Err(Fault::Form("a d get prints at most 2^24 lines"));
    }
    let mut lines = Lines { buffer: Vec::with_capacity(CHUNK + 1024), text, out };
    let level = target.store.level();
    let mut result = Ok(());
    for place in target.store.places(&get.levels) {
        let place = place.at(level)?;
        let head = format!("DEBUG-{}({},", target::label(target.store), place.name(level));
        result = match target.store {
            Store::Mask => masks(&target, state, place, &head, &mut lines),
            _ => words(get.dtype, &target, state, place, &head, &mut lines),
        };
        if result.is_err() {
            break;
        }
    }
    lines.flush()?;
    result
}

/// The words of several accesses of a memory.
pub(crate) struct Words {
    pub(crate) store: Store,
    /// The first long word.
    pub(crate) first: usize,
    /// How many long words.
    pub(crate) count: usize,
    /// For accesses of single words the number of the first and how many.
    pub(crate) singles: Option<(usize, usize)>,
}

/// The words of `count` accesses of a memory.
pub(crate) fn words_of(memory: Memory, count: u32) -> Option<Words> {
    let get = Get { dtype: Dtype::F, memory, levels: Levels::default(), count };
    let target = Target::of(&get).ok()?;
    let last = target.count.checked_sub(1)?;
    let (first, store) = (target.item(0), target.store);
    let last = if store == Store::T { last.min(CYCLES - 1) } else { last };
    let count = target.item(last).word + target.width - first.word;
    let singles = target.single.then_some((first.index, target.count));
    Some(Words { store, first: first.word, count, singles })
}

/// Lines on their way out.
struct Lines<'a, W: Write> {
    buffer: Vec<u8>,
    text: &'a str,
    out: &'a mut W,
}

impl<W: Write> Lines<'_, W> {
    /// Begins a line. Writing to a buffer does not fail.
    fn begin(&mut self, head: &str, index: usize) {
        self.buffer.extend_from_slice(head.as_bytes());
        let _ = write!(self.buffer, "{index}):");
    }

    fn end(&mut self) -> Result<(), Fault> {
        self.buffer.extend_from_slice(b" #");
        self.buffer.extend_from_slice(self.text.as_bytes());
        self.buffer.push(b'\n');
        if self.buffer.len() >= CHUNK { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), Fault> {
        self.out.write_all(&self.buffer).map_err(Fault::Write)?;
        self.buffer.clear();
        Ok(())
    }
}

/// Mask entries: a line a cycle, the cycle outermost (s. 3.4.3 example 6).
fn masks<W: Write>(
    target: &Target,
    state: &State,
    place: Place,
    head: &str,
    lines: &mut Lines<'_, W>,
) -> Result<(), Fault> {
    for cycle in 0..CYCLES {
        for n in 0..target.count {
            let entry = target.item(n).index;
            let flags = memory::read(state, place, Store::Mask, entry * CYCLES + cycle)?;
            lines.begin(head, entry);
            let _ = write!(lines.buffer, "Mask{{{flags}}}");
            lines.end()?;
        }
    }
    Ok(())
}

/// Words of the access width: one, or several in braces.
fn words<W: Write>(
    dtype: Dtype,
    target: &Target,
    state: &State,
    place: Place,
    head: &str,
    lines: &mut Lines<'_, W>,
) -> Result<(), Fault> {
    let mut room = [0; PES];
    let words = &mut room[..target.width];
    for n in 0..target.count {
        let item = target.item(n);
        read_words(state, place, target.store, item.word, words)?;
        let mut values = [[0.0; 4]; PES];
        for k in 0..words.len() {
            values[k] = if block::is_block(dtype) {
                in_block(dtype, target, state, place, &item, k)?
            } else {
                content::values(dtype, words[k])
            };
        }
        lines.begin(head, item.index);
        let braces = words.len() > 1;
        lines.buffer.extend_from_slice(if braces { b"{" } else { b"" });
        for (k, (&word, values)) in words.iter().zip(&values).enumerate() {
            lines.buffer.extend_from_slice(if k > 0 { b", " } else { b"" });
            content::write(dtype, word, values, item.single, &mut lines.buffer);
        }
        lines.buffer.extend_from_slice(if braces { b"}" } else { b"" });
        lines.end()?;
    }
    Ok(())
}

/// The values of word k of an item as members of a block: of a matrix row, or of the same word in
/// the four PEs of the MAB (MN-D73). Of a single word the whole word decides where a block has both
/// of its halves.
fn in_block(
    dtype: Dtype,
    target: &Target,
    state: &State,
    place: Place,
    item: &Item,
    k: usize,
) -> Result<[f64; 4], Fault> {
    let word = item.word + k;
    let mut all = [0; PES];
    let own = match target.store {
        Store::Bank(_) | Store::T => {
            for (pe, one) in (0..).zip(&mut all) {
                *one = memory::read(state, Place { pe, ..place }, target.store, word)?;
            }
            usize::from(place.pe)
        }
        store => {
            read_words(state, place, store, word / PES * PES, &mut all)?;
            word % PES
        }
    };
    match block::values(dtype, &all, item.single) {
        Ok(values) => Ok(values[own]),
        Err(block::Unequal(fields)) => {
            let level = target.store.level().min(Level::Mab);
            let place = format!("{} of {}, index {}", target.store, place.name(level), item.index);
            Err(Fault::Block { place, fields })
        }
    }
}
