//! The JUnit report: a suite for each directory, a test case for each program.

use super::{Judged, Verdict};
use crate::junit::{self, Case, Kind, Suite, Trouble};
use std::path::Path;

/// The report, as XML.
pub(super) fn report(judged: &[(&Path, Vec<Judged>)]) -> String {
    let suite = |(dir, programs): &(&Path, Vec<Judged>)| Suite {
        name: dir.display().to_string(),
        cases: programs.iter().map(case).collect(),
    };
    let suites: Vec<Suite> = judged.iter().map(suite).collect();
    junit::report("assay conform", &suites)
}

fn case(judged: &Judged) -> Case {
    let trouble = match &judged.verdict {
        Verdict::Same => None,
        Verdict::Differs(why) => Some(trouble(Kind::Failure, "difference", why)),
        Verdict::Bad(why) => Some(trouble(Kind::Error, "program", why)),
    };
    Case { name: judged.name.clone(), trouble, ..Case::default() }
}

fn trouble(kind: Kind, word: &'static str, why: &str) -> Trouble {
    Trouble { kind, word: Some(word), message: why.to_owned(), description: None }
}
