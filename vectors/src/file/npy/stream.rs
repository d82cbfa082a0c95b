//! The bytes of an array -> chunks of whole records.

use super::array::Array;
use super::head::invalid;
use std::io::{self, Read};

/// Records that are read at a time have about so many bytes.
const CHUNK: usize = 1 << 16;

/// Cuts what follows an array's head into chunks of records.
pub(crate) struct Stream<R> {
    input: R,
    array: Array,
    done: u64,
}

impl<R: Read> Stream<R> {
    pub(super) const fn new(input: R, array: Array) -> Self {
        Self { input, array, done: 0 }
    }

    pub(crate) const fn array(&self) -> &Array {
        &self.array
    }

    /// How many records were read.
    pub(super) const fn done(&self) -> u64 {
        self.done
    }

    /// The next chunk, in this buffer; `None` behind the last.
    ///
    /// # Errors
    /// More or fewer records than the head tells.
    pub(crate) fn next(&mut self, mut chunk: Vec<u8>) -> io::Result<Option<Vec<u8>>> {
        let (size, cases) = (self.array.record(), self.array.cases);
        let count = (cases - self.done).min((CHUNK / size).max(1) as u64) as usize;
        let most = if count == 0 { 1 } else { count * size };
        chunk.clear();
        self.input.by_ref().take(most as u64).read_to_end(&mut chunk)?;
        if count == 0 {
            let is_end = chunk.is_empty();
            let behind = format!("it goes on behind the {cases} cases of its head");
            return if is_end { Ok(None) } else { Err(invalid(behind)) };
        }
        if chunk.len() < most {
            let found = self.done + (chunk.len() / size) as u64;
            return Err(invalid(format!(
                "it ends behind {found} of the {cases} cases of its head"
            )));
        }
        self.done += count as u64;
        Ok(Some(chunk))
    }
}
