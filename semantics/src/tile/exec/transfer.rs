//! Loads, stores and copies move bytes and calculate nothing. What one moves is planned when it is issued, judged there, and moved
//! at once or, in the `async` profile, when the scheduler says so (TILE-D69).

use super::barrier::{BarrierWord, barrier_fault, word_at};
use super::{copy, memory};
use crate::tile::isa::{Action, Instruction, Space};
use crate::tile::state::{CLUSTER, Completion, Cta, Fault, Move, Place, Source, Thread, Transfer};

/// Plans a load, a store or a copy, and judges it; none of other instructions.
///
/// # Errors
/// What TILE-D81 says, but for barrier words and semaphores: those of a copy are judged when it moves.
pub fn plan(
    instruction: &Instruction,
    thread: &Thread,
    cta: &Cta,
) -> Result<Option<Transfer>, Fault> {
    let size = |space| cta.memory(space).len() as u64;
    let (i, t) = (instruction, thread);
    let transfer = match instruction.action() {
        Action::Load { space, addressing } => {
            memory::slices(i, space, addressing, true, t, size(space))
        }
        Action::Store { space, addressing } => {
            memory::slices(i, space, addressing, false, t, size(space))
        }
        Action::LoadBlock { space, kind } => memory::blocks(i, space, kind, true, t, size(space)),
        Action::StoreBlock { space, kind } => memory::blocks(i, space, kind, false, t, size(space)),
        Action::Copy(kind) => copy::copy(i, kind, t, cta),
        _ => return Ok(None),
    };
    transfer.map(Some)
}

impl Place {
    /// The bytes from here on; that they are there was judged when the transfer was planned.
    fn bytes<'a>(self, count: u64, thread: &'a mut Thread, cta: &'a mut Cta) -> &'a mut [u8] {
        let (bytes, at): (&mut [u8], u64) = match self {
            Self::Global(address) => (cta.memory_mut(Space::Global), address),
            Self::Shared { pe, address } => (cta.shared_mut(pe), address),
            Self::Tile { register, offset } => (thread.tile_mut(register), offset.into()),
            Self::Scales { register, offset } => (thread.scales_mut(register), offset.into()),
        };
        &mut bytes[at as usize..(at + count) as usize]
    }
}

impl Move {
    fn read(&self, thread: &mut Thread, cta: &mut Cta, bytes: &mut Vec<u8>) {
        match self.from {
            Source::Place(place) => bytes.extend_from_slice(place.bytes(self.bytes, thread, cta)),
            Source::Fill(element) => {
                bytes.extend(element.iter().cycle().take(self.bytes as usize));
            }
        }
    }
}

impl Transfer {
    /// Moves the bytes and tells of it: all are read before one is written, and they are written in the order of the moves
    /// (TILE-D12, D90).
    ///
    /// # Errors
    /// `BarrierWord` or `SemaphoreRange` of the completion; nothing has moved then.
    pub fn run(&self, thread: &mut Thread, cta: &mut Cta) -> Result<(), Fault> {
        let mut new = Vec::new();
        self.moves.iter().for_each(|step| step.read(thread, cta, &mut new));
        let old = self.exchange(&new, thread, cta);
        // The word may lie among the bytes that moved, so it is looked at behind them.
        self.complete(cta).inspect_err(|_| self.restore(&old, thread, cta))
    }

    /// Writes bytes in the order of the moves; gives what was there.
    fn exchange(&self, new: &[u8], thread: &mut Thread, cta: &mut Cta) -> Vec<u8> {
        let mut old = Vec::with_capacity(new.len());
        let mut new = new;
        for step in &self.moves {
            let (bytes, rest) = new.split_at(step.bytes as usize);
            let place = step.to.bytes(step.bytes, thread, cta);
            old.extend_from_slice(place);
            place.copy_from_slice(bytes);
            new = rest;
        }
        old
    }

    /// Puts back what was there, the last move first.
    fn restore(&self, old: &[u8], thread: &mut Thread, cta: &mut Cta) {
        let mut old = old;
        for step in self.moves.iter().rev() {
            let (rest, bytes) = old.split_at(old.len() - step.bytes as usize);
            step.to.bytes(step.bytes, thread, cta).copy_from_slice(bytes);
            old = rest;
        }
    }

    /// Tells the barrier words or the semaphore (TILE-D73); all or none.
    fn complete(&self, cta: &mut Cta) -> Result<(), Fault> {
        match self.completion {
            Completion::Counted => Ok(()),
            Completion::Semaphore(number) => cta.arrive_semaphore(number, 1),
            Completion::Barrier { address, bytes, all } => {
                let pes = if all { CLUSTER as u8 } else { 1 };
                let at = address as usize;
                let mut words = Vec::new();
                for pe in 0..pes {
                    let word = BarrierWord::of(word_at(cta.shared_mut(pe), at)).complete(bytes);
                    words.push(word.map_err(|beyond| barrier_fault(address, beyond))?);
                }
                for (pe, word) in (0..pes).zip(words) {
                    cta.shared_mut(pe)[at..at + 8].copy_from_slice(&word.word().to_le_bytes());
                }
                Ok(())
            }
        }
    }
}
