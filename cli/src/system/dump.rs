//! Where the dumps of a run go.

use crate::output::Output;
use std::io::{self, ErrorKind, Write};

/// Where dumps go.
pub(crate) struct Dump {
    pub(super) output: Output,
    pub(super) insist: bool,
    gone: bool,
}

impl Dump {
    /// With `insist` the program runs to its end even if nobody reads the dumps: something is saved.
    pub(crate) fn new(output: Output, insist: bool) -> Self {
        Self { output, insist, gone: false }
    }
}

impl Write for Dump {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.gone {
            return Ok(bytes.len());
        }
        match self.output.write(bytes) {
            Err(e) if self.insist && e.kind() == ErrorKind::BrokenPipe => {
                self.gone = true;
                Ok(bytes.len())
            }
            written => written,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
