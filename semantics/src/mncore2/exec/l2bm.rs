//! L2BM expressions (s. 3.6.7): between an L2BM and the L1BMs of its eight L1Bs, among these L1BMs,
//! and from L2BM to the DRAM address registers.

#[cfg(test)]
mod tests;

use super::rrn;
use crate::mncore2::isa::{Expr, L1bSet, L2bm, Step};
use crate::mncore2::state::{
    Block, Blocks, CYCLES, DAR_ENTRIES, DARBUF_ENTRIES, Group, L1BS, L2BS, L2bmWords,
};
use std::array::from_fn;

/// Long words that an L1B gives or gets in a step, at most.
const L1B_WORDS: usize = 16 * CYCLES;
/// Long words that an L2B gives or gets in a step, at most.
const L2B_WORDS: usize = 64 * CYCLES;

/// How the words of one cycle lie in L2BM: as an array `[L1BS / share][part]`. Both directions have
/// the same shapes.
#[derive(Clone, Copy)]
struct Shape {
    /// Successive L1Bs that share words.
    share: usize,
    /// Long words of an L1B.
    part: usize,
}

/// One part for all (s. 3.6.7.2, .5, .6).
const ALL: Shape = Shape { share: 8, part: 16 };
/// A part for each two (s. 3.6.7.3, .7).
const PAIRS: Shape = Shape { share: 2, part: 16 };
/// A part for each (s. 3.6.7.4, .8).
const EACH: Shape = Shape { share: 1, part: 8 };

impl Shape {
    /// Words of an L2B in a step.
    fn words(self) -> usize {
        CYCLES * self.width()
    }

    /// Words of an L2B in a cycle.
    fn width(self) -> usize {
        L1BS / self.share * self.part
    }

    /// Where the words of a group of L1Bs lie, among those of the step.
    fn at(self, cycle: usize, group: usize) -> usize {
        self.width() * cycle + self.part * group
    }
}

/// The L1BMs of an L2B.
pub(super) trait Members {
    /// Reads consecutive words of the L1BM of an L1B.
    fn read(&self, l1b: usize, address: usize, out: &mut [u64]);
    /// Writes them.
    fn write(&mut self, l1b: usize, address: usize, words: &[u64]);
}

impl Members for [Block] {
    fn read(&self, l1b: usize, address: usize, out: &mut [u64]) {
        self[l1b].l1bm.read(address, out);
    }

    fn write(&mut self, l1b: usize, address: usize, words: &[u64]) {
        self[l1b].l1bm.write(address, words);
    }
}

/// Those of the board, from number `first` on.
pub(super) struct Among<'a> {
    pub(super) blocks: &'a mut Blocks,
    pub(super) first: usize,
}

impl Members for Among<'_> {
    fn read(&self, l1b: usize, address: usize, out: &mut [u64]) {
        self.blocks[self.first + l1b].l1bm.read(address, out);
    }

    /// An L1B that has these words stays equal to others.
    fn write(&mut self, l1b: usize, address: usize, words: &[u64]) {
        let number = self.first + l1b;
        let mut old = [0; L1B_WORDS];
        let old = &mut old[..words.len()];
        self.read(l1b, address, old);
        if old != words {
            self.blocks.one(number).l1bm.write(address, words);
        }
    }
}

/// A transfer in one L2B; everything is read before anything is written.
pub(super) fn transfer(op: &L2bm, l2bm: &mut L2bmWords, blocks: &mut (impl Members + ?Sized)) {
    match *op {
        L2bm::Broadcast { set, lc, lb } => spread(ALL, set, (lc, l2bm), (lb, blocks)),
        L2bm::Broadcast2 { set, lc, lb } => spread(PAIRS, set, (lc, l2bm), (lb, blocks)),
        L2bm::Distribute { set, lc, lb } => spread(EACH, set, (lc, l2bm), (lb, blocks)),
        L2bm::Transfer { l1b, lb, lc } => collect(ALL, (lb, blocks), (lc, l2bm), |x, out| {
            out.copy_from_slice(x[usize::from(l1b) % L1BS]);
        }),
        L2bm::Reduce { rrn, set, lb, lc } => {
            let none = [rrn::identity(rrn); L1B_WORDS];
            collect(ALL, (lb, blocks), (lc, l2bm), |x, out| {
                let sent = |b: usize| if set.contains(b as u8) { x[b] } else { &none };
                rrn::reduce(rrn, &[from_fn::<_, L1BS, _>(sent)], out);
            });
        }
        L2bm::Reduce2 { rrn, lb, lc } => collect(PAIRS, (lb, blocks), (lc, l2bm), |x, out| {
            rrn::reduce(rrn, &[[x[0], x[1]]], out);
        }),
        L2bm::Gather { lb, lc } => collect(EACH, (lb, blocks), (lc, l2bm), |x, out| {
            out.copy_from_slice(x[0]);
        }),
        L2bm::Multicast { set, from, to } => multicast(set, from, to, blocks),
        L2bm::Dars { .. } | L2bm::Darw => {}
    }
}

