//! One chunk: every line read, computed again, compared.

use super::finding::{Finding, Verdict, flag_differs};
use super::groups::{Group, Groups};
use super::report::Counts;
use super::{Policy, Settings};
use crate::file::seal::{self, Seal};
use crate::file::{Case, Fault, MAX_LINE, Parser, What, class_words};
use crate::registry::{Op, Outcome, Provenance};
use crate::testfloat::Tolerance;
use softfloat::mncore::Profile;

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
    if line.len() > MAX_LINE {
        return Err(Box::new(Fault { column: None, what: What::TooLong }));
    }
    let case = parser.line(line)?;
    if settings.op.is_some_and(|op| !std::ptr::eq(op, case.plan.op)) {
        tally.passed_over += 1;
        return Ok(());
    }
    let decided = case.plan.run(case.x);
    let open = case.plan.open_provenance(case.x, decided.out());
    let expected = if settings.profile == Profile::DECIDED {
        decided
    } else {
        case.plan.run_with(&settings.profile, case.x)
    };
    let hangs = !(open.unspecified.is_empty() && open.flag_only.is_empty());
    let verdict = verdict(settings, &case, &expected, &open);
    let counts = tally.counts_of(case.plan.op);
    counts.checked += 1;
    counts.unspecified += u64::from(hangs);
    if let Some(verdict) = verdict {
        counts.mismatched += u64::from(verdict.mismatch());
        tally.keep(settings, &case, verdict, expected, open);
    }
    Ok(())
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
    let flag = flag_differs(expected, case.flag);
    let (bits_open, flag_open) = (!open.unspecified.is_empty(), !open.flag_only.is_empty());
    let insist = policy == Policy::Insist;
    if out && (insist || !bits_open) || flag && (insist || !bits_open && !flag_open) {
        return Some(Verdict::Differs);
    }
    let recorded = !case.unspecified.is_empty() || case.seal != Seal::None;
    if recorded && !same_ids(case.unspecified, open) {
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
    tolerance.takes(&case.plan.result().format, right, found, flags)
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
                found: Outcome::new(case.out, case.flag),
                open,
                class: case.class.to_owned(),
                unspecified: case.unspecified.to_owned(),
                profile: settings.profile,
            });
        }
    }
}
