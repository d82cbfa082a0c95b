//! Lints: what the assembler accepts and hardly anybody means. Each is off unless asked for.
//!
//! Memory is constant but for what is reported at the end: a record for each cell that holds a result
//! ([`ledger`]), a bit for each cell that was written ([`stale`]).

mod block;
mod cell;
mod element;
mod flight;
mod ledger;
mod narrow;
mod no_v;
mod outside;
mod results;
mod touch;

use super::place::Here;
use super::{Lint, Rules, Violation};
use crate::mncore2::isa::{
    Bank, Expr, L2bm, MaskSetting, Mv, MvOperand, MvTransfer, Statement, Step,
};
use cell::Bits;
use flight::length;
use touch::{Place, Touch};

/// What the statements before have done.
#[derive(Clone, Debug)]
pub(super) struct Lints {
    rules: Rules,
    bars: touch::Bars,
    stale: Option<Stale>,
    results: Option<Box<results::Results>>,
    flight: Option<flight::Flight>,
    dar: Option<Dar>,
}

impl Lints {
    pub(super) fn new(rules: Rules) -> Self {
        let books = [Lint::Dead, Lint::Block, Lint::NoV].into_iter().any(|lint| rules.has(lint));
        Self {
            rules,
            bars: touch::Bars::default(),
            stale: rules.has(Lint::StaleInit).then(Stale::new),
            results: books.then(|| Box::new(results::Results::new(rules))),
            flight: rules.has(Lint::MvUnwaited).then(flight::Flight::default),
            dar: rules.has(Lint::Dar).then(Dar::new),
        }
    }

    /// A further program begins: MVs are complete, and what was written before was meant so.
    pub(super) fn begin(&mut self) {
        if let Some(flight) = &mut self.flight {
            flight.land();
        }
        if let Some(results) = &mut self.results {
            **results = results::Results::new(self.rules);
        }
    }

    /// Walks a statement.
    pub(super) fn statement(
        &mut self,
        here: Here<'_>,
        statement: &Statement,
        setting: &MaskSetting,
        found: &mut Vec<Violation>,
    ) {
        if self.rules.lints == 0 {
            return;
        }
        match statement {
            Statement::Step(step) => self.step(here, step, setting, found),
            Statement::Mv(Mv::Transfer(mv)) => {
                if let Some(flight) = &mut self.flight {
                    flight.mv(here, mv, found);
                }
                if let Some(dar) = &self.dar {
                    dar.mv(mv, found);
                }
                self.outside(here, statement, found);
            }
            Statement::Get(_) | Statement::Set(_) => self.outside(here, statement, found),
            Statement::Quit
            | Statement::Mask(_)
            | Statement::Mv(Mv::Nop)
            | Statement::Load(_)
            | Statement::Host(_) => {}
        }
    }

    fn step(
        &mut self,
        here: Here<'_>,
        step: &Step,
        setting: &MaskSetting,
        found: &mut Vec<Violation>,
    ) {
        if self.rules.has(Lint::Narrow) {
            narrow::narrow(step, found);
        }
        if self.rules.has(Lint::Drop) {
            narrow::drop(step, found);
        }
        if self.rules.has(Lint::NoV) {
            no_v::dests(step, setting, found);
        }
        if let Some(dar) = &mut self.dar {
            dar.step(step, found);
        }
        if let Some(flight) = &mut self.flight {
            flight.step(step, found);
        }
        if let Some(stale) = &mut self.stale {
            touch::reads(step, setting, self.bars, element::needed, &mut |t| {
                stale.read(&t, true, found)
            });
            touch::writes(step, None, self.bars, &mut |t| stale.write(&t.place));
        }
        if let Some(results) = &mut self.results {
            results.step(here, step, setting, self.bars, found);
        }
        self.bars.step(step);
    }

    /// A statement that is no step: MV, `d get`, `d set`.
    fn outside(&mut self, here: Here<'_>, statement: &Statement, found: &mut Vec<Violation>) {
        if let Some(stale) = &mut self.stale {
            // d get shows what is there; that is no use of it.
            if !matches!(statement, Statement::Get(_)) {
                outside::reads(statement, &mut |t| stale.read(&t, false, found));
            }
            outside::writes(statement, &mut |t| stale.write(&t.place));
        }
        if let Some(results) = &mut self.results {
            results.outside(here, statement, found);
        }
    }

    /// What is left over at the end, with the line of its cause.
    pub(super) fn finish(&mut self, found: &mut Vec<(u32, Violation)>) {
        if let Some(results) = &mut self.results {
            results.finish(found);
        }
    }
}

// `MN-W-DAR`: an MV goes through entries of the DRAM address register that no `l2bmdarw` has written
// (s. 3.5.6, 3.6.7.10).

const ENTRIES: u16 = 1024;
/// Long words of one access of a DRAM.
const ACCESS: u32 = 16;

/// Which entries are written, and where `l2bmdarw` goes on.
#[derive(Clone, Debug)]
struct Dar {
    written: [u64; ENTRIES as usize / 64],
    next: u16,
    filled: bool,
}

impl Dar {
    fn new() -> Self {
        Self { written: [0; ENTRIES as usize / 64], next: 0, filled: false }
    }

    fn step(&mut self, step: &Step, found: &mut Vec<Violation>) {
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

    fn mv(&self, mv: &MvTransfer, found: &mut Vec<Violation>) {
        for (operand, other) in [(&mv.from, &mv.to), (&mv.to, &mv.from)] {
            let MvOperand::Indirect { entry, .. } = *operand else { continue };
            let accesses = length(mv, operand, other) / ACCESS;
            let used = mv.run.map_or(1, |run| accesses.div_ceil(run.max(1)));
            let missing = |k: &u16| self.written[usize::from(k / 64)] >> (k % 64) & 1 == 0;
            let entries =
                (0..used.min(ENTRIES.into()) as u16).map(|k| (entry % ENTRIES + k) % ENTRIES);
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

// `MN-W-STALE-INIT`: a read of memory that nothing has written. The board starts with zeros
// (MN-D65), the hardware with anything.
//
// PDM and DRAM are the host's and never stale; `d get` looks at what is there. A transfer from L1BM
// or L2BM takes its padding along, so it is stale only if all of what it reads is; an operand of a
// PE if any word is that enters the result. Where a mask leaves cycles out, as in `$lr0v/1000`, their
// words are taken as written: the step behind runs all four cycles, whether they matter or not. Each
// word is reported once.

/// What has been written.
#[derive(Clone, Debug)]
struct Stale {
    written: Bits,
    /// LM0, LM1, written where only T or the base address register knows.
    anywhere: [bool; 2],
}

impl Stale {
    fn new() -> Self {
        Self { written: Bits::new(), anywhere: [false; 2] }
    }

    fn known(&self, cell: usize) -> bool {
        self.written.has(cell) || cell::lm(cell).is_some_and(|bank| self.anywhere[bank as usize])
    }

    fn read(&mut self, touch: &Touch, of_step: bool, found: &mut Vec<Violation>) {
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

    fn write(&mut self, place: &Place) {
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
