//! `--profile NAME=VALUE`: other answers to what the manual leaves open.

use crate::failure::Failure;
use vectors::registry::{Answers, Op};

/// Other answers than the decided ones to the questions that the manual leaves open
#[derive(Debug, clap::Args)]
pub(crate) struct Profiled {
    /// Answer an open question of the manual differently, e.g. `inf_times_zero=inf` (repeatable);
    /// docs/decisions.md lists the questions
    #[arg(long = "profile", value_name = "NAME=VALUE")]
    answers: Vec<String>,
}

impl Profiled {
    /// The answers, to the questions of an operation or of any.
    pub(crate) fn answers(&self, op: Option<&Op>) -> Result<Answers, Failure> {
        let answers =
            Answers::read(self.answers.iter().map(String::as_str), vectors::operations(), op);
        answers.map_err(|e| Failure::input(format!("--profile: {e}")))
    }
}
