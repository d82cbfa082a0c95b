//! What a run of tests was, read from what cargo and the tests print.

use std::collections::BTreeSet;
use std::fmt;

/// Counts and names.
#[derive(Default)]
pub(crate) struct Tally {
    passed: u64,
    failed: u64,
    /// Programs of tests that ended without a result: they were stopped by a signal.
    targets: u64,
    target: String,
    ended: bool,
    failures: Vec<String>,
    skipped: BTreeSet<String>,
}

impl Tally {
    /// Takes a line in.
    pub(crate) fn line(&mut self, line: &str) {
        let line = line.trim_start();
        if let Some(target) = line.strip_prefix("Running ").or(line.strip_prefix("Doc-tests ")) {
            self.close();
            // `tests/cli.rs (target/debug/deps/cli-0123456789abcdef)`: the second tells crates apart.
            let program = target.rsplit(['/', '(']).next().unwrap_or(target).trim_end_matches(')');
            self.target = program.rsplit_once('-').map_or(program, |(name, _)| name).to_owned();
            self.ended = false;
            self.targets += 1;
        } else if let Some(counts) = line.strip_prefix("test result: ") {
            let number = |word: &str| {
                let before = counts.split(word).next().unwrap_or_default().trim_end();
                before.rsplit([' ', ';', '.']).next().and_then(|n| n.parse().ok()).unwrap_or(0)
            };
            self.passed += number(" passed");
            self.failed += number(" failed");
            self.ended = true;
        } else if let Some(test) = line.strip_prefix("test ") {
            if let Some(name) = test.strip_suffix(" ... FAILED") {
                self.failures.push(format!("{}: {name}", self.target));
            } else if let Some((name, _)) = test.split_once(" ... ignored") {
                self.skipped.insert(format!("{}: {name}: ignored", self.target));
            }
        }
    }

    /// A program that ended without a result has failed.
    fn close(&mut self) {
        if !self.target.is_empty() && !self.ended {
            self.failed += 1;
            self.failures.push(format!("{}: it ended without a result", self.target));
        }
        self.ended = true;
    }

    /// Takes in what tests have written down that they left out, a line each.
    pub(crate) fn left_out(&mut self, lines: &str) {
        self.close();
        self.skipped.extend(lines.lines().map(str::to_owned));
    }

    /// Whether something was left out that could have been installed: a processor is as it is.
    pub(crate) fn is_short(&self) -> bool {
        self.skipped.iter().any(|name| !name.ends_with(" in this processor"))
    }

    /// The line for logs.
    pub(crate) fn last_line(&self, pass: bool) -> String {
        let pass = if pass && self.failed == 0 { "PASS" } else { "FAIL" };
        let Self { passed, failed, skipped, .. } = self;
        format!("ASSAY TESTS {pass} passed={passed} failed={failed} skipped={}", skipped.len())
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { passed, failed, targets, skipped, .. } = self;
        for name in skipped {
            writeln!(f, "skipped: {name}")?;
        }
        for name in &self.failures {
            writeln!(f, "failed: {name}")?;
        }
        let skipped = skipped.len();
        writeln!(
            f,
            "{targets} programs of tests: {passed} passed, {failed} failed, {skipped} skipped"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Tally;

    fn of(lines: &str, left_out: &str) -> Tally {
        let mut tally = Tally::default();
        lines.lines().for_each(|line| tally.line(line));
        tally.left_out(left_out);
        tally
    }

    #[test]
    fn counts_and_names() {
        let tally = of(
            "     Running tests/cli.rs (target/debug/deps/cli-0123456789abcdef)
running 3 tests
test a ... ok
test b ... FAILED
test c ... ignored, slow
test result: FAILED. 1 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.0s
   Doc-tests vectors
test vectors/src/lib.rs - (line 5) ... ok
test result: ok. 7 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.2s",
            "outputs.test: no strace\noutputs.test: no strace\n",
        );
        assert_eq!(tally.last_line(true), "ASSAY TESTS FAIL passed=8 failed=1 skipped=2");
        let text = tally.to_string();
        assert!(text.contains("failed: cli: b\n"), "{text}");
        assert!(text.contains("skipped: cli: c: ignored\nskipped: outputs.test: no strace\n"));
    }

    #[test]
    fn a_program_that_dies_has_failed() {
        let tally =
            of("Running unittests src/lib.rs (target/debug/deps/vectors-01)\ntest a ... ok", "");
        assert_eq!(tally.last_line(true), "ASSAY TESTS FAIL passed=0 failed=1 skipped=0");
        assert!(tally.to_string().contains("failed: vectors: it ended without a result"));
    }

    #[test]
    fn what_nobody_can_install_is_not_missing() {
        let lines = "Running src/lib.rs (x-0)\ntest result: ok. 3 passed; 0 failed; 0 ignored";
        assert!(!of(lines, "slices: no Avx512 in this processor\n").is_short());
        assert!(of(lines, "outputs.test: no strace\n").is_short());
    }

    #[test]
    fn all_well() {
        let tally =
            of("Running src/lib.rs (x-0)\ntest result: ok. 3 passed; 0 failed; 0 ignored", "");
        assert_eq!(tally.last_line(true), "ASSAY TESTS PASS passed=3 failed=0 skipped=0");
        assert!(!tally.is_short());
    }
}
