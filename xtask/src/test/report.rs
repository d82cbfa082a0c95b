//! What a run has come to: counts, failures, what was skipped, the slowest tests, and whether it took too much processor time.

use crate::run::Failure;
use std::collections::BTreeSet;
use std::fmt;
use std::time::Duration;

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Result {
    Passed,
    Failed,
    Ignored,
}

/// A test that has run.
#[derive(Clone, Debug)]
pub(super) struct Test {
    /// Package and target.
    pub(super) program: String,
    pub(super) name: String,
    pub(super) result: Result,
    pub(super) processor: Duration,
    /// What it left out, with the tool that is missing.
    pub(super) skipped: Vec<String>,
    /// What its process printed, of the first failed test of a process.
    pub(super) output: String,
}

/// The processor time that a run may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// A single test.
    pub(super) test: Duration,
    /// Everything, builds included.
    pub(super) all: Duration,
}

impl Limits {
    /// Those of a machine that is so many times as slow.
    pub(super) fn times(self, slowness: f64) -> Self {
        Self { test: self.test.mul_f64(slowness), all: self.all.mul_f64(slowness) }
    }
}

/// Slowest tests that are shown; all are written into `target/tests.csv`.
const SLOWEST: usize = 10;

/// Counts and names.
#[derive(Default)]
pub(super) struct Report {
    passed: u64,
    failures: Vec<String>,
    skipped: BTreeSet<String>,
    /// The slowest tests, the slowest first.
    slowest: Vec<(Duration, String)>,
    ran: usize,
    /// What is said at the end, and fails nothing.
    notes: Vec<String>,
}

impl Report {
    /// Adds tests, and prints what failed ones have printed.
    pub(super) fn add(&mut self, tests: Vec<Test>) {
        self.ran += tests.len();
        for test in tests {
            let name = format!("{}: {}", test.program, test.name);
            match test.result {
                Result::Passed => self.passed += 1,
                Result::Failed => {
                    eprintln!("FAILED {name}\n{}", test.output);
                    self.failures.push(name.clone());
                }
                Result::Ignored => self.skip(&format!("{name}: ignored")),
            }
            test.skipped.iter().for_each(|what| self.skip(what));
            self.slowest.push((test.processor, name));
        }
        self.slowest.sort_by(|a, b| b.cmp(a));
    }

    /// All tests with their processor time, the slowest first.
    pub(super) fn table(&self) -> String {
        let rows =
            self.slowest.iter().map(|(time, name)| format!("{:.2},{name}\n", time.as_secs_f64()));
        std::iter::once("seconds,test\n".to_owned()).chain(rows).collect()
    }

    /// Tests that have run.
    pub(super) fn count(&self) -> usize {
        self.ran
    }

    /// Notes what was not run, with the reason.
    pub(super) fn skip(&mut self, what: &str) {
        self.skipped.insert(what.to_owned());
    }

    /// Notes what no test depends on.
    pub(super) fn note(&mut self, what: &str) {
        self.notes.push(what.to_owned());
    }

    /// Fails where a test has failed.
    pub(super) fn passed(&self) -> std::result::Result<(), Failure> {
        match self.failures.len() {
            0 => Ok(()),
            count => Err(Failure::Steps(format!("{count} failed"))),
        }
    }

    /// Adds a line that cargo prints of documentation tests.
    pub(super) fn doc_line(&mut self, line: &str) {
        let Some(test) = line.strip_prefix("test ") else { return };
        if let Some(name) = test.strip_suffix(" ... FAILED") {
            self.failures.push(format!("documentation: {name}"));
        } else if let Some((name, _)) = test.split_once(" ... ignored") {
            self.skip(&format!("documentation: {name}: ignored"));
        } else if test.ends_with(" ... ok") {
            self.passed += 1;
        }
    }

    /// Whether something was skipped that could have been installed: a processor is as it is.
    pub(super) fn is_short(&self) -> bool {
        self.skipped.iter().any(|what| !what.ends_with(" in this processor"))
    }

