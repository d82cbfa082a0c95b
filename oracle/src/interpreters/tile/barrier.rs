//! Barrier words: phase, expected, pending, tx count (TILE-D75, D76, D92, D93).

use super::state::{Kind, Shared, Thread, little, place};
use super::word::{Word, legal};

/// The fields of a word.
#[derive(Clone, Copy)]
struct Barrier {
    phase: i64,
    expected: i64,
    pending: i64,
    bytes: i64,
}

impl Barrier {
    const fn read(word: u64) -> Self {
        Self {
            phase: (word & 7) as i64,
            expected: (word >> 3 & 0xf_ffff) as i64,
            pending: (word >> 23 & 0xf_ffff) as i64,
            bytes: word as i64 >> 43,
        }
    }

    const fn word(self) -> u64 {
        (self.phase | self.expected << 3 | self.pending << 23 | self.bytes << 43) as u64
    }

    /// Ends the phase if nothing is pending.
    fn check(mut self) -> Result<Self, Kind> {
        if self.expected < 0 || self.pending < 0 || self.bytes.abs() > 0xf_ffff {
            return Err(Kind::BarrierWord);
        }
        if self.pending == 0 && self.bytes == 0 {
            self.phase = (self.phase + 1) % 8;
            self.pending = self.expected;
        }
        Ok(self)
    }
}

/// The word after bytes have arrived.
pub(super) fn complete(word: u64, bytes: u64) -> Result<u64, Kind> {
    let barrier = Barrier::read(word);
    let bytes = i64::try_from(bytes).map_err(|_| Kind::BarrierWord)?;
    let left = barrier.bytes.checked_sub(bytes).ok_or(Kind::BarrierWord)?;
    Ok(Barrier { bytes: left, ..barrier }.check()?.word())
}

pub(super) fn execute(w: Word, thread: &mut Thread, shared: &mut Shared) -> Result<(), Kind> {
    w.zero(63, 46)?;
    w.zero(39, 36)?;
    w.zero(16, 16)?;
    let (drops, returns, register, source) = (w.bit(10), w.bit(17), w.bits(25, 18), w.bits(35, 31));
    legal(register < 32 && (returns || register == 0))?;
    legal(w.bit(40) || w.bits(45, 41) == 0)?;
    let offset = if w.bit(40) { i128::from(thread.x[w.bits(45, 41)]) } else { 0 };
    let memory = shared.memory(false);
    let at = place(memory, i128::from(thread.x[w.bits(30, 26)]) + offset, 8, 8)?;
    let operand = if source == 0 { 1 } else { thread.x[source] };
    let count = (operand & 0xf_ffff) as i64;
    // Bits 52 to 32, with their sign.
    let bytes = (operand << 11) as i64 >> 43;
    let old = little(&memory[at..][..8]);
    let mut barrier = Barrier::read(old);
    barrier.bytes += bytes;
    barrier.pending -= count;
    if drops {
        barrier.expected -= count;
    }
    memory[at..][..8].copy_from_slice(&barrier.check()?.word().to_le_bytes());
    if returns {
        thread.set_x(register, old);
    }
    Ok(())
}
