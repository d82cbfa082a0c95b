//! Reading the state from outside, to compare it with another machine's.
//!
//! Elements are numbered through the board. `None`: outside of the scope, or beyond the memory.

use super::machine::{DRAM, L1BM, L2BM, Machine, PDM, Pe, forward_index, side_index, word};
use super::number::Path;
use super::scope::Scope;
use semantics::mncore2::isa::{Bank, Forward, Side};

impl Machine {
    /// What exists.
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    fn pe(&self, pe: u16) -> Option<&Pe> {
        self.mabs.get(&(pe / 4)).map(|mab| &mab.pes[usize::from(pe % 4)])
    }

    /// A single word of a memory of a PE.
    pub fn single_word(&self, pe: u16, bank: Bank, address: u16) -> Option<u32> {
        self.pe(pe)?.banks[bank as usize].get(usize::from(address)).copied()
    }

    /// The long word at an even single-word address.
    pub fn long_word(&self, pe: u16, bank: Bank, address: u16) -> Option<u64> {
        let high = self.single_word(pe, bank, address & !1)?;
        let low = self.single_word(pe, bank, address | 1)?;
        Some(u64::from(high) << 32 | u64::from(low))
    }

    /// T in a cycle.
    pub fn t(&self, pe: u16, cycle: usize) -> Option<Path> {
        self.pe(pe)?.t.get(cycle).copied()
    }

    /// The four flags of a variable mask entry, 1 to 15, in a cycle.
    pub fn mask_flags(&self, pe: u16, entry: u8, cycle: usize) -> Option<u8> {
        let entry = Some(usize::from(entry)).filter(|entry| (1..16).contains(entry))?;
        self.pe(pe)?.masks[entry].get(cycle).copied()
    }

    /// The base address register of LM0 or LM1.
    pub fn bar(&self, pe: u16, bank: Bank) -> Option<u16> {
        self.pe(pe)?.bars.get(bank as usize).copied()
    }

    /// A forwarding register in a cycle.
    pub fn forward(&self, pe: u16, unit: Forward, cycle: usize) -> Option<Path> {
        self.pe(pe)?.forwards[forward_index(unit)].get(cycle).copied()
    }

    /// A physical row, 0 to 15, of the matrix register of a MAB.
    pub fn matrix(&self, mab: u16, side: Side, row: usize) -> Option<[u64; 4]> {
        self.mabs.get(&mab)?.matrix[side_index(side)].get(row).copied()
    }

    /// A long word of an L1BM.
    pub fn l1bm(&self, l1b: u8, address: u32) -> Option<u64> {
        self.l1bs.get(&l1b).filter(|_| address < L1BM).map(|l1b| word(&l1b.memory, address.into()))
    }

    /// What the last transfer from the PEs of an L1B sent in a cycle, in its order (before MAB
    /// rotation); 0 behind its end.
    pub fn turnaround(&self, l1b: u8, cycle: usize, index: usize) -> Option<u64> {
        let sent = self.l1bs.get(&l1b)?.turnaround.get(cycle)?;
        Some(sent.get(index).copied().unwrap_or(0)).filter(|_| index < 64)
    }

    /// A long word of an L2BM.
    pub fn l2bm(&self, l2b: u8, address: u32) -> Option<u64> {
        self.l2bs.get(&l2b).filter(|_| address < L2BM).map(|memory| word(memory, address.into()))
    }

    /// A long word of the PDM of a group.
    pub fn pdm(&self, group: u8, address: u64) -> Option<u64> {
        self.groups.get(&group).filter(|_| address < PDM).map(|group| word(&group.pdm, address))
    }

    /// A long word of the DRAM of a group.
    pub fn dram(&self, group: u8, address: u64) -> Option<u64> {
        self.groups.get(&group).filter(|_| address < DRAM).map(|group| word(&group.dram, address))
    }

    /// The words of the DRAM of a group that were ever written: addresses and values, in no order.
    pub fn dram_words(&self, group: u8) -> Option<impl Iterator<Item = (u64, u64)>> {
        Some(self.groups.get(&group)?.dram.iter().map(|(&address, &word)| (address, word)))
    }

    /// An entry of the DAR of a group.
    pub fn dar(&self, group: u8, entry: usize) -> Option<u32> {
        self.groups.get(&group)?.dar.get(entry).copied()
    }

    /// An entry of the DARBUF of a group.
    pub fn darbuf(&self, group: u8, entry: usize) -> Option<u32> {
        self.groups.get(&group)?.darbuf.get(entry).copied()
    }
}
