//! What a run has found of the programs' tests, so that the next need not time them again.

use crate::make::Program;
use crate::trial::Timed;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs::{File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

/// The file, a line a program; the last counts.
pub(super) struct Kept {
    path: PathBuf,
    most: u64,
    lines: Vec<Line>,
}

#[derive(Serialize, Deserialize)]
struct Line {
    built: Built,
    tests: Vec<Known>,
}

/// A program as it was built, and how long its tests might run.
#[derive(Serialize, Deserialize, PartialEq, Eq)]
struct Built {
    program: PathBuf,
    bytes: u64,
    /// Nanoseconds since 1970.
    written: u64,
    /// The same of the newest file that tests read.
    read: u64,
    most: u64,
}

#[derive(Serialize, Deserialize)]
struct Known {
    test: String,
    /// Nanoseconds.
    usual: u64,
    reached: BTreeSet<u32>,
}

impl Kept {
    /// What cannot be read is not known.
    pub(super) fn open(path: PathBuf, most: Duration) -> Self {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let lines = text.lines().rev().filter_map(|line| serde_json::from_str(line).ok()).collect();
        Self { path, most: most.as_secs(), lines }
    }

    /// The tests of a program that is as it was.
    pub(super) fn of(&self, program: &Arc<Program>) -> Option<Vec<Timed>> {
        let built = self.built(program).ok()?;
        let line = self.lines.iter().find(|line| line.built == built)?;
        let timed = |known: &Known| {
            let usual = Duration::from_nanos(known.usual);
            Timed::new(program, known.test.clone(), usual, known.reached.clone())
        };
        Some(line.tests.iter().map(timed).collect())
    }

    pub(super) fn add(&self, program: &Program, tests: &[Timed]) -> io::Result<()> {
        let known = |timed: &Timed| Known {
            test: timed.test.clone(),
            usual: nanoseconds(timed.usual),
            reached: timed.reached.clone(),
        };
        let line = Line { built: self.built(program)?, tests: tests.iter().map(known).collect() };
        let mut file = File::options().create(true).append(true).open(&self.path)?;
        file.write_all(format!("{}\n", serde_json::to_string(&line)?).as_bytes())
    }

    fn built(&self, program: &Program) -> io::Result<Built> {
        let about: Metadata = std::fs::metadata(&program.path)?;
        let written = about.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        let read = program.folder.parent().map_or(0, |copy| newest(&copy.join("tests")));
        let (program, written) = (program.path.clone(), nanoseconds(written));
        Ok(Built { program, bytes: about.len(), written, read, most: self.most })
    }
}

/// When the newest file of a folder was written.
fn newest(folder: &Path) -> u64 {
    let written = |entry: std::fs::DirEntry| match entry.file_type() {
        Ok(kind) if kind.is_dir() => newest(&entry.path()),
        _ => {
            let written = entry.metadata().and_then(|about| about.modified()).ok();
            let since = written.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            since.map_or(0, nanoseconds)
        }
    };
    std::fs::read_dir(folder).into_iter().flatten().flatten().map(written).max().unwrap_or(0)
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
