//! Shards -> the whole file, as it would have been written at once.
//!
//! Every file's first mark says which shard of what it holds. [`heads`](Head::read) are read first and put in
//! order by [`order()`]; then [`copy()`] writes the cases of one after the other, line by line, and finds what was lost
//! of them. Results are copied as they are: they may be a design's.

mod copy;
mod head;
mod order;
mod rows;
mod shard;
mod sketch;

pub use copy::copy;

use super::file;
use crate::file::{Fault, Tear};
pub use head::Head;
pub use order::order;
pub use rows::Rows;
use std::io;

// Why files cannot be merged.

/// What is wrong with a file, and where.
#[derive(Debug)]
pub struct Error {
    /// The file's number among those given; nothing where the output failed.
    pub file: Option<usize>,
    /// The line, from 1.
    pub line: Option<u64>,
    /// What is wrong.
    pub why: Why,
}

impl Error {
    /// With the name of the file, of those that these are: `FILE:LINE: what is wrong`.
    #[must_use]
    pub fn told(&self, names: &[String]) -> String {
        let Some(name) = self.file.and_then(|file| names.get(file)) else {
            return self.why.to_string();
        };
        match (self.line, &self.why) {
            (_, Why::File(e)) => e.of_file(name),
            (Some(line), Why::Fault(fault)) => fault.of_line(name, line),
            (Some(line), why) => format!("{name}:{line}: {why}"),
            (None, why) => format!("{name}: {why}"),
        }
    }
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
pub enum Why {
    /// It cannot be read.
    #[error("{0}")]
    File(file::Error),
    /// A bad line.
    #[error("{0}")]
    Fault(Box<Fault>),
    /// The file is not whole.
    #[error("{0}")]
    Torn(Tear),
    /// It is no shard, or not one of these.
    #[error("{0}")]
    Shard(String),
    /// The output takes no more.
    #[error("{0}")]
    Output(io::Error),
}
