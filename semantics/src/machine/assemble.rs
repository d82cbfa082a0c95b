//! Programs as machine words, and back.

use super::{How, Program};
use crate::source::{ReadError, Refusal};
use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::ops::AddAssign;

/// What a machine can whose words are known, or some of them.
pub trait Assemble {
    /// Writes the words of a program; remarks on it. With errors a part may have been written.
    ///
    /// # Errors
    /// If the program cannot be assembled, or its words cannot be written.
    fn assemble(
        &self,
        program: &dyn Program,
        how: &How<'_>,
        out: &mut dyn Write,
    ) -> Result<Vec<String>, AssembleError>;

    /// Writes the program of machine words; remarks on it. With errors a part may have been written.
    ///
    /// # Errors
    /// The words whose statements are not known; a reader or a writer that fails.
    fn disassemble(
        &self,
        words: &mut dyn BufRead,
        out: &mut dyn Write,
    ) -> Result<Vec<String>, DisassembleError>;

    /// What words are learned from, where nobody publishes them. They stand in text that is a program, too.
    fn learned(&self) -> Option<&dyn Learned> {
        None
    }
}

/// Words that are known from examples.
pub trait Learned {
    /// What assembles by a table, else by the built-in one. Codes that are inferred count, or only those that were observed.
    ///
    /// # Errors
    /// A text that is no table.
    fn by(&self, table: Option<&str>, inferred: bool) -> Result<Box<dyn Assemble>, TableError>;

    /// How much of a program has known words.
    ///
    /// # Errors
    /// A program of another machine.
    fn coverage(&self, program: &dyn Program) -> Result<Coverage, Refusal>;
}

/// Statements that have words by whether those are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// All of them.
    pub statements: u64,
    /// Those whose words are known.
    pub inside: u64,
    /// By the kind of the reason and what it is about, how many that keeps outside; of several reasons the first counts.
    pub reasons: BTreeMap<(String, String), u64>,
}

impl Coverage {
    /// Those whose words are not known.
    #[must_use]
    pub const fn outside(&self) -> u64 {
        self.statements - self.inside
    }
}

impl AddAssign<&Self> for Coverage {
    fn add_assign(&mut self, other: &Self) {
        self.statements += other.statements;
        self.inside += other.inside;
        for (reason, count) in &other.reasons {
            *self.reasons.entry(reason.clone()).or_default() += count;
        }
    }
}

/// Why a text is no table of words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct TableError {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong.
    pub message: String,
}

/// Why there are no machine words.
#[derive(Debug, thiserror::Error)]
pub enum AssembleError {
    /// A statement that has none.
    #[error("line {line}: {refusal}")]
    Line {
        /// Its line.
        line: u32,
        /// What is wrong with it.
        refusal: Refusal,
    },
    /// A program that has none.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The output does not take more.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// Why machine words are not written as a program.
#[derive(Debug, thiserror::Error)]
pub enum DisassembleError {
    /// They cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The program cannot be written.
    #[error("cannot write: {0}")]
    Write(#[source] io::Error),
}
