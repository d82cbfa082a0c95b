//! The cases of a file.

use super::{Judged, Verdict};
use crate::failure::Failure;
use crate::input::{SPECIAL, is_special};
use semantics::cases::Case;
use semantics::machine::Machine;
use semantics::source::ReadError;
use semantics::{cases, machines};
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

/// The first mismatches of a case that are told.
const SHOWN: usize = 3;

/// What the names of case files end in, and of those in JSON lines.
pub(super) const EXTENSIONS: [&str; 2] = [".cases", ".cases.jsonl"];

/// The ending of a case file's name.
pub(super) fn extension(path: &Path) -> Option<&'static str> {
    let name = path.file_name()?.as_encoded_bytes();
    EXTENSIONS.into_iter().find(|ending| name.ends_with(ending.as_bytes()))
}

/// Judges all cases of a file; of a file that cannot be read none.
pub(super) fn judge(
    name: &str,
    path: &Path,
    one: &mut dyn FnMut(&'static dyn Machine, &Case) -> Verdict,
) -> Vec<Judged> {
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
    let judged = file.cases.iter().map(|case| Judged {
        name: format!("{name}:{}", case.id),
        verdict: one(file.machine, case),
    });
    judged.collect()
}

/// Runs a case on the model, of so many steps at most.
pub(super) fn run(machine: &dyn Machine, case: &Case, most: Option<u64>) -> Verdict {
    match case.run(machine, most) {
        Ok(found) if found.is_empty() => Verdict::Same,
        Ok(found) => differs(&found),
        Err(broken) => Verdict::Bad(broken.to_string()),
    }
}

/// The first of what is wrong, in words.
pub(super) fn differs(found: &[impl ToString]) -> Verdict {
    let mut told: Vec<String> = found.iter().take(SHOWN).map(ToString::to_string).collect();
    if found.len() > SHOWN {
        told.push(format!("and {} more", found.len() - SHOWN));
    }
    Verdict::Differs(told.join("; "))
}

// The programs of a directory.

/// All programs and case files in a directory and below, in the order of their paths; also those that are missing
/// beside an expected dump.
pub(super) fn programs(dir: &Path) -> Result<Vec<PathBuf>, Failure> {
    let is_source = |path: &Path| sources().any(|s| path.extension().is_some_and(|e| e == s));
    if dir.is_file() && (extension(dir).is_some() || is_source(dir)) {
        return Ok(vec![dir.to_owned()]);
    }
    let mut found = Vec::new();
    let mut waiting = vec![dir.to_owned()];
    while let Some(folder) = waiting.pop() {
        let name = folder.display();
        list(&folder, &mut waiting, &mut found)
            .map_err(|e| Failure::input(format!("{name}: cannot read: {e}")))?;
    }
    if found.is_empty() {
        return Err(Failure::input(format!(
            "{}: no program in it\n  right: a directory with NAME.vsm and NAME.dmp",
            dir.display()
        )));
    }
    found.sort();
    Ok(found)
}

/// What the names of programs end in, as people write them.
fn sources() -> impl Iterator<Item = &'static str> {
    machines::ALL.iter().filter_map(|machine| machine.extensions().first()).copied()
}

fn list(folder: &Path, waiting: &mut Vec<PathBuf>, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        // Links to directories are not followed: they may lead in a circle.
        if entry.file_type()?.is_dir() {
            waiting.push(path);
        } else if extension(&path).is_some()
            || sources().any(|source| path.extension().is_some_and(|e| e == source))
        {
            found.push(path);
        } else if path.extension().is_some_and(|e| e == "dmp") {
            // A dump whose program is gone must not drop out in silence.
            let mut programs = sources().map(|source| path.with_extension(source));
            if programs.all(|program| !program.exists()) {
                found.push(path.with_extension(machines::DEFAULT.extensions()[0]));
            }
        }
    }
    Ok(())
}
