//! What one PE remembers (POD-D02, D10, D53).

/// One PE.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pe {
    /// r0 to r31
    pub general: [u64; 32],
    /// xmm0 to xmm31
    pub xmm: [u128; 32],
    /// ar3 to ar31; the first three are the mask, the flags and MXCSR.
    pub ar: [u64; 32],
    /// C, Z, S and O at bits 0, 6, 7 and 11.
    pub flags: u32,
    /// Bit 63 is the level that counts.
    pub mask: u64,
    /// MXCSR
    pub mxcsr: u32,
    /// The local memory.
    pub sram: Vec<u8>,
}

impl Pe {
    /// The state after a reset of the PE at a place of an array.
    pub(super) fn new(columns: u32, rows: u32, sram: u32, id: u32) -> Self {
        let mut memory = vec![0; sram as usize];
        let (count, id16) = ((columns * rows) as u16, id as u16);
        let identity = [
            count.to_le_bytes(),
            id16.to_le_bytes(),
            [columns as u8, rows as u8],
            [(id % columns) as u8, (id / columns) as u8],
        ];
        for (at, byte) in memory.iter_mut().zip(identity.concat()) {
            *at = byte;
        }
        Self {
            general: [0; 32],
            xmm: [0; 32],
            ar: [0; 32],
            flags: 0,
            mask: u64::MAX,
            mxcsr: 0x1f80,
            sram: memory,
        }
    }

    /// Whether it takes part.
    #[must_use]
    pub const fn is_active(&self) -> bool {
        self.mask >> 63 == 1
    }

    /// An ar register as `mov8` reads it.
    #[must_use]
    pub const fn ar(&self, n: u8) -> u64 {
        match n {
            0 => self.mask,
            1 => self.flags as u64,
            2 => self.mxcsr as u64,
            _ => self.ar[n as usize],
        }
    }

    /// An ar register as `mov8` writes it: flags and MXCSR keep their defined bits (POD-D79).
    pub fn set_ar(&mut self, n: u8, value: u64) {
        match n {
            0 => self.mask = value,
            1 => self.flags = (value & 0b1000_1100_0001) as u32,
            2 => self.mxcsr = (value & 0xffff) as u32,
            _ => self.ar[usize::from(n)] = value,
        }
    }
}
