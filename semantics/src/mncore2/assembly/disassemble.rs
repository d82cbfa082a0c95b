//! Assembled text as a program.

use crate::machine::DisassembleError;
use crate::mncore2::check::{Checker, Rules};
use crate::mncore2::code::{Decoded, Table};
use crate::mncore2::isa::{Expr, Statement, Step};
use crate::mncore2::text::parse::word;
use crate::mncore2::text::{Diagnostic, Errors, ReadError, Severity, Walk};
use crate::source::{Fault, MAX_DIAGNOSTICS, MAX_LINE, MAX_SOURCE, Span, lines};
use std::cell::RefCell;
use std::io::{self, BufRead, Read, Write};

/// How assembled text is read.
#[derive(Clone, Copy, Debug)]
pub struct Disassembler<'a> {
    /// What is known of the words.
    pub table: &'a Table,
}

/// A program from assembled text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Disassembled {
    /// Its canonical text.
    pub text: String,
    /// How many of its words rest on inferred codes.
    pub inferred: u64,
}

impl Disassembler<'_> {
    /// The program of an assembled text, a statement a line, words of `nop` in a row as one.
    ///
    /// ```
    /// use semantics::mncore2::text::parse;
    /// use semantics::mncore2::assembly::{Assembler, Disassembler};
    /// use semantics::mncore2::code::Table;
    /// let program = parse("nop/2\nimm i\"5\" $ls0v\nlinc $lm0v $ln0v\n").unwrap();
    /// let mut text = Vec::new();
    /// Assembler::default().assemble(&program, &mut text).unwrap();
    /// let text = String::from_utf8(text).unwrap();
    /// let again = Disassembler { table: Table::known() }.disassemble(&text).unwrap();
    /// assert_eq!(again.text, "nop/2\nimm ui\"0x00000005\" $ls0v\nlinc $lm0v $ln0v\n");
    /// ```
    ///
    /// # Errors
    /// The words whose statements are not known, and the lines that cannot be read.
    pub fn disassemble(&self, source: &str) -> Result<Disassembled, Errors> {
        let mut text = Vec::new();
        match self.translate(source.as_bytes(), &mut text) {
            Ok(inferred) => {
                // Statements print as text.
                let text = String::from_utf8(text).unwrap_or_default();
                Ok(Disassembled { text, inferred })
            }
            Err(DisassembleError::Read(ReadError::Errors(errors))) => Err(errors),
            // Bytes in memory are read and written without errors.
            Err(_) => Ok(Disassembled::default()),
        }
    }

    /// Reads assembled text and writes its program, of which no more than a line is held at a time; how
    /// many words rest on inferred codes. With errors a part of the program may have been written.
    ///
    /// # Errors
    /// As [`Disassembler::disassemble`], and if the reader or the writer fails.
    pub fn translate(
        &self,
        reader: impl BufRead,
        out: &mut impl Write,
    ) -> Result<u64, DisassembleError> {
        let notes = RefCell::new(Notes::default());
        let words = Words::new(reader, self.table, &notes);
        let mut walk = Walk::new(words, Checker::with(Rules::NONE));
        let mut nops = Nops(0);
        while let Some(line) = walk.line()? {
            let mut notes = notes.borrow_mut();
            notes.take(line.diagnostics, line.more[0]);
            match line.statement {
                Some(statement) if notes.wrong.is_empty() && statement != Statement::Quit => {
                    nops.statement(&statement, out).map_err(DisassembleError::Write)?;
                }
                _ => {}
            }
        }
        let left = walk.finish().0;
        let mut notes = notes.into_inner();
        notes.take(left, 0);
        if notes.wrong.is_empty() {
            nops.end(out).map_err(DisassembleError::Write)?;
            return Ok(notes.inferred);
        }
        // A bad word and what its line lacks then.
        notes.wrong.sort_by_key(|d| d.line);
        let errors = Errors { diagnostics: notes.wrong, more: notes.more };
        Err(ReadError::Errors(errors).into())
    }
}

