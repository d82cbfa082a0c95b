//! A whole program in memory.

use crate::failure::Failure;
use crate::input::Input;
use crate::printable;
use semantics::source::MAX_SOURCE;
use std::cell::OnceCell;
use std::io::Read;
use std::path::Path;

/// A program's name for messages.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".into() } else { printable::path(path) }
}

/// Lines from one mark to the next.
const STRIDE: usize = 64;

/// The text of a program, whose lines can be had by their numbers.
pub(crate) struct Text {
    /// All bytes; of a program over the limit one more than that.
    pub(crate) bytes: Vec<u8>,
    /// Where every 64th line begins, found when the first is asked for.
    marks: OnceCell<Vec<u32>>,
}

impl Text {
    pub(crate) fn new(bytes: Vec<u8>) -> Self {
        Self { bytes, marks: OnceCell::new() }
    }

    /// Reads a file; `-` is standard input.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let mut bytes = Vec::new();
        let input = Input::with_end(path);
        let read = input.and_then(|input| input.take(MAX_SOURCE + 1).read_to_end(&mut bytes));
        read.map_err(|e| Failure::read(path, &e))?;
        Ok(Self::new(bytes))
    }

    /// A line without its line feed, and without the byte order mark of the first.
    pub(crate) fn line(&self, number: u32) -> Option<&[u8]> {
        let index = (number as usize).checked_sub(1)?;
        let start = *self.marks.get_or_init(|| self.find_marks()).get(index / STRIDE)? as usize;
        let line = self.bytes.get(start..)?.split(|&b| b == b'\n').nth(index % STRIDE)?;
        let mark = if index == 0 { "\u{feff}".as_bytes() } else { b"" };
        Some(line.strip_prefix(mark).unwrap_or(line))
    }

    fn find_marks(&self) -> Vec<u32> {
        let ends = self.bytes.iter().enumerate().filter(|(_, b)| **b == b'\n');
        // The limit of a source is far below 2^32.
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| at as u32 + 1));
        starts.step_by(STRIDE).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Text;

    #[test]
    fn lines_by_their_numbers() {
        let all: Vec<String> = (1..=1000).map(|n| format!("line {n}")).collect();
        let text = Text::new(format!("\u{feff}{}", all.join("\n")).into_bytes());
        for (number, line) in (1..).zip(&all) {
            assert_eq!(text.line(number), Some(line.as_bytes()));
        }
        assert_eq!(text.line(0), None);
        assert_eq!(text.line(1001), None);
    }
}
