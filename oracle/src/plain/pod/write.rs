//! What a packet writes, collected before any of it is written (POD-D04).

use super::Machine;

/// One write.
#[derive(Clone, Debug)]
pub(super) enum Write {
    /// A general register of a PE.
    General(usize, u8, u64),
    /// An xmm register.
    Xmm(usize, u8, u128),
    /// An ar register, as `mov8` does.
    Ar(usize, u8, u64),
    /// All four flags.
    Flags(usize, u32),
    /// Sticky bits of MXCSR, which join those that are there.
    Sticky(usize, u32),
    /// The mask.
    Mask(usize, u64),
    /// Bytes of a local memory.
    Local(usize, u64, Vec<u8>),
    /// Bytes of the system memory.
    System(u64, Vec<u8>),
    /// The data return buffer.
    Buffer(u64),
}

impl Machine {
    /// Writes all, one after the other: where two write the same, the later wins.
    pub(super) fn apply(&mut self, writes: Vec<Write>) {
        for write in writes {
            match write {
                Write::General(pe, n, value) => self.pes[pe].general[usize::from(n)] = value,
                Write::Xmm(pe, n, value) => self.pes[pe].xmm[usize::from(n)] = value,
                Write::Ar(pe, n, value) => self.pes[pe].set_ar(n, value),
                Write::Flags(pe, flags) => self.pes[pe].flags = flags,
                Write::Sticky(pe, bits) => self.pes[pe].mxcsr |= bits,
                Write::Mask(pe, mask) => self.pes[pe].mask = mask,
                Write::Local(pe, address, bytes) => {
                    let start = address as usize;
                    self.pes[pe].sram[start..start + bytes.len()].copy_from_slice(&bytes);
                }
                Write::System(address, bytes) => {
                    for (i, byte) in (0..).zip(bytes) {
                        self.system.insert(address.wrapping_add(i), byte);
                    }
                }
                Write::Buffer(value) => self.buffer = value,
            }
        }
    }
}
