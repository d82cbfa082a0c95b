//! What a program can read of the state before it: the parts that a case sets.

use super::access::POOL;
use super::l1bm::span;
use semantics::mncore2::isa::size::{DRAM_WORDS, L1BM_WORDS, L2BM_WORDS, PDM_WORDS};
use semantics::mncore2::isa::{
    Access, Cycles, Down, Expr, L1bmPlace, L2bm, Mask, MaskSetting, Modifier, Mv, MvOp, MvOperand,
    MvTransfer, Side, Source, Statement, Target,
};
use std::collections::BTreeSet;

/// Parts of the state, in long words. It may be more than is read, never less but for words far from where programs write.
#[derive(Default)]
pub(super) struct Reads {
    /// Of LM0, LM1, GRF0, GRF1 of each PE.
    pub(super) banks: [BTreeSet<u32>; 4],
    /// T.
    pub(super) t: bool,
    /// Entries of the mask registers that are memory.
    pub(super) masks: BTreeSet<u8>,
    /// The matrix registers X and Y.
    pub(super) sides: [bool; 2],
    /// Of each L1BM.
    pub(super) l1bm: BTreeSet<u32>,
    /// Of each L2BM.
    pub(super) l2bm: BTreeSet<u32>,
    /// Of each L2BM, as data for the DAR.
    pub(super) dar: BTreeSet<u32>,
    /// Whether groups read different L2BMs.
    pub(super) by_group: bool,
    /// Of the PDM of each group.
    pub(super) pdm: [BTreeSet<u32>; 4],
    /// Of the DRAM of each group.
    pub(super) dram: [BTreeSet<u32>; 4],
}

impl Reads {
    /// Of a program.
    pub(super) fn of(program: &[Statement]) -> Self {
        let mut reads = Self::default();
        for statement in program {
            match statement {
                Statement::Mask(setting) => reads.setting(setting),
                Statement::Mv(Mv::Transfer(transfer)) => reads.mv(transfer),
                Statement::Step(step) => step.exprs.iter().for_each(|expr| reads.expr(expr)),
                _ => {}
            }
        }
        reads
    }

    fn expr(&mut self, expr: &Expr) {
        for input in expr.inputs() {
            match &input.source {
                Source::Memory(access) => self.access(access),
                Source::T(_) => self.t = true,
                Source::Forward(_) | Source::Constant(_) => {}
            }
        }
        for dest in expr.dests() {
            if let Target::Memory(Access { modifier: Modifier::Indirect, .. }) = dest.target {
                self.t = true;
            }
            dest.mask.iter().for_each(|mask| self.mask(mask));
        }
        expr.flush().into_iter().for_each(|mask| self.mask(mask));
        match expr {
            Expr::Mau(mau) => mau.matrix.into_iter().for_each(|side| self.side(side)),
            Expr::Mread(read) => self.side(read.from.side),
            Expr::Down(down) => self.down(down),
            Expr::L2bm(l2bm) => self.l2bm(l2bm),
            _ => {}
        }
    }

    fn access(&mut self, access: &Access) {
        let bank = &mut self.banks[access.bank as usize];
        let words = u32::from(access.width.words().div_ceil(2));
        let starts = match access.cycles {
            Cycles::Stride { start, increment } => {
                [0, 1, 2, 3].map(|cycle: u16| start.wrapping_add(cycle.wrapping_mul(increment)))
            }
            Cycles::Flat(list) => list,
        };
        for start in starts {
            let first = u32::from(start % access.bank.words()) / 2;
            bank.extend(first..first + words);
        }
        if access.modifier != Modifier::None {
            bank.extend(0..u32::from(POOL / 2));
        }
        self.t |= access.modifier == Modifier::Indirect;
    }

    const fn side(&mut self, side: Side) {
        self.sides[side as usize] = true;
    }

    fn mask(&mut self, mask: &Mask) {
        self.masks.extend(Some(mask.entry).filter(|entry| (1..16).contains(entry)));
    }

    fn setting(&mut self, setting: &MaskSetting) {
        self.masks.extend(Some(setting.entry).filter(|entry| (1..16).contains(entry)));
    }

    fn down(&mut self, down: &Down) {
        if let L1bmPlace::At(address) = down.from.place {
            self.l1bm.extend(wrapped(address.into(), span(down), L1BM_WORDS));
        }
    }

    fn l2bm(&mut self, l2bm: &L2bm) {
        let (l1bms, l2bms) = (L1BM_WORDS, L2BM_WORDS);
        match *l2bm {
            L2bm::Broadcast { lc, .. } => self.l2bm.extend(wrapped(lc.into(), 64, l2bms)),
            L2bm::Broadcast2 { lc, .. } | L2bm::Distribute { lc, .. } => {
                self.l2bm.extend(wrapped(lc.into(), 256, l2bms));
            }
            L2bm::Dars { lc, .. } => self.dar.extend(wrapped(lc.into(), 256, l2bms)),
            L2bm::Transfer { lb, .. }
            | L2bm::Reduce { lb, .. }
            | L2bm::Reduce2 { lb, .. }
            | L2bm::Multicast { from: lb, .. } => {
                self.l1bm.extend(wrapped(lb.into(), 64, l1bms));
            }
            L2bm::Gather { lb, .. } => self.l1bm.extend(wrapped(lb.into(), 32, l1bms)),
            L2bm::Darw => {}
        }
    }

    fn mv(&mut self, transfer: &MvTransfer) {
        let size = transfer.size;
        match transfer.from {
            MvOperand::Pdm { address, group } => {
                // Beside L2BM a gather takes a unit for each of the eight (s. 3.5.8).
                let count = if transfer.op == MvOp::D { 8 * size } else { size };
                extend(&mut self.pdm, group, wrapped(address, count, PDM_WORDS));
            }
            MvOperand::Dram { address, group } => {
                extend(&mut self.dram, group, wrapped(address, size, DRAM_WORDS));
            }
            // Entries are 0, or small numbers that the program has put there.
            MvOperand::Indirect { group, .. } => extend(&mut self.dram, group, 0..size),
            MvOperand::L2bm { address, .. } => {
                self.by_group = true;
                self.l2bm.extend(wrapped(address.into(), size, L2BM_WORDS));
            }
        }
    }
}

/// Words of one group or of all.
fn extend(
    groups: &mut [BTreeSet<u32>; 4],
    group: Option<u8>,
    words: impl Iterator<Item = u32> + Clone,
) {
    for (n, set) in (0..).zip(groups) {
        if group.is_none_or(|group| group == n) {
            set.extend(words.clone());
        }
    }
}

/// Addresses behind the last come round.
fn wrapped(first: u32, count: u32, words: u32) -> impl Iterator<Item = u32> + Clone {
    (first..first + count).map(move |address| address % words)
}
