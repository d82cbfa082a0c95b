//! `MN-W-MV-UNWAITED`: an MV runs beside the statements behind it (s. 1.2, 3.6.13), so until a `wait`
//! the words that it writes are neither old nor new, and those that it reads must stay.
//!
//! A `wait` holds its own step back, and covers the MV with its tag and the ones before it on the
//! same way: same opcode, same places (s. 3.5.1, example 2). What DRAM words an indirection means is
//! not known, so they meet no others.

use crate::mncore2::account::{OperandRef, Role, Run, Traffic, shared};
use crate::mncore2::check::Violation;
use crate::mncore2::check::place::{Here, Spot};
use crate::mncore2::isa::size::{DRAM_WORDS, L2BM_WORDS, PDM_WORDS};
use crate::mncore2::isa::{Expr, Mv, MvOp, MvOperand, MvTransfer, Step, Tag};
use std::collections::VecDeque;

/// MV statements that are looked at; older ones are taken as complete.
const MOST: usize = 128;

/// The words of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Words {
    memory: Memory,
    /// Which of these memories: a bit for each group, of L2BM for each `2 * group + L2B`.
    of: u8,
    run: Run,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Memory {
    Pdm,
    Dram,
    L2bm,
}

impl Memory {
    const fn words(self) -> u32 {
        match self {
            Self::Pdm => PDM_WORDS,
            Self::Dram => DRAM_WORDS,
            Self::L2bm => L2BM_WORDS,
        }
    }

    const fn prefix(self) -> &'static str {
        match self {
            Self::Pdm => "$p",
            Self::Dram => "$d",
            Self::L2bm => "$lc",
        }
    }
}

impl Words {
    /// A word that both have.
    fn meet(&self, other: &Self) -> Option<u32> {
        if self.memory != other.memory || self.of & other.of == 0 {
            return None;
        }
        shared(self.run, other.run, self.memory.words())
    }
}

/// Long words of an operand for 64 of the size (s. 3.5.3, 3.5.8).
fn unit(op: MvOp, operand: &MvOperand, other: &MvOperand) -> u32 {
    let dram = matches!(operand, MvOperand::Dram { .. } | MvOperand::Indirect { .. });
    let pdm = matches!(operand, MvOperand::Pdm { .. });
    match op {
        MvOp::B4 | MvOp::R4(_) if dram => 32,
        MvOp::B | MvOp::R(_) | MvOp::D if dram => 16,
        MvOp::D if pdm && matches!(other, MvOperand::L2bm { .. }) => 512,
        _ => 64,
    }
}

/// How many long words of an operand's memories a transfer moves.
pub(super) fn length(mv: &MvTransfer, operand: &MvOperand, other: &MvOperand) -> u32 {
    (mv.size / 64).saturating_mul(unit(mv.op, operand, other))
}

/// Which L2BMs an operand names: bit `2 * group + L2B`. An L2B left out of a copy is 0 (MN-D101).
pub(super) fn l2bms(op: MvOp, group: Option<u8>, l2b: Option<u8>) -> u8 {
    let groups = group.map_or(0x55, |g| 1 << (2 * (g & 3)));
    match l2b.or(matches!(op, MvOp::P).then_some(0)) {
        Some(l2b) => groups << (l2b & 1),
        None => groups | groups << 1,
    }
}

fn words(mv: &MvTransfer, operand: &MvOperand, other: &MvOperand) -> Option<Words> {
    let groups = |group: Option<u8>| group.map_or(15, |g| 1 << (g & 3));
    let (memory, of, address) = match *operand {
        MvOperand::Pdm { address, group } => (Memory::Pdm, groups(group), address),
        MvOperand::Dram { address, group } => (Memory::Dram, groups(group), address),
        MvOperand::L2bm { address, group, l2b } => {
            (Memory::L2bm, l2bms(mv.op, group, l2b), address.into())
        }
        MvOperand::Indirect { .. } => return None,
    };
    Some(Words { memory, of, run: (address, length(mv, operand, other)) })
}

/// An MV that no `wait` has covered.
#[derive(Clone, Copy, Debug)]
struct Moving {
    mv: MvTransfer,
    spot: Spot,
    from: Option<Words>,
    to: Option<Words>,
}

