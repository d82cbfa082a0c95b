//! Running statements on the whole board. Between the points where L1Bs talk to each other, each L1B
//! runs its steps alone, so that its state stays in cache; the L1Bs share the cores. Results do not
//! depend on the number of threads.

use super::step::{Outputs, Place, commit, compute};
use super::{l2bm, mv};
use crate::mncore2::isa::{Expr, L2bm, MaskSetting, Mv, Statement, Step};
use crate::mncore2::state::{BLOCKS, L1BS, State};
use rayon::prelude::*;

/// Steps that are gathered before the L1Bs run them.
const BATCH: usize = 4096;

/// The board's state and the statements that still wait for execution.
pub(crate) struct Machine {
    state: State,
    setting: MaskSetting,
    /// Room for the outputs of steps in which L1Bs talk to each other.
    outputs: Vec<Box<Outputs>>,
}

impl Machine {
    /// A machine of this state.
    pub(crate) fn new(state: State) -> Self {
        Self { state, setting: MaskSetting::NONE, outputs: Vec::new() }
    }

    /// The state.
    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    /// The state, to change it from outside.
    pub(crate) fn state_mut(&mut self) -> &mut State {
        &mut self.state
    }

    /// The `mask` setting.
    pub(crate) fn setting(&self) -> &MaskSetting {
        &self.setting
    }

    /// Forgets the `mask` setting, as at the start of a program.
    pub(crate) fn begin(&mut self) {
        self.setting = MaskSetting::NONE;
    }

    /// Executes statements in order. Statements that do not touch the state (`d get`, ...) are the
    /// caller's business and are skipped here.
    pub(crate) fn execute<'a>(&mut self, statements: impl IntoIterator<Item = &'a Statement>) {
        let mut local: Vec<(&Step, MaskSetting)> = Vec::new();
        for statement in statements {
            match statement {
                Statement::Mask(setting) => self.setting = *setting,
                Statement::Step(step) if is_local(step) => {
                    local.push((step, self.setting));
                    if local.len() == BATCH {
                        self.run_local(&mut local);
                    }
                }
                Statement::Step(step) => {
                    self.run_local(&mut local);
                    self.run_joint(step);
                }
                Statement::Mv(Mv::Transfer(transfer)) => {
                    self.run_local(&mut local);
                    mv::run(transfer, &mut self.state);
                }
                _ => {}
            }
        }
        self.run_local(&mut local);
    }

    /// Each L1B runs the steps by itself.
    fn run_local(&mut self, steps: &mut Vec<(&Step, MaskSetting)>) {
        if !steps.is_empty() {
            self.state.blocks.par_iter_mut().enumerate().for_each_init(
                Outputs::new,
                |out, (number, block)| {
                    let place = Place::of(number);
                    for (step, setting) in &*steps {
                        compute(block, place, step, out);
                        commit(block, place, step, setting, out);
                    }
                },
            );
            steps.clear();
        }
    }

    /// A step with an L2BM expression: everything reads before anything is written. Where both sides
    /// write the same word of an L1BM, the PE side is last (MN-D81).
    fn run_joint(&mut self, step: &Step) {
        self.outputs.resize_with(BLOCKS, Outputs::new);
        let State { groups, l2bms, blocks } = &mut self.state;
        blocks
            .par_iter()
            .zip(&mut self.outputs)
            .enumerate()
            .for_each(|(number, (block, out))| compute(block, Place::of(number), step, out));
        for expr in &step.exprs {
            if let Expr::L2bm(op) = expr {
                match op {
                    L2bm::Dars { .. } | L2bm::Darw => {}
                    _ => l2bms
                        .par_iter_mut()
                        .zip(blocks.par_chunks_mut(L1BS))
                        .for_each(|(l2bm, blocks)| l2bm::transfer(op, l2bm, blocks)),
                }
            }
        }
        l2bm::dar(step, groups, l2bms);
        let setting = &self.setting;
        blocks.par_iter_mut().zip(&mut self.outputs).enumerate().for_each(
            |(number, (block, out))| commit(block, Place::of(number), step, setting, out),
        );
    }
}

/// Whether a step stays within each L1B.
fn is_local(step: &Step) -> bool {
    !step.exprs.iter().any(|e| matches!(e, Expr::L2bm(_)))
}
