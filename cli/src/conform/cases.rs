//! The cases of a file.

use super::{Judged, Verdict};
use crate::input::{SPECIAL, is_special};
use semantics::cases;
use semantics::source::ReadError;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// The first mismatches of a case that are told.
const SHOWN: usize = 3;

/// What the names of case files end in, and of those in JSON lines.
pub(super) const EXTENSIONS: [&str; 2] = [".cases", ".cases.jsonl"];

/// The ending of a case file's name.
pub(super) fn extension(path: &Path) -> Option<&'static str> {
    let name = path.file_name()?.as_encoded_bytes();
    EXTENSIONS.into_iter().find(|ending| name.ends_with(ending.as_bytes()))
}

/// Runs all cases of a file, each of so many steps at most; of a file that cannot be read none.
pub(super) fn judge(name: &str, path: &Path, most: Option<u64>) -> Vec<Judged> {
    if is_special(path) {
        return vec![Judged { name: name.to_owned(), verdict: Verdict::Bad(SPECIAL.into()) }];
    }
    let file = File::open(path).map_err(|error| ReadError::Io { line: 0, error });
    let read = file.and_then(|file| {
        let file = BufReader::with_capacity(1 << 16, file);
        match extension(path) {
            Some(".cases.jsonl") => cases::read_json_lines(file),
            _ => cases::read(file),
        }
    });
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
        let verdict = match case.run(file.machine, most) {
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
