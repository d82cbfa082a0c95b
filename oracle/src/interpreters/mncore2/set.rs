//! `d set` (s. 3.4.4).

use super::machine::{L1BM, L2BM, Machine, Pe};
use super::place::{Place, places};
use super::{Stop, illegal};
use semantics::mncore2::isa::{Memory, Set, Width};

impl Machine {
    /// Every element that the levels name, of those in the scope (MN-D76).
    pub(super) fn set(&mut self, set: &Set) -> Result<(), Stop> {
        let per_word = match set.memory {
            Memory::L1bm(Width::Double, _)
            | Memory::Pe(Width::Double, ..)
            | Memory::T(Width::Double) => 2,
            Memory::L2bm(_) | Memory::L1bm(..) | Memory::Pe(..) | Memory::T(_) => 1,
            memory => return illegal(format!("d set of {memory:?}")),
        };
        if set.words.len() as u64 != u64::from(set.count) * per_word {
            return illegal(format!("d set of {} words with {}", set.count, set.words.len()));
        }
        for place in places(set.memory, set.levels) {
            self.set_place(set, &place)?;
        }
        Ok(())
    }

    fn set_place(&mut self, set: &Set, place: &Place) -> Result<(), Stop> {
        let number = place.number();
        let range = |fits: bool| match fits {
            true => Ok(()),
            false => Err(Stop::Range(format!("d set of {:?}", set.memory))),
        };
        let end = |address: u32, words: u64| u64::from(address) + words * set.words.len() as u64;
        match set.memory {
            Memory::L2bm(address) => {
                range(end(address, 1) <= u64::from(L2BM))?;
                if let Some(memory) = self.l2bs.get_mut(&(number as u8)) {
                    memory.extend((u64::from(address)..).zip(set.words.iter().copied()));
                }
            }
            Memory::L1bm(_, address) => {
                range(end(address, 1) <= u64::from(L1BM))?;
                if let Some(l1b) = self.l1bs.get_mut(&(number as u8)) {
                    l1b.memory.extend((u64::from(address)..).zip(set.words.iter().copied()));
                }
            }
            Memory::Pe(width, bank, address) => {
                let step = if width == Width::Single { 1 } else { 2 };
                range(end(address, step) <= u64::from(bank.words()))?;
                if let Some(pe) = self.pe_mut(number) {
                    let words =
                        set.words.iter().flat_map(|word| [(word >> 32) as u32, *word as u32]);
                    // Of a single word only the MSB side is written.
                    let written = words.step_by(if width == Width::Single { 2 } else { 1 });
                    for (word, value) in
                        pe.banks[bank as usize][address as usize..].iter_mut().zip(written)
                    {
                        *word = value;
                    }
                }
            }
            Memory::T(width) => {
                if let Some(pe) = self.pe_mut(number) {
                    let per_cycle = if width == Width::Double { 2 } else { 1 };
                    for (cycle, words) in set.words.chunks(per_cycle).enumerate() {
                        pe.t[cycle % 4][..per_cycle].copy_from_slice(words);
                    }
                }
            }
            memory => return illegal(format!("d set of {memory:?}")),
        }
        Ok(())
    }

    fn pe_mut(&mut self, number: usize) -> Option<&mut Pe> {
        self.mabs.get_mut(&((number / 4) as u16)).map(|mab| &mut mab.pes[number % 4])
    }
}
