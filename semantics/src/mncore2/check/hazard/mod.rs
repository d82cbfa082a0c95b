//! Hazards between steps (s. 3.6.3, MN-D80, MN-D102).
//!
//! No rule looks back further than three steps, so only these are kept. A statement that keeps the
//! rules costs no allocation.

mod distance;
mod meet;
mod memory;
mod message;
mod past;
mod rule;
mod transfer;
mod weaken;

use super::Violation;
use super::place::Here;
use crate::mncore2::isa::{Expr, MaskSetting, Statement, Step};
use meet::Clash;
use past::{Masks, Past};

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
        found.extend(worst.iter().map(message::violation));
    }
}
