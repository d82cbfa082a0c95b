//! Where the sides of a copy lie: own shared memory, global memory, shared memory of another PE (TILE-D74).

use crate::tile::exec::access::Access;
use crate::tile::isa::{Field, Instruction, Space};
use crate::tile::state::{CLUSTER, Cta, Fault};
use crate::tile::state::{Move, Place, Source};

/// A memory that a copy reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Location {
    Own,
    Global,
    /// Shared memory of the PE whose number stands in bits 63:56 of an address.
    Cluster,
}

/// Address bits below the number of the PE.
const LOW: u64 = (1 << 56) - 1;

impl Location {
    pub(super) fn source(instruction: &Instruction) -> Self {
        if instruction.flag(Field::SrcLoc) { Self::Global } else { Self::Own }
    }

    pub(super) fn destination(instruction: &Instruction) -> Self {
        match instruction.field(Field::DstLoc) {
            0 => Self::Own,
            1 => Self::Global,
            _ => Self::Cluster,
        }
    }

    /// Splits an address: the memory with its number where it is another PE's, and the address in it.
    pub(super) fn split(self, address: u64) -> (Option<u8>, u64) {
        match self {
            Self::Cluster => (Some((address >> 56) as u8), address & LOW),
            _ => (None, address),
        }
    }

    /// Judges bytes from an address on, whose PE is split off, up to an end that may lie anywhere.
    ///
    /// # Errors
    /// `AddressRange`.
    pub(super) fn judge(
        self,
        pe: Option<u8>,
        begin: u64,
        end: u128,
        cta: &Cta,
    ) -> Result<(), Fault> {
        let space = if self == Self::Global { Space::Global } else { Space::Shared };
        if let Some(pe) = pe.filter(|pe| usize::from(*pe) >= CLUSTER) {
            return Err(Fault::no_such_pe(pe));
        }
        let bytes = end - u128::from(begin);
        let access = Access { space, begin: begin.into(), bytes, alignment: 1 };
        access.judge(cta.memory(space).len() as u64).map(drop)
    }

    /// The place of a byte.
    pub(super) fn place(self, pe: Option<u8>, address: u64) -> Place {
        match self {
            Self::Global => Place::Global(address),
            _ => Place::Shared { pe: pe.unwrap_or(0), address },
        }
    }
}

/// The same move to all PEs of the cluster (TILE-D74).
pub(super) fn multicast(moves: Vec<Move>) -> Vec<Move> {
    let to = |to: Place, pe: u8| match to {
        Place::Shared { address, .. } => Place::Shared { pe, address },
        other => other,
    };
    let all = |step: Move| (0..CLUSTER as u8).map(move |pe| Move { to: to(step.to, pe), ..step });
    moves.into_iter().flat_map(all).collect()
}

/// A move between memories.
pub(super) const fn between(from: Place, to: Place, bytes: u64) -> Move {
    Move { from: Source::Place(from), to, bytes }
}