/// From L2BM to the L1BMs of the set.
fn spread(
    shape: Shape,
    set: L1bSet,
    (lc, l2bm): (u16, &L2bmWords),
    (lb, blocks): (u16, &mut (impl Members + ?Sized)),
) {
    let mut words = [0; L2B_WORDS];
    l2bm.read(lc.into(), &mut words[..shape.words()]);
    for b in (0..L1BS).filter(|&b| set.contains(b as u8)) {
        for c in 0..CYCLES {
            let part = &words[shape.at(c, b / shape.share)..][..shape.part];
            blocks.write(b, usize::from(lb) + shape.part * c, part);
        }
    }
}

/// From the L1BMs to L2BM; `combine` makes one from the words of the L1Bs that share.
fn collect(
    shape: Shape,
    (lb, blocks): (u16, &(impl Members + ?Sized)),
    (lc, l2bm): (u16, &mut L2bmWords),
    combine: impl Fn(&[&[u64]], &mut [u64]),
) {
    let sent = read(blocks, lb);
    let length = CYCLES * shape.part;
    let sent: Vec<&[u64]> = sent.iter().map(|words| &words[..length]).collect();
    let (mut words, mut result) = ([0; L2B_WORDS], [0; L1B_WORDS]);
    for (group, members) in sent.chunks(shape.share).enumerate() {
        combine(members, &mut result[..length]);
        for (c, part) in result[..length].chunks(shape.part).enumerate() {
            words[shape.at(c, group)..][..shape.part].copy_from_slice(part);
        }
    }
    l2bm.write(lc.into(), &words[..shape.words()]);
}

/// What 16 long words a cycle of every L1BM hold.
fn read(blocks: &(impl Members + ?Sized), address: u16) -> [[u64; L1B_WORDS]; L1BS] {
    let mut words = [[0; L1B_WORDS]; L1BS];
    for (b, words) in words.iter_mut().enumerate() {
        blocks.read(b, address.into(), words);
    }
    words
}

/// Each L1B gets the words of the one in the set that agrees with it in the bits of the mode
/// (s. 3.6.7.9); that one keeps its own.
fn multicast(set: L1bSet, from: u16, to: u16, blocks: &mut (impl Members + ?Sized)) {
    let sent = read(blocks, from);
    let (base, mode) = (usize::from(set.base), usize::from(set.mode));
    for b in 0..L1BS {
        let source = (base & !mode | b & mode) % L1BS;
        if source != b {
            blocks.write(b, to.into(), &sent[source]);
        }
    }
}

/// The DAR expressions of a step (s. 3.6.7.10): the buffer is filled before it is read (MN-D57).
pub(super) fn dar(step: &Step, groups: &mut [Group], l2bms: &[L2bmWords]) {
    for expr in &step.exprs {
        if let Expr::L2bm(L2bm::Dars { lc, l2b, dar }) = *expr {
            for (group, l2bms) in groups.iter_mut().zip(l2bms.chunks(L2BS)) {
                let mut words = [0; L2B_WORDS];
                l2bms[usize::from(l2b) % L2BS].read(lc.into(), &mut words);
                *group.darbuf = from_fn(|n| (words[n / 2] >> (32 * (1 - n % 2))) as u32);
                group.dar_write = usize::from(dar) % DAR_ENTRIES;
                group.dar_read = 0;
            }
        }
    }
    if step.exprs.contains(&Expr::L2bm(L2bm::Darw)) {
        for group in groups {
            for _ in 0..CYCLES {
                group.dar[group.dar_write] = group.darbuf[group.dar_read];
                group.dar_write = (group.dar_write + 1) % DAR_ENTRIES;
                group.dar_read = (group.dar_read + 1) % DARBUF_ENTRIES;
            }
        }
    }
}
