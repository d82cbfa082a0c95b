//! The variants of an operation.

use crate::registry::{self, OptionKind, OptionSpec, Options, Outcome, Plan};

/// What a variant gives; nothing where it says nothing of a case.
type Run = Box<dyn Fn(&Plan, &[u64]) -> Option<Outcome>>;

/// What a design may do instead.
pub(super) struct Variant {
    pub(super) text: String,
    run: Run,
}

impl Variant {
    pub(super) fn new(
        text: impl Into<String>,
        run: impl Fn(&Plan, &[u64]) -> Option<Outcome> + 'static,
    ) -> Self {
        Self { text: text.into(), run: Box::new(run) }
    }

    /// What it gives; nothing where it says nothing of a case.
    pub(super) fn run(&self, plan: &Plan, x: &[u64]) -> Option<Outcome> {
        (self.run)(plan, x)
    }
}

/// Another value of one option.
pub(super) fn options(plan: &Plan) -> Vec<Variant> {
    let mut all = Vec::new();
    let words = |spec: &OptionSpec| {
        matches!(
            spec.kind,
            OptionKind::Switch | OptionKind::Graded | OptionKind::Choice | OptionKind::Among(_)
        )
    };
    for spec in plan.op.options.iter().filter(|spec| words(spec)) {
        for (_, value) in spec.choices() {
            let name = spec.name;
            all.push(Variant::new(format!("as under {name}={value}"), move |plan, x| {
                let options = with(plan, name, value)?;
                (options != plan.options).then(|| plan.op.plan(&options).run(x))
            }));
        }
    }
    all
}

/// A plan's options with one of them changed.
fn with(plan: &Plan, name: &str, value: &str) -> Option<Options> {
    let mut words: Vec<String> = plan
        .options
        .pairs()
        .into_iter()
        .filter(|(n, _)| n != name)
        .map(|(n, v)| format!("{n}={v}"))
        .collect();
    words.push(format!("{name}={value}"));
    plan.op.parse_options(words.iter().map(String::as_str)).ok()
}

/// Operands exchanged, or one of them with its sign turned.
pub(super) fn operands(plan: &Plan) -> Vec<Variant> {
    let names = plan.op.operands;
    let shapes = &plan.operands;
    let starts: Vec<usize> = shapes
        .iter()
        .scan(0, |at, shape| {
            let start = *at;
            *at += shape.len;
            Some(start)
        })
        .collect();
    let mut all = Vec::new();
    for second in 1..shapes.len() {
        for first in 0..second {
            if shapes[first] != shapes[second] {
                continue;
            }
            let (a, b, len) = (starts[first], starts[second], shapes[first].len);
            let text = format!("{} and {} exchanged", names[first], names[second]);
            all.push(Variant::new(text, move |plan, x| {
                let mut turned = x.to_vec();
                (0..len).for_each(|i| turned.swap(a + i, b + i));
                Some(plan.run(&turned))
            }));
        }
    }
    for (i, shape) in shapes.iter().enumerate() {
        let (start, shape) = (starts[i], *shape);
        if shape.format.exp_bits == 0 || !shape.format.sign {
            continue;
        }
        all.push(Variant::new(format!("the sign of {} turned", names[i]), move |plan, x| {
            let mut turned = x.to_vec();
            turned[start..start + shape.len]
                .iter_mut()
                .for_each(|e| *e ^= 1 << (shape.format.width - 1));
            Some(plan.run(&turned))
        }));
        all.push(Variant::new(format!("the sign of {} ignored", names[i]), move |plan, x| {
            let mut plain = x.to_vec();
            plain[start..start + shape.len]
                .iter_mut()
                .for_each(|e| *e &= !(1 << (shape.format.width - 1)));
            Some(plan.run(&plain))
        }));
    }
    all
}

/// Another answer to a question that the documents leave open.
pub(super) fn answers(plan: &Plan) -> Vec<Variant> {
    let all = plan.op.alternatives();
    all.into_iter()
        .map(|answer| {
            let text = format!("as under {}={} ({})", answer.name, answer.value, answer.decision);
            Variant::new(text, move |plan, x| {
                Some(plan.run_with(&registry::Answers::DECIDED.with(answer), x))
            })
        })
        .collect()
}

/// The most other operations that are tried.
const OTHERS: usize = 64;

/// Another operation on the same operands, of the same family.
pub(super) fn others(plan: &Plan) -> Vec<Variant> {
    let begin = plan.op.id.split('.').next().unwrap_or_default();
    let Ok(all) = registry::select(&format!("{begin}.*")) else { return Vec::new() };
    let alike = all.into_iter().filter(|op| {
        !std::ptr::eq(*op, plan.op) && {
            let other = op.plan(&op.roundings()[0]);
            other.operands == plan.operands && other.results == plan.results
        }
    });
    alike
        .take(OTHERS)
        .map(|op| {
            Variant::new(format!("as {}", op.id), move |plan, x| {
                let options =
                    if op.takes(&plan.options) { plan.options } else { op.roundings()[0] };
                Some(op.plan(&options).run(x))
            })
        })
        .collect()
}
