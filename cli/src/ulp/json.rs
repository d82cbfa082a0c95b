//! What was found, as JSON.

use super::Measured;
use crate::failure::Failure;
use crate::page;
use serde::Serialize;
use vectors::accuracy::{Breach, Summary};
use vectors::explain::value;
use vectors::registry::Plan;

/// The report.
pub(super) fn report(all: &[Measured]) -> Result<String, Failure> {
    let operations = all.iter().map(operation).collect();
    let page = Page { assay: env!("CARGO_PKG_VERSION"), operations };
    page::json(&page)
}

#[derive(Serialize)]
struct Page<'a> {
    assay: &'static str,
    operations: Vec<Operation<'a>>,
}

/// Errors are in ulp, as decimal texts of which every digit is sure.
#[derive(Serialize)]
struct Operation<'a> {
    op: &'a str,
    opts: String,
    answers: u64,
    /// With an error in ulp.
    measured: u64,
    correctly_rounded: u64,
    largest: Option<String>,
    mean: Option<String>,
    worst: Vec<Case>,
    /// Special answers that are not right.
    specials: u64,
    specials_first: Vec<Case>,
    /// Neighbours that were compared, where the function is monotone.
    neighbours: Option<u64>,
    not_monotone: u64,
    not_monotone_first: Vec<Pair>,
    /// Pairs of both signs, where the function is odd or even.
    pairs: Option<u64>,
    not_symmetric: u64,
    not_symmetric_first: Vec<Pair>,
    /// Answers whose neighbours were not looked at.
    beyond: u64,
}

#[derive(Serialize)]
struct Case {
    line: u64,
    operands: Vec<String>,
    found: String,
    right: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    ulps: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'static str>,
}

#[derive(Serialize)]
struct Pair {
    lines: [u64; 2],
    arguments: [String; 2],
    found: [String; 2],
}

fn operation(one: &Measured) -> Operation<'_> {
    let Measured { plan, summary } = one;
    let Summary { worst, differences, disorder, asymmetry, .. } = summary;
    let to = plan.result().format;
    let case = |line, x: &[u64], found, right| Case {
        line,
        operands: plan.texts(x),
        found: value::hex(&to, found),
        right: value::hex(&to, right),
        ulps: None,
        why: None,
    };
    let worst = worst
        .iter()
        .map(|w| Case { ulps: Some(w.ulps.to_string()), ..case(w.line, &w.x, w.found, w.right) });
    let specials = differences
        .iter()
        .map(|d| Case { why: Some(d.special.words()), ..case(d.line, &d.x, d.found, d.right) });
    Operation {
        op: &plan.op.id,
        opts: plan.options.to_string(),
        answers: summary.answers,
        measured: summary.measured,
        correctly_rounded: summary.correct,
        largest: summary.worst.first().map(|w| w.ulps.to_string()),
        mean: (summary.measured > 0).then(|| summary.mean.to_string()),
        worst: worst.collect(),
        specials: summary.differ,
        specials_first: specials.collect(),
        neighbours: summary.neighbours,
        not_monotone: summary.unordered,
        not_monotone_first: disorder.iter().map(|b| pair(plan, b)).collect(),
        pairs: summary.pairs,
        not_symmetric: summary.unlike,
        not_symmetric_first: asymmetry.iter().map(|b| pair(plan, b)).collect(),
        beyond: summary.beyond,
    }
}

fn pair(plan: &Plan, Breach { first, second }: &Breach) -> Pair {
    let both = [first, second];
    let (from, to) = (plan.operands[0].format, plan.result().format);
    Pair {
        lines: both.map(|p| p.line),
        arguments: both.map(|p| value::hex(&from, p.x)),
        found: both.map(|p| value::hex(&to, p.found)),
    }
}
