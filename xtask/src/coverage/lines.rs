//! Covered lines by crate, from the report of cargo-llvm-cov.
//!
//! cargo-llvm-cov leaves out files of tests (`tests/`, `tests.rs`), but not the modules of tests inside of other files: on a
//! stable toolchain nothing marks them. They are 2 to 5 % of the lines and always run, so they are left out here.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// For each file, relative to the project's folder, each line with code and whether a test ran it.
#[derive(Default)]
pub(super) struct Lines(BTreeMap<String, BTreeMap<usize, bool>>);

impl Lines {
    /// Reads an lcov file.
    pub(super) fn read(text: &str, root: &Path) -> Self {
        let (mut all, mut file) = (Self::default(), String::new());
        let mut of_tests = Vec::new();
        for line in text.lines() {
            if let Some(path) = line.strip_prefix("SF:") {
                file = Path::new(path).strip_prefix(root).map_or(String::new(), |own| {
                    of_tests = tests(&fs::read_to_string(path).unwrap_or_default());
                    own.to_string_lossy().into_owned()
                });
            } else if let Some((line, count)) =
                line.strip_prefix("DA:").and_then(|d| d.split_once(','))
                && let Ok(line) = line.parse::<usize>()
                && file.contains("/src/")
                && !of_tests.get(line).copied().unwrap_or(false)
            {
                *all.0.entry(file.clone()).or_default().entry(line).or_default() |= count != "0";
            }
        }
        all
    }

    /// Returns a table with a row for each crate: lines, covered lines, percentage, goal.
    pub(super) fn table(&self, goals: &[(&str, f64)]) -> String {
        let mut text = "crate          lines      ran       %   goal\n".to_owned();
        for (name, goal) in goals {
            let own = self.0.iter().filter(|(file, _)| file.starts_with(&format!("{name}/src/")));
            let own = own.flat_map(|(_, lines)| lines.values());
            let (all, ran) = own.fold((0, 0), |(all, ran), on| (all + 1, ran + u64::from(*on)));
            if all > 0 {
                let share = 100.0 * ran as f64 / all as f64;
                let _ = writeln!(text, "{name:10} {all:>9} {ran:>8} {share:>7.2} {goal:>6}");
            }
        }
        text
    }

    /// Returns the ranges of lines that no test ran, as `file:first-last`.
    pub(super) fn missed(&self) -> String {
        let mut text = String::new();
        for (file, lines) in &self.0 {
            let mut rest = lines.iter().peekable();
            while let Some((first, ran)) = rest.next() {
                if *ran {
                    continue;
                }
                let mut last = first;
                while let Some((line, _)) = rest.next_if(|(_, ran)| !**ran) {
                    last = line;
                }
                let _ = match first == last {
                    true => writeln!(text, "{file}:{first}"),
                    false => writeln!(text, "{file}:{first}-{last}"),
                };
            }
        }
        text
    }
}

/// Returns for each line number, from 1 on, whether it belongs to a module of tests.
fn tests(source: &str) -> Vec<bool> {
    let mut own = vec![false];
    let (mut last, mut inside) = ("", false);
    for line in source.lines() {
        inside |= last == "#[cfg(test)]" && line.starts_with("mod ") && line.ends_with('{');
        own.push(inside);
        inside &= line != "}";
        last = line;
    }
    own
}

#[cfg(test)]
mod own {
    use super::*;

    #[test]
    fn lines_of_tests_are_none_of_the_code() {
        let source = "fn f() {}\n#[cfg(test)]\nmod tests {\n    fn t() {}\n}\nfn g() {}\n";
        let right = [false, false, false, true, true, true, false];
        assert_eq!(tests(source), right);
    }

    #[test]
    fn lines_that_ran_once_have_run() {
        let text = "SF:/p/softfloat/src/a.rs\nDA:1,0\nDA:2,0\nDA:4,7\nDA:6,0\nend_of_record\nSF:/p/softfloat/src/a.rs\nDA:1,2\n\
                    SF:/p/softfloat/build.rs\nDA:1,0\nSF:/other/src/b.rs\nDA:1,0\n";
        let lines = Lines::read(text, Path::new("/p"));
        assert_eq!(lines.missed(), "softfloat/src/a.rs:2\nsoftfloat/src/a.rs:6\n");
        let table = lines.table(&[("softfloat", 98.0), ("cli", 90.0)]);
        let row = "softfloat          4        2   50.00     98";
        assert_eq!(table.lines().skip(1).collect::<Vec<_>>(), [row]);
    }
}
