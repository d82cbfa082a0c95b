//! Running tests: on every processor (and one more) a process with some tests of a program, one after another, until all have run.
//!
//! The standard harness does not tell how long a test takes. A process with one thread does: its processor time is read at each result.
//! A process for each test would start the registry thousands of times.

use super::clock;
use super::programs::Program;
use super::report::{Report, Result as End, Test};
use super::yardstick::Yardstick;
use crate::run::{Failure, shown};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Tests of a process.
const BATCH: usize = 16;

/// Tests of one program that run in one process.
struct Batch<'a> {
    program: &'a Program,
    tests: Vec<String>,
}

/// Runs all tests of these programs, and reports them.
pub(super) fn run(
    programs: &[(Program, Vec<String>)],
    scale: &str,
    yardstick: &Yardstick,
    report: &mut Report,
) -> Result<(), Failure> {
    let batches = batches(programs);
    let all: usize = batches.iter().map(|batch| batch.tests.len()).sum();
    let queue = Mutex::new(batches.into_iter());
    let (report, begun) = (Mutex::new(report), Instant::now());
    let take = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let progress = Progress { all, begun, next: Mutex::new(Duration::from_secs(10)) };
    let worker = || -> Result<(), Failure> {
        while let Some(batch) = take() {
            yardstick.measure();
            for tests in drain(&batch, scale) {
                let mut report = report.lock().unwrap_or_else(PoisonError::into_inner);
                report.add(tests?);
                progress.tell(report.count());
            }
        }
        Ok(())
    };
    // One more than processors, since some tests wait: for a DUT that is late, for a program that they have started.
    let workers = 1 + std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        let died = || Failure::Steps("a worker has panicked".to_owned());
        all.into_iter().try_for_each(|one| one.join().map_err(|_| died())?)
    })
}

/// Tests of one program in a row share what it makes once. Programs take turns, so that the last processes are of all of them.
fn batches(programs: &[(Program, Vec<String>)]) -> Vec<Batch<'_>> {
    let mut all = Vec::new();
    for (program, tests) in programs {
        let size = if program.is_light() { 1 } else { BATCH };
        let count = tests.len().div_ceil(size);
        let own = tests.chunks(size).enumerate().map(|(at, tests)| {
            // Where it stands among its own, of a thousand.
            (at * 1000 / count, Batch { program, tests: tests.to_vec() })
        });
        all.extend(own);
    }
    all.sort_by_key(|(place, _)| *place);
    all.into_iter().map(|(_, batch)| batch).collect()
}

/// How far the run is: a line now and then.
struct Progress {
    all: usize,
    begun: Instant,
    next: Mutex<Duration>,
}

impl Progress {
    fn tell(&self, done: usize) {
        let elapsed = self.begun.elapsed();
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        if elapsed >= *next {
            eprintln!("  {} s: {done} of {} tests", elapsed.as_secs(), self.all);
            let pause = (*next).min(Duration::from_secs(60));
            *next += pause;
        }
    }
}

/// Runs a batch; after a process that a test has ended, the rest of it in another.
fn drain<'a>(
    batch: &'a Batch<'_>,
    scale: &'a str,
) -> impl Iterator<Item = Result<Vec<Test>, Failure>> {
    let mut left = batch.tests.clone();
    std::iter::from_fn(move || {
        if left.is_empty() {
            return None;
        }
        let done = process(batch.program, &left, scale);
        match &done {
            Ok(tests) => left.retain(|name| !tests.iter().any(|test| test.name == *name)),
            Err(_) => left.clear(),
        }
        Some(done)
    })
}

