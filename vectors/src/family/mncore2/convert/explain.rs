//! `mncore2.convert.*`: extension, shortening at an output, shortening at an input (s. 3.6.9.23 to
//! 3.6.9.25, 3.6.12.19).

use crate::explain::fields::Number;
use crate::explain::steps::Steps;
use crate::family::mncore2::explain::number::{assemble, infinity};
use crate::family::mncore2::explain::pack::{Tiny, pack};
use crate::family::mncore2::explain::width::extended;
use crate::family::mncore2::options::PORT;
use crate::registry::{Outcome, Plan};
use softfloat::Format;

pub(crate) fn explain(steps: &mut Steps, plan: &Plan, x: &[u64]) -> Outcome {
    let (from, to) = (plan.ported[0].format, plan.result().format);
    let code = if from.width < to.width {
        let (code, why) = extended(&from, &to, x[0]);
        steps.begin("extension (s. 3.6.9.23)");
        steps.say(why);
        code
    } else {
        narrowed(steps, plan, &from, &to, x[0])
    };
    Outcome::new(&[code], None)
}

fn narrowed(steps: &mut Steps, plan: &Plan, from: &Format, to: &Format, x: u64) -> u64 {
    let number = Number::of(from, x);
    let input = plan.options.get(&PORT);
    if number.is_zero() || number.is_infinite() {
        let (title, rule) = match input {
            true => {
                ("shortening at an input (s. 3.6.9.24, 3.6.12.19)", "the sign is kept (MN-D02)")
            }
            false => {
                ("shortening at an output (s. 3.6.9.25, 4.1)", "output normalisation (s. 4.1)")
            }
        };
        steps.begin(title);
        let negative = number.negative && (input || number.is_infinite());
        return if number.is_infinite() {
            steps.say(format!("top exponent: infinity of its sign, mantissa 0; {rule}"));
            infinity(to, negative)
        } else {
            let zero = if negative { "-0" } else { "+0" };
            steps.say(format!("exponent field 0: {zero}, mantissa 0; {rule}"));
            assemble(to, negative, 0, 0)
        };
    }
    match input {
        true => pack(steps, &number.value(), to, Tiny::Signed, "s. 3.6.9.24, 3.6.12.19"),
        false => pack(steps, &number.value(), to, Tiny::Plus, "s. 3.6.9.25, 4.1"),
    }
}
