//! The report as JSON: for each file the counts, the operations, the groups and the first findings.

use super::checked::Checked;
use crate::failure::Failure;
use crate::page::{self, object};
use serde::Serialize;
use vectors::check::{Finding, Report, Verdict};
use vectors::explain::value;
use vectors::registry::{FlagKind, Outcome, Plan};

/// The report, as JSON.
pub(super) fn report(all: &[Checked]) -> Result<String, Failure> {
    let files: Vec<_> = all.iter().map(file).collect();
    page::json(&object! { schema: page::SCHEMA, assay: env!("CARGO_PKG_VERSION"), files: files })
}

/// What a file holds, or why it cannot be read or is not whole.
fn file(checked: &Checked) -> impl Serialize {
    object! {
        file: &checked.name,
        #[serde(flatten)]
        error: checked.error().map(|error| object! { error: error }),
        #[serde(flatten)]
        checked: checked.result.as_ref().ok().map(numbers),
    }
}

fn numbers(report: &Report) -> impl Serialize {
    let operations = report.by_op.iter().map(|(op, counts)| {
        object! { op: &op.id, section: &op.section, #[serde(flatten)] counts: counts }
    });
    let causes = report.causes.iter().map(|cause| {
        object! {
            op: cause.op,
            // Of results, of results and their flags, of flags.
            of: cause.part.to_string(),
            variant: &cause.variant,
            // Wrong results or flags that it explains, of those that were looked at.
            explained: cause.explained,
            looked_at: cause.of,
            // Right cases that were looked at, none of which it makes wrong.
            right: cause.right,
        }
    });
    object! {
        #[serde(flatten)]
        counts: &report.counts,
        // Cases of operations that were not asked for.
        passed_over: report.passed_over,
        // Cases that hang on an open decision and of which the file says nothing.
        unclaimed: report.unclaimed.count,
        operations: operations.collect::<Vec<_>>(),
        groups: report.groups.rarest_first(),
        causes: causes.collect::<Vec<_>>(),
        // Cases that a design was asked to tell causes apart; null where nobody could be asked.
        probes: report.probes,
        // Mismatches that were looked at and that none of the causes explains.
        unexplained: report.unexplained,
        // How many findings there are; the first of them are listed.
        found: report.found,
        findings: report.findings.iter().map(case).collect::<Vec<_>>(),
    }
}

fn case(finding: &Finding) -> impl Serialize {
    let plan = &finding.plan;
    let alternatives = finding.alternatives();
    object! {
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
        // The open decisions it hangs on.
        unspecified: finding.open.open(),
        // The answers to them under which the file is right.
        matches_if: alternatives.iter().map(|s| format!("{}={}", s.name, s.value)).collect::<Vec<_>>(),
        explained_by: finding.command(),
    }
}

fn answer(plan: &Plan, outcome: &Outcome) -> impl Serialize {
    let digits = plan.op.flags.digits();
    let flags = outcome.flag.filter(|_| plan.op.flags != FlagKind::None);
    object! {
        out: value::results(plan, outcome.out()),
        #[serde(flatten)]
        flags: flags.map(|flags| object! { flags: format!("{flags:0digits$x}") }),
    }
}
