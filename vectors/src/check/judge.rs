//! One chunk: every line read, computed again, compared.

use super::counts::{Counts, Places};
use super::finding::{Finding, Verdict, flag_differs};
use super::groups::{Group, Groups};
use super::whole::Stretch;
use super::{Policy, Settings};
use crate::file::seal::{self, Seal};
use crate::file::{Case, Fault, Mark, Marks, Parser, class_words};
use crate::registry::{FlagKind, Op, Outcome, Provenance};
use crate::testfloat::Tolerance;

/// What a chunk holds. Lines are counted from 1 within it.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) lines: u64,
    /// By operation.
    pub(super) counts: Vec<(&'static Op, Counts)>,
    /// Cases of operations not asked for.
    pub(super) passed_over: u64,
    pub(super) groups: Groups,
    pub(super) findings: Vec<Finding>,
    /// Findings there were, kept or not.
    pub(super) found: u64,
    /// Cases whose bits hang on an open decision and which the file says nothing about.
    pub(super) unclaimed: Places,
    /// What ends with a mark, and the mark with its line.
    pub(super) stretches: Vec<(Stretch, Mark, u64)>,
    /// What is behind the last mark.
    pub(super) stretch: Stretch,
    /// The first bad line.
    pub(super) fault: Option<(u64, Box<Fault>)>,
}

/// Checks a chunk of lines.
pub(super) fn chunk(parser: &mut Parser, settings: &Settings, chunk: &[u8]) -> Tally {
    let mut tally = Tally::default();
    let mut start = 0;
    while start < chunk.len() {
        let end = memchr::memchr(b'\n', &chunk[start..]).map_or(chunk.len(), |n| start + n);
        tally.lines += 1;
        if let Err(fault) = line(parser, settings, &chunk[start..end], &mut tally) {
            tally.fault = Some((tally.lines, fault));
            break;
        }
        start = end + 1;
    }
    tally
}

#[inline]
fn line(
    parser: &mut Parser,
    settings: &Settings,
    line: &[u8],
    tally: &mut Tally,
) -> Result<(), Box<Fault>> {
    if let Some(mark) = parser.mark(line)? {
        tally.mark(mark);
        return Ok(());
    }
    let case = parser.line(line)?;
    if case.flag.is_none() && settings.flags && case.seal != Seal::None && has_flags(&case) {
        return Err(parser.blank_flags(line));
    }
    let Marks { before, behind } = case.marks;
    before.into_iter().for_each(|mark| tally.mark(mark));
    judge(settings, &case, tally);
    behind.into_iter().for_each(|mark| tally.mark(mark));
    Ok(())
}

/// Whether the operation has flags.
#[inline]
fn has_flags(case: &Case<'_>) -> bool {
    case.plan.op.flags != FlagKind::None
}

#[inline]
fn judge(settings: &Settings, case: &Case<'_>, tally: &mut Tally) {
    tally.stretch.take(case, tally.lines);
    if settings.op.is_some_and(|op| !std::ptr::eq(op, case.plan.op)) {
        tally.passed_over += 1;
        return;
    }
    let decided = case.plan.run(case.x);
    let open = case.plan.open_provenance(case.x, decided.out());
    let expected = if settings.answers.are_decided() {
        decided
    } else {
        case.plan.run_with(&settings.answers, case.x)
    };
    let hangs = !(open.unspecified.is_empty() && open.flag_only.is_empty());
    let verdict = verdict(settings, case, &expected, &open);
    let skipped = hangs && settings.unspecified == Policy::Skip && verdict.is_none();
    let flags = has_flags(case) && (case.flag.is_none() || !settings.flags);
    let counts = tally.counts_of(case.plan.op);
    counts.checked += 1;
    counts.unspecified += u64::from(hangs);
    counts.compared += u64::from(!skipped);
    counts.unflagged += u64::from(flags);
    if hangs && !claims(case) {
        tally.unclaimed.take(tally.lines);
    }
    if verdict == Some(Verdict::Altered) {
        tally.stretch.altered += 1;
    }
    if let Some(verdict) = verdict {
        tally.counts_of(case.plan.op).mismatched += u64::from(verdict.mismatch());
        tally.keep(settings, case, verdict, expected, open);
    }
}

/// Whether the file says which decisions the case hangs on, be it none.
#[inline]
fn claims(case: &Case<'_>) -> bool {
    !case.unspecified.is_empty() || case.seal != Seal::None
}

/// What there is to say about a case.
#[inline]
fn verdict(
    settings: &Settings,
    case: &Case<'_>,
    expected: &Outcome,
    open: &Provenance,
) -> Option<Verdict> {
    if altered(case) {
        return Some(Verdict::Altered);
    }
    let policy = settings.unspecified;
    let out = case.out != expected.out() && !tolerated(settings.tolerance, case, expected);
    let flag = settings.flags && flag_differs(expected, case.flag);
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

/// Whether another result counts as right, its flags being the same.
#[cold]
fn tolerated(tolerance: Tolerance, case: &Case<'_>, expected: &Outcome) -> bool {
    let (&[right], &[found], Some(flags)) = (expected.out(), case.out, expected.flag) else {
        return false;
    };
    tolerance.takes(case.plan, case.x, right, found, flags)
}

#[inline]
fn altered(case: &Case<'_>) -> bool {
    match case.seal {
        Seal::Whole => false,
        Seal::Broken => true,
        Seal::None => {
            !case.class.is_empty() && seal::lost_mark(case.plan, case.x, case.class.as_bytes())
        }
    }
}

/// Whether the ids, joined by spaces, are those of the open decisions.
#[inline]
fn same_ids(text: &str, open: &Provenance) -> bool {
    if text.is_empty() {
        return open.unspecified.is_empty() && open.flag_only.is_empty();
    }
    text.split(' ').eq(open.unspecified.iter().chain(&open.flag_only).copied())
}

impl Tally {
    /// The stretch so far ends here.
    #[cold]
    fn mark(&mut self, mark: Mark) {
        self.stretches.push((std::mem::take(&mut self.stretch), mark, self.lines));
    }

    #[inline]
    fn counts_of(&mut self, op: &'static Op) -> &mut Counts {
        // Files come sorted by operation: the last entry is nearly always the one.
        let last = self.counts.len();
        let at = match self.counts.last() {
            Some((o, _)) if std::ptr::eq(*o, op) => last - 1,
            _ => self.counts.iter().position(|(o, _)| std::ptr::eq(*o, op)).unwrap_or(last),
        };
        if at == last {
            self.counts.push((op, Counts::default()));
        }
        &mut self.counts[at].1
    }

    #[cold]
    fn keep(
        &mut self,
        settings: &Settings,
        case: &Case<'_>,
        verdict: Verdict,
        expected: Outcome,
        open: Provenance,
    ) {
        let line = self.lines;
        self.found += 1;
        if verdict.mismatch() {
            let class = class_words(case.plan, case.x);
            self.groups.add(Group { op: &case.plan.op.id, class, count: 1, first: line });
        }
        if self.findings.len() < settings.max_report {
            self.findings.push(Finding {
                line,
                verdict,
                plan: case.plan.clone(),
                x: case.x.to_vec(),
                expected,
                found: Outcome::new(case.out, case.flag.filter(|_| settings.flags)),
                open,
                class: case.class.to_owned(),
                unspecified: case.unspecified.to_owned(),
                answers: settings.answers.clone(),
            });
        }
    }
}
