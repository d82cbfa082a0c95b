//! Variants that hold within a part of the results alone.

use super::change::Variant;
use crate::registry::Plan;
use softfloat::{Category, Format};
use std::rc::Rc;

/// A part of the results: its name, and whether the right result is there.
type Part = (&'static str, fn(&Format, u64) -> bool);

const PARTS: [Part; 4] = [
    // The smallest normal number may be a subnormal one that was rounded.
    ("where the result is normal", |f, code| {
        let normal = |code| f.classify(code).category == Category::Normal;
        normal(code) && normal(code - (1 << f.pad))
    }),
    ("where the result is subnormal", |f, code| f.classify(code).category == Category::Subnormal),
    ("where the result is positive", |f, code| !f.classify(code).sign),
    ("where the result is negative", |f, code| f.classify(code).sign),
];

/// Each of the variants within each part of the results of a floating-point format.
pub(crate) fn within(plan: &Plan, variants: Vec<Variant>) -> Vec<Variant> {
    if plan.result().format.is_fixed() || plan.outs() != 1 {
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
