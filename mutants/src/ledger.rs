//! What came of mutants, a line each, kept from run to run.

use crate::find::Mutant;
use crate::tree::Placed;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

/// A mutant and its fate.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) file: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) function: String,
    pub(crate) mutation: String,
    pub(crate) result: Result,
    /// The test that saw it, behind its program.
    pub(crate) killed_by: String,
    /// Why no test can see it, written by hand.
    pub(crate) reason: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Result {
    Killed,
    /// A test ran three times as long as without, and 20 s more.
    Timeout,
    Survived,
    /// It survived, since no test comes where it is.
    Unreached,
    /// It does not compile.
    Broken,
    /// The compiler evaluates where it stands, so that it cannot be switched on.
    Constant,
}

impl Result {
    pub(crate) const fn is_alive(self) -> bool {
        matches!(self, Self::Survived | Self::Unreached)
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, function, mutation, result, killed_by, .. } = self;
        write!(f, "{file}:{line}: {function}: {mutation}: {result:?} {killed_by}")
    }
}

type Key = (String, usize, usize, String);

impl Row {
    pub(crate) fn new(placed: &Placed, result: Result, killed_by: &str) -> Self {
        let (file, line, column, mutation) = placed.key();
        let (function, killed_by) = (placed.mutant.function.clone(), killed_by.to_owned());
        Self { file, line, column, function, mutation, result, killed_by, reason: String::new() }
    }

    fn key(&self) -> Key {
        (self.file.clone(), self.line, self.column, self.mutation.clone())
    }
}

/// A file of them.
pub(crate) struct Ledger {
    path: PathBuf,
    rows: BTreeMap<Key, Row>,
}

impl Ledger {
    /// Reads it, where there is one.
    ///
    /// # Errors
    /// Where it is none.
    pub(crate) fn open(path: &Path) -> std::result::Result<Self, String> {
        let mut rows = BTreeMap::new();
        if path.exists() {
            let told = |e: csv::Error| format!("{}: {e}", path.display());
            for row in csv::Reader::from_path(path).map_err(told)?.deserialize() {
                let row: Row = row.map_err(told)?;
                rows.insert(row.key(), row);
            }
        }
        Ok(Self { path: path.to_owned(), rows })
    }

