//! Dump lines -> words: what `d get` printed, here or in the official emulator. The bits are those of
//! the hexadecimal digits; the decimal text is compared with our own printing of these bits.
//!
//! ```
//! use semantics::mncore2::Level;
//! use semantics::mncore2::dump::Reader;
//! let dump = "started\n\
//!     DEBUG-LM1(n0c0b0m0p0,4):(1, 5) (0x3f800000, 0x40a00000) #d getf $ln4n0c0b0m0p0 1\n";
//! let mut reader = Reader::new(dump.as_bytes());
//! let line = reader.next_line()?.expect("a line");
//! assert_eq!((line.store.to_string(), line.word), ("LM1".into(), 2));
//! assert_eq!(line.words(), [0x3f80_0000_40a0_0000]);
//! assert_eq!(reader.statement(line.statement), "d getf $ln4n0c0b0m0p0 1");
//! assert_eq!((reader.next_line()?, reader.skipped()), (None, 1));
//! # Ok::<(), semantics::mncore2::dump::ReadError>(())
//! ```

mod content;
mod head;
mod scan;
mod statement;

pub use scan::{Broken, ReadError, ReadErrorKind};

use crate::machine::Misprint;
use crate::mncore2::isa::Dtype;
use crate::mncore2::memory::{Place, Store};
use crate::mncore2::state::CYCLES;
use scan::{At, Scan};
use statement::{Asked, Statements};
use std::collections::HashMap;
use std::io::{self, BufRead, Read};

/// The most bytes of a line that is read; no dump line comes near it.
pub const MAX_LINE: usize = 1 << 16;

/// The most bytes between two dump lines: a text that holds none has an end.
pub const MAX_BETWEEN: u64 = 1 << 28;

/// What begins a dump line.
const MARK: &[u8] = b"DEBUG-";

/// What a dump line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The number of the line, from 1.
    pub number: u64,
    /// The memory.
    pub store: Store,
    /// The element of the tree, down to the level of the memory.
    pub place: Place,
    /// The index as printed.
    pub index: u32,
    /// The first word, as [`Store`] counts words.
    pub word: usize,
    /// Which single word of it is shown, 0 the upper one, where it is not the whole word.
    pub single: Option<u8>,
    /// How the words are printed.
    pub dtype: Dtype,
    /// The number of the `d get` statement behind `#`.
    pub statement: usize,
    /// The first decimal text that is not ours for these bits.
    pub misprint: Option<Misprint>,
    words: [u64; 4],
    count: usize,
}

impl Line {
    /// The bits of its words; of a single word in its place, the other half 0. Of a mask register the
    /// four flags of a cycle.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words[..self.count]
    }
}

/// Reads dump lines one after the other; lines that are none are skipped and counted.
pub struct Reader<R> {
    input: R,
    buffer: Vec<u8>,
    number: u64,
    skipped: u64,
    /// Bytes behind the last dump line.
    between: u64,
    statements: Statements,
    /// The cycle of the next line of a mask entry, which the line does not say.
    cycles: HashMap<(Place, u32), usize>,
}

impl<R: BufRead> Reader<R> {
    /// A reader from the first line on.
    pub fn new(input: R) -> Self {
        Self {
            input,
            buffer: Vec::new(),
            number: 0,
            skipped: 0,
            between: 0,
            statements: Statements::default(),
            cycles: HashMap::new(),
        }
    }

    /// The next dump line; nothing at the end. Behind a line that is broken reading goes on.
    ///
    /// # Errors
    ///
    /// A line that begins as a dump line and is none, or input that cannot be read.
    pub fn next_line(&mut self) -> Result<Option<Line>, ReadError> {
        loop {
            self.number += 1;
            let number = self.number;
            let error = |kind| ReadError { line: number, kind };
            let whole = match self.fill() {
                Ok(Some(whole)) => whole,
                Ok(None) => {
                    self.number -= 1;
                    return Ok(None);
                }
                Err(e) => return Err(error(ReadErrorKind::Io(e))),
            };
            let blanks = self.buffer.iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
            if !self.buffer[blanks..].starts_with(MARK) {
                self.skipped += 1;
                continue;
            }
            self.between = 0;
            let line = if whole {
                self.line(blanks).map(Some)
            } else {
                let message = format!("a dump line of more than {MAX_LINE} bytes");
                Err(At { byte: 0, message })
            };
            return line.map_err(|at| error(ReadErrorKind::Broken(Broken::new(at, &self.buffer))));
        }
    }

