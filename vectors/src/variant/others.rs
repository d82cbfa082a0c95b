//! Other answers to open questions, and other operations.

use super::change::Variant;
use crate::registry::{Answers, Plan};

/// The most other operations that are tried.
const OTHERS: usize = 64;

/// Another answer to a question that the documents leave open.
pub(crate) fn answers(plan: &Plan) -> Vec<Variant> {
    let all = plan.op.alternatives();
    all.into_iter()
        .map(|answer| {
            let text = format!("as under {}={} ({})", answer.name, answer.value, answer.decision);
            Variant::new(text, move |_, plan, x| {
                Some(plan.run_with(&Answers::DECIDED.with(answer), x))
            })
        })
        .collect()
}

/// Another operation on the same operands, of the same family.
pub(crate) fn others(plan: &Plan) -> Vec<Variant> {
    let begin = plan.op.id.split('.').next().unwrap_or_default();
    let Ok(all) = plan.op.link.among.select(&format!("{begin}.*")) else { return Vec::new() };
    let alike = all.into_iter().filter(|op| {
        !std::ptr::eq(*op, plan.op) && {
            let other = op.plan(&op.roundings()[0]);
            other.operands == plan.operands && other.results == plan.results
        }
    });
    alike
        .take(OTHERS)
        .map(|op| {
            Variant::new(format!("as {}", op.id), move |benches, plan, x| {
                let takes = op.takes(&plan.options);
                let options = if takes { plan.options } else { op.roundings()[0] };
                Some(benches.of(op, &options).plan.run(x))
            })
        })
        .collect()
}
