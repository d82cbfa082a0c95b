//! Explanation of a single case, step by step: operands, ports, exact value, bits kept and lost,
//! rounding, normalisation, flag, and the decisions that the result hangs on.
//!
//! The steps follow the definitions of the developer manual (s. 3.6.9, 3.6.12, 4.1 to 4.5) in
//! arbitrary precision. They share no arithmetic with `softfloat`, so their result confirms that of
//! [`Plan::run`], or contradicts it.
//!
//! ```
//! use vectors::explain;
//! let op = vectors::operations().find("mncore2.mau.fvfma").unwrap();
//! let plan = op.plan(&op.parse_options([]).unwrap());
//! let explanation = explain::explain(&plan, &[0x4980_0008, 0x4980_0008, 0xd380_0000]);
//! assert_eq!(explanation.outcome.out(), [0x4a00_0010]);
//! assert!(explanation.to_string().contains("L = 8 * 8 = 40, of the low 5 bits"));
//! ```

mod decisions;
pub(crate) mod exact;
pub(crate) mod fields;
pub mod picture;
pub(crate) mod steps;
pub mod value;

pub use steps::{Explanation, Line, Step};

use crate::registry::{Outcome, Plan, Seat};
use steps::Steps;

/// How a case comes to its result. `x` holds the operands' elements in order, [`Plan::elements`] of
/// them; missing ones count as 0, bits above an element's width are ignored.
///
/// ```
/// let op = vectors::operations().find("ieee.f16.add").unwrap();
/// let plan = op.plan(&op.parse_options([]).unwrap());
/// let explained = vectors::explain::explain(&plan, &[0x3c00, 0x1000]); // 1 + 2^-11, a tie
/// assert_eq!(explained.outcome.out(), [0x3c00]); // 1
/// assert!(explained.contradicted_by.is_none());
/// ```
#[must_use]
pub fn explain(plan: &Plan, x: &[u64]) -> Explanation {
    let x = fitted(plan, x);
    let mut steps = Steps::default();
    let Told { outcome, decisions } = EXPLAIN.of(plan.op).explain(&mut steps, plan, &x);
    let run = plan.run(&x);
    let contradicted_by = (run != outcome).then_some(run);
    if let Some(run) = &contradicted_by {
        contradiction(&mut steps, plan, run);
    }
    if decisions {
        decisions::step(&mut steps, plan, &x);
    }
    let (steps, drawn) = steps.finish();
    Explanation { heading: heading(plan), steps, drawn, outcome, contradicted_by }
}

/// How an operation's cases come to their results.
pub(crate) trait Explain: Send + Sync {
    /// Step by step, in arithmetic of its own. Where there are no steps: operands and result.
    fn explain(&self, steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
        plain(steps, plan, x)
    }
}

/// Who explains.
pub(crate) static EXPLAIN: Seat<dyn Explain> = Seat::empty();

/// What a family's explanation comes to.
pub(crate) struct Told {
    /// The result that its steps arrive at.
    pub(crate) outcome: Outcome,
    /// Whether the decisions that the result hangs on are still to be told.
    pub(crate) decisions: bool,
}

/// Operands and result alone, where a family has no steps for a case.
pub(crate) fn plain(steps: &mut Steps, plan: &Plan, x: &[u64]) -> Told {
    steps::operands(steps, plan, x);
    let outcome = plan.run(x);
    steps::result(steps, plan, &outcome);
    Told { outcome, decisions: true }
}

/// As many elements as the operands have, none wider than its format.
fn fitted(plan: &Plan, x: &[u64]) -> Vec<u64> {
    let word = |width: u32, at: usize| (width - 64 * at as u32).min(64);
    let widths = plan.operands.iter().flat_map(|shape| {
        let (width, words) = (shape.format.width, shape.words_per_element());
        (0..shape.words()).map(move |at| word(width, at % words))
    });
    let given = x.iter().copied().chain(std::iter::repeat(0));
    widths.zip(given).map(|(w, code)| code & u64::MAX >> (64 - w)).collect()
}

/// Id and options, formula and sections, on one line if there is room.
fn heading(plan: &Plan) -> String {
    const ROOM: usize = 97;
    let options = plan.options.to_string();
    let gap = if options.is_empty() { "" } else { " " };
    let name = format!("{}{gap}{options}", plan.op.id);
    let cited = format!("({}{})", plan.op.link.family.cites, plan.op.section);
    let (summary, section) = (&plan.op.summary, cited);
    let split = |first: usize, second: usize| match first + second <= ROOM {
        true => "   ",
        false => "\n  ",
    };
    let formula = summary.len() + section.len() + 3;
    let between = split(name.len(), formula);
    let within = split(formula, 0);
    format!("{name}{between}{summary}{within}{section}")
}

/// The evaluator says something else: an error of this program, not of the case.
fn contradiction(steps: &mut Steps, plan: &Plan, run: &Outcome) {
    steps.begin("*** INTERNAL ERROR: THE EVALUATOR GIVES ANOTHER RESULT ***");
    steps.item("evaluator", value::results(plan, run.out()));
    if let Some(flag) = run.flag {
        steps.item(plan.op.flags.name(), plan.op.flags.text(flag));
    }
    steps.say("One of the two is wrong. Please report this case; do not rely on either result.");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;

    #[test]
    fn a_contradiction_is_loud() {
        let plan =
            crate::operations().find("mncore2.mau.fvadd").unwrap().plan(&registry::Options::NONE);
        let mut steps = Steps::default();
        contradiction(&mut steps, &plan, &Outcome::new(&[0x3f80_0000], Some(1)));
        let text = steps.finish().0[0].to_string();
        assert!(text.starts_with("*** INTERNAL ERROR"), "{text}");
        assert!(text.contains("3f800000"), "{text}");
    }
}
