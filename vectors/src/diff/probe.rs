//! Cases that tell apart what may be the cause of mismatches: a cause that too few right cases could refute is often none.

use super::answer::Reader;
use super::simpler::{neighbours, swept};
use super::{Answer, Asked, Design};
use crate::check::{Like, Report};
use crate::registry::Plan;

const LIKE: Like = Like { near: neighbours, swept };

/// Cases of a round.
const ASKED: usize = 192;

/// Rounds: what is left as a cause is another one now, and has other rivals.
const ROUNDS: usize = 8;

/// Asks them, as long as they change what is held for the cause; those that `takes` takes.
pub(super) fn ask(
    design: &mut dyn Design,
    plan: &Plan,
    (settings, takes): Asked<'_>,
    report: &mut Report,
) {
    let mut reader = Reader::new(plan);
    report.probes = Some(0);
    for _ in 0..ROUNDS {
        let before = report.causes.clone();
        let mut cases = report.disputed(plan, &LIKE, ASKED);
        cases.retain(|x| takes(x));
        if cases.is_empty() {
            return;
        }
        let answers = design.ask(plan, &cases.concat());
        let read = |(x, answer): (Vec<u64>, Answer)| {
            let Answer::Line(line) = answer else { return None };
            let (out, flag) = reader.answer(&plan.texts(&x).join(" "), &line).ok()?;
            Some((x, out, flag))
        };
        report.probed(plan, cases.into_iter().zip(answers).filter_map(read).collect(), settings);
        let texts = |causes: &[crate::check::Cause]| -> Vec<String> {
            causes.iter().map(|cause| cause.variant.clone()).collect()
        };
        if texts(&before) == texts(&report.causes) {
            return;
        }
    }
}
