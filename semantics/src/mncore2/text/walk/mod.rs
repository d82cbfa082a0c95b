//! A source line by line, with nothing kept of the lines before.

mod allow;
mod judge;

use super::diagnostic::{Allowed, Diagnostic, Errors, ReadError};
use super::{Fault, Span, lines};
use crate::mncore2::check::Checker;
use crate::mncore2::isa::Statement;
use crate::source::{MAX_DIAGNOSTICS, MAX_LINE, MAX_SOURCE, MAX_STATEMENTS};
use std::io::{BufRead, Read};

pub(super) use judge::{Judge, Judged};

/// Walks a source line by line, up to `quit`. No more than one line of it is held at a time.
///
/// ```
/// use semantics::mncore2::check::{Checker, Rules};
/// use semantics::mncore2::text::Walk;
/// let source = "# head\nlpassa $lm0v $ln0v  # a copy\nlpassa $lm1 $ln0\n";
/// let mut walk = Walk::new(source.as_bytes(), Checker::with(Rules::ASSEMBLER));
/// let mut found = Vec::new();
/// while let Some(line) = walk.line()? {
///     let comment = String::from_utf8_lossy(line.comment).into_owned();
///     found.push((line.statement.map(|s| s.to_string()), comment, line.diagnostics.len()));
/// }
/// assert_eq!(found[0], (None, "# head".into(), 0));
/// assert_eq!(found[1], (Some("lpassa $lm0v $ln0v".into()), "# a copy".into(), 0));
/// assert_eq!(found[2], (None, String::new(), 1));
/// assert!(walk.finish().0.is_empty());
/// # Ok::<(), semantics::mncore2::text::ReadError>(())
/// ```
pub struct Walk<R> {
    reader: R,
    judge: Judge,
    raw: Vec<u8>,
    number: u32,
    size: u64,
    /// The size of the source, where it is known before it is read.
    whole: Option<usize>,
    statements: usize,
    ended: bool,
}

/// A line of a source.
#[derive(Debug)]
pub struct Visited<'a> {
    /// The number of the line, from 1.
    pub number: u32,
    /// All its bytes, with line end and byte order mark; nothing of a line that is too long.
    pub raw: &'a [u8],
    /// What stands before the comment; empty where that is not UTF-8.
    pub code: &'a str,
    /// The comment from `#` on, without line end.
    pub comment: &'a [u8],
    /// What it says; nothing for a blank line, a comment, and what cannot be read.
    pub statement: Option<Statement>,
    /// In a walk that mends: how many `nop` must stand before it.
    pub nops: u32,
    /// What is wrong with it. An error with a statement is of a rule that the statement breaks.
    pub diagnostics: Vec<Diagnostic>,
    /// What would be wrong with it, but for an exception.
    pub allowed: Vec<Allowed>,
    /// How many errors and warnings more there are, of which at most 1000 each are kept.
    pub more: [u64; 2],
}

impl Visited<'_> {
    /// Whether the line cannot be read.
    #[must_use]
    pub fn is_unread(&self) -> bool {
        let errors = self.diagnostics.iter().any(|d| d.severity == super::Severity::Error);
        self.statement.is_none() && (errors || self.more[0] > 0)
    }
}

impl<R: BufRead> Walk<R> {
    /// At the start of a source. `checker` has walked what stands before it, and knows the rules.
    pub fn new(reader: R, checker: Checker) -> Self {
        let judge = Judge::new(checker);
        let (raw, number, size, whole) = (Vec::new(), 0, 0, None);
        Self { reader, judge, raw, number, size, whole, statements: 0, ended: false }
    }

    /// The nops that hazards need are taken as if they stood there, and told with each line.
    #[must_use]
    pub fn mending(mut self) -> Self {
        self.judge.mends = true;
        self
    }

    /// The size of the source, for messages.
    pub(super) fn sized(mut self, whole: Option<usize>) -> Self {
        self.whole = whole;
        self
    }

