//! The length of a source.

/// Counts the bytes of a source as the contest does (MN-D127): each line ends before its first `#` or
/// `!` and is stripped of blanks on both sides; empty lines are dropped, the others joined by one line
/// feed.
///
/// ```
/// use semantics::mncore2::steps::CodeBytes;
/// let mut bytes = CodeBytes::default();
/// bytes.feed(b"  nop;  wait i01 # rest\r\n\n n");
/// bytes.feed(b"op\n! none\n");
/// assert_eq!(bytes.count(), "nop;  wait i01\nnop".len() as u64);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct CodeBytes {
    count: u64,
    /// Blanks since the last byte that counts, which count if another one follows in the line.
    blanks: u64,
    line: Line,
}

/// What has been seen of the present line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Line {
    /// Blanks at most.
    #[default]
    Empty,
    /// A byte that counts.
    Code,
    /// The beginning of a comment.
    Comment,
}

impl CodeBytes {
    /// Counts the next bytes.
    pub fn feed(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.byte(*byte));
    }

    fn byte(&mut self, byte: u8) {
        match (byte, self.line) {
            (b'\n', _) => (self.blanks, self.line) = (0, Line::Empty),
            (_, Line::Comment) => {}
            (b'#' | b'!', _) => self.line = Line::Comment,
            (b' ' | b'\t' | b'\r' | 0x0b | 0x0c, _) => self.blanks += 1,
            (_, line) => {
                // In front of the first byte of a line stands the line feed behind the one before.
                let before = match line {
                    Line::Code => self.blanks,
                    _ => u64::from(self.count > 0),
                };
                self.count += before + 1;
                (self.blanks, self.line) = (0, Line::Code);
            }
        }
    }

    /// The bytes so far.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }
}
