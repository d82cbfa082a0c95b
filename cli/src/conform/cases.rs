//! The cases of a file.

use super::{Judged, Verdict};
use semantics::cases;
use semantics::source::ReadError;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// The first mismatches of a case that are told.
const SHOWN: usize = 3;

/// Runs all cases of a file; of one that cannot be read nothing is run.
pub(super) fn judge(name: &str, path: &Path) -> Vec<Judged> {
    let read = File::open(path)
        .map_err(|error| ReadError::Io { line: 0, error })
        .and_then(|file| cases::read(BufReader::with_capacity(1 << 16, file)));
    let file = match read {
        Ok(file) => file,
        Err(ReadError::Errors(errors)) => {
            let bad = |d: &dyn std::fmt::Display| Verdict::Bad(d.to_string());
            let one = |verdict| Judged { name: name.to_owned(), verdict };
            return errors.diagnostics.iter().map(|d| one(bad(d))).collect();
        }
        Err(e) => {
            return vec![Judged { name: name.to_owned(), verdict: Verdict::Bad(e.to_string()) }];
        }
    };
    let judged = file.cases.iter().map(|case| {
        let verdict = match case.run(file.machine) {
            Ok(found) if found.is_empty() => Verdict::Same,
            Ok(found) => {
                let mut told: Vec<String> =
                    found.iter().take(SHOWN).map(ToString::to_string).collect();
                if found.len() > SHOWN {
                    told.push(format!("and {} more", found.len() - SHOWN));
                }
                Verdict::Differs(told.join("; "))
            }
            Err(broken) => Verdict::Bad(broken.to_string()),
        };
        Judged { name: format!("{name}:{}", case.id), verdict }
    });
    judged.collect()
}
