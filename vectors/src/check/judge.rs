//! One chunk: every line read, computed again, compared.
//!
//! Cases of operations that slices compute wait for others of their plan, are run as a column a plan,
//! and are compared in the order of the file.

use super::compared::{has_flags, has_wrong_result, is_unflagged};
use super::finding::{Verdict, flag_differs};
use super::tally::Tally;
use super::waiting::Waiting;
use super::{Policy, Settings};
use crate::accuracy::{self, Ulps};
use crate::file::{Case, Fault, Marks, Parser, What};
use crate::registry::{Outcome, Provenance, Ran};

/// Checks chunks of lines.
pub(super) struct Judge<'s> {
    parser: Parser,
    settings: &'s Settings,
    waiting: Waiting,
}

impl<'s> Judge<'s> {
    pub(super) fn new(parser: &Parser, settings: &'s Settings) -> Self {
        Self { parser: parser.clone(), settings, waiting: Waiting::default() }
    }

    /// Checks a chunk of lines.
    pub(super) fn chunk(&mut self, chunk: &[u8]) -> Tally {
        let mut tally = Tally::default();
        let mut start = 0;
        while start < chunk.len() {
            let end = memchr::memchr(b'\n', &chunk[start..]).map_or(chunk.len(), |n| start + n);
            tally.lines += 1;
            if let Err(fault) = self.line(&chunk[start..end], &mut tally) {
                tally.fault = Some((tally.lines, fault));
                break;
            }
            start = end + 1;
        }
        self.judge(&mut tally);
        tally
    }

    /// Reads a line. A case that gains in a column waits until there are many, or until the file goes
    /// on with something else.
    #[inline]
    fn line(&mut self, line: &[u8], tally: &mut Tally) -> Result<(), Box<Fault>> {
        if let Some(mark) = self.parser.mark(line)? {
            self.judge(tally);
            tally.mark(mark);
            return Ok(());
        }
        if self.parser.is_remark(line) {
            return Ok(());
        }
        let settings = self.settings;
        let case = self.parser.line(line)?;
        if case.flag.is_none() && settings.flags && case.seal.is_there() && has_flags(&case) {
            return Err(self.parser.blank_flags(line));
        }
        let Marks { before, behind } = case.marks;
        if let Some(mark) = before {
            self.waiting.judge(settings, tally);
            tally.mark(mark.clone());
        }
        tally.stretch.take(&case, tally.lines);
        if !settings.takes(case.plan) {
            tally.passed_over += 1;
        } else if case.plan.gains_in_columns() {
            self.waiting.push(tally.lines, &case);
        } else {
            self.waiting.judge(settings, tally);
            let outcome = case.plan.run(case.x);
            if let Some(why) = outcome.undecided {
                return Err(What::undecided(why));
            }
            judge(settings, &case, outcome.ran(), tally.lines, tally);
        }
        if self.waiting.are_many() || behind.is_some() {
            self.waiting.judge(settings, tally);
        }
        behind.iter().for_each(|mark| tally.mark(mark.clone()));
        Ok(())
    }

    /// Judges the cases that wait.
    fn judge(&mut self, tally: &mut Tally) {
        self.waiting.judge(self.settings, tally);
    }
}

impl Waiting {
    #[inline]
    fn judge(&mut self, settings: &Settings, tally: &mut Tally) {
        if self.is_empty() {
            return;
        }
        self.run(|line, case, decided| judge(settings, case, decided, line, tally));
    }
}

#[inline]
fn judge(settings: &Settings, case: &Case<'_>, decided: Ran<'_>, line: u64, tally: &mut Tally) {
    if is_plainly_right(settings, case, decided) {
        tally.right(settings, case, decided, line);
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
    let skipped = hangs && settings.unspecified == Policy::Skip && verdict.is_none();
    let flags = is_unflagged(settings, case);
    let counts = tally.counts_of(case.plan.op);
    counts.checked += 1;
    counts.unspecified += u64::from(hangs);
    counts.compared += u64::from(!skipped);
    counts.tolerated += u64::from(near);
    counts.unflagged += u64::from(flags);
    if hangs && !claims(case) {
        tally.unclaimed.take(line);
    }
    if verdict == Some(Verdict::Altered) {
        tally.stretch.altered += 1;
    }
    if verdict.is_none() && !near {
        tally.sample(settings, case, expected, line);
    }
    if let Some(verdict) = verdict {
        tally.counts_of(case.plan.op).mismatched += u64::from(verdict.mismatch());
        tally.keep(settings, (line, case), verdict, expected, open);
    }
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
    let (bits_open, flag_open) = (!open.unspecified.is_empty(), !open.flag_only.is_empty());
    let insist = policy == Policy::Insist;
    if out && (insist || !bits_open) || flag && (insist || !bits_open && !flag_open) {
        return Some(Verdict::Differs);
    }
    if claims(case) && !same_ids(case.unspecified, open) {
        return Some(Verdict::Decisions);
    }
    ((out || flag) && policy == Policy::Report).then_some(Verdict::Unspecified)
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
