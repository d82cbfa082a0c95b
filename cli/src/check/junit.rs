//! The JUnit report: a suite for each file, a test case for each operation.

use super::checked::Checked;
use crate::junit::{self, Case, Kind, Suite, Trouble};
use std::fmt::Write;
use vectors::check::{Counts, Finding, Report};
use vectors::registry::Op;

/// Findings that a test case shows.
const SHOWN: usize = 20;

/// The report, as XML.
pub(super) fn report(all: &[Checked]) -> String {
    let suites: Vec<Suite> = all.iter().map(suite).collect();
    junit::report("assay check", &suites)
}

fn suite(checked: &Checked) -> Suite {
    let name = &checked.name;
    let mut cases = Vec::new();
    if let Ok(report) = &checked.result {
        cases.extend(report.by_op.iter().map(|(op, counts)| case(name, report, op, counts)));
    }
    if let Some(message) = checked.error() {
        let trouble = Trouble { kind: Kind::Error, word: None, message, description: None };
        cases.push(Case { name: "read".to_owned(), trouble: Some(trouble), ..Case::default() });
    }
    Suite { name: name.clone(), cases }
}

fn case(file: &str, report: &Report, op: &Op, counts: &Counts) -> Case {
    let own: Vec<&Finding> = findings(report, op).take(SHOWN).collect();
    let trouble = (counts.mismatched > 0).then(|| Trouble {
        kind: Kind::Failure,
        word: Some("mismatch"),
        message: format!("{counts}; the first in line {}", first_line(report, op)),
        description: own.iter().find(|f| f.verdict.mismatch()).map(ToString::to_string),
    });
    let mut out = format!("{counts}\n");
    for finding in own {
        // Writing to a string does not fail.
        let _ = write!(out, "\n{finding}");
    }
    Case {
        name: op.id.clone(),
        class: Some(file.to_owned()),
        assertions: Some(counts.checked),
        trouble,
        out: Some(out),
    }
}

fn findings<'a>(report: &'a Report, op: &'a Op) -> impl Iterator<Item = &'a Finding> {
    report.findings.iter().filter(|f| std::ptr::eq(f.plan.op, op))
}

/// The groups know the first line of an operation even if its findings are beyond those kept.
fn first_line(report: &Report, op: &Op) -> u64 {
    let groups = report.groups.rarest_first();
    groups.iter().filter(|g| g.op == op.id).map(|g| g.first).min().unwrap_or_default()
}
