//! Lines of standard input, one at a time, each of bounded length.

use crate::failure::Failure;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Stdin};
use vectors::file::MAX_LINE;

/// Lines of standard input.
pub(crate) struct Lines {
    input: BufReader<Stdin>,
    line: Vec<u8>,
    number: u64,
}

/// Why there is no next line.
#[derive(Debug)]
pub(crate) enum LineError {
    /// It is longer than any case.
    TooLong(u64),
    /// The system's reason.
    Read(io::Error),
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(line) => {
                write!(
                    f,
                    "standard input:{line}: the line is longer than {MAX_LINE} bytes, no case is"
                )
            }
            Self::Read(e) => write!(f, "standard input: cannot read: {e}"),
        }
    }
}

impl LineError {
    /// With the exit code that it means.
    pub(crate) fn failure(self) -> Failure {
        match self {
            Self::TooLong(_) => Failure::input(self),
            Self::Read(_) => Failure::Environment(self.to_string()),
        }
    }
}

impl Lines {
    /// Before the first one.
    pub(crate) fn new() -> Self {
        let input = BufReader::with_capacity(1 << 16, io::stdin());
        Self { input, line: Vec::new(), number: 0 }
    }

    /// The next line with its number, from 1, and without its end.
    pub(crate) fn next(&mut self) -> Result<Option<(u64, &[u8])>, LineError> {
        self.line.clear();
        let mut bounded = self.input.by_ref().take(MAX_LINE as u64 + 1);
        if bounded.read_until(b'\n', &mut self.line).map_err(LineError::Read)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        if self.line.last() == Some(&b'\n') {
            self.line.pop();
        }
        if self.line.len() > MAX_LINE {
            return Err(LineError::TooLong(self.number));
        }
        Ok(Some((self.number, &self.line)))
    }

    /// The number of the last line; 0 before the first.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Whether all that has arrived is read: who asks may be waiting for an answer.
    pub(crate) fn waits(&self) -> bool {
        self.input.buffer().is_empty()
    }
}
