//! The slice mask over the bytes of destination registers (TILE-D18).

use std::ops::Range;

/// Bytes of a slice.
const SLICE: usize = 32;

/// Which bytes of each destination register change: bit i is for the bytes 32 i to 32 i + 31.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mask(pub u32);

impl Mask {
    /// Every byte changes.
    pub const ALL: Self = Self(u32::MAX);

    /// Whether a byte of a group of registers changes.
    #[must_use]
    pub const fn has(self, byte: usize) -> bool {
        self.0 >> (byte / SLICE % 32) & 1 == 1
    }

    /// The longest runs of bytes of a group of `len` bytes that change.
    pub fn runs(self, len: usize) -> impl Iterator<Item = Range<usize>> {
        let mut at = 0;
        std::iter::from_fn(move || {
            while at < len && !self.has(at) {
                at += SLICE;
            }
            let start = at;
            while at < len && self.has(at) {
                at += SLICE;
            }
            (start < len).then(|| start..at.min(len))
        })
    }
}
