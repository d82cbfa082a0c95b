//! `cargo xtask test`: what must pass before a change lands. A step that fails does not keep the others from running; failures, what was
//! skipped and the slowest tests stand at the end.

mod clock;
pub(crate) mod compiler;
mod nightly;
mod programs;
mod queue;
mod report;
mod scope;
mod variables;
mod yardstick;

use crate::run::{Failure, cargo, exists, lines, once, program, root, shown, watch};
use crate::{book, circles, cluster, licences, packages, rtl, tools, wheel};
use report::{Limits, Report};
use scope::Scope;
use std::fmt::Write;
use std::process::Command;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use yardstick::Yardstick;

const HELP: &str = "cargo xtask test [PACKAGE ...] [--changed [--since REVISION]] [--all | --nightly] [--no-skip]
  PACKAGE     lints and tests of these packages alone: softfloat, bindings/c, assay-cli
  --changed   builds and lints everything, and runs the tests that the uncommitted changes reach (with --since: all
              changes after a revision)
  --all       also what needs tools: cargo-deny, the book, a browser, Python, simulators, Slurm; installs them where it
              can. Tests take their full sizes
  --nightly   also whole spaces, long fuzzing, mutants, proofs and injected faults: many hours. Steps that passed on
              this tree are not repeated
  --no-skip   fail if a test was skipped for want of a tool; instructions that the processor lacks do not count

Sizes of tests: ASSAY_SCALE=N runs N times as many random cases, ASSAY_SCALE=full or =whole takes the sizes of --all or
--nightly; ASSAY_SEED=N draws other cases.";

/// How much is run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    #[default]
    Quick,
    All,
    Nightly,
}

impl Level {
    /// `ASSAY_SCALE` of the tests.
    const fn scale(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::All => "full",
            Self::Nightly => "whole",
        }
    }

    /// Processor time: what the commands take (docs/assurance.md), on a machine like the one there. Tests at full size may take longer.
    fn limits(self) -> Option<Limits> {
        let minutes = |count: u64| Duration::from_secs(count * 60);
        match self {
            Self::Quick => Some(Limits { test: Duration::from_secs(20), all: minutes(45) }),
            Self::All => Some(Limits { test: Duration::from_secs(30), all: minutes(70) }),
            Self::Nightly => None,
        }
    }
}

/// How it was asked for.
#[derive(Debug, Default)]
struct Asked {
    level: Level,
    no_skip: bool,
    changed: bool,
    since: Option<String>,
    packages: Vec<String>,
}

impl Asked {
    fn read(arguments: &[String]) -> Result<Self, Failure> {
        let mut asked = Self::default();
        let mut arguments = arguments.iter();
        let usage = |why: String| Failure::Usage(format!("{why}\n{HELP}"));
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--all" => asked.level = asked.level.max(Level::All),
                "--nightly" => asked.level = Level::Nightly,
                "--no-skip" => asked.no_skip = true,
                "--changed" => asked.changed = true,
                "--since" => {
                    let revision = arguments.next().ok_or_else(|| {
                        usage("--since: expected a revision, found nothing".to_owned())
                    })?;
                    asked.since = Some(revision.clone());
                }
                other if other.starts_with('-') => {
                    return Err(usage(format!(
                        "expected an option of those below or a package, found `{other}`"
                    )));
                }
                package => asked.packages.push(package.to_owned()),
            }
        }
        let package = asked.packages.first();
        let above = asked.level > Level::Quick;
        match (package, &asked.since) {
            (Some(package), _) if above => Err(usage(format!(
                "expected no package beside --all or --nightly, found `{package}`"
            ))),
            _ if above && asked.changed => Err(usage(
                "expected no --changed beside --all or --nightly, found `--changed`".to_owned(),
            )),
            (Some(package), _) if asked.changed => {
                Err(usage(format!("expected no package beside --changed, found `{package}`")))
            }
            (_, Some(since)) if !asked.changed => Err(usage(format!(
                "expected --changed beside --since, found `--since {since}` alone"
            ))),
            _ => Ok(asked),
        }
    }

    fn scope(&self) -> Result<Scope, Failure> {
        match self.packages.as_slice() {
            [] if self.changed => Scope::changed(self.since.as_deref().unwrap_or("HEAD")),
            [] => Ok(Scope::All),
            words => Scope::named(words),
        }
    }
}

pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        println!("{HELP}");
        return Ok(());
    }
    let asked = Asked::read(arguments)?;
    // Each test would refuse them, after everything is built.
    let variable = |name| std::env::var_os(name).map(|text| text.to_string_lossy().into_owned());
    let scale =
        variables::scale(asked.level, variable("ASSAY_SCALE").as_deref().unwrap_or_default())?;
    variables::check_seed(variable("ASSAY_SEED").as_deref())?;
    let scope = asked.scope()?;
    if scope.is_empty() {
        println!("nothing that is tested has changed");
        return Ok(());
    }
    let mut steps = Steps::default();
    let mut report = Report::default();
    let yardstick = Yardstick::default();
    let all = asked.level >= Level::All;
    // Without them nothing else can be built.
    tools::need(all)?;
    if all && let Err(why) = wheel::pyslang() {
        report.skip(&format!("pyslang: {why}"));
    }
    steps.run("format", || cargo(["fmt", "--all", "--check"]));
    if scope == Scope::All {
        steps.run("circles", || circles::run(&[]));
        steps.run("licences", || licences::listed().and_then(|()| licences::judge(all)));
        steps.run("packages", || packages::run(&["--list".to_owned()]));
        steps.run("no_std", || no_std(all, &mut report));
        if all {
            steps.run("addresses of 32 bits", || narrow(&mut report));
        }
    }
    steps.run("clippy", || lints(&scope));
    if scope == Scope::All {
        steps.run("documentation", || documentation(all));
    }
    steps.run("tests", || tests(&scope, &scale, &yardstick, &mut report));
    steps.run("documentation tests", || documentation_tests(&scope, &mut report));
    if all {
        tool_steps(&mut steps, &mut report);
    } else if scope == Scope::All {
        // No test is left out: these are steps of another level.
        report.note(
            "book, python, cluster and rtl were not run: they need tools that --all installs",
        );
    }
    if asked.level == Level::Nightly {
        nightly::run(&mut steps, &mut report);
    }
    conclude(&asked, &steps, &report, yardstick.slowness())
}

/// Prints what the run has come to.
fn conclude(asked: &Asked, steps: &Steps, report: &Report, slowness: f64) -> Result<(), Failure> {
    let used = clock::of_started();
    let late = asked
        .level
        .limits()
        .map(|limits| report.late(limits.times(slowness), used))
        .unwrap_or_default();
    let short = asked.no_skip && report.is_short();
    let table = wheel::target().join("tests.csv");
    if let Err(e) = std::fs::write(&table, report.table()) {
        eprintln!("{}: {e}", table.display());
    }
    eprint!("\n{report}");
    late.iter().for_each(|why| eprintln!("too slow: {why}"));
    eprint!("{}", steps.text());
    if let Some(used) = used {
        eprintln!(
            "processor time: {} s, on a machine {slowness:.2} times as slow as the one of the limits",
            used.as_secs()
        );
    }
    let pass = steps.failed.is_empty() && late.is_empty() && !short;
    println!("{}", report.last_lines(pass));
    match (pass, short) {
        (true, _) => Ok(()),
        (false, true) => Err(Failure::Steps("tests were skipped, or failed".to_owned())),
        (false, false) => Err(Failure::Steps("not all has passed".to_owned())),
    }
}

/// The steps of a run: how long each took on the wall, and what failed.
#[derive(Default)]
struct Steps {
    times: String,
    failed: Vec<String>,
}

impl Steps {
    fn run(&mut self, name: &str, step: impl FnOnce() -> Result<(), Failure>) {
        let (begun, used) = (Instant::now(), clock::of_started());
        let result = step();
        let used =
            clock::of_started().zip(used).map(|(after, before)| after.saturating_sub(before));
        let name = used.map_or(name.to_owned(), |used| format!("{name} ({} s)", used.as_secs()));
        self.done(&name, begun.elapsed(), result);
    }

    fn done(&mut self, name: &str, took: Duration, result: Result<(), Failure>) {
        let _ = write!(
            self.times,
            "{}{name} {} s",
            if self.times.is_empty() { "" } else { ", " },
            took.as_secs()
        );
        if let Err(failure) = result {
            eprintln!("xtask: {name}: {failure}");
            self.failed.push(format!("{name}: {failure}"));
        }
    }

    fn text(&self) -> String {
        let failed: String = self.failed.iter().map(|why| format!("failed: {why}\n")).collect();
        format!("{failed}took on the wall (processor time in brackets): {}\n", self.times)
    }
}

/// What needs tools. Most of the cluster's time is waiting for Slurm, so it runs beside the others; it is built first, since cargo
/// builds one thing at a time.
fn tool_steps(steps: &mut Steps, report: &mut Report) {
    let done = Mutex::new(Vec::new());
    let timed = |name: &'static str, step: &dyn Fn() -> Result<(), Failure>| {
        let begun = Instant::now();
        let result = step();
        if let Ok(mut done) = done.lock() {
            done.push((name, begun.elapsed(), result));
        }
    };
    let python = wheel::ready().map_err(|why| report.skip(&format!("python: {why}"))).ok();
    let benches = match rtl::missing() {
        None => true,
        Some(why) => {
            report.skip(&format!("rtl: {why}"));
            false
        }
    };
    steps.run("cluster: build", cluster::build);
    std::thread::scope(|scope| {
        scope.spawn(|| timed("cluster", &|| cluster::tried(false)));
        if let Some(pythons) = &python {
            timed("python", &|| wheel::tested(pythons));
        }
        if benches {
            timed("rtl", &|| rtl::run(&["--short".to_owned()]));
        }
        timed("book", &book::after_tests);
    });
    for (name, took, result) in done.into_inner().unwrap_or_default() {
        steps.done(name, took, result);
    }
}

