//! Making the writes of a packet.

use super::Machine;
use super::write::Write;

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
