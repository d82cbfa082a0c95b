//! What an instruction reads and writes: tile registers with their scales, and bytes of memories.

use crate::tile::exec::convert::Conversion;
use crate::tile::exec::product::Geometry;
use crate::tile::isa::{Action, Arithmetic, Field as F, Instruction, Scalar};
use crate::tile::state::{Move, Place, Source, Thread, Transfer};
use std::ops::Range;

/// A kind of places that are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Room {
    /// Tile registers of the warp.
    Registers,
    /// Bytes of global memory.
    Global,
    /// Bytes of the shared memory of a PE.
    Shared(u8),
}

/// Places side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Places {
    pub(super) room: Room,
    pub(super) range: Range<u64>,
}

/// What is read and written.
#[derive(Clone, Debug, Default)]
pub(super) struct Touched {
    pub(super) reads: Vec<Places>,
    pub(super) writes: Vec<Places>,
}

impl Places {
    fn registers(first: u64, count: usize) -> Self {
        Self { room: Room::Registers, range: first..first + count as u64 }
    }

    fn of(place: Place, bytes: u64) -> Self {
        let (room, range) = match place {
            Place::Global(address) => (Room::Global, address..address + bytes),
            Place::Shared { pe, address } => (Room::Shared(pe), address..address + bytes),
            Place::Tile { register, offset } => {
                let first = u64::from(register);
                let last = first + (u64::from(offset) + bytes.max(1) - 1) / 1024;
                (Room::Registers, first..last + 1)
            }
            Place::Scales { register, offset } => {
                let first = u64::from(register);
                let last = first + (u64::from(offset) + bytes.max(1) - 1) / 64;
                (Room::Registers, first..last + 1)
            }
        };
        Self { room, range }
    }

    /// What both have.
    pub(super) fn common(&self, other: &Self) -> Option<Self> {
        let start = self.range.start.max(other.range.start);
        let end = self.range.end.min(other.range.end);
        (self.room == other.room && start < end)
            .then_some(Self { room: self.room, range: start..end })
    }

    /// `t4`, `t4 to t7`, `gmem[0x100]`.
    pub(super) fn name(&self) -> String {
        let Range { start, end } = self.range;
        match self.room {
            Room::Registers if end - start == 1 => format!("t{start}"),
            Room::Registers => format!("t{start} to t{}", end - 1),
            Room::Global => format!("gmem[{start:#x}]"),
            Room::Shared(0) => format!("smem[{start:#x}]"),
            Room::Shared(pe) => format!("smem[{start:#x}] of PE {pe}"),
        }
    }
}

/// The first place that is in both.
pub(super) fn common(ours: &[Places], theirs: &[Places]) -> Option<Places> {
    ours.iter().find_map(|own| theirs.iter().find_map(|other| own.common(other)))
}

impl Touched {
    /// What a load, a store or a copy moves.
    pub(super) fn of_transfer(transfer: &Transfer) -> Self {
        let read = |step: &Move| match step.from {
            Source::Place(place) => Some(Places::of(place, step.bytes)),
            Source::Fill(_) => None,
        };
        let write = |step: &Move| Places::of(step.to, step.bytes);
        let moves = || transfer.moves.iter().filter(|step| step.bytes > 0);
        Self { reads: merged(moves().filter_map(read)), writes: merged(moves().map(write)) }
    }

    /// What an instruction does with tile registers; nothing of those that move, whose transfers tell.
    pub(super) fn of(i: &Instruction, thread: &Thread) -> Self {
        let group = |field: F, count: usize| Places::registers(i.field(field), count);
        let first = |count| (i.scalar() == Scalar::Tile).then(|| group(F::Src1, count));
        match i.action() {
            Action::Product(kind) => {
                let shape = thread.csrs.shape();
                let sizes = shape.and_then(|s| Geometry::of(kind, s, 1 << i.field(F::NumMma)));
                let Some(sizes) = sizes else { return Self::default() };
                let d = group(F::Dst, sizes.d);
                let mut reads = vec![group(F::SrcA, sizes.a), group(F::SrcB, sizes.b)];
                reads.extend((!i.flag(F::NoAcc)).then(|| d.clone()));
                Self { reads, writes: vec![d] }
            }
            Action::Convert { from, to } => {
                let sizes = Conversion::new(from, to);
                let reads = first(sizes.sources()).into_iter().collect();
                Self { reads, writes: vec![group(F::Dst, sizes.targets())] }
            }
            Action::Function { .. } => {
                Self { reads: first(1).into_iter().collect(), writes: vec![group(F::Dst, 1)] }
            }
            Action::Transpose(_) => {
                Self { reads: vec![group(F::Src1, 1)], writes: vec![group(F::Dst, 1)] }
            }
            Action::Arithmetic { operation, .. } => {
                let mut reads: Vec<Places> = first(1).into_iter().collect();
                reads.push(group(F::Src2, 1));
                reads.extend((operation == Arithmetic::Fused).then(|| group(F::Src3, 1)));
                Self { reads, writes: vec![group(F::Dst, 1)] }
            }
            Action::MoveIn => Self { reads: Vec::new(), writes: vec![group(F::TdReg, 1)] },
            Action::MoveOut => Self { reads: vec![group(F::TdReg, 1)], writes: Vec::new() },
            Action::Atomic { .. } if i.flag(F::Tiled) => {
                let data = group(F::RegData, 1);
                let writes = i.returns().then(|| data.clone()).into_iter().collect();
                Self { reads: vec![data], writes }
            }
            _ => Self::default(),
        }
    }
}

/// Places in order, those that touch as one.
fn merged(places: impl Iterator<Item = Places>) -> Vec<Places> {
    let mut all: Vec<Places> = places.collect();
    all.sort_by_key(|p| (p.room, p.range.start));
    let mut merged: Vec<Places> = Vec::new();
    for next in all {
        match merged.last_mut() {
            Some(last) if last.room == next.room && next.range.start <= last.range.end => {
                last.range.end = last.range.end.max(next.range.end);
            }
            _ => merged.push(next),
        }
    }
    merged
}
