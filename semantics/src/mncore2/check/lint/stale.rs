//! `MN-W-STALE-INIT`: a read of memory that nothing has written. The board starts with zeros
//! (MN-D65), the hardware with anything.
//!
//! PDM and DRAM are the host's and never stale; `d get` looks at what is there. A transfer from L1BM
//! or L2BM takes its padding along, so it is stale only if all of what it reads is; an operand of a
//! PE if any word is that enters the result. Where a mask leaves cycles out, as in `$lr0v/1000`, their
//! words are taken as written: the step behind runs all four cycles, whether they matter or not. Each
//! word is reported once.

use super::cell::{self, Bits};
use super::touch::{Place, Touch};
use crate::mncore2::check::Violation;
use crate::mncore2::isa::Bank;

/// What has been written.
#[derive(Clone, Debug)]
pub(super) struct Stale {
    written: Bits,
    /// LM0, LM1, written where only T or the base address register knows.
    anywhere: [bool; 2],
}

impl Stale {
    pub(super) fn new() -> Self {
        Self { written: Bits::new(), anywhere: [false; 2] }
    }

    fn known(&self, cell: usize) -> bool {
        self.written.has(cell) || cell::lm(cell).is_some_and(|bank| self.anywhere[bank as usize])
    }

    pub(super) fn read(&mut self, touch: &Touch, of_step: bool, found: &mut Vec<Violation>) {
        let Place::Cells(cells) = touch.place else { return };
        if self.written.all(&cells) {
            return;
        }
        let mut missing = cells.iter().filter(|&cell| !self.known(cell));
        let Some(first) = missing.next() else { return };
        let missing = 1 + missing.count() as u32;
        if !touch.whole && missing < cells.count() {
            return;
        }
        found.push(violation(touch, first, missing, of_step));
        self.written.fill(&cells, true);
    }

    pub(super) fn write(&mut self, place: &Place) {
        match place {
            Place::Cells(cells) => self.written.fill(cells, true),
            Place::Anywhere(bank) if *bank == Bank::Lm0 => self.anywhere[0] = true,
            Place::Anywhere(_) => self.anywhere[1] = true,
        }
    }
}

fn violation(touch: &Touch, first: usize, missing: u32, of_step: bool) -> Violation {
    let operand = touch.operand;
    let more = match missing - 1 {
        0 => String::new(),
        n => format!(" and {n} more {} of it", if n == 1 { "part" } else { "parts" }),
    };
    let message = format!(
        "{operand} reads {}{more}, which nothing in the program has written before",
        cell::name(first)
    );
    let exprs = if of_step { vec![touch.expr] } else { Vec::new() };
    let violation = Violation::warning("MN-W-STALE-INIT", "3.6.1", exprs, message)
        .help("write it before, by the program or with d set, or correct the address or its v");
    let operand = touch.at.filter(|_| of_step);
    Violation { operand, ..violation }
}