    /// The next line; nothing at the end of the source and behind `quit`.
    ///
    /// # Errors
    /// If the reader fails.
    pub fn line(&mut self) -> Result<Option<Visited<'_>>, ReadError> {
        self.line_within(MAX_DIAGNOSTICS)
    }

    /// The same with so many errors at most; the others are counted, and nobody looks for what they
    /// could mean.
    ///
    /// # Errors
    /// If the reader fails.
    pub fn line_within(&mut self, errors: usize) -> Result<Option<Visited<'_>>, ReadError> {
        let room = [errors.min(MAX_DIAGNOSTICS), MAX_DIAGNOSTICS];
        let Some(judged) = self.judged(room)? else { return Ok(None) };
        let parts = lines::parts(&self.raw, self.number == 1);
        let Judged { number, statement, nops, diagnostics, allowed, more, .. } = judged;
        Ok(Some(Visited {
            number,
            raw: &self.raw,
            code: std::str::from_utf8(parts.code).unwrap_or_default(),
            comment: parts.comment,
            statement,
            nops,
            diagnostics,
            allowed,
            more,
        }))
    }

    /// The next line, with room for so many errors and warnings.
    pub(super) fn judged(&mut self, room: [usize; 2]) -> Result<Option<Judged>, ReadError> {
        if self.ended {
            return Ok(None);
        }
        self.number = self.number.saturating_add(1);
        let found = lines::next(&mut self.reader, &mut self.raw)
            .map_err(|error| ReadError::Io { line: self.number, error })?;
        self.size += found.bytes;
        if self.size > MAX_SOURCE {
            let size =
                self.whole.map_or("more than the limit".to_owned(), |n| format!("{n} bytes"));
            let message = format!("the source has {size}; the limit is {MAX_SOURCE} bytes");
            return Ok(Some(self.end_at_limit(message, room)));
        }
        if found.bytes == 0 {
            self.ended = true;
            return Ok(None);
        }
        if found.too_long {
            let message = format!("the line has {} bytes; the limit is {MAX_LINE}", found.length);
            let fault = limit(message).help("split the statement");
            return Ok(Some(self.judge.unread(self.number, fault, "", room)));
        }
        let judged = self.parts(room);
        self.ended |= judged.statement == Some(Statement::Quit);
        self.statements += usize::from(judged.statement.is_some() && !self.ended);
        if self.statements > MAX_STATEMENTS {
            let message = format!("more than {MAX_STATEMENTS} statements");
            return Ok(Some(self.end_at_limit(message, room)));
        }
        Ok(Some(judged))
    }

    /// Judges the line that was read.
    fn parts(&mut self, room: [usize; 2]) -> Judged {
        // A comment may be in any encoding that keeps ASCII.
        let lines::Parts { code, comment } = lines::parts(&self.raw, self.number == 1);
        match std::str::from_utf8(code) {
            Ok(text) => self.judge.line(self.number, text, comment, room),
            Err(error) => {
                let valid = code.get(..error.valid_up_to()).unwrap_or_default();
                let text = String::from_utf8_lossy(valid);
                let span = Span::new(text.len(), text.len() + 1);
                let mut fault = Fault::syntax(span, "the bytes here are not UTF-8");
                if self.number == 1 && lines::is_utf16(code) {
                    // Every other line would be as unreadable.
                    self.ended = true;
                    fault = Fault::syntax(span, "the text is UTF-16")
                        .help("programs are UTF-8: save it in that encoding");
                }
                self.judge.unread(self.number, fault, &text, room)
            }
        }
    }

    /// Nothing behind here is read.
    fn end_at_limit(&mut self, message: String, room: [usize; 2]) -> Judged {
        self.ended = true;
        self.raw.clear();
        let fault = limit(message).help("split the program and run its parts one after another");
        self.judge.unread(self.number, fault, "", room)
    }

    /// What is left over at the end of the program, each with the line of its cause, and what of it
    /// is allowed.
    pub fn finish(mut self) -> (Vec<Diagnostic>, Vec<Allowed>) {
        let judged = self.judge.finish([usize::MAX; 2]);
        (judged.diagnostics, judged.allowed)
    }

    /// What stands behind the last line that was walked, as it stands.
    pub(super) fn rest(&mut self, out: &mut Vec<u8>) -> Result<(), ReadError> {
        let room = MAX_SOURCE.saturating_sub(self.size);
        let rest = self.reader.by_ref().take(room + 1).read_to_end(out);
        let read = rest.map_err(|error| ReadError::Io { line: self.number, error })?;
        if read as u64 <= room {
            return Ok(());
        }
        let message = format!("the source has more than the limit of {MAX_SOURCE} bytes");
        let diagnostics = vec![limit(message).place(self.number, "")];
        Err(Errors { diagnostics, more: 0 }.into())
    }

    pub(super) fn into_judge(self) -> Judge {
        self.judge
    }
}

/// An error that no place in the text belongs to.
fn limit(message: String) -> Fault {
    Fault::error("MN-E-LIMIT", "", Span::new(0, 1), message)
}
