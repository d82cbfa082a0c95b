//! Text -> answers to open questions.

use super::{Answers, Op, Operations};
use softfloat::question::{Alternative, Decided};

/// Why an answer cannot be given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
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
    /// Reads answers, `NAME=VALUE` each, to the questions of an operation, or of any.
    ///
    /// # Errors
    /// A question that the operation does not have, or none has; a value that is no answer to it; a
    /// question that is answered twice.
    pub fn read<'a>(
        items: impl IntoIterator<Item = &'a str>,
        among: &Operations,
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
            answer(name, value, among, op)?.into_iter().for_each(|answer| answers.push(answer));
        }
        Ok(answers)
    }
}

/// The alternatives of this name and value: none for the decided one, several where machines ask
/// alike.
fn answer(
    name: &str,
    value: &str,
    among: &Operations,
    op: Option<&Op>,
) -> Result<Vec<&'static Alternative>, AnswerError> {
    let known: Vec<&'static Decided> = match op {
        Some(op) => op.questions(),
        None => among.questions().iter().flat_map(|q| q.list).collect(),
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
        None => among.questions().iter().flat_map(|q| q.alternatives).collect(),
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
