//! Candidates: what a design may be, as numbers of a space.

use crate::registry::{Outcome, Plan};
use std::fmt;

/// A family of candidates. They are made when they are asked: there may be millions.
pub(super) trait Space: Sync {
    /// How many.
    fn len(&self) -> u32;

    /// What a candidate answers.
    fn run(&self, candidate: u32, x: &[u64]) -> Outcome;

    /// What it is.
    fn name(&self, candidate: u32) -> Name;
}

/// What a candidate is: an operation, and what of it is not usual.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The id.
    pub op: String,
    /// The options, `name=value` each.
    pub options: String,
    /// Answers to open questions that are not as decided, `name=value` each.
    pub answers: Vec<String>,
}

impl Name {
    /// How much there is to say of it: candidates that no question tells apart stand in this order.
    pub(super) fn weight(&self) -> (usize, usize, usize) {
        let words = self.op.matches(':').count() + self.options.matches('=').count();
        (self.answers.len(), words, self.op.len() + self.options.len())
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.op)?;
        for word in self.options.split_whitespace() {
            write!(f, " {word}")?;
        }
        for answer in &self.answers {
            write!(f, " --profile {answer}")?;
        }
        Ok(())
    }
}

/// A case that was asked, and the design's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The operands' elements.
    pub x: Vec<u64>,
    /// The results' elements.
    pub out: Vec<u64>,
    /// The flags, where the design gives them.
    pub flag: Option<u8>,
}

impl Asked {
    /// Whether a candidate's answer is this one. Flags count where `flags` says so, and both have them.
    pub(super) fn is(&self, answer: &Outcome, flags: bool) -> bool {
        let flag = |own: u8| answer.flag.is_none_or(|other| other == own);
        answer.out() == self.out && (!flags || self.flag.is_none_or(flag))
    }
}

/// Whether two plans ask and answer in the same form.
pub(super) fn alike(a: &Plan, b: &Plan) -> bool {
    a.operands == b.operands && a.results == b.results
}
