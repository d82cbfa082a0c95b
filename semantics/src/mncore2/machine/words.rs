//! Programs as assembled text, and back: with the built-in table of words, or one that was learned.

use crate::machine::{self, Assemble, Coverage, DisassembleError, How, Learned, TableError};
use crate::mncore2::Mode;
use crate::mncore2::assembly::{AssembleError, Assembled, Assembler, Disassembler};
use crate::mncore2::code::{Table, Trust};
use crate::mncore2::text::{MAX_STATEMENTS, Program};
use crate::source::Refusal;
use std::io::{BufRead, BufWriter, Write};

/// What is known of the words, and how much of it counts.
pub(super) struct Words {
    /// The built-in table where there is none.
    table: Option<Table>,
    trust: Trust,
}

/// What the official assembler's output has shown.
pub(super) static KNOWN: Words = Words { table: None, trust: Trust::Observed };

impl Words {
    fn table(&self) -> &Table {
        self.table.as_ref().unwrap_or_else(|| Table::known())
    }

    fn assembler(&self, mode: Mode) -> Assembler<'_> {
        Assembler { table: self.table(), trust: self.trust, mode }
    }
}

impl Assemble for Words {
    fn assemble(
        &self,
        program: &dyn machine::Program,
        how: &How<'_>,
        out: &mut dyn Write,
    ) -> Result<Vec<String>, machine::AssembleError> {
        let (program, mode): (&Program, _) = (program.own()?, mode(how)?);
        // A file takes every write as it comes.
        let mut out = BufWriter::with_capacity(1 << 16, out);
        let done = self.assembler(mode).assemble(program, &mut out)?;
        out.flush()?;
        Ok(remarks(&done, mode))
    }

    fn disassemble(
        &self,
        mut words: &mut dyn BufRead,
        mut out: &mut dyn Write,
    ) -> Result<Vec<String>, DisassembleError> {
        let disassembler = Disassembler { table: self.table() };
        Ok(match disassembler.translate(&mut words, &mut out)? {
            0 => Vec::new(),
            lines => vec![format!("lines of inferred codes: {lines}")],
        })
    }

    fn learned(&self) -> Option<&dyn Learned> {
        Some(self)
    }
}

impl Learned for Words {
    fn by(&self, table: Option<&str>, inferred: bool) -> Result<Box<dyn Assemble>, TableError> {
        let table = table.map(Table::read).transpose()?;
        let trust = if inferred { Trust::Inferred } else { Trust::Observed };
        Ok(Box::new(Self { table, trust }))
    }

    fn coverage(&self, program: &dyn machine::Program) -> Result<Coverage, Refusal> {
        Ok(self.assembler(Mode::AutoStride).coverage(program.own()?))
    }
}

fn remarks(done: &Assembled, mode: Mode) -> Vec<String> {
    let Assembled { lines, own, inferred } = *done;
    let mut remarks = Vec::new();
    if own > 0 {
        let letters = match mode {
            Mode::AutoStride => "i vsm, m vsm",
            Mode::Flat => "j vsm, m vsm",
        };
        remarks.push(format!(
            "the encoding of {own} of {lines} lines is not known; they hold their statements ({letters})"
        ));
    }
    if inferred > 0 {
        remarks.push(format!("lines of inferred codes: {inferred} of {lines}"));
    }
    remarks
}

impl From<AssembleError> for machine::AssembleError {
    fn from(error: AssembleError) -> Self {
        match error {
            AssembleError::Write(error) => Self::Write(error),
            AssembleError::List { line, operand } => {
                let message = format!(
                    "error[MN-E-FLAT-MODE]: `{operand}` is a list of addresses without a stride"
                );
                let refusal = Refusal::new(message).help("addresses in even steps, or flat mode");
                Self::Line { line, refusal }
            }
            AssembleError::Limit { line } => {
                let limit = "lines of assembled text";
                let message = format!("error[MN-E-LIMIT]: more than {MAX_STATEMENTS} {limit}");
                Self::Line { line, refusal: Refusal::new(message) }
            }
        }
    }
}

// What programs are assembled for, by name.

pub(super) const MODES: [&str; 2] = [Mode::ALL[0].name(), Mode::ALL[1].name()];

pub(super) fn mode(how: &How<'_>) -> Result<Mode, Refusal> {
    let name = how.mode.unwrap_or(MODES[0]);
    Mode::ALL.into_iter().find(|mode| mode.name() == name).ok_or_else(|| {
        Refusal::new(format!("MN-Core 2 has no mode `{name}`")).help(MODES.join(", "))
    })
}
