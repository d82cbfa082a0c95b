//! Cases that were read, computed again and compared.
//!
//! Cases of operations that slices compute wait for others of their plan, are run as a column a plan,
//! and are compared in the order of the file.

use super::compared::{has_wrong_result, is_unflagged};
use super::finding::{Verdict, flag_differs};
use super::tally::Tally;
use super::waiting::{Own, Run, Waiting};
use super::{Policy, Settings};
use crate::accuracy::{self, Ulps};
use crate::file::{Case, Fault, What, class_words};
use crate::registry::{Outcome, Plan, Provenance, Ran};

/// Takes a case that was read.
#[inline]
pub(super) fn take(
    settings: &Settings,
    waiting: &mut Waiting,
    case: &Case<'_>,
    tally: &mut Tally,
) -> Result<(), Box<Fault>> {
    tally.stretch.take(case, tally.lines);
    if !tally.takes(settings, case) {
        tally.passed_over += 1;
    } else if !case.is_altered()
        && !tally.is_within(settings, case).map_err(|e| What::Domain(e).whole())?
    {
        tally.counts_of(case.plan.op).outside += 1;
    } else if case.plan.gains_in_columns() {
        waiting.push(tally.lines, case);
    } else {
        waiting.judge(settings, tally);
        let outcome = case.plan.run(case.x);
        if let Some(why) = outcome.undecided {
            return Err(What::undecided(why));
        }
        judge(settings, case, outcome.ran(), tally.lines, tally);
    }
    if waiting.are_many() {
        waiting.judge(settings, tally);
    }
    Ok(())
}

impl Waiting {
    #[inline]
    pub(super) fn judge(&mut self, settings: &Settings, tally: &mut Tally) {
        if !self.is_empty() {
            self.runs(|run| judge_run(settings, &run, tally));
        }
    }
}

/// Judges cases of one plan: those that are right and hang on nothing at a quick look, the others one by one.
fn judge_run(settings: &Settings, run: &Run<'_>, tally: &mut Tally) {
    let closed = settings.answers.are_decided() && run.plan.is_closed();
    let (mut right, mut unflagged) = (0, 0);
    for own in run.cases() {
        let Own { said, x, out, decided, .. } = own;
        let flags = settings.flags && flag_differs(decided.flag, said.flag);
        if !(closed && said.plain && !flags && same(out, decided.out)) {
            judge(settings, &own.case(), decided, said.line, tally);
            continue;
        }
        right += 1;
        unflagged += u64::from(decided.flag.is_some() && (said.flag.is_none() || !settings.flags));
        if tally.samples(said.line) {
            let found = said.flag.filter(|_| settings.flags);
            tally.right.push(run.plan, x, decided, Ran { flag: found, ..decided });
        }
    }
    tally.count_right(run.plan.op, right, unflagged);
}

/// Whether results are the same: most are one word.
#[inline(always)]
fn same(a: &[u64], b: &[u64]) -> bool {
    match (a, b) {
        ([a], [b]) => a == b,
        _ => a == b,
    }
}

#[inline]
fn judge(settings: &Settings, case: &Case<'_>, decided: Ran<'_>, line: u64, tally: &mut Tally) {
    if is_plainly_right(settings, case, decided) {
        tally.count_right(case.plan.op, 1, is_unflagged(settings, case).into());
        tally.sample(settings, case, decided, line);
    } else {
        judge_closely(settings, case, decided, line, tally);
    }
}

/// Whether a case is right and hangs on nothing, at a quick look.
#[inline]
fn is_plainly_right(settings: &Settings, case: &Case<'_>, decided: Ran<'_>) -> bool {
    case.out == decided.out
        && !(settings.flags && flag_differs(decided.flag, case.flag))
        && case.unspecified.is_empty()
        && settings.answers.are_decided()
        && case.plan.surely_closed(case.x, decided.out)
        && !case.is_altered()
}

fn judge_closely(
    settings: &Settings,
    case: &Case<'_>,
    decided: Ran<'_>,
    line: u64,
    tally: &mut Tally,
) {
    let open = case.plan.open_provenance(case.x, decided.out);
    let other =
        (!settings.answers.are_decided()).then(|| case.plan.run_with(&settings.answers, case.x));
    let expected = other.as_ref().map_or(decided, Outcome::ran);
    let hangs = !(open.unspecified.is_empty() && open.flag_only.is_empty());
    let most = settings.ulps.as_ref().filter(|_| case.out != expected.out);
    let near = most.is_some_and(|most| near(most, case));
    let verdict = verdict(settings, case, expected, near, &open);
    let waived = verdict == Some(Verdict::Differs) && is_waived(settings, case, expected, &open);
    let verdict = verdict.filter(|_| !waived);
    let skipped = hangs && settings.unspecified == Policy::Skip && verdict.is_none() && !waived;
    let flags = is_unflagged(settings, case);
    let counts = tally.counts_of(case.plan.op);
    counts.checked += 1;
    counts.unspecified += u64::from(hangs);
    counts.compared += u64::from(!skipped);
    counts.tolerated += u64::from(near);
    counts.unflagged += u64::from(flags);
    counts.waived += u64::from(waived);
    if hangs && !claims(case) {
        tally.unclaimed.take(line);
    }
    if verdict == Some(Verdict::Altered) {
        tally.stretch.altered += 1;
    }
    if verdict.is_none() && !near && !waived {
        tally.sample(settings, case, expected, line);
    }
    if let Some(verdict) = verdict {
        tally.counts_of(case.plan.op).mismatched += u64::from(verdict.mismatch());
        tally.keep(settings, (line, case), verdict, expected, open);
    }
}

