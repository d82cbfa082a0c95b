//! The length of a source.

/// Counts the bytes of a source without its comments: from each `#` to the end of its line, which is
/// not part of the comment.
///
/// ```
/// use semantics::mncore2::steps::CodeBytes;
/// let mut bytes = CodeBytes::default();
/// bytes.feed(b"nop # rest\nn");
/// bytes.feed(b"op\n#\n");
/// assert_eq!(bytes.count(), "nop \nnop\n\n".len() as u64);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct CodeBytes {
    count: u64,
    comment: bool,
}

impl CodeBytes {
    /// Counts the next bytes.
    pub fn feed(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.comment = byte != b'\n' && (self.comment || byte == b'#');
            self.count += u64::from(!self.comment);
        }
    }

    /// The bytes so far.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }
}
