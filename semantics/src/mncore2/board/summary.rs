//! How long a program is.

use crate::mncore2::isa::{Expr, Mv, Statement};
use std::fmt;

/// The counts of a program up to `quit` (MN-D94).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// PE steps; `nop/n` counts n.
    pub steps: u64,
    /// MV statements.
    pub mv: u64,
    /// Copies by the host (`c` lines of assembled text) whose data the program does not have.
    pub host: u64,
}

impl Summary {
    /// Steps and MV statements together.
    #[must_use]
    pub const fn score(&self) -> u64 {
        self.steps.saturating_add(self.mv)
    }

    /// Counts a statement. Control statements do not count.
    pub(in crate::mncore2) fn count(&mut self, statement: &Statement) {
        match statement {
            Statement::Step(step) => {
                let steps = step.exprs.iter().find_map(|e| match e {
                    Expr::Nop(n) => Some(u64::from(*n)),
                    _ => None,
                });
                self.steps = self.steps.saturating_add(steps.unwrap_or(1));
            }
            Statement::Mv(Mv::Nop | Mv::Transfer(_)) => self.mv += 1,
            Statement::Host(copy) if copy.words.is_empty() => self.host += 1,
            _ => {}
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "steps={} mv={} score={}", self.steps, self.mv, self.score())
    }
}
