//! What every operation of the ALU answers: a result and its mask flag.

use crate::explain::steps::Steps;
use crate::registry::Outcome;

/// A result and its flag, with the flag's reason.
pub(crate) struct Answer {
    pub(crate) code: u64,
    pub(crate) flag: bool,
    pub(crate) reason: String,
}

/// The step "mask flag".
pub(crate) fn flagged(steps: &mut Steps, answer: &Answer) -> Outcome {
    steps.begin("mask flag (table 3.11)");
    steps.item("flag", format!("{}   ({})", u8::from(answer.flag), answer.reason));
    Outcome::new(&[answer.code], Some(answer.flag.into()))
}
