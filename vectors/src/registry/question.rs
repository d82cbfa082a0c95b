//! What the documents of a machine leave open: its questions, and answers to them.

use super::Op;
use crate::registry;
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

/// Why an answer cannot be given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// Not `NAME=VALUE`.
    #[error("`{0}` has no `=`\n  right: NAME=VALUE, e.g. inf_times_zero=inf")]
    Form(String),
    /// Answered twice.
    #[error("{0} is given twice")]
    Twice(String),
    /// No operation has the question.
    #[error("there is no question `{name}`\n  right: one of {}", known.join(", "))]
    Unknown {
        /// What was found.
        name: String,
        /// The questions there are.
        known: Vec<&'static str>,
    },
    /// The operation does not have the question.
    #[error("{op} has no question `{name}`{}", has(known))]
    NotOf {
        /// The operation.
        op: String,
        /// What was found.
        name: String,
        /// The questions that it has.
        known: Vec<&'static str>,
    },
    /// No answer to the question.
    #[error("{name} does not take `{value}`\n  right: {}", right.join(" or "))]
    Value {
        /// The question.
        name: String,
        /// What was found.
        value: String,
        /// Its answers, the decided one first.
        right: Vec<&'static str>,
    },
}

fn has(known: &[&str]) -> String {
    match known {
        [] => ": nothing about it is open".to_owned(),
        _ => format!("\n  right: one of {}", known.join(", ")),
    }
}

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
            if P::ALTERNATIVES.get(answer.place) == Some(answer) {
                profile.select(answer.place);
            }
        }
        profile
    }

    /// Reads answers, `NAME=VALUE` each, to the questions of an operation, or of any.
    ///
    /// # Errors
    /// A question that the operation does not have, or none has; a value that is no answer to it; a
    /// question that is answered twice.
    pub fn read<'a>(
        items: impl IntoIterator<Item = &'a str>,
        op: Option<&Op>,
    ) -> Result<Self, AnswerError> {
        let mut answers = Self::DECIDED;
        let mut seen: Vec<&str> = Vec::new();
        for item in items {
            let (name, value) =
                item.split_once('=').ok_or_else(|| AnswerError::Form(item.to_owned()))?;
            if seen.contains(&name) {
                return Err(AnswerError::Twice(name.to_owned()));
            }
            seen.push(name);
            answers.0.extend(answer(name, value, op)?);
        }
        Ok(answers)
    }
}

/// The questions of every machine.
fn all() -> Vec<&'static Questions> {
    let mut found: Vec<&Questions> = Vec::new();
    for op in registry::all() {
        let questions = op.kind.questions();
        if *questions != Questions::NONE && !found.contains(&questions) {
            found.push(questions);
        }
    }
    found
}

/// The alternatives of this name and value: none for the decided one, several where machines ask
/// alike.
fn answer(
    name: &str,
    value: &str,
    op: Option<&Op>,
) -> Result<Vec<&'static Alternative>, AnswerError> {
    let known: Vec<&'static Decided> = match op {
        Some(op) => op.questions(),
        None => all().iter().flat_map(|q| q.list).collect(),
    };
    let asked: Vec<_> = known.iter().copied().filter(|q| q.name == name).collect();
    if asked.is_empty() {
        let (name, known) = (name.to_owned(), known.iter().map(|q| q.name).collect());
        return Err(match op {
            Some(op) => AnswerError::NotOf { op: op.id.clone(), name, known },
            None => AnswerError::Unknown { name, known },
        });
    }
    let alternatives: Vec<&'static Alternative> = match op {
        Some(op) => op.alternatives(),
        None => all().iter().flat_map(|q| q.alternatives).collect(),
    };
    let others = alternatives.into_iter().filter(|a| a.name == name);
    let (chosen, left): (Vec<&'static Alternative>, Vec<_>) =
        others.partition(|a| a.value == value);
    if chosen.is_empty() && !asked.iter().any(|q| q.value == value) {
        let right = asked.iter().map(|q| q.value).chain(left.iter().map(|a| a.value)).collect();
        return Err(AnswerError::Value { name: name.to_owned(), value: value.to_owned(), right });
    }
    Ok(chosen)
}

impl Op {
    /// The alternatives that can change this operation's bits.
    #[must_use]
    pub fn alternatives(&self) -> Vec<&'static Alternative> {
        let all = self.kind.questions().alternatives.iter();
        all.filter(|a| self.decisions.contains(&a.decision)).collect()
    }

    /// The questions whose answers can change this operation's bits.
    #[must_use]
    pub fn questions(&self) -> Vec<&'static Decided> {
        let own = self.alternatives();
        let all = self.kind.questions().list.iter();
        all.filter(|q| own.iter().any(|a| a.name == q.name)).collect()
    }
}
