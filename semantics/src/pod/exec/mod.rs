//! What a packet does: every slot of every PE reads, then all write (POD-D04), G before X before M (POD-D05).
//!
//! The three slots are worked out into `Scratch`; nothing of the array changes before all of them are, so that a packet with
//! an error changes nothing (POD-D73). Only the M slot can have one.

mod access;
mod block;
mod commit;
mod effects;
mod floats;
mod general;
mod links;
mod memory;
mod row;
mod vector;

use super::isa::{Packet, Slot};
use super::state::{Array, Scratch};

pub use effects::{Access, Effects, Fault, FaultKind, Warning, Warnings};

use general::General;

impl Array {
    /// Executes a packet. An error changes nothing, in no PE, slot or memory; the effects are then of no use.
    ///
    /// # Errors
    /// Where an access of an active PE lies outside of an SRAM or of the array, or transfers are too large to simulate.
    pub fn step(&mut self, packet: &Packet, effects: &mut Effects) -> Result<(), Fault> {
        let pes = self.pes();
        let mut scratch = self.scratch.take().unwrap_or_else(|| Box::new(Scratch::new(pes)));
        let done = self.execute(packet, &mut scratch, effects);
        self.scratch = Some(scratch);
        done
    }

    fn execute(
        &mut self,
        packet: &Packet,
        scratch: &mut Scratch,
        effects: &mut Effects,
    ) -> Result<(), Fault> {
        effects.clear();
        effects.active = self.masks.iter().map(|mask| (mask >> 63) as u32).sum();
        let whole = effects.active as usize == self.pes();
        links::warn(packet, &mut effects.warnings);
        if let Some(long) = packet.slot(Slot::L) {
            scratch.general.fill(long.immediate() as u64);
            commit::general_row(self, long.d, &scratch.general, whole);
            return Ok(());
        }
        let [g, x, m] = [Slot::G, Slot::X, Slot::M].map(|slot| packet.slot(slot));
        if let Some(m) = m {
            memory::plan(self, m, scratch, effects)?;
        }
        let general = g.map_or(General::Nothing, |g| general::compute(self, g, scratch));
        let news = x.is_some_and(|x| vector::compute(self, x, scratch));
        if let Some(g) = g {
            commit::general(self, g, general, scratch, effects);
        }
        if let Some(x) = x {
            commit::vector(self, x, scratch, (whole, news));
        }
        if let Some(m) = m {
            commit::memory(self, m, scratch, effects);
        }
        Ok(())
    }
}
