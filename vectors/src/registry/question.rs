//! What the documents of a machine leave open: its questions, and answers to them.

use super::Op;
use softfloat::question::{Alternative, Decided, Profile};

/// The open questions of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Questions {
    /// Each question with the answer that is decided.
    pub list: &'static [Decided],
    /// The other answers, question by question.
    pub alternatives: &'static [Alternative],
}

impl Questions {
    /// No question.
    pub const NONE: Self = Self { list: &[], alternatives: &[] };

    /// The questions that a profile answers.
    #[must_use]
    pub const fn of<P: Profile>() -> Self {
        Self { list: P::QUESTIONS, alternatives: P::ALTERNATIVES }
    }
}

/// Answers to open questions: alternatives in place of what is decided.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers(Vec<&'static Alternative>);

impl Answers {
    /// What is decided.
    pub const DECIDED: Self = Self(Vec::new());

    /// Whether no alternative is among them.
    #[must_use]
    #[inline]
    pub const fn are_decided(&self) -> bool {
        self.0.is_empty()
    }

    /// These answers, and this one in place of another to the same question.
    #[must_use]
    pub fn with(&self, answer: &'static Alternative) -> Self {
        let others = self.0.iter().copied().filter(|a| a.name != answer.name);
        Self(others.chain([answer]).collect())
    }

    /// Adds an answer to a question that has none among them.
    pub(super) fn push(&mut self, answer: &'static Alternative) {
        self.0.push(answer);
    }

    /// Takes the last one back.
    pub(super) fn pop(&mut self) {
        self.0.pop();
    }

    /// The profile of a machine that gives its own of these answers.
    #[must_use]
    pub fn profile<P: Profile>(&self) -> P {
        let mut profile = P::DECIDED;
        for answer in &self.0 {
            // Most are of this table itself.
            let same = |own: &Alternative| std::ptr::eq(own, *answer) || own == *answer;
            if P::ALTERNATIVES.get(answer.place).is_some_and(same) {
                profile.select(answer.place);
            }
        }
        profile
    }
}

impl Op {
    /// The alternatives that can change this operation's bits.
    #[must_use]
    pub fn alternatives(&self) -> Vec<&'static Alternative> {
        let all = self.link.family.questions.alternatives.iter();
        all.filter(|a| self.decisions.contains(&a.decision)).collect()
    }

    /// The questions whose answers can change this operation's bits.
    #[must_use]
    pub fn questions(&self) -> Vec<&'static Decided> {
        let own = self.alternatives();
        let all = self.link.family.questions.list.iter();
        all.filter(|q| own.iter().any(|a| a.name == q.name)).collect()
    }
}
