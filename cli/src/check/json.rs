//! The report as JSON: for each file the counts, the operations, the groups and the first findings.

use super::checked::Checked;
use crate::failure::Failure;
use crate::page;
use serde::Serialize;
use vectors::check::{Counts, Finding, Group, Report, Verdict};
use vectors::explain::value;
use vectors::registry::{FlagKind, Outcome, Plan};

/// The report, as JSON.
pub(super) fn report(all: &[Checked]) -> Result<String, Failure> {
    let files: Vec<File<'_>> = all.iter().map(file).collect();
    let page = Page { assay: env!("CARGO_PKG_VERSION"), files };
    page::json(&page)
}

#[derive(Serialize)]
struct Page<'a> {
    assay: &'static str,
    files: Vec<File<'a>>,
}

#[derive(Serialize)]
struct File<'a> {
    file: &'a str,
    /// Why it cannot be read, or is not whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(flatten)]
    checked: Option<Numbers<'a>>,
}

#[derive(Serialize)]
struct Numbers<'a> {
    #[serde(flatten)]
    counts: Tally,
    /// Cases of operations that were not asked for.
    passed_over: u64,
    /// Cases that hang on an open decision and of which the file says nothing.
    unclaimed: u64,
    operations: Vec<Operation<'a>>,
    groups: Vec<Alike<'a>>,
    causes: Vec<Guess<'a>>,
    /// How many findings there are; the first of them are listed.
    found: u64,
    findings: Vec<Case<'a>>,
}

#[derive(Serialize)]
struct Tally {
    checked: u64,
    mismatched: u64,
    /// Of these, with another result, and with other flags alone.
    results: u64,
    flags: u64,
    unspecified: u64,
    compared: u64,
    /// Right by the tolerance alone.
    #[serde(skip_serializing_if = "is_zero")]
    by_tolerance: u64,
    flags_not_compared: u64,
}

/// Whether there is nothing to say of a number.
#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_zero(n: &u64) -> bool {
    *n == 0
}

#[derive(Serialize)]
struct Operation<'a> {
    op: &'a str,
    section: &'a str,
    #[serde(flatten)]
    counts: Tally,
}

/// What may be the cause of mismatches.
#[derive(Serialize)]
struct Guess<'a> {
    op: &'a str,
    /// Of results, of results and their flags, of flags.
    of: String,
    variant: &'a str,
    /// Wrong results or flags that it explains, of those that were looked at.
    explained: u64,
    looked_at: u64,
}

/// Mismatches of an operation and classes of operands.
#[derive(Serialize)]
struct Alike<'a> {
    op: &'a str,
    class: &'a str,
    mismatched: u64,
    first_line: u64,
}

#[derive(Serialize)]
struct Case<'a> {
    line: u64,
    verdict: &'static str,
    reason: &'static str,
    op: &'a str,
    opts: String,
    operands: Vec<String>,
    expected: Answer,
    found: Answer,
    /// The open decisions it hangs on.
    unspecified: Vec<&'static str>,
    /// The answers to them under which the file is right: `NAME=VALUE`.
    matches_if: Vec<String>,
    explained_by: String,
}

#[derive(Serialize)]
struct Answer {
    out: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    flags: Option<String>,
}

fn file(checked: &Checked) -> File<'_> {
    let numbers = checked.result.as_ref().ok().map(numbers);
    File { file: &checked.name, error: checked.error(), checked: numbers }
}

fn numbers(report: &Report) -> Numbers<'_> {
    let operations = report.by_op.iter().map(|(op, counts)| Operation {
        op: &op.id,
        section: &op.section,
        counts: tally(counts),
    });
    let causes = report.causes.iter().map(|cause| Guess {
        op: cause.op,
        of: cause.part.to_string(),
        variant: &cause.variant,
        explained: cause.explained,
        looked_at: cause.of,
    });
    let groups = report.groups.by_count().into_iter().map(|group| {
        let Group { op, class, count, first, .. } = group;
        Alike { op, class, mismatched: *count, first_line: *first }
    });
    Numbers {
        counts: tally(&report.counts),
        passed_over: report.passed_over,
        unclaimed: report.unclaimed.count,
        operations: operations.collect(),
        groups: groups.collect(),
        causes: causes.collect(),
        found: report.found,
        findings: report.findings.iter().map(case).collect(),
    }
}

fn tally(counts: &Counts) -> Tally {
    let Counts { checked, mismatched, results, flags, unspecified, compared, tolerated, unflagged } =
        *counts;
    let (by_tolerance, flags_not_compared) = (tolerated, unflagged);
    Tally {
        checked,
        mismatched,
        results,
        flags,
        unspecified,
        compared,
        by_tolerance,
        flags_not_compared,
    }
}

fn case(finding: &Finding) -> Case<'_> {
    let plan = &finding.plan;
    let alternatives = finding.alternatives();
    Case {
        line: finding.line,
        verdict: match finding.verdict {
            Verdict::Differs => "differs",
            Verdict::Unspecified => "unspecified",
            Verdict::Altered => "altered",
            Verdict::Decisions => "decisions",
        },
        reason: finding.reason(),
        op: &plan.op.id,
        opts: plan.options.to_string(),
        operands: finding.operands(),
        expected: answer(plan, &finding.expected),
        found: answer(plan, &finding.found),
        unspecified: finding.open.open(),
        matches_if: alternatives.iter().map(|s| format!("{}={}", s.name, s.value)).collect(),
        explained_by: finding.command(),
    }
}

fn answer(plan: &Plan, outcome: &Outcome) -> Answer {
    let digits = plan.op.flags.digits();
    let flags = outcome.flag.filter(|_| plan.op.flags != FlagKind::None);
    Answer {
        out: value::results(plan, outcome.out()),
        flags: flags.map(|flags| format!("{flags:0digits$x}")),
    }
}
