//! Explanation of a single case, step by step: operands, ports, exact value, bits kept and lost,
//! rounding, normalisation, flag, and the decisions that the result hangs on.
//!
//! The steps follow the definitions of the developer manual (s. 3.6.9, 3.6.12, 4.1 to 4.5) in
//! arbitrary precision. They share no arithmetic with `softfloat`, so their result confirms that of
//! [`Plan::run`], or contradicts it.
//!
//! ```
//! use vectors::{explain, registry};
//! let op = registry::find("mncore2.mau.fvfma").unwrap();
//! let plan = op.plan(&op.parse_options([]).unwrap());
//! let explanation = explain::explain(&plan, &[0x4980_0008, 0x4980_0008, 0xd380_0000]);
//! assert_eq!(explanation.outcome.out(), [0x4a00_0010]);
//! assert!(explanation.to_string().contains("L = 8 * 8 = 40, of the low 5 bits"));
//! ```

mod alu_float;
mod alu_integer;
mod block;
mod convert;
mod decisions;
mod exact;
mod matrix;
mod number;
mod numbers;
mod pack;
mod ports;
mod product;
mod rrn_add;
mod rrn_select;
mod rsqrt;
mod steps;
mod sum;
pub mod value;
mod vector;

pub use decisions::text as decision_text;
pub use steps::{Explanation, Line, Step};

use crate::registry::{Family, Outcome, Plan};
use steps::{Steps, row};

/// How a case comes to its result. `x` holds the operands' elements in order, [`Plan::elements`] of
/// them; missing ones count as 0, bits above an element's width are ignored.
#[must_use]
pub fn explain(plan: &Plan, x: &[u64]) -> Explanation {
    let x = fitted(plan, x);
    let mut steps = Steps::default();
    let number = numbers::explain(&mut steps, plan, &x);
    let decided = number.is_none();
    let outcome = number.unwrap_or_else(|| {
        ports::operands(&mut steps, plan, &x);
        let inside = ports::through(&mut steps, plan, &x);
        let outcome = family(&mut steps, plan, &inside);
        result(&mut steps, plan, &outcome);
        outcome
    });
    let run = plan.run(&x);
    let contradicted_by = (run != outcome).then_some(run);
    if let Some(run) = &contradicted_by {
        contradiction(&mut steps, plan, run);
    }
    if decided {
        decisions::step(&mut steps, plan, &x);
    }
    Explanation { heading: heading(plan), steps: steps.finish(), outcome, contradicted_by }
}

/// As many elements as the operands have, none wider than its format.
fn fitted(plan: &Plan, x: &[u64]) -> Vec<u64> {
    let widths = plan.operands.iter().flat_map(|s| std::iter::repeat_n(s.format.width, s.len));
    let given = x.iter().copied().chain(std::iter::repeat(0));
    widths.zip(given).map(|(w, code)| code & u64::MAX >> (64 - w)).collect()
}

/// Id and options, formula and sections, on one line if there is room.
fn heading(plan: &Plan) -> String {
    const ROOM: usize = 97;
    let options = plan.options.to_string();
    let gap = if options.is_empty() { "" } else { " " };
    let name = format!("{}{gap}{options}", plan.op.id);
    // Those of the manual are numbers alone.
    let manual = if plan.env().is_none() { "s. " } else { "" };
    let (summary, section) = (&plan.op.summary, format!("({manual}{})", plan.op.section));
    let split = |first: usize, second: usize| match first + second <= ROOM {
        true => "   ",
        false => "\n  ",
    };
    let formula = summary.len() + section.len() + 3;
    let between = split(name.len(), formula);
    let within = split(formula, 0);
    format!("{name}{between}{summary}{within}{section}")
}

fn family(steps: &mut Steps, plan: &Plan, x: &[u64]) -> Outcome {
    match plan.op.family {
        Family::Convert => convert::explain(steps, plan, x),
        Family::Vector { y, z } => vector::explain(steps, plan, x, y, z),
        Family::Matrix => matrix::explain(steps, plan, x),
        Family::Block => block::explain(steps, plan, x),
        Family::RrnAdd { stages } => rrn_add::explain(steps, plan, x, stages),
        Family::RrnSelect => rrn_select::explain(steps, plan, x),
        Family::AluFloat => alu_float::explain(steps, plan, x),
        Family::AluInteger => alu_integer::explain(steps, plan, x),
        // Explained by `numbers`.
        Family::Ieee { .. }
        | Family::NumberConvert { .. }
        | Family::Mx { .. }
        | Family::Integer { .. }
        | Family::Sum { .. } => plan.run(x),
    }
}

/// The step "result": each element in words, and the flag.
fn result(steps: &mut Steps, plan: &Plan, outcome: &Outcome) {
    steps.begin("result");
    let mut rows = Vec::new();
    let mut rest = outcome.out();
    for shape in &plan.results {
        let (own, others) = rest.split_at(shape.len);
        rest = others;
        let format = &shape.format;
        let common = value::common(format, own);
        for (i, &code) in own.iter().enumerate() {
            let mut row = row![ports::element_name("out", shape, i), value::hex(format, code)];
            row.extend(value::columns(format, code, common));
            rows.push(row);
        }
    }
    steps.table(&rows);
    if let Some(flag) = outcome.flag {
        steps.item(plan.op.flags.name(), plan.op.flags.text(flag));
    }
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
        let plan = registry::find("mncore2.mau.fvadd").unwrap().plan(&registry::Options::NONE);
        let mut steps = Steps::default();
        contradiction(&mut steps, &plan, &Outcome::new(&[0x3f80_0000], Some(1)));
        let text = steps.finish()[0].to_string();
        assert!(text.starts_with("*** INTERNAL ERROR"), "{text}");
        assert!(text.contains("3f800000"), "{text}");
    }
}
