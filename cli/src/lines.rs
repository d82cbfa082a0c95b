//! Lines of standard input, one at a time, each of bounded length.

use crate::failure::Failure;
use std::io::{self, BufRead, BufReader, Read, Stdin};
use vectors::file::MAX_LINE;

/// Lines of standard input.
pub(crate) struct Lines {
    input: BufReader<Stdin>,
    /// A line that no buffer holds whole.
    line: Vec<u8>,
    number: u64,
    /// How much of the buffer is read.
    used: usize,
    /// Where in the buffer the end of the next line was seen.
    end: Option<usize>,
}

impl Lines {
    /// Before the first one.
    pub(crate) fn new() -> Self {
        let input = BufReader::with_capacity(1 << 16, io::stdin());
        Self { input, line: Vec::new(), number: 0, used: 0, end: None }
    }

    /// The next line with its number, from 1, and without its end. Of a line that is longer than any case
    /// comes the beginning, a byte longer than any case: enough to refuse it, behind which nobody reads.
    pub(crate) fn next(&mut self) -> Result<Option<(u64, &[u8])>, Failure> {
        if self.is_ready()
            && let Some(end) = self.end.take()
        {
            self.number += 1;
            self.used = end + 1;
            return Ok(Some((self.number, &self.input.buffer()[..end.min(MAX_LINE + 1)])));
        }
        self.line.clear();
        let mut bounded = self.input.by_ref().take(MAX_LINE as u64 + 1);
        let read = bounded
            .read_until(b'\n', &mut self.line)
            .map_err(|e| Failure::Environment(format!("standard input: cannot read: {e}")))?;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        if self.line.last() == Some(&b'\n') {
            self.line.pop();
        }
        Ok(Some((self.number, &self.line)))
    }

    /// The number of the last line; 0 before the first.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Whether the next line has arrived whole.
    pub(crate) fn is_ready(&mut self) -> bool {
        if self.end.is_none() {
            self.input.consume(std::mem::take(&mut self.used));
            self.end = memchr::memchr(b'\n', self.input.buffer());
        }
        self.end.is_some()
    }

    /// Whether all that has arrived is read: who asks may be waiting for an answer.
    pub(crate) fn waits(&self) -> bool {
        self.input.buffer().len() == self.used
    }
}
