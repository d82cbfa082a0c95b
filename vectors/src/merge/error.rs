//! Why files cannot be merged.

use crate::file::Tear;
use crate::file::{self, Fault};
use std::io;

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
