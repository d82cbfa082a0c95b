//! What an access to memory must be: within 64 bits, aligned, within the memory, judged in this order (TILE-D62, D81).

use crate::tile::isa::{Field, Instruction, Space};
use crate::tile::state::{Fault, Thread};

/// x[sbase], and x[offset] where it is enabled: the address of atomics and barrier words (TILE-D91).
pub(super) fn register_address(instruction: &Instruction, thread: &Thread) -> i128 {
    let register = |field| i128::from(thread.x(instruction.field(field)));
    let added = instruction.flag(Field::RegOffsetEn);
    register(Field::SBase) + if added { register(Field::Offset) } else { 0 }
}

/// Bytes that an instruction reads or writes. Sums of registers and offsets are not cut to 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Access {
    pub(crate) space: Space,
    pub(crate) begin: i128,
    pub(crate) bytes: u128,
    pub(crate) alignment: u64,
}

impl Access {
    /// Judges the access to a memory of this size; gives its first byte.
    ///
    /// # Errors
    /// `AddressRange` or `Misaligned`.
    pub(crate) fn judge(&self, size: u64) -> Result<u64, Fault> {
        let beyond = || Fault::address_range(self.space, self.begin, self.bytes, size.into());
        let begin = u128::try_from(self.begin).map_err(|_| beyond())?;
        let end = begin.saturating_add(self.bytes);
        if end > 1 << 64 {
            return Err(beyond());
        }
        if begin % u128::from(self.alignment) != 0 {
            return Err(Fault::misaligned(self.space, begin as u64, self.alignment));
        }
        if end > size.into() {
            return Err(beyond());
        }
        Ok(begin as u64)
    }
}
