//! The state by the names that case files use (MN-D190), and all of it at once.

use super::machine::{DRAM, L1BM, L2BM, Machine, PDM, side_index};
use super::{Element, Stop, illegal};
use semantics::mncore2::isa::{Memory, Width};
use std::collections::BTreeMap;

/// A word of the state: a memory, the number of the element in the board, the number of the word.
pub(super) type Word = (&'static str, usize, u64);

impl Machine {
    /// A word from a name's own on, of an element: none beyond the scope. A word of the mask registers is a cycle.
    pub(super) fn word_of(&self, memory: Memory, number: usize, n: usize) -> Option<u64> {
        let (group, pe) = (number as u8, number as u16);
        match memory {
            Memory::Pdm(a) => self.pdm(group, u64::from(a) + n as u64),
            Memory::Dram(a) => self.dram(group, u64::from(a) + n as u64),
            Memory::L2bm(a) => self.l2bm(group, a + n as u32),
            Memory::L1bm(_, a) => self.l1bm(group, a + n as u32),
            Memory::Pe(_, bank, a) => self.long_word(pe, bank, a as u16 + 2 * n as u16),
            Memory::T(_) => self.t(pe, n / 2).map(|words| words[n % 2]),
            Memory::Matrix(side, row) => {
                self.matrix(pe, side, row as usize + n / 4).map(|words| words[n % 4])
            }
            Memory::Mask(entry) => self.mask_flags(pe, entry as u8, n).map(u64::from),
        }
    }

    /// Sets words from a name's own on, in an element; whether that is in the scope.
    pub(super) fn put(
        &mut self,
        memory: Memory,
        number: usize,
        words: &[u64],
    ) -> Result<bool, Stop> {
        let sparse = match memory {
            Memory::Pdm(a) => {
                Some((self.groups.get_mut(&(number as u8)).map(|group| &mut group.pdm), a, PDM))
            }
            Memory::Dram(a) => {
                Some((self.groups.get_mut(&(number as u8)).map(|group| &mut group.dram), a, DRAM))
            }
            Memory::L2bm(a) => Some((self.l2bs.get_mut(&(number as u8)), a, L2BM.into())),
            Memory::L1bm(Width::Long, a) => {
                let memory = self.l1bs.get_mut(&(number as u8)).map(|l1b| &mut l1b.memory);
                Some((memory, a, L1BM.into()))
            }
            _ => None,
        };
        if let Some((memory, first, end)) = sparse {
            if u64::from(first) + words.len() as u64 > end {
                return Err(Stop::Range(format!("{memory:?} of {} words", words.len())));
            }
            let Some(memory) = memory else { return Ok(false) };
            memory.extend((u64::from(first)..).zip(words.iter().copied()));
            return Ok(true);
        }
        let Memory::Matrix(side, row) = memory else { return self.put_pe(memory, number, words) };
        let Some(mab) = self.mabs.get_mut(&(number as u16)) else { return Ok(false) };
        let rows = mab.matrix[side_index(side)].as_flattened_mut();
        copy(rows.get_mut(4 * row as usize..), words)?;
        Ok(true)
    }

    fn put_pe(&mut self, memory: Memory, number: usize, words: &[u64]) -> Result<bool, Stop> {
        let Some(mab) = self.mabs.get_mut(&((number / 4) as u16)) else { return Ok(false) };
        let pe = &mut mab.pes[number % 4];
        match memory {
            Memory::Pe(Width::Long, bank, address) => {
                let singles: Vec<u32> =
                    words.iter().flat_map(|word| [(word >> 32) as u32, *word as u32]).collect();
                copy(pe.banks[bank as usize].get_mut(address as usize..), &singles)?;
            }
            Memory::T(Width::Double) => copy(Some(pe.t.as_flattened_mut()), words)?,
            Memory::Mask(entry @ 1..16) => {
                let flags: Vec<u8> = words.iter().map(|word| *word as u8).collect();
                copy(Some(&mut pe.masks[entry as usize]), &flags)?;
            }
            other => return illegal(format!("no state by the name {other:?}")),
        }
        Ok(true)
    }

    /// All words that are not 0: what `expect rest=same` looks at (MN-D192).
    pub(super) fn state_words(&self) -> BTreeMap<Word, u64> {
        let mut words = BTreeMap::new();
        let mut note = |name, number: usize, list: &mut dyn Iterator<Item = (u64, u64)>| {
            words.extend(
                list.filter(|(_, word)| *word != 0).map(|(at, word)| ((name, number, at), word)),
            );
        };
        let pairs = |memory: &super::machine::Sparse| -> Vec<(u64, u64)> {
            memory.iter().map(|(at, word)| (*at, *word)).collect()
        };
        for (n, group) in &self.groups {
            note("PDM", (*n).into(), &mut pairs(&group.pdm).into_iter());
            note("DRAM", (*n).into(), &mut pairs(&group.dram).into_iter());
            note("DAR", (*n).into(), &mut (0..).zip(group.dar.map(u64::from)));
            note("DARBUF", (*n).into(), &mut (0..).zip(group.darbuf.map(u64::from)));
        }
        let positions = [self.dar_write as u64, self.darbuf_read as u64];
        note("positions", 0, &mut (0..).zip(positions));
        for (n, memory) in &self.l2bs {
            note("L2BM", (*n).into(), &mut pairs(memory).into_iter());
        }
        for (n, l1b) in &self.l1bs {
            note("L1BM", (*n).into(), &mut pairs(&l1b.memory).into_iter());
        }
        for element in self.scope.elements() {
            let Element::Mab(m) = element else { continue };
            let mab = &self.mabs[&m];
            for (side, rows) in ["X", "Y"].into_iter().zip(&mab.matrix) {
                note(side, m.into(), &mut (0..).zip(rows.as_flattened().iter().copied()));
            }
            for (p, pe) in (4 * usize::from(m)..).zip(&mab.pes) {
                for (name, bank) in ["LM0", "LM1", "GRF0", "GRF1"].into_iter().zip(&pe.banks) {
                    note(name, p, &mut (0..).zip(bank.iter().map(|word| u64::from(*word))));
                }
                note("BAR", p, &mut (0..).zip(pe.bars.map(u64::from)));
                note("T", p, &mut (0..).zip(pe.t.as_flattened().iter().copied()));
                let flags = pe.masks.as_flattened().iter().map(|flags| u64::from(*flags));
                note("mask", p, &mut (0..).zip(flags));
            }
        }
        words
    }
}

/// Values over the first of the places.
fn copy<T: Copy>(places: Option<&mut [T]>, values: &[T]) -> Result<(), Stop> {
    let places = places.and_then(|places| places.get_mut(..values.len()));
    let places = places.ok_or_else(|| Stop::Range(format!("{} words", values.len())))?;
    places.copy_from_slice(values);
    Ok(())
}
