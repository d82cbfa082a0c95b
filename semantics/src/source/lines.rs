//! Lines of a reader, and the parts of a line.

use super::limits::{MAX_LINE, MAX_SOURCE};
use std::io::{self, BufRead, Read};

/// What was read of a line.
pub(crate) struct Found {
    /// With the line feed; 0 at the end of the source.
    pub(crate) bytes: u64,
    /// Without it.
    pub(crate) length: u64,
    pub(crate) too_long: bool,
}

/// Reads a line with its line feed. Of one that is too long nothing is kept.
pub(crate) fn next(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Found> {
    const CHUNK: u64 = 1 << 16;
    line.clear();
    let mut bytes = reader.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', line)? as u64;
    let too_long = line.len() > MAX_LINE && line.last() != Some(&b'\n');
    if too_long {
        while line.last() != Some(&b'\n') && bytes <= MAX_SOURCE {
            line.clear();
            match reader.by_ref().take(CHUNK).read_until(b'\n', line)? {
                0 => break,
                more => bytes += more as u64,
            }
        }
    }
    let ended = line.last() == Some(&b'\n');
    if too_long {
        line.clear();
    }
    Ok(Found { bytes, length: bytes - u64::from(ended), too_long })
}

/// A line in its parts.
pub(crate) struct Parts<'a> {
    /// What stands before the comment.
    pub(crate) code: &'a [u8],
    /// From `#` on.
    pub(crate) comment: &'a [u8],
}

/// A line without its end and a byte order mark.
pub(crate) fn whole(line: &[u8], first: bool) -> &[u8] {
    let line = &line[..line.len() - ending(line).len()];
    let mark = if first { "\u{feff}".as_bytes() } else { b"" };
    line.strip_prefix(mark).unwrap_or(line)
}

/// Cuts a line; its end and a byte order mark belong to no part. A mark says nothing about UTF-8;
/// some editors write it all the same.
pub(crate) fn parts(line: &[u8], first: bool) -> Parts<'_> {
    let line = whole(line, first);
    let at = line.iter().position(|&b| b == b'#').unwrap_or(line.len());
    let (code, comment) = line.split_at(at);
    Parts { code, comment }
}

/// The line feed of a line, with the CR before it.
pub(crate) fn ending(line: &[u8]) -> &[u8] {
    let feed = usize::from(line.ends_with(b"\n"));
    let cr = usize::from(line[..line.len() - feed].ends_with(b"\r"));
    &line[line.len() - feed - cr..]
}

/// Whether a text begins with the byte order mark of UTF-16, which no UTF-8 has.
pub(crate) fn is_utf16(text: &[u8]) -> bool {
    matches!(text, [0xff, 0xfe, ..] | [0xfe, 0xff, ..])
}

/// A line without its comment.
pub(crate) fn code(line: &str) -> &str {
    &line[..parts(line.as_bytes(), false).code.len()]
}
