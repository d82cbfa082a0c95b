//! Lints: what the assembler accepts and hardly anybody means. Each is off unless asked for.
//!
//! Memory is constant but for what is reported at the end: a record for each cell that holds a result
//! ([`ledger`]), a bit for each cell that was written ([`stale`]).

mod block;
mod cell;
mod dar;
mod element;
mod flight;
mod kind;
mod ledger;
mod narrow;
mod no_v;
mod outside;
mod results;
mod stale;
mod touch;

use super::place::Here;
use super::{Lint, Rules, Violation};
use crate::mncore2::isa::{MaskSetting, Mv, Statement, Step};

/// What the statements before have done.
#[derive(Clone, Debug)]
pub(super) struct Lints {
    rules: Rules,
    bars: touch::Bars,
    stale: Option<stale::Stale>,
    results: Option<Box<results::Results>>,
    flight: Option<flight::Flight>,
    dar: Option<dar::Dar>,
}

impl Lints {
    pub(super) fn new(rules: Rules) -> Self {
        let books = [Lint::Dead, Lint::Block, Lint::NoV].into_iter().any(|lint| rules.has(lint));
        Self {
            rules,
            bars: touch::Bars::default(),
            stale: rules.has(Lint::StaleInit).then(stale::Stale::new),
            results: books.then(|| Box::new(results::Results::new(rules))),
            flight: rules.has(Lint::MvUnwaited).then(flight::Flight::default),
            dar: rules.has(Lint::Dar).then(dar::Dar::new),
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