/// Runs tests in a process: all of them, or those up to the one that has ended it.
fn process(program: &Program, tests: &[String], scale: &str) -> Result<Vec<Test>, Failure> {
    let mut command = Command::new(&program.path);
    command.args(["--test-threads", "1", "--exact"]).args(tests);
    command.current_dir(&program.folder).env("CARGO_MANIFEST_DIR", &program.folder);
    command.env("ASSAY_SCALE", scale).stdin(Stdio::null());
    let shown = shown(&command);
    let start = |e| Failure::Start(shown.clone(), e);
    let (reader, writer) = std::io::pipe().map_err(start)?;
    command.stdout(writer.try_clone().map_err(start)?).stderr(writer);
    let mut child = command.spawn().map_err(start)?;
    // It holds the writing ends, too; without this the lines never end.
    drop(command);
    let id = child.id();
    let mut read = Reader::new(program, tests, clock::of_process(id));
    for line in BufReader::new(reader).split(b'\n').map_while(Result::ok) {
        read.line(&String::from_utf8_lossy(&line), || clock::of_process(id));
    }
    let status = child.wait().map_err(start)?;
    Ok(read.end(status.success(), &status.to_string()))
}

/// What a process prints, line by line.
struct Reader<'a> {
    program: &'a Program,
    /// The tests that are to run, and those that have ended.
    asked: &'a [String],
    tests: Vec<Test>,
    /// The test that runs, what was skipped in it, and since when.
    running: Option<String>,
    skipped: Vec<String>,
    begun: (Option<Duration>, Instant),
    /// All that it prints, for failures.
    text: String,
}

impl<'a> Reader<'a> {
    fn new(program: &'a Program, asked: &'a [String], used: Option<Duration>) -> Self {
        let (tests, skipped, text) = (Vec::new(), Vec::new(), String::new());
        Self { program, asked, tests, running: None, skipped, begun: (used, Instant::now()), text }
    }

    /// Takes a line; `used` is the processor time so far.
    fn line(&mut self, line: &str, used: impl Fn() -> Option<Duration>) {
        self.text.push_str(line);
        self.text.push('\n');
        let mut rest = line;
        // With one thread the name is printed before the test runs, and what it prints itself follows.
        if self.running.is_none()
            && let Some((name, after)) =
                line.strip_prefix("test ").and_then(|own| own.split_once(" ... "))
            && let Some(name) = self.expected(name.trim_end_matches(" - should panic"))
        {
            self.running = Some(name.to_owned());
            rest = after;
        }
        if let Some(what) = rest.strip_prefix("skipped: ") {
            self.skipped.push(what.to_owned());
        } else if let Some(end) = ended(rest) {
            self.close(end, used());
        }
    }

    /// A test of this name that has not run; failed tests may print any name again.
    fn expected(&self, name: &str) -> Option<&'a str> {
        let known = self.asked.iter().map(String::as_str).find(|own| *own == name);
        known.filter(|name| !self.tests.iter().any(|test| test.name == *name))
    }

    fn close(&mut self, end: End, used: Option<Duration>) {
        let Some(name) = self.running.take() else { return };
        let (before, since) = self.begun;
        self.begun = (used, Instant::now());
        // Where the system does not tell, the time on the wall.
        let processor =
            used.zip(before).map_or(since.elapsed(), |(used, before)| used.saturating_sub(before));
        let skipped = std::mem::take(&mut self.skipped);
        let own = self.test(name, end);
        self.tests.push(Test { processor, skipped, ..own });
    }

    fn test(&self, name: String, result: End) -> Test {
        let program = format!("{} {}", self.program.package, self.program.target);
        Test {
            program,
            name,
            result,
            processor: Duration::ZERO,
            skipped: Vec::new(),
            output: String::new(),
        }
    }

    /// The tests that ended. One that was running has ended the process; a process that fails without a failed test has failed them all.
    fn end(mut self, success: bool, status: &str) -> Vec<Test> {
        if let Some(name) = self.running.clone() {
            self.close(End::Failed, self.begun.0);
            self.text.push_str(&format!("{name} has ended its process: {status}\n"));
        }
        let well = self.tests.iter().all(|test| test.result != End::Failed);
        if well && (!success || self.tests.is_empty()) {
            // What a child of a test prints may look like a result: nothing that was read counts.
            self.tests.iter_mut().for_each(|test| test.result = End::Failed);
            let left = self.asked.iter().filter(|name| self.expected(name).is_some());
            let failed: Vec<Test> = left.map(|name| self.test(name.clone(), End::Failed)).collect();
            self.tests.extend(failed);
            self.text.push_str(&format!("the process has failed, but no test: {status}\n"));
        }
        if let Some(first) = self.tests.iter_mut().find(|test| test.result == End::Failed) {
            first.output = self.text;
        }
        self.tests
    }
}

