//! Fields of a word by their bit positions (s. 2.1).

/// A reserved or illegal form (TILE-D13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Illegal;

/// A word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word(pub(super) u64);

impl Word {
    /// The bits from `high` down to `low`.
    pub(super) const fn bits(self, high: u32, low: u32) -> usize {
        (self.0 >> low & (u64::MAX >> (63 - (high - low)))) as usize
    }

    /// One bit.
    pub(super) const fn bit(self, at: u32) -> bool {
        self.0 >> at & 1 == 1
    }

    /// Bits that must be 0.
    pub(super) fn zero(self, high: u32, low: u32) -> Result<(), Illegal> {
        legal(self.bits(high, low) == 0)
    }
}

/// What must be so.
pub(super) const fn legal(condition: bool) -> Result<(), Illegal> {
    if condition { Ok(()) } else { Err(Illegal) }
}

/// A group of registers that begins here must not run past the last one (TILE-D12).
pub(super) const fn group(first: usize, count: usize) -> Result<(), Illegal> {
    legal(first + count <= 256)
}