/// Whether a mismatch is accepted.
#[cold]
fn is_waived(settings: &Settings, case: &Case<'_>, expected: Ran<'_>, open: &Provenance) -> bool {
    if settings.waivers.is_empty() || claims(case) && !same_ids(case.unspecified, open) {
        return false;
    }
    let class = class_words(case.plan, case.x);
    let flags_alone = !has_wrong_result(settings, case, expected);
    settings.waivers.mismatch(case.plan, case.x, &class, flags_alone)
}

/// Whether the file says which decisions the case hangs on, be it none.
#[inline]
fn claims(case: &Case<'_>) -> bool {
    !case.unspecified.is_empty() || case.seal.is_there()
}

/// What there is to say about a case.
#[inline]
fn verdict(
    settings: &Settings,
    case: &Case<'_>,
    expected: Ran<'_>,
    near: bool,
    open: &Provenance,
) -> Option<Verdict> {
    if case.is_altered() {
        return Some(Verdict::Altered);
    }
    let policy = settings.unspecified;
    let out = !near && has_wrong_result(settings, case, expected);
    let flag = settings.flags && !near && flag_differs(expected.flag, case.flag);
    if differs(policy, out, flag, open) {
        return Some(Verdict::Differs);
    }
    if claims(case) && !same_ids(case.unspecified, open) {
        return Some(Verdict::Decisions);
    }
    ((out || flag) && policy == Policy::Report).then_some(Verdict::Unspecified)
}

/// Whether what is wrong counts, where a case hangs on open decisions.
#[inline]
fn differs(policy: Policy, out: bool, flag: bool, open: &Provenance) -> bool {
    let (bits_open, flag_open) = (!open.unspecified.is_empty(), !open.flag_only.is_empty());
    let insist = policy == Policy::Insist;
    out && (insist || !bits_open) || flag && (insist || !bits_open && !flag_open)
}

/// Whether a design's result of a case, or its flags where it has any, are wrong under these settings. It is what [`check`](super::check())
/// says of a file of that case, without a text.
///
/// ```
/// use vectors::{check::{is_wrong, Settings}, registry::Options};
/// let plan = vectors::operations().find("ieee.f32.add").unwrap().plan(&Options::NONE);
/// let (x, settings) = ([0x3f80_0000, 0x4000_0000], Settings::default());
/// assert!(!is_wrong(&settings, &plan, &x, &[0x4040_0000], Some(0)));
/// assert!(is_wrong(&settings, &plan, &x, &[0x4040_0001], None));
/// assert!(is_wrong(&settings, &plan, &x, &[0x4040_0000], Some(1)));
/// ```
#[must_use]
pub fn is_wrong(
    settings: &Settings,
    plan: &Plan,
    x: &[u64],
    out: &[u64],
    flag: Option<u8>,
) -> bool {
    let run = plan.run(x);
    let right = run.ran();
    let takes = |flags| settings.tolerance.takes(plan, x, right.out, out, flags);
    let wrong = !same(out, right.out) && !right.flag.is_some_and(takes);
    let flag = settings.flags && flag_differs(right.flag, flag);
    (wrong || flag)
        && differs(settings.unspecified, wrong, flag, &plan.open_provenance(x, right.out))
}

/// Whether every result of a function lies so near to the exact value, or is right.
#[cold]
fn near(most: &Ulps, case: &Case<'_>) -> bool {
    let Some(judge) = accuracy::Judge::of(case.plan) else { return false };
    let Ok(answers) = judge.answers(case.x, case.out) else { return false };
    answers.iter().zip(case.out).all(|(answer, found)| {
        let near = answer.ulps.as_ref().is_some_and(|ulps| ulps.within(most));
        answer.right == *found || near && answer.special.is_none()
    })
}

/// Whether the ids, joined by spaces, are those of the open decisions.
#[inline]
fn same_ids(text: &str, open: &Provenance) -> bool {
    if text.is_empty() {
        return open.unspecified.is_empty() && open.flag_only.is_empty();
    }
    text.split(' ').eq(open.unspecified.iter().chain(&open.flag_only).copied())
}
