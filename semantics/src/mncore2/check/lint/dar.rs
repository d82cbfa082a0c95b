//! `MN-W-DAR`: an MV goes through entries of the DRAM address register that no `l2bmdarw` has written
//! (s. 3.5.6, 3.6.7.10).

use super::flight::length;
use crate::mncore2::check::Violation;
use crate::mncore2::isa::*;

const ENTRIES: u16 = 1024;
/// Long words of one access of a DRAM.
const ACCESS: u32 = 16;

/// Which entries are written, and where `l2bmdarw` goes on.
#[derive(Clone, Debug)]
pub(super) struct Dar {
    written: [u64; ENTRIES as usize / 64],
    next: u16,
    filled: bool,
}

impl Dar {
    pub(super) fn new() -> Self {
        Self { written: [0; ENTRIES as usize / 64], next: 0, filled: false }
    }

    pub(super) fn step(&mut self, step: &Step, found: &mut Vec<Violation>) {
        // The buffer is filled before it is read (MN-D57).
        for expr in &step.exprs {
            if let Expr::L2bm(L2bm::Dars { dar, .. }) = *expr {
                (self.next, self.filled) = (dar % ENTRIES, true);
            }
        }
        let Some(i) = step.exprs.iter().position(|e| *e == Expr::L2bm(L2bm::Darw)) else { return };
        if !self.filled {
            self.filled = true;
            let message =
                "l2bmdarw takes addresses from a buffer that no l2bmdars has filled".into();
            let help = "write l2bmdars before, with the addresses in L2BM";
            found.push(Violation::warning("MN-W-DAR", "3.6.7.10", [i], message).help(help));
        }
        for _ in 0..4 {
            self.written[usize::from(self.next / 64)] |= 1 << (self.next % 64);
            self.next = (self.next + 1) % ENTRIES;
        }
    }

    pub(super) fn mv(&self, mv: &MvTransfer, found: &mut Vec<Violation>) {
        for (operand, other) in [(&mv.from, &mv.to), (&mv.to, &mv.from)] {
            let MvOperand::Indirect { entry, .. } = *operand else { continue };
            let accesses = length(mv, operand, other) / ACCESS;
            let used = mv.run.map_or(1, |run| accesses.div_ceil(run.max(1)));
            let missing = |k: &u16| self.written[usize::from(k / 64)] >> (k % 64) & 1 == 0;
            let entries = (0..used.min(ENTRIES.into()) as u16).map(|k| (entry + k) % ENTRIES);
            let all: Vec<u16> = entries.filter(missing).take(1).collect();
            if let [first] = all[..] {
                found.push(unwritten(operand, first, used));
            }
        }
    }
}

fn unwritten(operand: &MvOperand, first: u16, used: u32) -> Violation {
    let message = format!(
        "{operand} goes through {used} {} of the DRAM address register, of which no l2bmdarw has \
         written entry {first}",
        if used == 1 { "entry" } else { "entries" }
    );
    let help = "a step with l2bmdarw writes four entries, from that of l2bmdars on; write as many \
                steps as the entries need before this line";
    Violation::warning("MN-W-DAR", "3.5.6", Vec::new(), message).help(help)
}
