//! What a design may do instead: the structures that `identify` has as candidates and `check` as causes, and beside them what
//! only `check` looks for: options, operands and terms that are taken for others, NaN words, faults of flags.
//!
//! A new structure is a row of `structure::ALL`, a new fault of flags one of `flags`.

mod bench;
mod change;
mod flags;
mod meeting;
mod misread;
mod options;
mod sketch;
mod structure;
mod terms;

pub(crate) use bench::Bench;
pub(crate) use change::{Benches, Variant};
pub(crate) use flags::Fault;
pub(crate) use meeting::{Meeting, meetings, run};
pub(crate) use misread::misread;

use crate::registry::{Answers, Outcome, Plan, Shape};
use softfloat::{Category, Format};
use std::rc::Rc;

pub(crate) use options::{among, pairs, whole};

pub(crate) use structure::Structure;
pub(crate) use terms::terms;

// NaN results that are another word.

/// Whether a code is a NaN.
fn is_nan(format: &Format, code: u64) -> bool {
    let float = !format.is_fixed();
    let nan = [Category::QuietNan, Category::SignallingNan];
    float && nan.contains(&format.classify(code).category)
}

/// Every NaN result is the word that some case found.
pub(crate) fn words<'a>(
    plan: &Plan,
    cases: impl Iterator<Item = (&'a Outcome, &'a Outcome)>,
) -> Option<Variant> {
    let format = plan.result().format;
    let mut nans = cases.filter(|(right, found)| {
        right.out().len() == 1 && is_nan(&format, right.out()[0]) && right.out() != found.out()
    });
    let word = *nans.next()?.1.out().first()?;
    let text = format!("NaN is {word:0digits$x}", digits = plan.result().digits());
    Some(Variant::new(text, move |_, plan, x| {
        let right = plan.run(x);
        let nan = is_nan(&plan.result().format, *right.out().first()?);
        nan.then(|| Outcome::new(&[word], right.flag))
    }))
}

/// The smaller term of a sum is dropped from so many places below the larger on as in the nearest of these cases.
pub(crate) fn dropped<'a>(plan: &Plan, wrong: impl Iterator<Item = &'a [u64]>) -> Option<Variant> {
    let bench = Bench::of(plan);
    let places = wrong.filter_map(|x| bench.apart(x)).min()?;
    let text = format!("a term {places} or more places below the larger is dropped");
    Some(Variant::new(text, move |benches, plan, x| {
        benches.of(plan.op, &plan.options).dropped(x, places)
    }))
}

/// A signalling NaN among the operands is the result as it is.
pub(crate) fn unquieted() -> Variant {
    Variant::new("a signalling NaN is not made quiet", |_, plan, x| {
        let right = plan.run(x);
        let format = &plan.result().format;
        let &[code] = right.out() else { return None };
        if !is_nan(format, code) {
            return None;
        }
        let mut formats = plan.operands.iter().flat_map(|s| std::iter::repeat_n(&s.format, s.len));
        let signalling = x.iter().find(|&&code| {
            formats.next().is_some_and(|f| {
                f == format && f.classify(code).category == Category::SignallingNan
            })
        })?;
        Some(Outcome::new(&[*signalling], right.flag))
    })
}

// Operands that a design takes for others.

/// The elements of an operand within a case.
fn starts(shapes: &[Shape]) -> Vec<usize> {
    let next = |at: &mut usize, shape: &Shape| {
        let start = *at;
        *at += shape.words();
        Some(start)
    };
    shapes.iter().scan(0, next).collect()
}

/// Operands exchanged, or one of them with its sign turned.
pub(crate) fn operands(plan: &Plan) -> Vec<Variant> {
    let (names, shapes) = (plan.op.operands, &plan.operands);
    let starts = starts(shapes);
    let mut all = Vec::new();
    for second in 1..shapes.len() {
        for first in (0..second).filter(|&first| shapes[first] == shapes[second]) {
            let (a, b, len) = (starts[first], starts[second], shapes[first].words());
            let text = format!("{} and {} exchanged", names[first], names[second]);
            all.push(Variant::new(text, move |_, plan, x| {
                let mut turned = x.to_vec();
                (0..len).for_each(|i| turned.swap(a + i, b + i));
                Some(plan.run(&turned))
            }));
        }
    }
    let signed = |(_, shape): &(usize, &Shape)| shape.format.has_sign_bit();
    for (i, shape) in shapes.iter().enumerate().filter(signed) {
        let (own, words) = (starts[i]..starts[i] + shape.words(), shape.words_per_element());
        // In the highest word of an element.
        let sign = 1 << ((shape.format.width - 1) % 64);
        let changed = |text: &str, change: fn(u64, u64) -> u64| {
            let own = own.clone();
            Variant::new(format!("the sign of {} {text}", names[i]), move |_, plan, x| {
                let mut turned = x.to_vec();
                let tops = turned[own.clone()].iter_mut().skip(words - 1).step_by(words);
                tops.for_each(|e| *e = change(*e, sign));
                Some(plan.run(&turned))
            })
        };
        all.push(changed("turned", |code, sign| code ^ sign));
        all.push(changed("ignored", |code, sign| code & !sign));
    }
    all
}

// Other answers to open questions, and other operations.

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

// Variants that hold within a part of the results alone.

/// A part of the results: its name, and whether the right result is there.
type Part = (&'static str, fn(&Format, u64) -> bool);

const PARTS: [Part; 4] = [
    // The smallest normal number may be a subnormal one that was rounded.
    ("where the result is normal", |f, code| {
        let normal = |code| f.classify(code).category == Category::Normal;
        // E8M0 has no number below that of code 0.
        normal(code) && code.checked_sub(1 << f.pad).is_some_and(normal)
    }),
    ("where the result is subnormal", |f, code| f.classify(code).category == Category::Subnormal),
    ("where the result is positive", |f, code| !f.classify(code).sign),
    ("where the result is negative", |f, code| f.classify(code).sign),
];

/// Each of the variants within each part of the results of a floating-point format.
pub(crate) fn within(plan: &Plan, variants: Vec<Variant>) -> Vec<Variant> {
    if plan.result().format.is_fixed() || plan.outs() != 1 || plan.is_wide() {
        return Vec::new();
    }
    let variants: Vec<Rc<Variant>> = variants.into_iter().map(Rc::new).collect();
    let of = |variant: &Rc<Variant>, (part, is): Part| {
        let (text, variant) = (format!("{}, {part}", variant.text), variant.clone());
        Variant::new(text, move |benches, plan, x| {
            let right = benches.of(plan.op, &plan.options).plan.run(x);
            let within = is(&plan.result().format, *right.out().first()?);
            within.then(|| variant.run(benches, plan, x))?
        })
    };
    variants.iter().flat_map(|variant| PARTS.map(|part| of(variant, part))).collect()
}