    /// Tests that took longer than they may, and whether all together did.
    pub(super) fn late(&self, limits: Limits, used: Option<Duration>) -> Vec<String> {
        let of = |what: &str, time: Duration, most: Duration| {
            let [time, most] = [time, most].map(|time| time.as_secs());
            format!("{what}: expected at most {most} s of processor time, found {time} s")
        };
        let late = self.slowest.iter().take_while(|(time, _)| *time > limits.test);
        let mut all: Vec<String> = late.map(|(time, name)| of(name, *time, limits.test)).collect();
        all.extend(
            used.filter(|used| *used > limits.all).map(|used| of("everything", used, limits.all)),
        );
        all
    }

    /// The lines for logs: the second is the one that other programs read.
    pub(super) fn last_lines(&self, pass: bool) -> String {
        let pass = if pass && self.failures.is_empty() { "PASS" } else { "FAIL" };
        let (passed, failed, skipped) = (self.passed, self.failures.len(), self.skipped.len());
        format!("ASSAY TESTS {pass}\n{passed} passed, {failed} failed, {skipped} skipped")
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Duration = self.slowest.iter().map(|(time, _)| *time).sum();
        writeln!(
            f,
            "The slowest tests of {} ({:.0} s of processor time in all):",
            self.ran,
            all.as_secs_f64()
        )?;
        for (time, name) in self.slowest.iter().take(SLOWEST) {
            writeln!(f, "{:>8.2} s  {name}", time.as_secs_f64())?;
        }
        for name in &self.skipped {
            writeln!(f, "skipped: {name}")?;
        }
        for what in &self.notes {
            writeln!(f, "note: {what}")?;
        }
        for name in &self.failures {
            writeln!(f, "failed: {name}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(name: &str, result: Result, seconds: u64, skipped: &[&str]) -> Test {
        Test {
            program: "cli files".to_owned(),
            name: name.to_owned(),
            result,
            processor: Duration::from_secs(seconds),
            skipped: skipped.iter().map(|&what| what.to_owned()).collect(),
            output: String::new(),
        }
    }

    fn report(tests: &[Test]) -> Report {
        let mut report = Report::default();
        report.add(tests.to_vec());
        report
    }

    #[test]
    fn counts_and_names() {
        let mut report = report(&[
            test("a", Result::Passed, 1, &["outputs.test: no strace"]),
            test("b", Result::Failed, 3, &["outputs.test: no strace"]),
            test("c", Result::Ignored, 0, &[]),
        ]);
        report.doc_line("test vectors/src/lib.rs - (line 5) ... ok");
        assert_eq!(report.last_lines(true), "ASSAY TESTS FAIL\n2 passed, 1 failed, 2 skipped");
        let text = report.to_string();
        assert!(text.contains("failed: cli files: b\n"), "{text}");
        assert!(
            text.contains("skipped: cli files: c: ignored\nskipped: outputs.test: no strace\n"),
            "{text}"
        );
        assert!(text.contains("    3.00 s  cli files: b\n    1.00 s  cli files: a\n"), "{text}");
    }

    #[test]
    fn all_well() {
        let report = report(&[test("a", Result::Passed, 1, &[])]);
        assert_eq!(report.last_lines(true), "ASSAY TESTS PASS\n1 passed, 0 failed, 0 skipped");
        assert_eq!(report.last_lines(false), "ASSAY TESTS FAIL\n1 passed, 0 failed, 0 skipped");
        assert!(!report.is_short());
    }

    #[test]
    fn what_nobody_can_install_is_not_missing() {
        assert!(
            !report(&[test("a", Result::Passed, 1, &["slices: no Avx512 in this processor"])])
                .is_short()
        );
        assert!(report(&[test("a", Result::Passed, 1, &["outputs.test: no strace"])]).is_short());
    }

    /// One slow test fails the run, and so do many quick ones.
    #[test]
    fn processor_time_is_limited() {
        let limits = Limits { test: Duration::from_secs(20), all: Duration::from_secs(100) };
        let late =
            |seconds, used| report(&[test("a", Result::Passed, seconds, &[])]).late(limits, used);
        assert_eq!(late(20, Some(limits.all)), Vec::<String>::new());
        assert_eq!(
            late(21, None),
            ["cli files: a: expected at most 20 s of processor time, found 21 s"]
        );
        let all = late(1, Some(Duration::from_secs(101)));
        assert_eq!(all, ["everything: expected at most 100 s of processor time, found 101 s"]);
    }
}
