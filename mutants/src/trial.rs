//! Running programs of tests with a mutant awake.

use crate::ledger::Result as Fated;
use crate::make::Program;
use crate::process::{End, run};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A test of a program, how long it runs without mutants, and the mutants that it comes to.
#[derive(Debug)]
pub(crate) struct Timed {
    pub(crate) program: Arc<Program>,
    pub(crate) test: String,
    pub(crate) usual: Duration,
    pub(crate) reached: BTreeSet<u32>,
    /// Held while it runs: some tests write into a folder of their own, and two of them would be in each other's way.
    pub(crate) turn: Mutex<()>,
}

impl Timed {
    pub(crate) fn new(
        program: &Arc<Program>,
        test: String,
        usual: Duration,
        reached: BTreeSet<u32>,
    ) -> Self {
        Self { program: program.clone(), test, usual, reached, turn: Mutex::new(()) }
    }

    pub(crate) fn name(&self) -> String {
        format!("{}: {}", self.program.name, self.test)
    }
}

/// What came of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// By which test, and whether it ran too long.
    Killed {
        by: String,
        late: bool,
    },
    Survived,
    /// No test comes where it is.
    Unreached,
}

impl Fate {
    /// As a ledger has it.
    pub(crate) fn told(self) -> (Fated, String) {
        match self {
            Self::Killed { by, late: false } => (Fated::Killed, by),
            Self::Killed { by, late: true } => (Fated::Timeout, by),
            Self::Survived => (Fated::Survived, String::new()),
            Self::Unreached => (Fated::Unreached, String::new()),
        }
    }
}

/// The tests that judge, the quickest first, and which of them saw mutants of a file, the last first.
pub(crate) struct Tests {
    all: Vec<Timed>,
    saw: Mutex<BTreeMap<String, Vec<usize>>>,
}

impl fmt::Display for Tests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual: Duration = self.all.iter().map(|timed| timed.usual).sum();
        write!(f, "{} tests, {} s one by one without mutants", self.all.len(), usual.as_secs())
    }
}

impl Tests {
    pub(crate) fn new(all: Vec<Timed>) -> Self {
        Self { all, saw: Mutex::new(BTreeMap::new()) }
    }

    /// Those that come to a mutant, in the order in which they are tried.
    fn order(&self, file: &str, mutant: u32) -> Vec<usize> {
        let comes = |at: &usize| self.all[*at].reached.contains(&mutant);
        let saw = self.saw.lock().map(|saw| saw.get(file).cloned().unwrap_or_default());
        let saw: Vec<usize> = saw.unwrap_or_default().into_iter().filter(comes).collect();
        let rest = (0..self.all.len()).filter(comes).filter(|at| !saw.contains(at));
        saw.iter().copied().chain(rest).collect()
    }

    /// Runs the tests that come to a mutant of a file until one fails, or they have run as long as they may.
    pub(crate) fn trial(
        &self,
        file: &str,
        mutant: u32,
        budget: Duration,
        log: &Path,
    ) -> io::Result<Fate> {
        let (mut fate, mut left) = (Fate::Unreached, budget);
        for at in self.order(file, mutant) {
            let timed = &self.all[at];
            if fate == Fate::Survived && left < timed.usual {
                break;
            }
            let most = timed.usual * 3 + Duration::from_secs(20);
            let turn = timed.turn.lock();
            let (end, took) = run(&timed.program, &timed.test, mutant, most, log)?;
            drop(turn);
            if end != End::Passed {
                self.has_seen(file, at);
                return Ok(Fate::Killed { by: timed.name(), late: end == End::Late });
            }
            (fate, left) = (Fate::Survived, left.saturating_sub(took));
        }
        Ok(fate)
    }

    fn has_seen(&self, file: &str, at: usize) {
        if let Ok(mut saw) = self.saw.lock() {
            let own = saw.entry(file.to_owned()).or_default();
            own.retain(|other| *other != at);
            own.insert(0, at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The quickest comes first, but for what saw another mutant of the file; none is tried that would run beyond the budget.
    #[cfg(unix)]
    #[test]
    fn tests_are_tried_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("program");
        let script = "#!/bin/sh\necho $2 >> tried\ntest $2 = sees && exit 1\nexit 0\n";
        std::fs::write(&path, script).unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&path, mode).unwrap();
        let name = "folder: program".to_owned();
        let program = Arc::new(Program { name, path, folder: folder.path().to_owned() });
        let timed = |(test, seconds, reached): (&str, u64, &[u32])| Timed {
            program: program.clone(),
            test: test.to_owned(),
            usual: Duration::from_secs(seconds),
            reached: reached.iter().copied().collect(),
            turn: Mutex::new(()),
        };
        let all = [("quick", 1, &[1, 2, 3][..]), ("slow", 10, &[3]), ("sees", 60, &[1, 2, 3])];
        let tests = Tests::new(all.map(timed).into());
        let log = folder.path().join("log");
        let tried = |file, mutant, budget| {
            let fate = tests.trial(file, mutant, Duration::from_secs(budget), &log).unwrap().told();
            let path = folder.path().join("tried");
            let tried = std::fs::read_to_string(&path).unwrap_or_default();
            let _ = std::fs::remove_file(path);
            (fate.0, tried.lines().collect::<Vec<_>>().join(" "))
        };
        assert_eq!(tried("a.rs", 4, 100), (Fated::Unreached, String::new()));
        assert_eq!(tried("a.rs", 3, 0), (Fated::Survived, "quick".to_owned()));
        assert_eq!(tried("a.rs", 3, 30), (Fated::Survived, "quick slow".to_owned()));
        assert_eq!(tried("a.rs", 3, 100), (Fated::Killed, "quick slow sees".to_owned()));
        assert_eq!(tried("a.rs", 3, 100), (Fated::Killed, "sees".to_owned()));
        assert_eq!(tried("b.rs", 1, 100), (Fated::Killed, "quick sees".to_owned()));
    }
}
