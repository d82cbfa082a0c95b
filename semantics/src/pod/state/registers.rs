//! Reading and writing the state from outside: by PE and number.

use super::{Array, Shape, System, XMM_WORDS};
use crate::pod::isa::{AR_FLAGS, AR_MASK, AR_MXCSR, Flag};
use crate::pod::lane::Mxcsr;

impl Array {
    /// The size.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// How many PEs.
    #[must_use]
    pub const fn pes(&self) -> usize {
        self.shape.pes()
    }

    /// `r`n of a PE.
    #[must_use]
    pub fn general(&self, pe: usize, n: usize) -> u64 {
        self.general[n * self.pes() + pe]
    }

    /// Sets `r`n of a PE.
    pub fn set_general(&mut self, pe: usize, n: usize, value: u64) {
        let at = n * self.pes() + pe;
        self.general[at] = value;
    }

    /// `r`n of all PEs.
    pub(in crate::pod) fn general_row(&self, n: u8) -> &[u64] {
        let pes = self.pes();
        &self.general[usize::from(n) * pes..][..pes]
    }

    /// `xmm`n of all PEs.
    pub(in crate::pod) fn xmm_row(&self, n: u8) -> &[u32] {
        let words = self.pes() * XMM_WORDS;
        &self.xmm[usize::from(n) * words..][..words]
    }

    /// `xmm`n of a PE; lane 0 is the least significant.
    #[must_use]
    pub fn xmm(&self, pe: usize, n: usize) -> u128 {
        let at = (n * self.pes() + pe) * XMM_WORDS;
        joined(&self.xmm[at..at + XMM_WORDS])
    }

    /// Sets `xmm`n of a PE.
    pub fn set_xmm(&mut self, pe: usize, n: usize, value: u128) {
        let at = (n * self.pes() + pe) * XMM_WORDS;
        self.xmm[at..at + XMM_WORDS].copy_from_slice(&words(value));
    }

    /// `ar`n of a PE: the mask, the flags and MXCSR among them (POD-D53).
    #[must_use]
    pub fn ar(&self, pe: usize, n: usize) -> u64 {
        match n as u8 {
            AR_MASK => self.masks[pe],
            AR_FLAGS => self.flags[pe].into(),
            AR_MXCSR => self.mxcsr[pe].0.into(),
            _ => self.ar[n * self.pes() + pe],
        }
    }

    /// Sets `ar`n of a PE; of flags and MXCSR the defined bits (POD-D79).
    pub fn set_ar(&mut self, pe: usize, n: usize, value: u64) {
        match n as u8 {
            AR_MASK => self.masks[pe] = value,
            AR_FLAGS => self.flags[pe] = value as u32 & Flag::MASK,
            AR_MXCSR => self.mxcsr[pe] = Mxcsr(value as u32 & Mxcsr::DEFINED),
            _ => {
                let at = n * self.pes() + pe;
                self.ar[at] = value;
            }
        }
    }

    /// The flags of a PE, as in EFLAGS (POD-D13).
    #[must_use]
    pub fn flags(&self, pe: usize) -> u32 {
        self.flags[pe]
    }

    /// Sets the flags of a PE.
    pub fn set_flags(&mut self, pe: usize, flags: u32) {
        self.set_ar(pe, AR_FLAGS.into(), flags.into());
    }

    /// The mask register of a PE.
    #[must_use]
    pub fn mask(&self, pe: usize) -> u64 {
        self.masks[pe]
    }

    /// Sets the mask register of a PE.
    pub fn set_mask(&mut self, pe: usize, mask: u64) {
        self.masks[pe] = mask;
    }

    /// Whether a PE executes (bit 63 of its mask).
    #[must_use]
    pub fn is_active(&self, pe: usize) -> bool {
        self.masks[pe] >> 63 == 1
    }

    /// The PEs that execute.
    pub(in crate::pod) fn active(&self) -> impl Iterator<Item = usize> {
        (0..self.pes()).filter(|pe| self.is_active(*pe))
    }

    /// MXCSR of a PE.
    #[must_use]
    pub fn mxcsr(&self, pe: usize) -> Mxcsr {
        self.mxcsr[pe]
    }

    /// The SRAM of a PE.
    #[must_use]
    pub fn sram(&self, pe: usize) -> &[u8] {
        let bytes = self.shape.sram as usize;
        &self.sram[pe * bytes..(pe + 1) * bytes]
    }

    /// The SRAM of a PE, to be written.
    pub fn sram_mut(&mut self, pe: usize) -> &mut [u8] {
        let bytes = self.shape.sram as usize;
        &mut self.sram[pe * bytes..(pe + 1) * bytes]
    }

    /// System memory.
    #[must_use]
    pub const fn system(&self) -> &System {
        &self.system
    }

    /// System memory, to be written.
    pub const fn system_mut(&mut self) -> &mut System {
        &mut self.system
    }

    /// The data return buffer.
    #[must_use]
    pub const fn buffer(&self) -> u64 {
        self.buffer
    }

    /// Sets the data return buffer.
    pub const fn set_buffer(&mut self, value: u64) {
        self.buffer = value;
    }

    /// The flags of all active PEs together: what the flag tree returns (POD-D55).
    #[must_use]
    pub fn or_flags(&self) -> u32 {
        let active = self.masks.iter().zip(&self.flags).filter(|(mask, _)| **mask >> 63 == 1);
        active.fold(0, |all, (_, flags)| all | flags)
    }
}

/// The register of four words.
#[inline(always)]
pub(in crate::pod) fn joined(words: &[u32]) -> u128 {
    words.iter().rev().fold(0, |all, word| all << 32 | u128::from(*word))
}

/// The four words of a register.
#[inline(always)]
pub(in crate::pod) fn words(register: u128) -> [u32; XMM_WORDS] {
    core::array::from_fn(|word| (register >> (32 * word)) as u32)
}
