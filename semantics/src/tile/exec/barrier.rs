//! Barrier words in shared memory (TILE-D75 to D77, D92, D93).

use crate::tile::exec::access::{Access, register_address};
use crate::tile::isa::{Field, Instruction, Space};
use crate::tile::state::{Cta, Fault, Thread};

// MBAR_ARRIVE and MBAR_ARRIVE_DROP (TILE-D76).

/// An access to a barrier word at an address of shared memory.
pub(crate) const fn word(begin: i128) -> Access {
    Access { space: Space::Shared, begin, bytes: 8, alignment: 8 }
}

/// The word at `x[sbase]` after an arrival of `x[opinfo]`; `x[regdata]` = the word before.
///
/// # Errors
/// `Misaligned`, `AddressRange` or `BarrierWord`; nothing has changed then.
pub fn arrive(
    instruction: &Instruction,
    drop: bool,
    thread: &mut Thread,
    cta: &mut Cta,
) -> Result<(), Fault> {
    let begin = register_address(instruction, thread);
    let at = word(begin).judge(cta.memory(Space::Shared).len() as u64)? as usize;
    let old = word_at(cta.memory(Space::Shared), at);
    let register = instruction.field(Field::OpInfo);
    let arrival = if register == 0 { Arrival::ONE } else { Arrival::of(thread.x(register)) };
    let before = BarrierWord::of(old);
    let after = if drop { before.drop(arrival) } else { before.arrive(arrival) };
    let after = after.map_err(|beyond| barrier_fault(at as u64, beyond))?;
    cta.memory_mut(Space::Shared)[at..at + 8].copy_from_slice(&after.word().to_le_bytes());
    if instruction.returns() {
        thread.set_x(instruction.field(Field::RegData), old);
    }
    Ok(())
}

/// The word at a byte of a memory.
pub(crate) fn word_at(memory: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|i| memory[at + i]))
}

/// What is wrong with a barrier word.
pub(crate) fn barrier_fault(at: u64, beyond: Beyond) -> Fault {
    let what = match beyond {
        Beyond::Pending => "more arrive than are pending",
        Beyond::Expected => "more drop out than are expected",
        Beyond::Transactions => "the count of bytes leaves -(2^20-1) to 2^20-1",
    };
    Fault::barrier_word(format!("barrier word at {at:#x}: {what}"))
}

// The 64-bit word of a barrier in shared memory (TILE-D75): phase in bits 2:0, expected arrivals in 22:3, pending
// arrivals in 42:23, bytes of transactions in 63:43.

/// The largest number of arrivals, and the largest magnitude of the count of bytes (TILE-D75, D93).
const MOST: i64 = (1 << 20) - 1;

/// A barrier word, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BarrierWord {
    /// The phase, 3 bits, counted up each time all have come.
    pub phase: u8,
    /// Arrivals that a phase needs, 20 bits.
    pub expected: u32,
    /// Arrivals that this phase still needs, 20 bits.
    pub pending: u32,
    /// Bytes that are expected less those that came, 21 bits with sign.
    pub transactions: i32,
}

/// What an arrival brings: `x[opinfo]` (TILE-D76).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// How many arrivals, 20 bits; 0 expects bytes only.
    pub count: u32,
    /// Bytes to expect, 21 bits with sign.
    pub transactions: i32,
}

/// What leaves the ranges of the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// More arrivals than are pending.
    Pending,
    /// More arrivals dropped than are expected.
    Expected,
    /// A count of bytes that 20 bits and a sign do not hold.
    Transactions,
}

impl Arrival {
    /// One arrival, no bytes: what x0 stands for.
    pub const ONE: Self = Self { count: 1, transactions: 0 };

    /// Bits 19:0 the count, bits 52:32 the bytes, two's complement (TILE-D76).
    #[must_use]
    pub const fn of(register: u64) -> Self {
        let count = (register & 0xF_FFFF) as u32;
        let transactions = ((register >> 32 << 43) as i64 >> 43) as i32;
        Self { count, transactions }
    }
}

impl BarrierWord {
    /// The fields of a word.
    #[must_use]
    pub const fn of(word: u64) -> Self {
        Self {
            phase: (word & 7) as u8,
            expected: (word >> 3 & 0xF_FFFF) as u32,
            pending: (word >> 23 & 0xF_FFFF) as u32,
            transactions: (word as i64 >> 43) as i32,
        }
    }

    /// The word of the fields.
    #[must_use]
    pub const fn word(self) -> u64 {
        self.phase as u64
            | (self.expected as u64) << 3
            | (self.pending as u64) << 23
            | (self.transactions as i64 as u64) << 43
    }

    /// MBAR_ARRIVE: bytes to expect, then arrivals, then the check.
    ///
    /// # Errors
    /// What leaves its range.
    pub fn arrive(self, arrival: Arrival) -> Result<Self, Beyond> {
        let transactions = self.add(i64::from(arrival.transactions))?;
        let pending = self.pending.checked_sub(arrival.count).ok_or(Beyond::Pending)?;
        Ok(Self { transactions, pending, ..self }.checked())
    }

    /// MBAR_ARRIVE_DROP: as many fewer are expected from now on, and they arrive.
    ///
    /// # Errors
    /// What leaves its range.
    pub fn drop(self, arrival: Arrival) -> Result<Self, Beyond> {
        let expected = self.expected.checked_sub(arrival.count).ok_or(Beyond::Expected)?;
        Self { expected, ..self }.arrive(arrival)
    }

    /// complete_tx: bytes of a copy that have come.
    ///
    /// # Errors
    /// What leaves its range.
    pub fn complete(self, bytes: u64) -> Result<Self, Beyond> {
        let bytes = i64::try_from(bytes).map_err(|_| Beyond::Transactions)?;
        Ok(Self { transactions: self.add(-bytes)?, ..self }.checked())
    }

    fn add(self, bytes: i64) -> Result<i32, Beyond> {
        let sum = i64::from(self.transactions).saturating_add(bytes);
        if sum.abs() > MOST { Err(Beyond::Transactions) } else { Ok(sum as i32) }
    }

    /// A phase in which nothing is pending any more is over (TILE-D76); once for an operation.
    const fn checked(self) -> Self {
        if self.pending == 0 && self.transactions == 0 {
            Self { phase: (self.phase + 1) & 7, pending: self.expected, ..self }
        } else {
            self
        }
    }
}
