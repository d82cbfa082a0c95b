//! What was found, as JSON.

use super::{Extent, Measured};
use crate::failure::Failure;
use crate::page::{self, object};
use serde::Serialize;
use vectors::accuracy::{Breach, Summary};
use vectors::explain::value;
use vectors::registry::Plan;

/// The report.
pub(super) fn report(all: &[Measured], extent: Extent) -> Result<String, Failure> {
    whole(all.iter().map(operation).collect(), extent)
}

/// The report of operations, with how many cases were asked where not all were.
pub(super) fn whole(operations: Vec<impl Serialize>, extent: Extent) -> Result<String, Failure> {
    let Extent { asked, wanted } = extent;
    page::json(&object! {
        schema: page::SCHEMA,
        assay: env!("CARGO_PKG_VERSION"),
        #[serde(flatten)]
        stopped: extent.is_cut().then(|| object! { stopped: object! { asked: asked, of: wanted } }),
        operations: operations,
    })
}

/// Errors are in ulp, as decimal texts of which every digit is sure.
fn operation(one: &Measured) -> impl Serialize {
    let Measured { plan, summary } = one;
    let Summary { worst, differences, disorder, asymmetry, .. } = summary;
    let to = plan.result().format;
    let case = |line, x: &[u64], found, right, ulps: Option<String>, why: Option<&'static str>| {
        object! {
            line: line,
            operands: plan.texts(x),
            found: value::hex(&to, found),
            right: value::hex(&to, right),
            #[serde(flatten)]
            ulps: ulps.map(|ulps| object! { ulps: ulps }),
            #[serde(flatten)]
            why: why.map(|why| object! { why: why }),
        }
    };
    let worst =
        worst.iter().map(|w| case(w.line, &w.x, w.found, w.right, Some(w.ulps.to_string()), None));
    let specials = differences
        .iter()
        .map(|d| case(d.line, &d.x, d.found, d.right, None, Some(d.special.words())));
    object! {
        op: &plan.op.id,
        opts: plan.options.to_string(),
        answers: summary.answers,
        // With an error in ulp.
        measured: summary.measured,
        correctly_rounded: summary.correct,
        largest: summary.worst.first().map(|w| w.ulps.to_string()),
        mean: (summary.measured > 0).then(|| summary.mean.to_string()),
        worst: worst.collect::<Vec<_>>(),
        // Special answers that are not right.
        specials: summary.differ,
        specials_first: specials.collect::<Vec<_>>(),
        // Neighbours that were compared, where the function is monotone.
        neighbours: summary.neighbours,
        not_monotone: summary.unordered,
        not_monotone_first: disorder.iter().map(|b| pair(plan, b)).collect::<Vec<_>>(),
        // Pairs of both signs, where the function is odd or even.
        pairs: summary.pairs,
        not_symmetric: summary.unlike,
        not_symmetric_first: asymmetry.iter().map(|b| pair(plan, b)).collect::<Vec<_>>(),
        // Answers whose neighbours were not looked at.
        beyond: summary.beyond,
    }
}

fn pair(plan: &Plan, Breach { first, second }: &Breach) -> impl Serialize {
    let both = [first, second];
    let (from, to) = (plan.operands[0].format, plan.result().format);
    object! {
        lines: both.map(|p| p.line),
        arguments: both.map(|p| value::hex(&from, p.x)),
        found: both.map(|p| value::hex(&to, p.found)),
    }
}
