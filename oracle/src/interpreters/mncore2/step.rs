//! A step: four cycles of its expressions (s. 3.6).

use super::Stop;
use super::machine::Machine;
use super::output::{Effect, Rules};
use semantics::mncore2::isa::{Dest, Expr, L2bm, Step};

impl Machine {
    /// All expressions read the state from before the step (MN-D52). Then everything is written,
    /// in the order of the cycles (MN-D53), and between L2BM and PEs at an L1BM the PEs last
    /// (MN-D81).
    pub(super) fn step(&mut self, step: &Step) -> Result<(), Stop> {
        if step.exprs.iter().any(|expr| matches!(expr, Expr::Nop(_))) {
            return Ok(());
        }
        let rules = Rules {
            one_line: step.exprs.iter().flat_map(dests).any(|dest| dest.mask.is_some()),
            keeps_forwards: step.exprs.iter().any(|expr| matches!(expr, Expr::Noforward)),
        };
        let (upper, lower): (Vec<&Expr>, Vec<&Expr>) =
            step.exprs.iter().partition(|expr| matches!(expr, Expr::L2bm(_)));
        let mut effects = Vec::new();
        for expr in upper.iter().chain(&lower) {
            self.expression(expr, rules, &mut effects)?;
        }
        // MN-D57: `l2bmdarw` sees what `l2bmdars` has just buffered. Neither meets another change.
        for expr in &upper {
            if let Expr::L2bm(L2bm::Dars { lc, l2b, dar }) = expr {
                self.dars(*lc, *l2b, *dar)?;
            }
        }
        if upper.iter().any(|expr| matches!(expr, Expr::L2bm(L2bm::Darw))) {
            self.darw();
        }
        for effect in effects {
            self.apply(effect);
        }
        Ok(())
    }

    fn expression(&self, expr: &Expr, rules: Rules, effects: &mut Vec<Effect>) -> Result<(), Stop> {
        match expr {
            Expr::Nop(_) | Expr::Noforward | Expr::Wait(_) => Ok(()),
            Expr::L2bm(l2bm) => self.l2bm_expression(l2bm, effects),
            Expr::Down(down) => self.down(down, rules, effects),
            Expr::Up(up) => self.up(up, rules, effects),
            Expr::Mau(mau) => self.mau(mau, rules, effects),
            Expr::Mwrite(mwrite) => self.mwrite(mwrite, effects),
            Expr::Mread(mread) => self.mread(mread, rules, effects),
            Expr::Alu(alu) => self.alu(alu, rules, effects),
        }
    }
}

/// The destinations of an expression in PE memories.
fn dests(expr: &Expr) -> &[Dest] {
    match expr {
        Expr::Down(down) => &down.dests,
        Expr::Mau(mau) => &mau.dests,
        Expr::Mread(mread) => &mread.dests,
        Expr::Alu(alu) => &alu.dests,
        _ => &[],
    }
}