    /// An empty one in another folder, whose file is written anew.
    ///
    /// # Errors
    /// Where the older file can't be removed.
    pub(crate) fn fresh(&self, folder: &Path) -> std::result::Result<Self, String> {
        let path = folder.join(self.path.file_name().unwrap_or_default());
        match std::fs::remove_file(&path) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
                Err(format!("{}: {e}", path.display()))
            }
            _ => Ok(Self { path, rows: BTreeMap::new() }),
        }
    }

    pub(crate) fn of(&self, placed: &Placed) -> Option<&Row> {
        self.rows.get(&placed.key())
    }

    /// Rows whose mutant has moved with the lines around it go to where it is now, where one in its function alone can be meant.
    pub(crate) fn follow(&mut self, mutants: &[Placed]) {
        let has: BTreeSet<Key> = mutants.iter().map(Placed::key).collect();
        let (mut lost, mut free) = (BTreeMap::<_, Vec<Row>>::new(), BTreeMap::<_, Vec<Key>>::new());
        let (kept, gone) = std::mem::take(&mut self.rows)
            .into_iter()
            .partition::<BTreeMap<_, _>, _>(|(key, _)| has.contains(key));
        self.rows = kept;
        for row in gone.into_values() {
            let name = (row.file.clone(), row.function.clone(), row.mutation.clone());
            lost.entry(name).or_default().push(row);
        }
        for placed in mutants.iter().filter(|placed| self.of(placed).is_none()) {
            let Mutant { function, what, .. } = &placed.mutant;
            let name = (placed.file.clone(), function.clone(), what.clone());
            free.entry(name).or_default().push(placed.key());
        }
        for (name, rows) in lost {
            if let ([row], Some([key])) = (&rows[..], free.get(&name).map(Vec::as_slice)) {
                let row = Row { line: key.1, column: key.2, ..row.clone() };
                self.rows.insert(key.clone(), row);
            }
        }
    }

    /// Adds a row, on disk at once; the reason of an older one is kept.
    pub(crate) fn add(&mut self, mut row: Row) -> std::result::Result<(), String> {
        let told = |e: &dyn std::fmt::Display| format!("{}: {e}", self.path.display());
        if let Some(old) = self.rows.get(&row.key()) {
            row.reason.clone_from(&old.reason);
        }
        let empty = !self.path.exists();
        self.path.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(|e| told(&e))?;
        let file =
            OpenOptions::new().create(true).append(true).open(&self.path).map_err(|e| told(&e))?;
        let mut writer = csv::WriterBuilder::new().has_headers(empty).from_writer(file);
        writer.serialize(&row).map_err(|e| told(&e))?;
        writer.flush().map_err(|e| told(&e))?;
        self.rows.insert(row.key(), row);
        Ok(())
    }

    /// Writes it anew, in order, of these mutants alone: what the source no longer has is gone.
    pub(crate) fn tidy(&self, mutants: &[Placed]) -> std::result::Result<(), String> {
        let told = |e: csv::Error| format!("{}: {e}", self.path.display());
        let mut writer = csv::Writer::from_path(&self.path).map_err(told)?;
        for row in mutants.iter().filter_map(|placed| self.of(placed)) {
            writer.serialize(row).map_err(told)?;
        }
        writer.flush().map_err(|e| told(e.into()))
    }

    /// Counts, the score with its interval, and who survived.
    pub(crate) fn summary<'a>(&self, mutants: impl Iterator<Item = &'a Placed>) -> String {
        let rows: Vec<&Row> = mutants.filter_map(|placed| self.of(placed)).collect();
        let count = |result| rows.iter().filter(|row| row.result == result).count();
        let (killed, late) = (count(Result::Killed), count(Result::Timeout));
        let alive: Vec<_> = rows.iter().filter(|row| row.result.is_alive()).collect();
        let survivors: Vec<_> = alive.iter().filter(|row| row.reason.is_empty()).collect();
        let (seen, equal) = (killed + late, alive.len() - survivors.len());
        let all = seen + survivors.len();
        let (low, high) = interval(seen, all);
        let unreached = survivors.iter().filter(|row| row.result == Result::Unreached).count();
        let mut text = format!(
            "{all} mutants: {killed} killed, {late} by running too long, {} survived, {unreached} of them where no test \
             comes; besides {equal} that are equivalent, {} that do not compile, {} in what the compiler evaluates\n\
             score {:.1} % (95 %: {low:.1} to {high:.1})\n",
            survivors.len(),
            count(Result::Broken),
            count(Result::Constant),
            100.0 * seen as f64 / all.max(1) as f64,
        );
        for row in survivors {
            let Row { file, line, column, function, mutation, .. } = row;
            let _ = writeln!(text, "survived: {file}:{line}:{column}: {function}: {mutation}");
        }
        text
    }
}

/// Wilson's interval of a share, in percent, that 95 of 100 samples would have the true share in.
fn interval(seen: usize, all: usize) -> (f64, f64) {
    let (n, z) = (all.max(1) as f64, 1.96_f64);
    let share = seen as f64 / n;
    let middle = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    (100.0 * (middle - half).max(0.0), 100.0 * (middle + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_follows_its_mutant() {
        let placed = |source: &str| -> Vec<Placed> {
            let found = crate::find::find(source).unwrap().into_iter();
            found.map(|mutant| Placed { file: "a.rs".to_owned(), mutant }).collect()
        };
        let old = placed("fn f(a: u32) -> u32 { a + a + 3 }");
        let mut rows: Vec<Row> =
            old.iter().map(|own| Row::new(own, Result::Survived, "")).collect();
        rows.iter_mut().for_each(|row| row.reason = row.mutation.clone());
        let rows = rows.into_iter().map(|row| (row.key(), row)).collect();
        let mut ledger = Ledger { path: PathBuf::new(), rows };
        let new = placed("// One more line.\nfn f(a: u32) -> u32 { a + a + 3 }");
        ledger.follow(&new);
        for own in &new {
            let reason = ledger.of(own).map(|row| row.reason.as_str());
            // Of two that are named alike it is not known which is which.
            let known = !own.mutant.what.contains('+');
            assert_eq!(reason, known.then_some(own.mutant.what.as_str()), "{own:?}");
        }
    }

    /// Reasons are written by hand, and have commas.
    #[test]
    fn every_ledger_is_read() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/mutants");
        for name in crate::plan::CRATES {
            let ledger = Ledger::open(&folder.join(format!("{name}.csv"))).unwrap();
            assert!(ledger.rows.len() >= 300, "{name}: {} rows", ledger.rows.len());
        }
    }

    #[test]
    fn the_interval_is_wilsons() {
        // 285 of 300, as statistics packages have it.
        let (low, high) = interval(285, 300);
        assert!((low - 91.92).abs() < 0.01 && (high - 96.95).abs() < 0.01, "{low} {high}");
        assert_eq!(interval(0, 0).0, 0.0);
    }
}
