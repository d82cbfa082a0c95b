//! The candidates of a family: every operation of it whose operands and results are alike, and sums of fewer products
//! that take them in turn, each sum the addend of the next.

use super::space::{Name, Space, alike};
use crate::cover::MODELLED;
use crate::registry::{Answers, Op, Outcome, Plan};

/// One of them, so many times in a row.
struct Member {
    plan: Plan,
    answers: Answers,
    /// The answer that is not as decided.
    named: Vec<String>,
    turns: usize,
}

/// Operations of a family.
pub(super) struct Members(Vec<Member>);

impl Members {
    /// Those that ask and answer as a plan does, under each choice of options and each answer to what is open.
    pub(super) fn new(family: &str, base: &Plan) -> Self {
        let all = base.op.link.among.all().filter(|op| op.family() == family);
        Self(all.flat_map(|op| members(op, base)).collect())
    }
}

fn members(op: &'static Op, base: &Plan) -> Vec<Member> {
    let mut list = Vec::new();
    for options in op.option_sets() {
        let plan = op.plan(&options);
        let Some(turns) = turns(&plan, base) else { continue };
        let others = op.alternatives().into_iter().map(|other| {
            (vec![format!("{}={}", other.name, other.value)], Answers::DECIDED.with(other))
        });
        let answers = std::iter::once((Vec::new(), Answers::DECIDED)).chain(others);
        list.extend(answers.map(|(named, answers)| Member {
            plan: plan.clone(),
            answers,
            named,
            turns,
        }));
    }
    list
}

/// How often a plan runs to answer what another one is asked; nothing where it never does.
fn turns(plan: &Plan, base: &Plan) -> Option<usize> {
    if alike(plan, base) {
        return Some(1);
    }
    let sums = |plan: &Plan| {
        MODELLED.of(plan.op).terms(plan).is_some_and(|terms| terms.product && terms.addend)
    };
    let ([a, b, c], [x, y, z]) = (&plan.operands[..], &base.operands[..]) else { return None };
    let formats = a.format == x.format && b.format == y.format && c == z;
    let running = plan.results == base.results && plan.result() == c;
    let whole = a.len == b.len && x.len == y.len && x.len % a.len == 0;
    (formats && running && whole && sums(plan) && sums(base)).then(|| x.len / a.len)
}

impl Space for Members {
    fn len(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    fn run(&self, candidate: u32, x: &[u64]) -> Outcome {
        let Member { plan, answers, turns, .. } = &self.0[candidate as usize];
        if *turns == 1 {
            return plan.run_with(answers, x);
        }
        let n = plan.operands[0].len;
        let first = x.get(2 * n * turns).copied().unwrap_or_default();
        (0..*turns).fold(Outcome::new(&[first], None), |sum, turn| {
            let (a, b) = (&x[turn * n..], &x[(turns + turn) * n..]);
            plan.run_with(answers, &[&a[..n], &b[..n], sum.out()].concat())
        })
    }

    fn name(&self, candidate: u32) -> Name {
        let Member { plan, named, turns, .. } = &self.0[candidate as usize];
        Name {
            op: plan.op.id.clone(),
            options: plan.options.to_string(),
            answers: named.clone(),
            instead: (*turns > 1)
                .then_some("so many products at a time, each sum the addend of the next"),
        }
    }
}