/// The result that a line states.
fn ended(line: &str) -> Option<End> {
    match line {
        "ok" => Some(End::Passed),
        "FAILED" => Some(End::Failed),
        _ if line == "ignored" || line.starts_with("ignored, ") => Some(End::Ignored),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn program(target: &str) -> Program {
        Program {
            package: "cli".to_owned(),
            target: target.to_owned(),
            path: PathBuf::new(),
            folder: PathBuf::new(),
        }
    }

    fn read(lines: &str, asked: &[&str], success: bool) -> Vec<(String, End, u64, Vec<String>)> {
        let (program, seconds) = (program("integration"), std::cell::Cell::new(10));
        let asked: Vec<String> = asked.iter().map(|&name| name.to_owned()).collect();
        let mut reader = Reader::new(&program, &asked, Some(Duration::from_secs(10)));
        for line in lines.lines() {
            reader.line(line, || {
                seconds.set(seconds.get() + 2);
                Some(Duration::from_secs(seconds.get()))
            });
        }
        let tests = reader.end(success, "signal: 11");
        tests
            .into_iter()
            .map(|own| (own.name, own.result, own.processor.as_secs(), own.skipped))
            .collect()
    }

    fn named(name: &str, end: End, seconds: u64) -> (String, End, u64, Vec<String>) {
        (name.to_owned(), end, seconds, Vec::new())
    }

    #[test]
    fn each_test_has_its_time_and_what_it_skipped() {
        let lines = "\nrunning 3 tests\ntest a ... skipped: a: no browser\nok\ntest b - should panic ... ok\ntest c ... said\nFAILED\n\n\
                     failures:\ntest a ... ok\n";
        let mut first = named("a", End::Passed, 2);
        first.3.push("a: no browser".to_owned());
        assert_eq!(
            read(lines, &["a", "b", "c"], false),
            [first, named("b", End::Passed, 2), named("c", End::Failed, 2)]
        );
    }

    /// The test that ends its process has failed; those after it run in another.
    #[test]
    fn a_test_that_ends_its_process_has_failed() {
        let found = read("test a ... ok\ntest b ... ", &["a", "b", "c"], false);
        assert_eq!(found, [named("a", End::Passed, 2), named("b", End::Failed, 0)]);
    }

    #[test]
    fn a_process_without_results_has_failed() {
        assert_eq!(read("", &["a"], false), [named("a", End::Failed, 0)]);
        assert_eq!(read("", &["a"], true), [named("a", End::Failed, 0)]);
        let after = read("test a ... ok\n", &["a", "b"], false);
        assert_eq!(after, [named("a", End::Failed, 2), named("b", End::Failed, 0)]);
        // At its end, when all tests have passed.
        assert_eq!(read("test a ... ok\n", &["a"], false), [named("a", End::Failed, 2)]);
        // A child printed the first result.
        let lines = "test a ... \nok\nFAILED\ntest b ... ok\n";
        let failed = [named("a", End::Failed, 2), named("b", End::Failed, 4)];
        assert_eq!(read(lines, &["a", "b"], false), failed);
    }

    #[test]
    fn programs_take_turns() {
        let names = |count| (0..count).map(|at: u32| at.to_string()).collect::<Vec<_>>();
        let programs = [(program("integration"), names(40)), (program("files"), names(2))];
        let order: Vec<_> = batches(&programs)
            .iter()
            .map(|own| (own.program.target.clone(), own.tests.len()))
            .collect();
        let right = [
            ("integration", 16),
            ("files", 1),
            ("integration", 16),
            ("files", 1),
            ("integration", 8),
        ];
        assert_eq!(order, right.map(|(target, count)| (target.to_owned(), count)));
    }
}
