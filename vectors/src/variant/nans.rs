//! NaN results that are another word.

use super::change::Variant;
use crate::registry::{Outcome, Plan};
use softfloat::{Category, Format};

/// Whether a code is a NaN.
pub(crate) fn is_nan(format: &Format, code: u64) -> bool {
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