    /// Lines so far that are no dump lines.
    #[must_use]
    pub fn skipped(&self) -> u64 {
        self.skipped
    }

    /// Lines so far, of whatever kind.
    #[must_use]
    pub fn lines(&self) -> u64 {
        self.number
    }

    /// The text of a statement that a line has named.
    #[must_use]
    pub fn statement(&self, number: usize) -> &str {
        self.statements.text(number)
    }

    /// The text of all statements that lines have named, by their numbers.
    #[must_use]
    pub fn into_statements(self) -> Vec<String> {
        self.statements.into_texts()
    }

    /// The next line without its end, and whether it is whole.
    fn fill(&mut self) -> io::Result<Option<bool>> {
        self.buffer.clear();
        let most = MAX_LINE as u64 + 1;
        let read = Read::take(&mut self.input, most).read_until(b'\n', &mut self.buffer)?;
        if read == 0 {
            return Ok(None);
        }
        self.between += read as u64;
        let ended = self.buffer.last() == Some(&b'\n');
        let whole = ended || self.buffer.len() <= MAX_LINE;
        if !whole {
            self.skip_line()?;
        }
        if self.between > MAX_BETWEEN {
            let message = format!("no dump line in {MAX_BETWEEN} bytes");
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        for end in [b'\n', b'\r'] {
            if self.buffer.last() == Some(&end) {
                self.buffer.pop();
            }
        }
        Ok(Some(whole))
    }

    /// Goes behind the end of a line, or as far as the text between dump lines may reach.
    fn skip_line(&mut self) -> io::Result<()> {
        while self.between <= MAX_BETWEEN {
            let chunk = self.input.fill_buf()?;
            let end = chunk.iter().position(|&b| b == b'\n');
            let used = end.map_or(chunk.len(), |end| end + 1);
            self.input.consume(used);
            self.between += used as u64;
            if end.is_some() || used == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Reads the line in the buffer, which begins with the mark behind `blanks`.
    fn line(&mut self, blanks: usize) -> Result<Line, At> {
        let text = &self.buffer[..];
        let mut scan = Scan::new(text, blanks + MARK.len());
        let head = head::read(&mut scan)?;
        let Some(hash) = text.iter().position(|&b| b == b'#') else {
            return Err(At::new(text.len(), "the line ends without `#` and its d get statement"));
        };
        let statement = self.statements.number(&text[hash + 1..], hash + 1)?;
        let asked = self.statements.asked(statement);
        if asked.store != head.store {
            return Err(At::new(
                hash + 1,
                format!("the statement is of the {}, the line of the {}", asked.store, head.store),
            ));
        }
        let single = asked.single.then_some((head.index % 2) as u8);
        let content = content::read(&mut scan, asked, single)?;
        scan.blanks();
        if scan.at() != hash {
            return Err(scan.expected("`#` and the d get statement"));
        }
        let word = match head.store {
            Store::Mask => {
                let cycle = self.cycles.entry((head.place, head.index)).or_insert(0);
                let now = *cycle;
                *cycle = (now + 1) % CYCLES;
                head.index as usize * CYCLES + now
            }
            _ => word(asked, head.index),
        };
        if word + asked.width > asked.store.words() {
            let message =
                format!("the {} has no {} {}", asked.store, head::unit(asked.store), head.index);
            return Err(At::new(head.column, message));
        }
        Ok(Line {
            number: self.number,
            store: head.store,
            place: head.place,
            index: head.index,
            word,
            single,
            dtype: asked.dtype,
            statement,
            misprint: content.misprint,
            words: content.words,
            count: asked.width,
        })
    }
}

/// The first word that a printed index stands for.
fn word(asked: &Asked, index: u32) -> usize {
    let index = index as usize;
    match asked.store {
        Store::Bank(_) => index / 2,
        // T is read again behind its end (MN-D71).
        Store::T => 2 * (index % CYCLES),
        // Rows of the precision (s. 3.6.1.14).
        Store::Matrix(_) => 4 * asked.rows * index,
        _ => index,
    }
}
