//! MV instructions (s. 3.5). They execute completely where they stand.

use super::machine::{DRAM, L2BM, Machine, PDM, word};
use super::moves::{Place, moves};
use super::number::{Options, reduce_long};
use super::{Element, Stop, illegal};
use semantics::mncore2::isa::{MvOp, MvOperand, MvTransfer, Rrn};

impl Machine {
    /// Units in ascending order; each reads all, then writes all (MN-D59).
    pub(super) fn transfer(&mut self, transfer: &MvTransfer) -> Result<(), Stop> {
        let rrn = match transfer.op {
            MvOp::R(rrn) | MvOp::R2(rrn) | MvOp::R4(rrn) => Some(rrn),
            _ => None,
        };
        if transfer.size == 0 || !transfer.size.is_multiple_of(64) || transfer.run == Some(0) {
            return illegal(format!("MV of {} words, nd {:?}", transfer.size, transfer.run));
        }
        for unit in 0..u64::from(transfer.size / 64) {
            let Some(moves) = moves(transfer, unit) else {
                return illegal(format!("{transfer:?}"));
            };
            let mut written = Vec::new();
            for m in moves.iter().filter(|m| self.scope.contains(m.to.element())) {
                for w in 0..m.words {
                    let words = m
                        .from
                        .iter()
                        .map(|from| self.upper_word(transfer, *from, w))
                        .collect::<Result<Vec<_>, _>>()?;
                    written.push((m.to, w, reduced(rrn, &words)?));
                }
            }
            for (to, w, value) in written {
                self.write_upper(transfer, to, w, value)?;
            }
        }
        Ok(())
    }

    /// A word behind a place.
    fn upper_word(&self, transfer: &MvTransfer, place: Place, w: u64) -> Result<u64, Stop> {
        let element = place.element();
        let outside = || Stop::OutsideScope(element);
        match place {
            Place::Pdm(g, address) => {
                let group = self.groups.get(&g).ok_or_else(outside)?;
                Ok(word(&group.pdm, (address + w) % PDM))
            }
            Place::Dram(g, offset) => {
                let group = self.groups.get(&g).ok_or_else(outside)?;
                Ok(word(&group.dram, self.dram_address(transfer, g, offset + w)?))
            }
            Place::L2bm(q, address) => self.l2bm_word(q, ((address + w) % u64::from(L2BM)) as u32),
        }
    }

    fn write_upper(
        &mut self,
        transfer: &MvTransfer,
        place: Place,
        w: u64,
        value: u64,
    ) -> Result<(), Stop> {
        let outside = Stop::OutsideScope(place.element());
        let (memory, address) = match place {
            Place::Pdm(g, address) => {
                (self.groups.get_mut(&g).map(|group| &mut group.pdm), (address + w) % PDM)
            }
            Place::Dram(g, offset) => {
                let address = self.dram_address(transfer, g, offset + w)?;
                (self.groups.get_mut(&g).map(|group| &mut group.dram), address)
            }
            Place::L2bm(q, address) => (self.l2bs.get_mut(&q), (address + w) % u64::from(L2BM)),
        };
        memory.ok_or(outside)?.insert(address, value);
        Ok(())
    }

    /// The DRAM address of a word, by its offset from the start: direct, or through the DAR of the
    /// DRAM's own group in accesses of 16 words (s. 3.5.6, MN-D58).
    fn dram_address(&self, transfer: &MvTransfer, group: u8, offset: u64) -> Result<u64, Stop> {
        let dram = |operand| matches!(operand, MvOperand::Dram { .. } | MvOperand::Indirect { .. });
        let operand = if dram(transfer.from) { transfer.from } else { transfer.to };
        match operand {
            MvOperand::Dram { address, .. } => Ok((u64::from(address) + offset) % DRAM),
            MvOperand::Indirect { entry, .. } => {
                let access = offset / 16;
                // Without nd the first entry serves all accesses.
                let (next, within) = match transfer.run {
                    Some(run) => (access / u64::from(run), access % u64::from(run)),
                    None => (0, access),
                };
                let group =
                    self.groups.get(&group).ok_or(Stop::OutsideScope(Element::Group(group)))?;
                let dar = group.dar[(u64::from(entry) + next) as usize % 1024];
                Ok((16 * (u64::from(dar) + within) + offset % 16) % DRAM)
            }
            _ => illegal("DRAM without an operand"),
        }
    }
}

/// One word, or two, four, eight reduced: eight in two stages, the L2Bs of a group first (MN-D08).
fn reduced(rrn: Option<Rrn>, words: &[u64]) -> Result<u64, Stop> {
    match (rrn, words) {
        (None, [word]) => Ok(*word),
        (Some(rrn), _) => reduce_long(&format!("mv{}", words.len()), rrn, &Options::new(), words),
        _ => illegal("several words without a reduction"),
    }
}
