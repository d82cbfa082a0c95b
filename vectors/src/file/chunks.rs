//! A stream -> chunks of whole lines.

use super::MAX_LINE;
use std::io::{self, Read};

/// Bytes of a chunk: many lines, and more than the longest.
const CHUNK: usize = MAX_LINE + MAX_LINE / 3;

/// Cuts a stream into chunks behind line ends. Only the last chunk may lack one: at the end of the
/// stream, or because the line is too long, where the stream is left.
pub(crate) struct Chunks<R> {
    input: R,
    /// The beginning of the next chunk.
    tail: Vec<u8>,
    ended: bool,
}

impl<R: Read> Chunks<R> {
    pub(crate) fn new(input: R) -> Self {
        Self { input, tail: Vec::new(), ended: false }
    }

    /// The next chunk, in this buffer; `None` at the end. Nothing is kept of a chunk but its tail.
    pub(crate) fn next(&mut self, mut chunk: Vec<u8>) -> io::Result<Option<Vec<u8>>> {
        if self.ended {
            return Ok(None);
        }
        chunk.clear();
        chunk.reserve(CHUNK + 64);
        chunk.append(&mut self.tail);
        let room = (CHUNK - chunk.len()) as u64;
        let read = self.input.by_ref().take(room).read_to_end(&mut chunk)?;
        if (read as u64) < room {
            self.ended = true;
            return Ok((!chunk.is_empty()).then_some(chunk));
        }
        match memchr::memrchr(b'\n', &chunk) {
            Some(end) => {
                self.tail.extend_from_slice(&chunk[end + 1..]);
                chunk.truncate(end + 1);
            }
            None => self.ended = true,
        }
        Ok(Some(chunk))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &[u8]) -> Vec<Vec<u8>> {
        let mut chunks = Chunks::new(text);
        std::iter::from_fn(|| chunks.next(Vec::new()).expect("reads from memory")).collect()
    }

    #[test]
    fn chunks_end_behind_lines_and_join_to_the_whole() {
        for length in [1, 7, 100, 65_537] {
            let line = [vec![b'x'; length], b"\n".to_vec()].concat();
            for count in
                [1, 10, CHUNK / (length + 1), CHUNK / (length + 1) + 1, 12_000 / length + 9]
            {
                for last in ["", "end"] {
                    let text = [line.repeat(count), last.as_bytes().to_vec()].concat();
                    let chunks = all(&text);
                    assert_eq!(chunks.concat(), text);
                    assert!(chunks.iter().rev().skip(1).all(|c| c.ends_with(b"\n")));
                    assert!(chunks.iter().all(|c| c.len() <= CHUNK));
                }
            }
        }
        assert!(all(b"").is_empty());
    }

    #[test]
    fn an_endless_line_is_left() {
        let mut chunks = Chunks::new(io::repeat(b'x'));
        let first = chunks.next(Vec::new()).expect("reads from memory");
        assert_eq!(first.map(|c| c.len()), Some(CHUNK));
        assert_eq!(chunks.next(Vec::new()).expect("reads from memory"), None);
    }
}
