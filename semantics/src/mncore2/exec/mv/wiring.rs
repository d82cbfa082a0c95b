//! Which words of which memory a unit operation connects (s. 3.5.8). A broadcast and its reduction, a
//! scatter and its gather, a copy and the copy back have the same wiring.

use crate::mncore2::isa::{MvOp, MvOperand};
use crate::mncore2::state::{GROUPS, L2BS};
use std::array::from_fn;
use std::ops::Range;

/// Long words of a piece.
pub(crate) const PIECE: usize = 16;
/// Long words of an L2BM in a unit, and of a PDM or DRAM that is not said to have others.
pub(super) const UNIT: usize = 64;

/// A memory.
#[derive(Clone, Copy)]
pub(crate) enum Memory {
    /// Of the group.
    Pdm(usize),
    /// Of the group.
    Dram(usize),
    /// `2*group + L2B`
    L2bm(usize),
}

/// Where a piece lies: the memory and the distance from the start of the unit.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    pub(super) memory: Memory,
    pub(super) offset: usize,
}

/// A piece of one operand and the pieces of the other that it is copied to or reduced from.
pub(super) struct Link {
    pub(super) one: Spot,
    pub(super) many: Vec<Spot>,
}

/// The links of a unit, and how far each unit takes the two operands.
pub(super) struct Wiring {
    pub(super) one_step: usize,
    pub(super) many_step: usize,
    pub(super) links: Vec<Link>,
}

impl Wiring {
    /// The wiring between operand `one` and the operand `many` on the side of the L2BMs or, for
    /// scatter and gather, of the DRAMs.
    pub(super) fn of(op: MvOp, one: &MvOperand, many: &MvOperand) -> Self {
        let dram = matches!(one, MvOperand::Dram { .. } | MvOperand::Indirect { .. });
        let l2bm = matches!(many, MvOperand::L2bm { .. });
        let (one_step, many_step, links) = match op {
            MvOp::P => (UNIT, UNIT, copy(one, many)),
            MvOp::B2 | MvOp::R2(_) => (UNIT, UNIT, within_groups(one)),
            MvOp::B4 | MvOp::R4(_) => (UNIT / 2, UNIT, between_groups(one)),
            MvOp::B | MvOp::R(_) if dram => (UNIT / GROUPS, UNIT, joined_with_all(one)),
            MvOp::B | MvOp::R(_) => (UNIT, UNIT, one_with_all(one)),
            MvOp::D if l2bm => (UNIT * GROUPS * L2BS, UNIT, round_robin(one)),
            MvOp::D => (UNIT, UNIT / GROUPS, quarters(one, many)),
        };
        Self { one_step, many_step, links }
    }
}

/// The `i`-th piece of `one` and the `k`-th of each of `many`.
fn link(one: Memory, i: usize, many: &[Memory], k: usize) -> Link {
    let spot = |memory, piece| Spot { memory, offset: PIECE * piece };
    Link { one: spot(one, i), many: many.iter().map(|&memory| spot(memory, k)).collect() }
}

/// `mvp` (s. 3.5.8.2 to .12): group by group where none is named.
fn copy(one: &MvOperand, many: &MvOperand) -> Vec<Link> {
    let pairs = groups(one).zip(groups(many));
    let links = pairs
        .flat_map(|(g, h)| (0..4).map(move |j| link(memory(one, g), j, &[memory(many, h)], j)));
    links.collect()
}

/// Each group with its two L2BMs (s. 3.5.8.13 to .15).
fn within_groups(one: &MvOperand) -> Vec<Link> {
    let links = groups(one)
        .flat_map(|g| (0..4).map(move |j| link(memory(one, g), j, &[l2bm(g, 0), l2bm(g, 1)], j)));
    links.collect()
}

/// The `l`-th piece of every group, joined, with the L2BMs `l` of all groups (s. 3.5.8.16, .17).
fn between_groups(one: &MvOperand) -> Vec<Link> {
    let all = |l| from_fn::<_, GROUPS, _>(|g| l2bm(g, l));
    let links =
        (0..GROUPS).flat_map(|g| (0..L2BS).map(move |l| link(memory(one, g), l, &all(l), g)));
    links.collect()
}

/// One memory with all L2BMs (s. 3.5.8.18, .19).
fn one_with_all(one: &MvOperand) -> Vec<Link> {
    let links = groups(one).flat_map(|g| (0..4).map(move |j| link(memory(one, g), j, &ALL, j)));
    links.collect()
}

/// The pieces of all groups, joined, with all L2BMs (s. 3.5.8.20, .21).
fn joined_with_all(one: &MvOperand) -> Vec<Link> {
    (0..GROUPS).map(|g| link(memory(one, g), 0, &ALL, g)).collect()
}

/// The pieces of one memory dealt out to the L2BMs in turn (s. 3.5.8.22, .23).
fn round_robin(one: &MvOperand) -> Vec<Link> {
    let links = groups(one).flat_map(|g| {
        (0..4 * ALL.len()).map(move |i| {
            let (round, number) = (i / ALL.len(), i % ALL.len());
            link(memory(one, g), i, &[ALL[number]], round)
        })
    });
    links.collect()
}

/// The pieces of one memory dealt out to the groups (s. 3.5.8.24, .25).
fn quarters(one: &MvOperand, many: &MvOperand) -> Vec<Link> {
    let links = groups(one)
        .flat_map(|g| (0..GROUPS).map(move |h| link(memory(one, g), h, &[memory(many, h)], 0)));
    links.collect()
}

/// All L2BMs.
const ALL: [Memory; GROUPS * L2BS] = {
    let mut all = [Memory::L2bm(0); GROUPS * L2BS];
    let mut number = 0;
    while number < all.len() {
        all[number] = Memory::L2bm(number);
        number += 1;
    }
    all
};

fn l2bm(group: usize, l2b: usize) -> Memory {
    Memory::L2bm(L2BS * group + l2b)
}

/// The groups that an operand names: one, or all.
fn groups(operand: &MvOperand) -> Range<usize> {
    let (MvOperand::Pdm { group, .. }
    | MvOperand::Dram { group, .. }
    | MvOperand::Indirect { group, .. }
    | MvOperand::L2bm { group, .. }) = *operand;
    group.map_or(0..GROUPS, |g| usize::from(g)..usize::from(g) + 1)
}

/// The memory of an operand in a group. An L2B left out of a copy is L2B 0 (MN-D101).
fn memory(operand: &MvOperand, group: usize) -> Memory {
    match *operand {
        MvOperand::Pdm { .. } => Memory::Pdm(group),
        MvOperand::Dram { .. } | MvOperand::Indirect { .. } => Memory::Dram(group),
        MvOperand::L2bm { l2b, .. } => l2bm(group, l2b.unwrap_or(0).into()),
    }
}
