//! A dump against the expected one, byte for byte, as it is written.

use std::io::{self, BufRead, Write};

/// Bytes of a line that a message shows.
const SHOWN: usize = 160;

/// The first line that differs.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Difference {
    /// From 1.
    pub(super) line: u64,
    /// `None`: the expected dump has ended.
    pub(super) expected: Option<String>,
    /// `None`: the program's dump has ended.
    pub(super) found: Option<String>,
}

/// Compares what is written with what an input holds.
pub(super) struct Compare<R> {
    expected: R,
    line: u64,
    /// What both have of the line.
    same: Vec<u8>,
    /// The line found, from the first difference on until it is complete.
    found: Option<Vec<u8>>,
    complete: bool,
}

impl<R: BufRead> Compare<R> {
    pub(super) fn new(expected: R) -> Self {
        Self { expected, line: 1, same: Vec::new(), found: None, complete: false }
    }

    /// The verdict, when everything is written.
    pub(super) fn finish(mut self) -> io::Result<Option<Difference>> {
        let end = self.expected.fill_buf()?.is_empty();
        let found = match self.found.take() {
            None if end => return Ok(None),
            None => (!self.same.is_empty()).then(|| self.same.clone()),
            Some(found) => Some(found),
        };
        let mut expected = self.same;
        if !end {
            self.expected.read_until(b'\n', &mut expected)?;
        }
        let expected = Some(expected).filter(|e| !e.is_empty());
        let text = |bytes: Vec<u8>| clipped(&bytes);
        Ok(Some(Difference {
            line: self.line,
            expected: expected.map(text),
            found: found.map(text),
        }))
    }

    /// Takes what is equal; how many bytes.
    fn equal(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let expected = self.expected.fill_buf()?;
        let count = expected.iter().zip(bytes).take_while(|(e, b)| e == b).count();
        let fresh = match bytes[..count].iter().rposition(|&b| b == b'\n') {
            Some(last) => {
                self.line += bytes[..count].iter().filter(|&&b| b == b'\n').count() as u64;
                self.same.clear();
                &bytes[last + 1..count]
            }
            None => &bytes[..count],
        };
        self.same.extend_from_slice(fresh);
        self.expected.consume(count);
        Ok(count)
    }
}

impl<R: BufRead> Write for Compare<R> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut rest = bytes;
        while self.found.is_none() && !rest.is_empty() {
            match self.equal(rest)? {
                0 => self.found = Some(self.same.clone()),
                count => rest = &rest[count..],
            }
        }
        if let Some(found) = self.found.as_mut().filter(|_| !self.complete) {
            let end = rest.iter().position(|&b| b == b'\n');
            found.extend_from_slice(&rest[..end.unwrap_or(rest.len())]);
            self.complete = end.is_some() || found.len() > SHOWN * 4;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A line for a message.
fn clipped(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_end_matches('\n');
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push_str("...");
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    /// With buffers and pieces of every size the same verdict.
    fn difference(expected: &str, found: &str) -> Option<Difference> {
        let verdicts: Vec<_> = (1..8)
            .flat_map(|buffer| (1..8).map(move |piece| (buffer, piece)))
            .map(|(buffer, piece)| {
                let input = BufReader::with_capacity(buffer, expected.as_bytes());
                let mut compare = Compare::new(input);
                for bytes in found.as_bytes().chunks(piece) {
                    compare.write_all(bytes).unwrap();
                }
                compare.finish().unwrap()
            })
            .collect();
        assert!(verdicts.windows(2).all(|pair| pair[0] == pair[1]), "{verdicts:?}");
        verdicts.into_iter().next().unwrap()
    }

    fn at(line: u64, expected: Option<&str>, found: Option<&str>) -> Option<Difference> {
        let own = |text: Option<&str>| text.map(str::to_owned);
        Some(Difference { line, expected: own(expected), found: own(found) })
    }

    #[test]
    fn first_differing_line_is_told() {
        assert_eq!(difference("", ""), None);
        assert_eq!(difference("a\nb\n", "a\nb\n"), None);
        assert_eq!(difference("a\nbcd\n", "a\nbxd\n"), at(2, Some("bcd"), Some("bxd")));
        assert_eq!(difference("a\n", "a\nb\nc\n"), at(2, None, Some("b")));
        assert_eq!(difference("a\nb\nc\n", "a\n"), at(2, Some("b"), None));
        assert_eq!(difference("", "a\n"), at(1, None, Some("a")));
        assert_eq!(difference("a\n", ""), at(1, Some("a"), None));
        assert_eq!(difference("ab\n", "abc\n"), at(1, Some("ab"), Some("abc")));
        assert_eq!(difference("abc\nd\n", "ab\nd\n"), at(1, Some("abc"), Some("ab")));
        assert_eq!(difference("ab", "ab\n"), at(1, Some("ab"), Some("ab")));
    }
}
