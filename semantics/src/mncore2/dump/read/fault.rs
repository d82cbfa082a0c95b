//! What is wrong with a dump line, and where.

use std::io;

/// What is wrong, at a byte of the line.
pub(super) struct At {
    pub(super) byte: usize,
    pub(super) message: String,
}

impl At {
    pub(super) fn new(byte: usize, message: impl Into<String>) -> Self {
        Self { byte, message: message.into() }
    }
}

/// A broken dump line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{column}: {message}")]
pub struct Broken {
    /// The column in characters, from 1.
    pub column: usize,
    /// What is there, and what would be right.
    pub message: String,
}

impl Broken {
    pub(super) fn new(at: At, line: &[u8]) -> Self {
        let before = &line[..at.byte.min(line.len())];
        let column = 1 + String::from_utf8_lossy(before).chars().count();
        Self { column, message: at.message }
    }
}

/// A line that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{line}:{kind}")]
pub struct ReadError {
    /// The number of the line, from 1.
    pub line: u64,
    /// What is wrong.
    #[source]
    pub kind: ReadErrorKind,
}

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
pub enum ReadErrorKind {
    /// It begins as a dump line, and is none.
    #[error(transparent)]
    Broken(Broken),
    /// The input fails.
    #[error(" cannot read: {0}")]
    Io(#[source] io::Error),
}
