//! What was found, as JUnit (a suite for each directory, a test case for each program) and as JSON.

use super::{Judged, Verdict};
use crate::failure::Failure;
use crate::junit::{Case, Kind, Suite, Trouble};
use crate::page::{self, object};
use std::path::Path;

/// The report, as JSON.
pub(super) fn json(
    judged: &[(&Path, Vec<Judged>)],
    passed: usize,
    failed: usize,
) -> Result<String, Failure> {
    let suites = judged.iter().map(|(dir, programs)| {
        let programs = programs.iter().map(|one| {
            let (verdict, why) = match &one.verdict {
                Verdict::Same => ("same", None),
                Verdict::Differs(why) => ("differs", Some(why)),
                Verdict::Bad(why) => ("bad", Some(why)),
            };
            object! { name: &one.name, verdict: verdict, why: why }
        });
        object! { dir: dir.display().to_string(), programs: programs.collect::<Vec<_>>() }
    });
    page::json(&object! {
        schema: page::SCHEMA,
        passed: passed,
        failed: failed,
        suites: suites.collect::<Vec<_>>(),
    })
}

/// The report, as XML.
pub(super) fn junit(judged: &[(&Path, Vec<Judged>)]) -> String {
    let suite = |(dir, programs): &(&Path, Vec<Judged>)| Suite {
        name: dir.display().to_string(),
        cases: programs.iter().map(case).collect(),
    };
    let suites: Vec<Suite> = judged.iter().map(suite).collect();
    crate::junit::report("assay conform", &suites)
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
