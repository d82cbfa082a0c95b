//! The JUnit report: a suite for each file, a test case for each operation.

use super::Checked;
use crate::failure::Failure;
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};
use std::fmt::Write;
use vectors::check::{Counts, Finding, Report};
use vectors::registry::Op;

/// Findings that a test case shows.
const SHOWN: usize = 20;

/// The report, as XML.
pub(super) fn report(all: &[Checked]) -> Result<String, Failure> {
    let mut report = quick_junit::Report::new("assay check");
    for Checked { name, result } in all {
        let mut suite = TestSuite::new(name.as_str());
        match result {
            Ok(report) => {
                let cases = report.by_op.iter().map(|(op, counts)| case(name, report, op, counts));
                suite.add_test_cases(cases);
            }
            Err(failure) => {
                let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
                status.set_message(failure.message().unwrap_or("unreadable"));
                suite.add_test_case(TestCase::new("read", status));
            }
        }
        report.add_test_suite(suite);
    }
    let xml = report.to_string();
    xml.map_err(|e| Failure::Environment(format!("cannot write the JUnit report: {e}")))
}

fn case(file: &str, report: &Report, op: &Op, counts: &Counts) -> TestCase {
    let own: Vec<&Finding> = findings(report, op).take(SHOWN).collect();
    let status = if counts.mismatched == 0 {
        TestCaseStatus::success()
    } else {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_type("mismatch");
        status.set_message(format!("{counts}; the first in line {}", first_line(report, op)));
        if let Some(first) = own.iter().find(|f| f.verdict.mismatch()) {
            status.set_description(first.to_string());
        }
        status
    };
    let mut case = TestCase::new(op.id.as_str(), status);
    case.set_classname(file);
    case.set_assertions(usize::try_from(counts.checked).unwrap_or(usize::MAX));
    let mut text = format!("{counts}\n");
    for finding in own {
        // Writing to a string does not fail.
        let _ = write!(text, "\n{finding}");
    }
    case.set_system_out(text);
    case
}

fn findings<'a>(report: &'a Report, op: &'a Op) -> impl Iterator<Item = &'a Finding> {
    report.findings.iter().filter(|f| std::ptr::eq(f.plan.op, op))
}

/// The groups know the first line of an operation even if its findings are beyond those kept.
fn first_line(report: &Report, op: &Op) -> u64 {
    let groups = report.groups.by_count();
    groups.iter().filter(|g| g.op == op.id).map(|g| g.first).min().unwrap_or_default()
}