/// What is found on the way.
#[derive(Default)]
struct Notes {
    inferred: u64,
    /// The first errors.
    wrong: Vec<Diagnostic>,
    /// How many more there are.
    more: u64,
}

impl Notes {
    /// Notes errors. Warnings are not about words.
    fn take(&mut self, found: Vec<Diagnostic>, more: u64) {
        self.more += more;
        for diagnostic in found.into_iter().filter(|d| d.severity == Severity::Error) {
            match self.wrong.len() {
                MAX_DIAGNOSTICS => self.more += 1,
                _ => self.wrong.push(diagnostic),
            }
        }
    }
}

/// Assembled text, of which words are read as their statements.
struct Words<'a, R> {
    reader: R,
    table: &'a Table,
    notes: &'a RefCell<Notes>,
    raw: Vec<u8>,
    number: u32,
    size: u64,
    /// A line as it is read.
    line: Vec<u8>,
    /// How much of it was taken.
    taken: usize,
    /// Nothing more is read.
    ended: bool,
}

impl<'a, R: BufRead> Words<'a, R> {
    fn new(reader: R, table: &'a Table, notes: &'a RefCell<Notes>) -> Self {
        let (raw, line) = (Vec::new(), Vec::new());
        Self { reader, table, notes, raw, number: 0, size: 0, line, taken: 0, ended: false }
    }

    /// The next line, empty where it is wrong; nothing at the end.
    fn next(&mut self) -> io::Result<()> {
        (self.taken, self.number) = (0, self.number.saturating_add(1));
        self.line.clear();
        let found = lines::next(&mut self.reader, &mut self.raw)?;
        self.size += found.bytes;
        if self.size > MAX_SOURCE {
            self.limit(format!("the source has more than the limit of {MAX_SOURCE} bytes"));
            self.ended = true;
            return Ok(());
        }
        if found.too_long {
            self.limit(format!("the line has {} bytes; the limit is {MAX_LINE}", found.length));
            self.line.push(b'\n');
            return Ok(());
        }
        let code = lines::parts(&self.raw, self.number == 1).code;
        let word = str::from_utf8(code).ok();
        match word.and_then(|code| word::of_line(self.number, code, self.table)) {
            None => std::mem::swap(&mut self.line, &mut self.raw),
            Some(Ok(Decoded { step, inferred })) => {
                self.notes.borrow_mut().inferred += u64::from(!inferred.is_empty());
                writeln!(self.line, "{step}")?;
            }
            Some(Err(diagnostic)) => {
                self.notes.borrow_mut().take(vec![*diagnostic], 0);
                self.line.push(b'\n');
            }
        }
        Ok(())
    }
}

impl<R: BufRead> Words<'_, R> {
    fn limit(&self, message: String) {
        let fault = Fault::error("MN-E-LIMIT", "", Span::new(0, 1), message);
        let fault = fault.help("split the program");
        self.notes.borrow_mut().take(vec![fault.place(self.number, "")], 0);
    }
}

impl<R: BufRead> Read for Words<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Words<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.taken == self.line.len() && !self.ended {
            self.next()?;
            self.ended |= self.line.is_empty();
        }
        Ok(&self.line[self.taken..])
    }

    fn consume(&mut self, bytes: usize) {
        self.taken = (self.taken + bytes).min(self.line.len());
    }
}

/// Steps of `nop` that are not written yet.
struct Nops(u32);

impl Nops {
    fn statement(&mut self, statement: &Statement, out: &mut impl Write) -> io::Result<()> {
        if let Statement::Step(Step { exprs }) = statement
            && let [Expr::Nop(steps)] = exprs[..]
            && let Some(sum) = self.0.checked_add(steps)
        {
            self.0 = sum;
            return Ok(());
        }
        self.end(out)?;
        writeln!(out, "{statement}")
    }

    fn end(&mut self, out: &mut impl Write) -> io::Result<()> {
        match std::mem::take(&mut self.0) {
            0 => Ok(()),
            steps => writeln!(out, "{}", Expr::Nop(steps)),
        }
    }
}
