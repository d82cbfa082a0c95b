//! What can be wrong with a vector file, and where.

use super::tear::Tear;
use crate::registry::{LookupError, OptionError};
use functions::Undecided;
use std::fmt;
use std::io;

/// The longest line, in bytes: two blocks of 4096 numbers of 64 bits fit.
pub const MAX_LINE: usize = 3 << 16;

/// Why a file cannot be read as vectors. The messages leave the file's name to the caller.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A directory.
    #[error("is a directory, right is a vector file")]
    Directory,
    /// It cannot be opened or read.
    #[error("cannot be read: {0}")]
    Read(#[source] io::Error),
    /// Nothing in it.
    #[error("the file is empty, right is {right}")]
    Empty {
        /// What is right.
        right: &'static str,
    },
    /// testfloat lines without an operation.
    #[error("testfloat lines do not name their operation, right is to give it beside the file")]
    NoOperation,
    /// A bad line.
    #[error("line {line}{fault}")]
    Line {
        /// Its number, from 1.
        line: u64,
        /// What is wrong with it.
        fault: Box<Fault>,
    },
}

impl Error {
    /// With the file's name: `FILE:LINE:COLUMN: what is wrong`.
    #[must_use]
    pub fn of_file(&self, name: &str) -> String {
        match self {
            Self::Line { line, fault } => fault.of_line(name, *line),
            _ => format!("{name}: {self}"),
        }
    }

    /// An error of the system: a directory is named as such.
    pub(crate) fn of_io(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::IsADirectory => Self::Directory,
            _ => Self::Read(error),
        }
    }
}

/// What is wrong with a line, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The byte, from 1, if it is known.
    pub column: Option<usize>,
    /// What is wrong.
    pub what: What,
}

impl Fault {
    /// With the names of file and line: `FILE:LINE:COLUMN: what is wrong`.
    #[must_use]
    pub fn of_line(&self, name: &str, line: u64) -> String {
        let column = self.column.map_or_else(String::new, |c| format!("{c}:"));
        format!("{name}:{line}:{column} {}", self.what)
    }
}

/// Displays as what follows `line 7`: `, column 20: in0 has 7 digits, right is 8`.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(column) = self.column {
            write!(f, ", column {column}")?;
        }
        write!(f, ": {}", self.what)
    }
}

