//! What every operation of the ALU answers: a result and its mask flag.

use crate::explain::fields::Number;
use crate::explain::steps::Steps;
use crate::registry::{Outcome, Plan};
use softfloat::Format;

/// The steps of an operation, up to its answer.
pub(crate) type Tell = fn(&mut Steps, &Operands) -> Answer;

/// One operand or two, of one format; y is 0 where there is none.
#[derive(Clone, Copy)]
pub(crate) struct Operands {
    pub(crate) format: Format,
    pub(crate) x: u64,
    pub(crate) y: u64,
    pub(crate) two: bool,
}

impl Operands {
    fn of(plan: &Plan, x: &[u64]) -> Self {
        let y = x.get(1).copied();
        Self { format: plan.ported[0].format, x: x[0], y: y.unwrap_or(0), two: y.is_some() }
    }

    pub(crate) fn first(&self) -> Number {
        Number::of(&self.format, self.x)
    }

    pub(crate) fn second(&self) -> Number {
        Number::of(&self.format, self.y)
    }
}

/// A result and its flag, with the flag's reason.
pub(crate) struct Answer {
    pub(crate) code: u64,
    pub(crate) flag: bool,
    pub(crate) reason: String,
}

/// The steps of a case, the last of which is "mask flag".
pub(crate) fn steps(steps: &mut Steps, tell: Tell, plan: &Plan, x: &[u64]) -> Outcome {
    let answer = tell(steps, &Operands::of(plan, x));
    steps.begin("mask flag (table 3.11)");
    steps.item("flag", format!("{}   ({})", u8::from(answer.flag), answer.reason));
    Outcome::new(&[answer.code], Some(answer.flag.into()))
}
