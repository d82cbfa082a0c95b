//! Why a program ends early.

use crate::mncore2::dump::Fault;
use crate::mncore2::memory::AccessError;
use std::io;

/// A statement that cannot be executed, or whose output cannot be written. What stands before it is
/// done.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct RunError {
    /// The line of the statement, from 1; 0 where it comes from code.
    pub line: u32,
    /// What is wrong.
    #[source]
    pub kind: RunErrorKind,
}

/// What is wrong.
#[derive(Debug, thiserror::Error)]
pub enum RunErrorKind {
    /// Words that do not exist.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// A statement that no text can make.
    #[error("{0}")]
    Form(&'static str),
    /// `d get` with a block type meets exponent fields that differ (s. 3.4.3, 4.4).
    #[error("{place}: an invalid block-float value, its exponent fields are {}", list(.fields))]
    Block {
        /// The memory, the element of the tree, the index.
        place: String,
        /// The exponent fields of the block's elements.
        fields: Vec<u64>,
    },
    /// The dump cannot be written.
    #[error("cannot write: {0}")]
    Write(#[source] io::Error),
}

impl From<Fault> for RunErrorKind {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Access(e) => Self::Access(e),
            Fault::Form(what) => Self::Form(what),
            Fault::Block { place, fields } => Self::Block { place, fields },
            Fault::Write(e) => Self::Write(e),
        }
    }
}

fn list(fields: &[u64]) -> String {
    let fields: Vec<String> = fields.iter().map(|f| format!("{f:#x}")).collect();
    fields.join(", ")
}
