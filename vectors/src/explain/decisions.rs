//! The decisions that a case hangs on, and what it would be under the alternatives.

use super::steps::Steps;
use super::value;
use crate::registry::{Answers, Outcome, Plan};
use softfloat::question::{Alternative, Standing};

/// What a decision says, in one line, whichever family lists it; of ids that nothing names, nothing.
fn text(plan: &Plan, id: &str) -> &'static str {
    plan.op.link.among.decision(id).map_or("", |decision| decision.says)
}

/// How a decision stands to a case.
const fn standing(s: Standing) -> &'static str {
    match s {
        Standing::Unspecified => "unspecified",
        Standing::FlagOnly => "flag open",
        Standing::RestsOn => "rests on",
    }
}

/// The step "decisions": those that the case hangs on, with what their alternatives would give.
pub(super) fn step(steps: &mut Steps, plan: &Plan, x: &[u64]) {
    let decided = plan.run(x);
    let p = plan.provenance(x);
    steps.begin("decisions that the result hangs on (docs/decisions.md)");
    let ids: Vec<&str> = p.open().into_iter().chain(p.rests_on.iter().copied()).collect();
    if ids.is_empty() {
        steps.say("none: no other reading of an open question changes this case");
        return;
    }
    let mut named: Vec<&str> = Vec::new();
    for id in ids {
        for answer in plan.op.alternatives().into_iter().filter(|a| a.decision == id) {
            let other = plan.run_with(&Answers::DECIDED.with(answer), x);
            if other == decided {
                continue;
            }
            if !named.contains(&id) {
                steps.item(id, format!("{}: {}", standing(answer.standing), text(plan, id)));
                named.push(id);
            }
            steps.item("", alternative(plan, &[answer], &decided, &other));
        }
    }
    for together in &p.together {
        let mut answers = Answers::DECIDED;
        for answer in together {
            answers = answers.with(answer);
            let id = answer.decision;
            if !named.contains(&id) {
                let open = match p.unspecified.contains(&id) {
                    true => Standing::Unspecified,
                    false => Standing::FlagOnly,
                };
                steps.item(id, format!("{}: {}", standing(open), text(plan, id)));
                named.push(id);
            }
        }
        steps.item("", alternative(plan, together, &decided, &plan.run_with(&answers, x)));
    }
}

fn alternative(
    plan: &Plan,
    answers: &[&Alternative],
    decided: &Outcome,
    other: &Outcome,
) -> String {
    let format = &plan.result().format;
    let mut found: Vec<String> = Vec::new();
    for (i, (a, b)) in decided.out().iter().zip(other.out()).enumerate() {
        if a != b {
            let at = if plan.result().len > 1 { format!("element {i} ") } else { String::new() };
            found.push(format!("{at}{}", value::hex(format, *b)));
        }
    }
    if found.len() > 3 {
        let more = found.len() - 2;
        found.truncate(2);
        found.push(format!("and {more} more"));
    }
    if decided.flag != other.flag {
        found.push(format!("flag {}", other.flag.unwrap_or(0)));
    }
    let answers: Vec<String> = answers.iter().map(|s| format!("{}={}", s.name, s.value)).collect();
    format!("{} would give {}", answers.join(" with "), found.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_decision_of_an_operation_has_a_text() {
        for op in crate::operations().all() {
            for id in &op.decisions {
                assert!(
                    (1..=80).contains(&text(&op.plan(&crate::registry::Options::NONE), id).len()),
                    "{} names {id}",
                    op.id
                );
            }
        }
    }
}
