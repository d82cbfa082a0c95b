//! The candidates of any operation: every choice of its options and every answer to what its documents leave
//! open.

use super::space::{Name, Space, alike};
use crate::registry::{Answers, Op, OptionKind, OptionSpec, Options, Outcome, Plan};
use softfloat::question::Alternative;

/// The most candidates.
const MOST: usize = 1 << 20;

/// Options, and answers to open questions.
pub(super) struct Rules {
    plans: Vec<Plan>,
    answers: Vec<(Vec<String>, Answers)>,
}

impl Rules {
    /// The candidates of an operation. Options among `fixed` are as they are given.
    pub(super) fn new(op: &'static Op, base: &Plan, fixed: &[String]) -> Self {
        let mut choices = vec![Options::NONE];
        for spec in &op.options {
            choices = choices.iter().flat_map(|o| values(op, spec, o, fixed)).collect();
        }
        if choices.is_empty() {
            choices.push(base.options);
        }
        let mut plans: Vec<Plan> = Vec::new();
        for plan in choices.iter().map(|o| op.plan(o)).filter(|plan| alike(plan, base)) {
            // Words that mean the same here are one candidate.
            if plan.env().is_none() || !plans.iter().any(|other| same_rules(other, &plan)) {
                plans.push(plan);
            }
        }
        Self { plans, answers: answers(op) }
    }
}

/// Whether two plans differ in words alone: their rules, and the options that are no rules, are the same.
fn same_rules(a: &Plan, b: &Plan) -> bool {
    let rest = |plan: &Plan| Options { nan: 0, ..plan.options };
    a.env() == b.env() && rest(a) == rest(b)
}

/// The choices of options that one more of them makes of one.
fn values(op: &Op, spec: &OptionSpec, chosen: &Options, fixed: &[String]) -> Vec<Options> {
    let own: Vec<String> = chosen.pairs().into_iter().map(|(n, v)| format!("{n}={v}")).collect();
    let with = |word: &str| {
        let words = own.iter().map(String::as_str).chain([word]);
        op.parse_options(words).ok()
    };
    let is_this = |word: &&String| word.split('=').next() == Some(spec.name);
    if let Some(word) = fixed.iter().find(is_this) {
        return with(word).into_iter().collect();
    }
    match spec.kind {
        OptionKind::Switch | OptionKind::Graded | OptionKind::Choice | OptionKind::Among(_) => {
            let words = spec.choices().map(|(_, value)| format!("{}={value}", spec.name));
            let mut all: Vec<Options> = words.filter_map(|word| with(&word)).collect();
            all.dedup();
            all
        }
        _ => vec![*chosen],
    }
}

/// Every combination of answers to an operation's questions, what is decided first.
fn answers(op: &Op) -> Vec<(Vec<String>, Answers)> {
    let alternatives = op.alternatives();
    let mut all = vec![(Vec::new(), Answers::DECIDED)];
    for question in op.questions() {
        let others: Vec<&'static Alternative> =
            alternatives.iter().copied().filter(|a| a.name == question.name).collect();
        if all.len() * (others.len() + 1) > MOST {
            break;
        }
        let with = |(names, answers): &(Vec<String>, Answers), other: &'static Alternative| {
            let mut names = names.clone();
            names.push(format!("{}={}", other.name, other.value));
            (names, answers.with(other))
        };
        let more: Vec<_> = others
            .iter()
            .flat_map(|other| all.iter().map(|one| with(one, other)).collect::<Vec<_>>())
            .collect();
        all.extend(more);
    }
    all
}

impl Space for Rules {
    fn len(&self) -> u32 {
        u32::try_from((self.plans.len() * self.answers.len()).min(MOST)).unwrap_or(0)
    }

    fn run(&self, candidate: u32, x: &[u64]) -> Outcome {
        let at = candidate as usize;
        let (_, answers) = &self.answers[at % self.answers.len()];
        self.plans[at / self.answers.len()].run_with(answers, x)
    }

    fn name(&self, candidate: u32) -> Name {
        let at = candidate as usize;
        let (names, _) = &self.answers[at % self.answers.len()];
        let plan = &self.plans[at / self.answers.len()];
        Name { op: plan.op.id.clone(), options: plan.options.to_string(), answers: names.clone() }
    }
}