/// What is wrong with a line: what was found, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum What {
    /// Not the header.
    #[error("the header is `{found}`, right is `{right}`, with as many `inN` as needed")]
    Header {
        /// What was found, at most the beginning of it.
        found: String,
        /// A header.
        right: String,
    },
    /// Nothing on it.
    #[error("the line is blank, right is a case on every line")]
    Blank,
    /// A testfloat line, and nobody said of which operation.
    #[error("the line does not name its operation, right is to give it beside the file")]
    NoOperation,
    /// A CR at the end of the line, as Windows has it before the LF.
    #[error("the line ends with CR, right is LF alone")]
    CarriageReturn,
    /// A byte order mark of another encoding.
    #[error("the text is UTF-16, right is UTF-8")]
    Utf16,
    /// Too long to be a case.
    #[error("the line is longer than {MAX_LINE} bytes, no case is")]
    TooLong,
    /// A control character.
    #[error("stray byte {0:#04x}, right is printable text")]
    Stray(u8),
    /// Not UTF-8.
    #[error("byte {0:#04x} is not UTF-8 text, right is UTF-8")]
    NotUtf8(u8),
    /// Too few or too many fields.
    #[error("the line has {found} field{}, right is {right}: {names}", plural(*.found))]
    Fields {
        /// How many were found.
        found: usize,
        /// How many are right.
        right: usize,
        /// Their names.
        names: String,
    },
    /// A quote where none may stand (RFC 4180).
    #[error("{0}")]
    Quote(&'static str),
    /// Not what stands in that place.
    #[error("`{found}`: right is {right}")]
    Word {
        /// What was found.
        found: String,
        /// What is right.
        right: &'static str,
    },
    /// Not a JSON object of a case.
    #[error("{0}")]
    Json(String),
    /// No such operation.
    #[error("op: {0}")]
    Op(LookupError),
    /// Not an option of the operation.
    #[error("opts: {0}")]
    Options(OptionError),
    /// An operand is missing, or the result.
    #[error("{field} is empty, right is {right}")]
    Missing {
        /// The field.
        field: String,
        /// What is right.
        right: String,
    },
    /// Not a hex digit.
    #[error("{field}: `{found}` is not a hex digit")]
    Digit {
        /// The field.
        field: String,
        /// What was found.
        found: char,
    },
    /// Too few or too many digits.
    #[error("{field} has {found} digit{}, right is {right}", plural(*.found))]
    Width {
        /// The field; of several elements, also which.
        field: String,
        /// How many were found.
        found: usize,
        /// How many are right.
        right: usize,
    },
    /// The right number of digits, and bits above the format's.
    #[error("{field} is `{found}`, right is a code of {bits} bit{}", plural(*.bits as usize))]
    Wide {
        /// The field; of several elements, also which.
        field: String,
        /// What was found.
        found: String,
        /// How many bits are right.
        bits: u32,
    },
    /// Too few or too many elements.
    #[error("{field} has {found} element{}, right is {right}", plural(*.found))]
    Elements {
        /// The field.
        field: String,
        /// How many were found.
        found: usize,
        /// How many are right.
        right: usize,
    },
    /// An operand that the operation does not have.
    #[error("{field} is `{found}`, right is nothing: {op} has {operands}")]
    Superfluous {
        /// The field.
        field: String,
        /// What was found.
        found: String,
        /// The operation.
        op: String,
        /// What it has: `2 operands`, `no mask flag`.
        operands: String,
    },
    /// Too few or too many results.
    #[error("{field} has {found} result{}, right is {right} joined by `;`", plural(*.found))]
    Results {
        /// The field.
        field: String,
        /// How many were found.
        found: usize,
        /// How many are right.
        right: usize,
    },
    /// Neither a case nor what a generated file says about itself.
    #[error("`{found}` is no case, right is a case, or in a generated file {right}")]
    Mark {
        /// What was found.
        found: String,
        /// The mark that would be right.
        right: &'static str,
    },
    /// What a generated file says about itself, altered.
    #[error(
        "the header is not as it was written, its seal does not match, right is the line of `gen`, or a \
         file without lines that begin with `# assay`"
    )]
    Seal,
    /// A case whose question was altered.
    #[error(
        "the case was altered, its seal does not fit op, opts, operands, class and unspecified, right is \
         the line as it was written, but for out and flags"
    )]
    Altered,
    /// The file is not whole.
    #[error("{0}")]
    Torn(Tear),
    /// A case without a right result, as far as is known.
    #[error("{0}, right is a case without it")]
    Undecided(Undecided),
    /// A domain that the operation does not have.
    #[error("{0}")]
    Domain(crate::domain::DomainError),
    /// Not the flags of the operation.
    #[error("flags is `{found}`, right is {right}")]
    Flag {
        /// What was found.
        found: String,
        /// What is right.
        right: &'static str,
    },
}

impl What {
    /// Of a line as a whole.
    #[cold]
    pub(crate) fn whole(self) -> Box<Fault> {
        Box::new(Fault { column: None, what: self })
    }

    /// Of the line as a whole.
    #[cold]
    pub(crate) fn undecided(why: Undecided) -> Box<Fault> {
        Box::new(Fault { column: None, what: Self::Undecided(why) })
    }

    /// At this byte, from 0, of the line.
    pub(super) fn at(self, offset: usize) -> Fault {
        Fault { column: Some(offset + 1), what: self }
    }
}

/// The ending of what there are `count` of.
fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
