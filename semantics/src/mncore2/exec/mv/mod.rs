//! MV transfers (s. 3.5): unit operations in ascending order; each reads everything before it writes
//! anything (MN-D59). Words move in pieces of 16, the granularity of DRAM indirection (s. 3.5.6).

#[cfg(test)]
mod tests;
mod wiring;

use super::rrn;
use crate::mncore2::isa::{MvOp, MvOperand, MvTransfer};
use crate::mncore2::state::{DAR_ENTRIES, DRAM_WORDS, State};
use std::array::from_fn;
pub(crate) use wiring::{Memory, PIECE};
use wiring::{Spot, UNIT, Wiring};

type Piece = [u64; PIECE];

/// Executes a transfer. A combination of opcode and operands that has no basic mode moves nothing;
/// the checker rejects it (MN-D61).
pub(super) fn run(transfer: &MvTransfer, state: &mut State) {
    let MvTransfer { op, from, to, run, .. } = *transfer;
    // Gathers and reductions are the wiring of their counterpart, driven backwards.
    let up = is_up(transfer);
    let (one, many) = if up { (to, from) } else { (from, to) };
    let wiring = Wiring::of(op, &one, &many);
    let one = Side::new(&one, wiring.one_step, run);
    let many = Side::new(&many, wiring.many_step, run);
    let mut pieces = vec![[0; PIECE]; wiring.links.len()];
    for unit in 0..transfer.size as usize / UNIT {
        for (link, piece) in wiring.links.iter().zip(&mut pieces) {
            if up {
                let mut sent = [[0; PIECE]; 8];
                for (spot, sent) in link.many.iter().zip(&mut sent) {
                    read(state, &many, unit, spot, sent);
                }
                *piece = combine(op, &sent);
            } else {
                read(state, &one, unit, &link.one, piece);
            }
        }
        for (link, piece) in wiring.links.iter().zip(&pieces) {
            let (side, spots) = if up { (&one, &[link.one][..]) } else { (&many, &link.many[..]) };
            for spot in spots {
                write(state, side, unit, spot, piece);
            }
        }
    }
}

/// The pieces that a transfer reads and writes, as it stands: which memory, the address, and whether
/// it is written.
pub(crate) fn pieces(transfer: &MvTransfer, state: &State) -> Vec<(Memory, usize, bool)> {
    let MvTransfer { op, from, to, run, .. } = *transfer;
    let up = is_up(transfer);
    let (one, many) = if up { (to, from) } else { (from, to) };
    let wiring = Wiring::of(op, &one, &many);
    let sides = [Side::new(&one, wiring.one_step, run), Side::new(&many, wiring.many_step, run)];
    let mut pieces = Vec::new();
    for unit in 0..transfer.size as usize / UNIT {
        for link in &wiring.links {
            let spots = [(0, std::slice::from_ref(&link.one)), (1, &link.many[..])];
            for (side, spot) in
                spots.iter().flat_map(|(n, spots)| spots.iter().map(move |s| (*n, s)))
            {
                let address = sides[side].address(state, unit, spot);
                pieces.push((spot.memory, address, (side == 0) == up));
            }
        }
    }
    pieces
}

/// Whether data goes from the side of the L2BMs, or in a gather of the DRAMs, to the other.
fn is_up(transfer: &MvTransfer) -> bool {
    let MvTransfer { op, from, to, .. } = *transfer;
    matches!((op, from, to), (_, MvOperand::L2bm { .. }, _) | (MvOp::D, _, MvOperand::Pdm { .. }))
}

/// What reaches the destination of what the L2BMs or DRAMs sent, those of a group side by side.
fn combine(op: MvOp, sent: &[Piece; 8]) -> Piece {
    let mut out = [0; PIECE];
    match op {
        // The two of each group first, then the groups (MN-D08).
        MvOp::R(rrn) => {
            let pair = |group: usize| [&sent[2 * group][..], &sent[2 * group + 1][..]];
            rrn::reduce(rrn, &from_fn::<_, 4, _>(pair), &mut out);
        }
        MvOp::R2(rrn) => rrn::reduce(rrn, &[[&sent[0][..], &sent[1][..]]], &mut out),
        MvOp::R4(rrn) => rrn::reduce(rrn, &[from_fn::<_, 4, _>(|n| &sent[n][..])], &mut out),
        MvOp::P | MvOp::B | MvOp::B2 | MvOp::B4 | MvOp::D => out = sent[0],
    }
    out
}

/// One operand: where it starts and how far a unit takes it.
struct Side {
    /// An address, or with indirection the number of a DAR entry.
    start: usize,
    step: usize,
    indirection: Option<Indirection>,
}

/// How many accesses of 16 words each DAR entry serves; all if left out.
struct Indirection(Option<usize>);

impl Side {
    fn new(operand: &MvOperand, step: usize, run: Option<u32>) -> Self {
        let (start, indirection) = match *operand {
            MvOperand::Pdm { address, .. } | MvOperand::Dram { address, .. } => {
                (address as usize, None)
            }
            MvOperand::L2bm { address, .. } => (address.into(), None),
            MvOperand::Indirect { entry, .. } => {
                (entry.into(), Some(Indirection(run.map(|n| n.max(1) as usize))))
            }
        };
        Self { start, step, indirection }
    }

    /// Where a spot lies in a unit, from the start of the transfer on.
    fn offset(&self, unit: usize, spot: &Spot) -> usize {
        self.step * unit + spot.offset
    }

    /// Where a spot lies in its memory, not wrapped by its size.
    fn address(&self, state: &State, unit: usize, spot: &Spot) -> usize {
        let offset = self.offset(unit, spot);
        match spot.memory {
            Memory::Dram(group) => self.dram_address(&state.groups[group].dar, offset),
            Memory::Pdm(_) | Memory::L2bm(_) => self.start + offset,
        }
    }

    /// The address in a DRAM, not wrapped by its size.
    fn dram_address(&self, dar: &[u32; DAR_ENTRIES], offset: usize) -> usize {
        let Some(Indirection(run)) = self.indirection else { return self.start + offset };
        // Accesses of this DRAM count in the order of their offsets (MN-D58).
        let k = offset / PIECE;
        let (entry, rest) = run.map_or((0, k), |run| (k / run, k % run));
        // Bits of an entry for DRAM that does not exist are ignored (s. 3.5.6).
        let base = dar[(self.start + entry) % DAR_ENTRIES] as usize % (DRAM_WORDS / PIECE);
        PIECE * (base + rest)
    }
}

fn read(state: &State, side: &Side, unit: usize, spot: &Spot, out: &mut Piece) {
    let address = side.address(state, unit, spot);
    match spot.memory {
        Memory::Pdm(group) => state.groups[group].pdm.read(address, out),
        Memory::Dram(group) => state.groups[group].dram.read(address, out),
        Memory::L2bm(number) => state.l2bms[number].read(address, out),
    }
}

fn write(state: &mut State, side: &Side, unit: usize, spot: &Spot, words: &Piece) {
    let address = side.address(state, unit, spot);
    match spot.memory {
        Memory::Pdm(group) => state.groups[group].pdm.write(address, words),
        Memory::Dram(group) => state.groups[group].dram.write(address, words),
        Memory::L2bm(number) => state.l2bms[number].write(address, words),
    }
}
