//! Hazards between steps (s. 3.6.3, MN-D80, MN-D102).
//!
//! No rule looks back further than three steps, so only these are kept. A statement that keeps the
//! rules costs no allocation.

mod distance;
mod meet;
mod memory;
mod past;
mod rule;
mod weaken;

use super::Violation;
use super::place::Here;
use crate::mncore2::isa::{Expr, MaskSetting, Statement, Step};
use distance::Met;
use meet::{Clash, Reader};
use past::{Masks, Past};
use rule::{Needed, Says};

/// How many steps back a write may matter: 3 steps between are enough for every rule.
const WINDOW: u64 = 3;

/// What the steps before have written.
#[derive(Clone, Debug, Default)]
pub(super) struct Hazards {
    /// The number of the next step.
    step: u64,
    /// The last steps that wrote, by their number modulo the window.
    recent: [Past; WINDOW as usize],
    /// What the mask entries can hold.
    masks: Masks,
}

/// How many steps a PE statement takes: `nop/n` takes n.
fn length(step: &Step) -> u64 {
    let nops = step.exprs.iter().find_map(|e| match e {
        Expr::Nop(n) => Some(u64::from(*n)),
        _ => None,
    });
    nops.unwrap_or(1)
}

impl Hazards {
    /// Walks a statement.
    pub(super) fn statement(
        &mut self,
        here: Here<'_>,
        statement: &Statement,
        setting: &MaskSetting,
        found: &mut Vec<Violation>,
    ) {
        self.report(statement, found);
        if let Statement::Step(step) = statement {
            let past = &mut self.recent[(self.step % WINDOW) as usize];
            past.record((self.step, here), &step.exprs, setting, &mut self.masks);
            self.step += length(step);
        }
    }

    /// How many `nop` before the statement it needs.
    pub(super) fn nops_before(&self, statement: &Statement) -> u32 {
        let mut most = 0;
        self.clashes(statement, &mut |clash| {
            if !clash.met.warning {
                most = most.max(clash.nops());
            }
        });
        most
    }

    /// Steps of `nop` pass.
    pub(super) fn nops(&mut self, steps: u32) {
        self.step += u64::from(steps);
    }

    /// Another program begins: what the one before has written is in place by then.
    pub(super) fn begin(&mut self) {
        self.step += WINDOW;
    }

    /// Every read of the statement that comes too early.
    fn clashes<'a>(&'a self, statement: &'a Statement, found: &mut impl FnMut(Clash<'a>)) {
        for past in &self.recent {
            let steps = self.step - past.step;
            if (1..=WINDOW).contains(&steps) {
                meet::statement(past, steps as u32, statement, found);
            }
        }
    }

    /// The worst of each rule and memory, in the order of the expressions.
    fn report(&self, statement: &Statement, found: &mut Vec<Violation>) {
        let mut worst: Vec<Clash<'_>> = Vec::new();
        self.clashes(statement, &mut |clash| match worst
            .iter_mut()
            .find(|other| other.is_like(&clash))
        {
            Some(kept) if clash.badness() < kept.badness() => *kept = clash,
            Some(_) => {}
            None => worst.push(clash),
        });
        worst.sort_by_key(|clash| (clash.expr(), clash.met.rule.code, clash.met.rule.memory));
        found.extend(worst.iter().map(violation));
    }
}

// What is said about a hazard.

/// `1 step`, `2 steps`
fn count(number: u32, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// What is read.
fn subject(met: &Met) -> String {
    let (memory, place) = (met.rule.memory, met.place);
    match met.rule.says {
        Says::Memory => format!("{memory} is read"),
        Says::Word => format!("word {place} of {memory} is read"),
        Says::L1b => format!("{memory} of L1B {place} is read"),
        Says::Mv => format!("word {place} of {memory} is read by an MV"),
        Says::Bar => format!("{memory} is accessed"),
    }
}

/// `LM1 is read 1 step after it was written (line 3: $ln0v): 0 steps between, 2 are needed`
fn text(met: &Met, line: u32, what: &str) -> String {
    let subject = subject(met);
    let steps = count(met.steps, "step");
    let it = if met.rule.says == Says::Bar { "its base address register" } else { "it" };
    let lack = match met.rule.needed {
        Needed::Steps(1) => format!("{} between, 1 is needed", count(met.has, "step")),
        Needed::Steps(needed) => format!("{} between, {needed} are needed", count(met.has, "step")),
        Needed::Cycles(needed) => {
            format!("{} between, {needed} are needed", count(met.has, "cycle"))
        }
    };
    format!("{subject} {steps} after {it} was written (line {line}: {what}): {lack}")
}

/// The violation.
fn violation(clash: &Clash<'_>) -> Violation {
    let Clash { met, past, written, reader } = clash;
    let earlier = past.place(*written);
    let message = text(met, earlier.line, &earlier.text);
    let exprs: Vec<usize> = clash.expr().into_iter().collect();
    let (rule, nops) = (met.rule, clash.nops());
    let found = match met.warning {
        true => Violation::warning(rule.warning, rule.section, exprs, message),
        false => Violation::error(rule.code, rule.section, exprs, message),
    };
    let found = match *reader {
        Some(Reader::Operand(place)) => found.at(place),
        Some(Reader::Whole(_)) | None => found,
    };
    let nop = if nops == 1 { "nop".to_owned() } else { format!("nop/{nops}") };
    let help = format!("insert {nop} before this line, or move an independent statement there");
    Violation { earlier: Some(earlier), nops, ..found.help(help) }
}