impl Moving {
    fn new(here: Here<'_>, mv: &MvTransfer) -> Self {
        let (from, to) = (words(mv, &mv.from, &mv.to), words(mv, &mv.to, &mv.from));
        Self { mv: *mv, spot: here.expr(0), from, to }
    }

    /// Whether two of them cannot overtake each other.
    fn same_way(&self, other: &Self) -> bool {
        let of = |m: &Self| {
            let place = |w: Option<Words>| w.map(|w| (w.memory, w.of));
            (m.mv.op, place(m.from), place(m.to))
        };
        of(self) == of(other)
    }
}

/// The MVs that no `wait` has covered, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Flight(VecDeque<Moving>);

impl Flight {
    /// All are complete.
    pub(super) fn land(&mut self) {
        self.0.clear();
    }

    pub(super) fn mv(&mut self, here: Here<'_>, mv: &MvTransfer, found: &mut Vec<Violation>) {
        let new = Moving::new(here, mv);
        self.0.retain(|old| !old.met(new.from, new.to, Some(&new), None, found));
        if self.0.len() == MOST {
            self.0.pop_front();
        }
        self.0.push_back(new);
    }

    pub(super) fn step(&mut self, step: &Step, found: &mut Vec<Violation>) {
        if self.0.is_empty() {
            return;
        }
        for expr in &step.exprs {
            if let Expr::Wait(tag) = expr {
                self.wait(*tag);
            }
        }
        for (i, expr) in step.exprs.iter().enumerate() {
            let Expr::L2bm(_) = expr else { continue };
            let traffic = Traffic::of(expr);
            let words = |run| Words { memory: Memory::L2bm, of: traffic.l2bms, run };
            let read = traffic.l2bm_read.map(|s| words(s.whole()));
            let written = traffic.l2bm_written.map(|s| words(s.whole()));
            self.0.retain(|old| !old.met(read, written, None, Some(i), found));
        }
    }

    fn wait(&mut self, tag: Tag) {
        let Some(last) = self.0.iter().rposition(|m| m.mv.tag == Some(tag)) else { return };
        let waited = self.0[last];
        let mut number = 0;
        self.0.retain(|m| {
            number += 1;
            number > last + 1 || !(m.mv.tag == Some(tag) || m.same_way(&waited))
        });
    }
}

impl Moving {
    /// Whether what a later statement reads and writes meets it; not a further MV on the same way.
    /// Once is enough to say so.
    fn met(
        &self,
        read: Option<Words>,
        written: Option<Words>,
        by: Option<&Self>,
        expr: Option<usize>,
        found: &mut Vec<Violation>,
    ) -> bool {
        let meet = |a: Option<Words>, b: Option<Words>| {
            let (a, b) = (a?, b?);
            Some((a.memory, a.meet(&b)?))
        };
        let met = (|| Some((meet(self.to, read)?, "is read here", "writes it")))()
            .or_else(|| Some((meet(self.to, written)?, "is written here", "writes it too")))
            .or_else(|| Some((meet(self.from, written)?, "is written here", "reads it")));
        let Some(((memory, address), here, there)) = met else { return false };
        if by.is_some_and(|by| self.same_way(by)) {
            return false;
        }
        let name = memory.prefix();
        let Self { mv, spot, .. } = *self;
        let message = format!(
            "{name}{address} {here} while the MV of line {}, which {there}, may still be running",
            spot.line
        );
        let help = match mv.tag.filter(|t| t.0 != 0) {
            Some(tag) => format!("write wait {tag} in this step, or in a step before"),
            None => {
                "give that MV a tag, as i01, and write wait i01 in this step, or in a step before"
                    .to_owned()
            }
        };
        let help = match expr {
            Some(_) => help,
            // An MV cannot wait itself.
            None => help.replace("in this step, or in a step before", "in a step before this line"),
        };
        let exprs: Vec<usize> = expr.into_iter().collect();
        let violation = Violation::warning("MN-W-MV-UNWAITED", "3.6.13", exprs, message)
            .since(spot, Mv::Transfer(mv))
            .help(help);
        let operand = expr.map(|i| OperandRef::new(i, Role::L2bm, 0));
        found.push(Violation { operand, ..violation });
        true
    }
}
