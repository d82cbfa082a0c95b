//! The candidates of any operation: every choice of its options, every answer to what its documents leave open,
//! and every structure that it may have instead of its own.

use super::space::{Name, Space, alike};
use crate::cover::MODELLED;
use crate::registry::rules::NAN;
use crate::registry::{Answers, Arithmetic, Op, OptionSpec, Options, Outcome, Plan, Wanted};
use crate::variant::{Bench, Structure};
use softfloat::question::Alternative;

/// The most candidates.
const MOST: usize = 1 << 20;

/// Options with answers to open questions, then options with structures.
pub(super) struct Rules {
    plans: Vec<Plan>,
    answers: Vec<(Vec<String>, Answers)>,
    benches: Vec<Bench>,
    /// The structures, each with its bench's place.
    built: Vec<(usize, &'static Structure)>,
}

impl Rules {
    /// The candidates of an operation. Options among `fixed` are as they are given; where any NaN will do, so is the rule for
    /// NaN, but of fused operations, of which it decides a flag.
    pub(super) fn new(op: &'static Op, base: &Plan, fixed: &Wanted, any_nan: bool) -> Self {
        let fused = matches!(MODELLED.of(op).arithmetic(base), Some(Arithmetic::Fused { .. }));
        let counts = |spec: &&OptionSpec| {
            let free = any_nan && !fused && std::ptr::eq(spec.row, &NAN.row);
            !free || fixed.of_option(op, spec).is_some()
        };
        let mut choices = vec![op.plain()];
        for spec in op.options.iter().filter(counts) {
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
        let benches: Vec<Bench> = plans.iter().map(Bench::of).collect();
        let each = |(at, bench): (usize, &Bench)| Structure::of(bench).map(move |s| (at, s));
        let built = benches.iter().enumerate().flat_map(each).collect();
        Self { plans, answers: answers(op), benches, built }
    }
}

/// Whether two plans differ in words alone: their rules, and the options that are no rules, are the same.
fn same_rules(a: &Plan, b: &Plan) -> bool {
    let rest = |plan: &Plan| plan.options.without(&NAN);
    a.env() == b.env() && rest(a) == rest(b)
}

/// The choices of options that one more of them makes of one.
fn values(op: &Op, spec: &OptionSpec, chosen: &Options, fixed: &Wanted) -> Vec<Options> {
    let values = match fixed.of_option(op, spec) {
        Some(values) => values,
        None if spec.choices().next().is_none() => return vec![*chosen],
        None => spec.choices().map(|(value, _)| value).collect(),
    };
    let with = values.into_iter().map(|value| chosen.set(spec.row, value));
    with.filter(|options| op.takes(options)).collect()
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

impl Rules {
    /// A candidate of another structure.
    fn built(&self, at: usize) -> Option<(&Bench, &'static Structure)> {
        let own = (self.plans.len() * self.answers.len()).min(MOST);
        let (bench, structure) = *self.built.get(at.checked_sub(own)?)?;
        Some((&self.benches[bench], structure))
    }
}

impl Space for Rules {
    fn len(&self) -> u32 {
        let own = (self.plans.len() * self.answers.len()).min(MOST);
        u32::try_from(own + self.built.len()).unwrap_or(0)
    }

    fn run(&self, candidate: u32, x: &[u64]) -> Outcome {
        let at = candidate as usize;
        if let Some((bench, structure)) = self.built(at) {
            // A structure that says nothing of flags has the operation's wherever it has its result.
            let own = bench.plan.run(x);
            let says = |other: &Outcome| other.flag.is_some() || other.out() != own.out();
            return structure.run(bench, x).filter(says).unwrap_or(own);
        }
        let (_, answers) = &self.answers[at % self.answers.len()];
        self.plans[at / self.answers.len()].run_with(answers, x)
    }

    fn name(&self, candidate: u32) -> Name {
        let at = candidate as usize;
        let named = |plan: &Plan, answers, instead| {
            let (op, options) = (plan.op.id.clone(), plan.options.to_string());
            Name { op, options, answers, instead }
        };
        if let Some((bench, structure)) = self.built(at) {
            return named(&bench.plan, Vec::new(), Some(structure.text));
        }
        let (names, _) = &self.answers[at % self.answers.len()];
        named(&self.plans[at / self.answers.len()], names.clone(), None)
    }
}
