//! Options that a design takes for others: one, one under a single direction, and one beside another variant.

use super::change::{Benches, Variant};
use crate::registry::{OptionKind, OptionSpec, Outcome, Plan};
use std::rc::Rc;

/// A word of an option.
type Choice = (&'static str, &'static str);

/// The words that an operation's options may have.
fn choices(plan: &Plan) -> Vec<Choice> {
    let words = |spec: &&OptionSpec| {
        use OptionKind::{Among, Choice, Graded, Switch};
        matches!(spec.kind, Switch | Graded | Choice | Among(_))
    };
    let each = |spec: &OptionSpec| {
        let name = spec.name;
        spec.choices().map(move |(_, word)| (name, word)).collect::<Vec<_>>()
    };
    plan.op.options.iter().filter(words).flat_map(each).collect()
}

/// Another word of one option.
pub(crate) fn whole(plan: &Plan) -> Vec<Variant> {
    let of = |(name, word): Choice| {
        Variant::new(format!("as under {name}={word}"), move |benches, plan, x| {
            Some(benches.changed(plan, name, word)?.plan.run(x))
        })
    };
    choices(plan).into_iter().map(of).collect()
}

/// Another word of one option under one of these directions, places of the words of `rm`, alone; nothing where there is only one.
pub(crate) fn among(plan: &Plan, directions: &[u8]) -> Vec<Variant> {
    if directions.len() < 2 {
        return Vec::new();
    }
    let words = plan.op.options.iter().find(|spec| spec.name == "rm").map(OptionSpec::words);
    let words = words.unwrap_or_default();
    let known = directions.iter().filter_map(|&rm| Some((rm, *words.get(usize::from(rm))?)));
    let known: Vec<(u8, &str)> = known.collect();
    let of = |(name, word): Choice, (rm, direction): (u8, &str)| {
        let text = format!("as under {name}={word} where rm={direction}");
        Variant::new(text, move |benches, plan, x| {
            let here = plan.options.rm == rm;
            here.then(|| Some(benches.changed(plan, name, word)?.plan.run(x)))?
        })
    };
    let all = choices(plan).into_iter();
    all.flat_map(|choice| known.iter().map(move |&rm| of(choice, rm))).collect()
}

/// Another word of one option beside each of these variants, and beside another word of another option.
pub(crate) fn pairs(plan: &Plan, others: Vec<Variant>) -> Vec<Variant> {
    let all = choices(plan);
    let mut pairs = Vec::new();
    let others: Vec<Rc<Variant>> = others.into_iter().map(Rc::new).collect();
    for (at, &(name, word)) in all.iter().enumerate() {
        for &(other, second) in all[at..].iter().filter(|(other, _)| *other != name) {
            let text = format!("as under {name}={word} and {other}={second}");
            pairs.push(Variant::new(text, move |benches, plan, x| {
                let first = benches.changed(plan, name, word)?;
                Some(benches.changed(&first.plan, other, second)?.plan.run(x))
            }));
        }
        for variant in &others {
            let text = format!("as under {name}={word}, and {}", variant.text);
            let variant = variant.clone();
            pairs.push(Variant::new(text, move |benches, plan, x| {
                beside(benches, &variant, &benches.changed(plan, name, word)?.plan, x)
            }));
        }
    }
    pairs
}

/// What a variant makes of another plan, or the plan itself where the variant says nothing.
fn beside(benches: &Benches, variant: &Variant, plan: &Plan, x: &[u64]) -> Option<Outcome> {
    Some(variant.run(benches, plan, x).unwrap_or_else(|| plan.run(x)))
}
