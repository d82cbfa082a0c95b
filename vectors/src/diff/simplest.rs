//! A mismatch -> the simplest case that differs like it.

use super::asking::Asking;
use super::simpler::{self, weight};
use super::{Design, Limits};
use crate::check::{Finding, Settings};
use crate::file::Error;
use crate::registry::Plan;

/// The most rounds; each makes the case simpler.
const ROUNDS: usize = 300;

/// Asks simpler forms of a mismatch as long as one of them is a mismatch, too: the simplest of them is the
/// next to be made simpler. `None` where the design answers rightly when it is asked again.
pub(super) fn of(
    design: &mut dyn Design,
    plan: &Plan,
    settings: &Settings,
    first: &Finding,
) -> Result<Option<Finding>, Error> {
    let mut best: Option<Finding> = None;
    let mut forms = vec![first.x.clone()];
    for _ in 0..ROUNDS {
        let found = mismatches(design, plan, settings, &forms)?;
        let Some(next) = found.into_iter().min_by_key(|f| weight(plan, &f.x)) else { break };
        forms = simpler::forms(plan, &next.x);
        best = Some(next);
        if forms.is_empty() {
            break;
        }
    }
    Ok(best)
}

/// Those of some cases that differ.
fn mismatches(
    design: &mut dyn Design,
    plan: &Plan,
    settings: &Settings,
    cases: &[Vec<u64>],
) -> Result<Vec<Finding>, Error> {
    let mut rest = cases.iter();
    let mut next = |x: &mut Vec<u64>| rest.next().map(|case| x.extend_from_slice(case)).is_some();
    let limits = Limits { until: None, failings: 10 };
    let settings = Settings { max_report: cases.len(), ..settings.clone() };
    let mut silent = |_| {};
    let mut asking = Asking::new(design, plan, &limits, &mut next, &mut silent);
    let report = asking.check(&settings)?;
    Ok(report.findings.into_iter().filter(|f| f.verdict.mismatch()).collect())
}
