//! Why a program ends early.

use crate::mncore2::dump::Fault;
use crate::mncore2::isa::{Expr, Mv, Statement};
use crate::mncore2::memory::AccessError;
use std::{fmt, io};

/// A statement that cannot be executed, or whose output cannot be written. What stands before it is
/// done.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct RunError {
    /// The line of the statement, from 1; 0 where it comes from code.
    pub line: u32,
    /// What is wrong.
    #[source]
    pub kind: RunErrorKind,
}

/// What is wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunErrorKind {
    /// Words that do not exist.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// A statement that no text can make.
    #[error("{0}")]
    Form(&'static str),
    /// `d get` with a block type meets exponent fields that differ (s. 3.4.3, 4.4).
    #[error("{place}: an invalid block-float value, its exponent fields are {}", list(.fields))]
    Block {
        /// The memory, the element of the tree, the index.
        place: String,
        /// The exponent fields of the block's elements.
        fields: Vec<u64>,
    },
    /// The dump cannot be written.
    #[error("cannot write: {0}")]
    Write(#[source] io::Error),
}

impl From<Fault> for RunErrorKind {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Access(e) => Self::Access(e),
            Fault::Form(what) => Self::Form(what),
            Fault::Block { place, fields } => Self::Block { place, fields },
            Fault::Write(e) => Self::Write(e),
        }
    }
}

fn list(fields: &[u64]) -> String {
    let fields: Vec<String> = fields.iter().map(|f| format!("{f:#x}")).collect();
    fields.join(", ")
}

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
