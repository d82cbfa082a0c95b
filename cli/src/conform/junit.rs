//! The JUnit report: a suite for each directory, a test case for each program.

use super::{Judged, Verdict};
use crate::failure::Failure;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::path::Path;

/// The report, as XML.
pub(super) fn report(judged: &[(&Path, Vec<Judged>)]) -> Result<String, Failure> {
    let mut report = Report::new("assay conform");
    for (dir, programs) in judged {
        let mut suite = TestSuite::new(dir.display().to_string());
        suite.add_test_cases(programs.iter().map(case));
        report.add_test_suite(suite);
    }
    let xml = report.to_string();
    xml.map_err(|e| Failure::Environment(format!("cannot write the JUnit report: {e}")))
}

fn case(judged: &Judged) -> TestCase {
    let status = match &judged.verdict {
        Verdict::Same => TestCaseStatus::success(),
        Verdict::Differs(why) => non_success(NonSuccessKind::Failure, "difference", why),
        Verdict::Bad(why) => non_success(NonSuccessKind::Error, "program", why),
    };
    TestCase::new(judged.name.as_str(), status)
}

fn non_success(kind: NonSuccessKind, name: &str, why: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(name);
    status.set_message(why);
    status
}
