//! What was found, as JUnit (a suite for each directory, a test case for each program) and as JSON.

use super::{Counts, Judged, Verdict};
use crate::failure::Failure;
use crate::junit::{Case, Kind, Suite, Trouble};
use crate::page::{self, object};
use std::path::Path;

/// The report, as JSON.
pub(super) fn json(judged: &[(&Path, Vec<Judged>)], counts: Counts) -> Result<String, Failure> {
    let Counts { passed, failed, asked, wanted } = counts;
    let suites = judged.iter().map(|(dir, programs)| {
        let programs = programs.iter().map(|one| {
            let (verdict, why) = match &one.verdict {
                Verdict::Same => ("same", None),
                Verdict::Differs(why) => ("differs", Some(why)),
                Verdict::Bad(why) => ("bad", Some(why)),
                Verdict::Unasked => ("unasked", None),
            };
            object! { name: &one.name, verdict: verdict, why: why }
        });
        object! { dir: dir.display().to_string(), programs: programs.collect::<Vec<_>>() }
    });
    page::json(&object! {
        schema: page::SCHEMA,
        passed: passed,
        failed: failed,
        #[serde(flatten)]
        stopped: (asked < wanted)
            .then(|| object! { stopped: object! { asked: asked, of: wanted } }),
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
        Verdict::Unasked => Some(skipped()),
    };
    Case { name: judged.name.clone(), trouble, ..Case::default() }
}

fn skipped() -> Trouble {
    let message = "not asked: the time was over".to_owned();
    Trouble { kind: Kind::Skipped, word: None, message, description: None }
}

fn trouble(kind: Kind, word: &'static str, why: &str) -> Trouble {
    Trouble { kind, word: Some(word), message: why.to_owned(), description: None }
}
