//! Options that a design takes for others: one, one under a single direction, and one beside another variant.

use super::change::{Benches, Variant};
use crate::registry::rules::RM;
use crate::registry::{OptionSpec, Outcome, Plan, Row};
use softfloat::Rounding;
use std::rc::Rc;

/// An option with another value, and the word for it.
type Choice = ((&'static Row, u16), &'static str);

/// The words that an operation's options may have.
fn choices(plan: &Plan) -> Vec<Choice> {
    let each =
        |spec: &'static OptionSpec| spec.choices().map(|(value, word)| ((spec.row, value), word));
    plan.op.options.iter().flat_map(each).collect()
}

/// Another word of one option.
pub(crate) fn whole(plan: &Plan) -> Vec<Variant> {
    let of = |(choice, word): Choice| {
        Variant::new(format!("as under {}={word}", choice.0.name), move |benches, plan, x| {
            Some(benches.changed(plan, choice)?.plan.run(x))
        })
    };
    choices(plan).into_iter().map(of).collect()
}

/// Another word of one option under one of these directions alone; nothing where there is only one.
pub(crate) fn among(plan: &Plan, directions: &[Rounding]) -> Vec<Variant> {
    if directions.len() < 2 {
        return Vec::new();
    }
    let of = |(choice, word): Choice, direction: Rounding| {
        let (name, rm) = (choice.0.name, RM.word(&direction));
        let text = format!("as under {name}={word} where rm={rm}");
        Variant::new(text, move |benches, plan, x| {
            let here = plan.options.get(&RM) == direction;
            here.then(|| Some(benches.changed(plan, choice)?.plan.run(x)))?
        })
    };
    let all = choices(plan).into_iter();
    all.flat_map(|choice| directions.iter().map(move |rm| of(choice, *rm))).collect()
}

/// Another word of one option beside each of these variants, and beside another word of another option.
pub(crate) fn pairs(plan: &Plan, others: Vec<Variant>) -> Vec<Variant> {
    let all = choices(plan);
    let mut pairs = Vec::new();
    let others: Vec<Rc<Variant>> = others.into_iter().map(Rc::new).collect();
    for (at, &(choice, word)) in all.iter().enumerate() {
        let name = choice.0.name;
        for &(other, second) in all[at..].iter().filter(|(other, _)| other.0.name != name) {
            let text = format!("as under {name}={word} and {}={second}", other.0.name);
            pairs.push(Variant::new(text, move |benches, plan, x| {
                let first = benches.changed(plan, choice)?;
                Some(benches.changed(&first.plan, other)?.plan.run(x))
            }));
        }
        for variant in &others {
            let text = format!("as under {name}={word}, and {}", variant.text);
            let variant = variant.clone();
            pairs.push(Variant::new(text, move |benches, plan, x| {
                beside(benches, &variant, &benches.changed(plan, choice)?.plan, x)
            }));
        }
    }
    pairs
}

/// What a variant makes of another plan, or the plan itself where the variant says nothing.
fn beside(benches: &Benches, variant: &Variant, plan: &Plan, x: &[u64]) -> Option<Outcome> {
    Some(variant.run(benches, plan, x).unwrap_or_else(|| plan.run(x)))
}
