//! What every operation of the ALU answers: a result and its mask flag.

use crate::explain::steps::Steps;
use crate::registry::{Outcome, Plan};

/// A result and its flag, with the flag's reason.
pub(crate) struct Answer {
    pub(crate) code: u64,
    pub(crate) flag: bool,
    pub(crate) reason: String,
}

/// The operation's name without precision, and whether it is unsigned.
pub(crate) fn opcode(plan: &Plan) -> (&str, bool) {
    let tail = plan.op.id.rsplit('.').next().unwrap_or_default();
    let (unsigned, tail) = tail.strip_prefix('u').map_or((false, tail), |t| (true, t));
    (tail.get(1..).unwrap_or_default(), unsigned)
}

/// The step "mask flag".
pub(crate) fn flagged(steps: &mut Steps, answer: &Answer) -> Outcome {
    steps.begin("mask flag (table 3.11)");
    steps.item("flag", format!("{}   ({})", u8::from(answer.flag), answer.reason));
    Outcome::new(&[answer.code], Some(answer.flag.into()))
}
