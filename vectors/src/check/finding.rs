//! A case worth telling about.

use crate::registry::{Answers, Outcome, Plan, Provenance};
use softfloat::question::Alternative;

/// Why a case is a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Results or flags differ.
    Differs,
    /// They differ where an open decision leaves them open, under [`super::Policy::Report`].
    Unspecified,
    /// The seal does not fit: the question was altered since the line was written.
    Altered,
    /// The decisions that the line says it hangs on are not those that it hangs on.
    Decisions,
}

impl Verdict {
    /// Whether it counts as a mismatch.
    #[must_use]
    pub const fn mismatch(self) -> bool {
        !matches!(self, Self::Unspecified)
    }
}

/// A case worth telling about.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Its line.
    pub line: u64,
    /// What a line is called.
    pub noun: &'static str,
    /// Why.
    pub verdict: Verdict,
    /// The operation and options.
    pub plan: Plan,
    /// The operands' elements.
    pub x: Vec<u64>,
    /// The model's result.
    pub expected: Outcome,
    /// The file's result; its flag may be absent.
    pub found: Outcome,
    /// The open decisions it hangs on.
    pub open: Provenance,
    /// The file's class.
    pub class: String,
    /// The file's open decisions.
    pub unspecified: String,
    /// The model's answers to open questions.
    pub answers: Answers,
}

impl Finding {
    /// Whether the result's elements differ.
    #[must_use]
    pub fn out_differs(&self) -> bool {
        self.found.out() != self.expected.out()
    }

    /// Whether the flag differs.
    #[must_use]
    pub fn flag_differs(&self) -> bool {
        flag_differs(self.expected.flag, self.found.flag)
    }

    /// The alternatives under which the file's result would be right.
    #[must_use]
    pub fn alternatives(&self) -> Vec<&'static Alternative> {
        if !self.out_differs() && !self.flag_differs() {
            return Vec::new();
        }
        let mut alternatives = self.plan.op.alternatives();
        alternatives.retain(|answer| {
            let other = self.plan.run_with(&self.answers.with(answer), &self.x);
            other.out() == self.found.out() && !flag_differs(other.flag, self.found.flag)
        });
        alternatives
    }

    /// The operands as text, elements joined by `_`.
    #[must_use]
    pub fn operands(&self) -> Vec<String> {
        self.plan.texts(&self.x)
    }

    /// The command that explains the case.
    #[must_use]
    pub fn command(&self) -> String {
        format!("assay explain {}", self.plan.case(&self.x))
    }
}

/// Whether a recorded flag differs.
#[inline]
pub(super) fn flag_differs(expected: Option<u8>, found: Option<u8>) -> bool {
    found.is_some() && expected.is_some() && found != expected
}
