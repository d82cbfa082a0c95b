//! What is wrong with a source, and where.

use super::Refusal;
use core::fmt;

/// How much a diagnostic weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// The program is not run.
    Error,
    /// The program is run.
    Warning,
}

/// The place in an earlier line that a diagnostic goes back to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Earlier {
    /// Its line.
    pub line: u32,
    /// Its column, from 1, in characters; 1 where only the statement is known, not its text.
    pub column: u32,
    /// Its length in characters, at least 1.
    pub length: u32,
    /// The canonical text of the operand or the expression there.
    pub text: String,
}

/// An error or a warning in a source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// `MN-E-ALIGN`, `MN-W-BANG`, ...; the machine's own.
    pub code: &'static str,
    /// Error or warning.
    pub severity: Severity,
    /// The line, from 1.
    pub line: u32,
    /// The column of the offending part, from 1, in characters.
    pub column: u32,
    /// Its length in characters, at least 1.
    pub length: u32,
    /// What was found.
    pub message: String,
    /// What would be right.
    pub help: Option<String>,
    /// The section of the machine's manual; empty where it has none.
    pub section: &'static str,
    /// Column and length of the other place, where it is in this line.
    pub other: Option<[u32; 2]>,
    /// The other place, where it is an earlier line.
    pub earlier: Option<Box<Earlier>>,
    /// How many `nop` before the statement would mend it; 0: none would.
    pub nops: u32,
}

/// What would be wrong, but for an exception in the source: `# lint: allow CODE: reason`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// What is allowed.
    pub diagnostic: Diagnostic,
    /// The reason that the source gives.
    pub reason: Box<str>,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let Self { code, line, column, message, .. } = self;
        write!(f, "line {line}, column {column}: {kind} {code}: {message}")?;
        self.help.iter().try_for_each(|help| write!(f, "; {help}"))?;
        if self.section.is_empty() { Ok(()) } else { write!(f, " (s. {})", self.section) }
    }
}

impl core::error::Error for Diagnostic {}

/// What is counted only: `1 more error`, `2 more errors`.
///
/// ```
/// assert_eq!(semantics::source::more(1, "finding"), "1 more finding");
/// assert_eq!(semantics::source::more(2, "finding"), "2 more findings");
/// ```
#[must_use]
pub fn more(count: u64, what: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} more {what}{s}")
}

/// The errors of a source, in its order.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Errors {
    /// At most 1000.
    pub diagnostics: Vec<Diagnostic>,
    /// How many more there are.
    pub more: u64,
}

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, diagnostic) in self.diagnostics.iter().enumerate() {
            let end = if i > 0 { "\n" } else { "" };
            write!(f, "{end}{diagnostic}")?;
        }
        if self.more > 0 { write!(f, "\nand {}", more(self.more, "error")) } else { Ok(()) }
    }
}

impl core::error::Error for Errors {}

/// Why a source could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The reader failed.
    #[error("line {line}: {error}")]
    Io {
        /// The line that was being read.
        line: u32,
        /// What the reader said.
        error: std::io::Error,
    },
    /// The source has errors.
    #[error(transparent)]
    Errors(#[from] Errors),
    /// The machine has not what was asked for.
    #[error(transparent)]
    Refused(#[from] Refusal),
}