fn lints(scope: &Scope) -> Result<(), Failure> {
    let fixed = ["clippy", "--all-targets"].map(str::to_owned).into_iter();
    let all = fixed.chain(scope.arguments()).chain(["--", "--deny", "warnings"].map(str::to_owned));
    // The Python package is for any Python from one on, so that its lints need none; PyO3 looks for one unless it is told.
    let none = !exists("python3") && !exists("python");
    let variables: &[(&str, &str)] =
        if none { &[("PYO3_NO_PYTHON", "1"), ("PYO3_BUILD_EXTENSION_MODULE", "1")] } else { &[] };
    program("cargo", all, variables)
}

/// The pages of what users take, or of all packages.
fn documentation(all: bool) -> Result<(), Failure> {
    let deny = [("RUSTDOCFLAGS", "--deny warnings")];
    let workspace = all.then_some("--workspace");
    program("cargo", ["doc", "--no-deps", "--quiet"].into_iter().chain(workspace), &deny)
}

/// `softfloat` without the standard library, for a processor that has none; where rustc lacks it, for this one.
fn no_std(all: bool, report: &mut Report) -> Result<(), Failure> {
    const BARE: &str = "thumbv7em-none-eabihf";
    let fixed = ["check", "--quiet", "--package", "assay-softfloat", "--no-default-features"];
    if has_target(BARE, all)? {
        return cargo([&fixed[..], &["--target", BARE]].concat());
    }
    report.note(&format!("softfloat was built without the standard library for this processor alone: the target {BARE} is not installed"));
    cargo(fixed)
}

/// The libraries where addresses have 32 bits.
fn narrow(report: &mut Report) -> Result<(), Failure> {
    const NARROW: &str = "wasm32-unknown-unknown";
    if !has_target(NARROW, true)? {
        report.note(&format!("the libraries were not built for addresses of 32 bits: the target {NARROW} is not installed"));
        return Ok(());
    }
    let libraries = ["assay-softfloat", "assay-functions", "assay-semantics", "assay-vectors"];
    let packages = libraries.iter().flat_map(|name| ["--package", name]);
    cargo(["check", "--quiet", "--target", NARROW].into_iter().chain(packages))
}

/// Whether a target's standard library is there; where it may be installed, it is.
fn has_target(target: &str, install: bool) -> Result<bool, Failure> {
    if install && exists("rustup") {
        // Where it cannot be had, the rest is tried all the same.
        let _ = program("rustup", ["target", "add", target], &[]);
    }
    let folders = lines("rustc", ["--print", "target-libdir", "--target", target])?;
    Ok(folders.iter().all(|folder| std::path::Path::new(folder).is_dir()))
}

/// Builds and runs the tests.
fn tests(
    scope: &Scope,
    scale: &str,
    yardstick: &Yardstick,
    report: &mut Report,
) -> Result<(), Failure> {
    let mut all = Vec::new();
    for program in programs::build(&root(), &scope.arguments())? {
        let mut tests = programs::list(&program)?;
        tests.retain(|test| scope.takes(&program.folder, test));
        all.push((program, tests));
    }
    queue::run(&all, scale, yardstick, report)?;
    report.passed()
}

/// The examples of the documentation.
fn documentation_tests(scope: &Scope, report: &mut Report) -> Result<(), Failure> {
    let packages = scope.documented()?;
    if packages.is_empty() {
        return Ok(());
    }
    let mut command = Command::new("cargo");
    command.args(["test", "--doc", "--no-fail-fast"]).args(packages);
    once(&mut command);
    eprintln!("$ {}", shown(&command));
    watch(&mut command, &mut |line| {
        if let Some(line) = line {
            report.doc_line(line);
            if !line.ends_with(" ... ok") {
                eprintln!("{line}");
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Asked, Failure> {
        Asked::read(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn options_that_say_nothing_together_are_rejected() {
        for (line, right) in [
            ("--since HEAD", "expected --changed beside --since, found `--since HEAD` alone"),
            ("--changed softfloat", "expected no package beside --changed, found `softfloat`"),
            ("--all softfloat", "expected no package beside --all or --nightly, found `softfloat`"),
            (
                "--nightly --changed",
                "expected no --changed beside --all or --nightly, found `--changed`",
            ),
            ("--fast", "expected an option of those below or a package, found `--fast`"),
            ("--since", "--since: expected a revision, found nothing"),
        ] {
            let found = read(line).map_err(|failure| failure.to_string());
            assert_eq!(found.unwrap_err().lines().next(), Some(right), "{line}");
        }
        let asked = read("--all --no-skip").unwrap();
        assert!(asked.level == Level::All && asked.no_skip);
        let asked = read("--changed --since main").unwrap();
        assert_eq!((asked.changed, asked.since.as_deref()), (true, Some("main")));
        assert_eq!(read("softfloat cli").unwrap().packages, ["softfloat", "cli"]);
    }
}
