//! What each instruction does to the state, a file a unit.

pub(crate) mod access;
mod alu;
mod l1bm;
mod l2bm;
mod mau;
pub(crate) mod mv;
mod pass;
pub(crate) mod port;
mod rrn;
pub(crate) mod step;
mod view;
use crate::mncore2::isa::{MaskSetting, Mv, Statement};
use crate::mncore2::state::State;
use pass::{Pass, Work};

// Running statements on the whole board: steps are gathered, and a [`pass`](super::pass) takes them.
// Results do not depend on the number of threads.

/// Steps that are gathered before the L1Bs run them.
const BATCH: usize = 4096;

/// The board's state and the statements that still wait for execution.
pub(crate) struct Machine {
    state: State,
    setting: MaskSetting,
    pass: Pass,
}

impl Machine {
    /// A machine of this state.
    pub(crate) fn new(state: State) -> Self {
        Self { state, setting: MaskSetting::NONE, pass: Pass::default() }
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
        let mut steps: Vec<Work<'a>> = Vec::new();
        for statement in statements {
            match statement {
                Statement::Mask(setting) => self.setting = *setting,
                Statement::Step(step) => {
                    steps.extend(Work::of(step, self.setting));
                    if steps.len() == BATCH {
                        self.pass.run(&mut self.state, &steps);
                        steps.clear();
                    }
                }
                Statement::Mv(Mv::Transfer(transfer)) => {
                    self.pass.run(&mut self.state, &steps);
                    steps.clear();
                    mv::run(transfer, &mut self.state);
                }
                _ => {}
            }
        }
        self.pass.run(&mut self.state, &steps);
    }
}
