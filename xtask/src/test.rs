//! `cargo xtask test`: all that must pass before a change lands. One step that fails does not keep the others from running; what
//! failed and what was left out stands at the end.

use crate::run::{Failure, cargo, exists, lines, once, program, root, shown, watch};
use crate::{book, circles, cluster, licences, packages, rtl, tally::Tally, tools, wheel};
use std::fmt::Write;
use std::process::Command;
use std::time::Instant;

const HELP: &str = "cargo xtask test [--all] [--no-skip]
  --all       installs what single tests need (browser, strace, valgrind, Python, simulators, Slurm), and runs them; builds
              and asks cargo-deny, builds the book and looks at it
  --no-skip   fails where a test was left out, but for want of an instruction of the processor";

/// How it was asked for.
#[derive(Clone, Copy, Default)]
struct Asked {
    all: bool,
    no_skip: bool,
}

pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    let mut asked = Asked::default();
    for argument in arguments {
        match argument.as_str() {
            "--all" => asked.all = true,
            "--no-skip" => asked.no_skip = true,
            other => return Err(Failure::Usage(format!("unknown argument `{other}`\n{HELP}"))),
        }
    }
    // Without them nothing else can be built.
    tools::need(asked.all)?;
    let mut tally = Tally::default();
    if asked.all
        && let Err(why) = wheel::pyslang()
    {
        eprintln!("xtask: pyslang: {why}");
    }
    let mut failed = String::new();
    let (mut times, mut begun) = (String::new(), Instant::now());
    let mut step = |name: &str, result: Result<(), Failure>| {
        let _ = write!(times, " {name} {} s,", begun.elapsed().as_secs());
        begun = Instant::now();
        if let Err(failure) = result {
            eprintln!("xtask: {name}: {failure}");
            let _ = writeln!(failed, "failed: {name}: {failure}");
        }
    };
    step("format", cargo(["fmt", "--all", "--check"]).and_then(|()| wheel::form()));
    step("circles", circles::run(&[]));
    step("licences", licences::listed().and_then(|()| licences::judge(asked.all)));
    step("clippy", cargo(["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"]));
    step("docs", docs());
    step("no_std", no_std(asked.all));
    step("packages", packages::run(&["--list".to_owned()]));
    step("fuzz targets", fuzz_targets());
    step("size", size(asked.all));
    step("tests", tests(&mut tally));
    step("toys", toys());
    match asked.all {
        true => step("book", book::behind_tests()),
        false => tally.left_out("book: not without --all"),
    }
    match python(asked.all) {
        Ok(pythons) => step("python", wheel::tested(&pythons)),
        Err(why) => tally.left_out(&format!("python: {why}")),
    }
    match asked.all {
        true => step("cluster", cluster::tried(false)),
        false => tally.left_out("cluster: not without --all"),
    }
    match asked.all.then(rtl::missing) {
        Some(None) => step("rtl", rtl::run(&["--short".to_owned()])),
        Some(Some(why)) => tally.left_out(&format!("rtl: {why}")),
        None => tally.left_out("rtl: not without --all"),
    }
    eprint!("\n{tally}{failed}took:{}\n", times.trim_end_matches(','));
    let skip = asked.no_skip && tally.is_short();
    println!("{}", tally.last_line(failed.is_empty() && !skip));
    if !failed.is_empty() {
        return Err(Failure::Steps("not all has passed".to_owned()));
    }
    if skip {
        return Err(Failure::Steps("tests were left out".to_owned()));
    }
    Ok(())
}

/// The command as it ships is no larger than it may be; `all` builds it for that.
fn size(all: bool) -> Result<(), Failure> {
    const MOST: u64 = 25_000_000;
    if all {
        cargo(["build", "--release", "--package", "assay-cli"])?;
    }
    match std::fs::metadata(wheel::target().join("release/assay")).map(|file| file.len()) {
        Ok(size) if size > MOST => {
            Err(Failure::Steps(format!("release/assay has {size} bytes, right are at most {MOST}")))
        }
        Ok(size) => {
            eprintln!("release/assay has {size} bytes");
            Ok(())
        }
        Err(_) => {
            eprintln!("NOT MEASURED: the size of release/assay, which --all builds");
            Ok(())
        }
    }
}

fn docs() -> Result<(), Failure> {
    let deny = [("RUSTDOCFLAGS", "--deny warnings")];
    program("cargo", ["doc", "--workspace", "--no-deps", "--quiet"], &deny)
}

/// `softfloat` without the standard library, for a processor that has none; where rustc lacks it, for this one.
fn no_std(all: bool) -> Result<(), Failure> {
    const BARE: &str = "thumbv7em-none-eabihf";
    if all && exists("rustup") {
        // Where it cannot be had, the rest is tried all the same.
        let _ = program("rustup", ["target", "add", BARE], &[]);
    }
    let installed = lines("rustc", ["--print", "target-libdir", "--target", BARE])?;
    let fixed = ["check", "--quiet", "--package", "assay-softfloat", "--no-default-features"];
    if installed.iter().all(|folder| std::path::Path::new(folder).is_dir()) {
        return cargo([&fixed[..], &["--target", BARE]].concat());
    }
    eprintln!("NOT TRIED for {BARE}: rustup target add {BARE}");
    cargo(fixed)
}

/// The fuzz crate lies outside of the workspace, since libFuzzer only links with a nightly compiler; any compiler checks
/// it, in the workspace's folder, where GMP and MPFR are built already. That a target does what it should is a test of
/// `tests`: their bodies live there, and run over the stored corpus.
fn fuzz_targets() -> Result<(), Failure> {
    let fixed = ["check", "--quiet", "--manifest-path", "fuzz/Cargo.toml", "--bins", "--locked"];
    let shared = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned());
    program("cargo", fixed, &[("CARGO_TARGET_DIR", &shared)])
}

/// What tests the Python package, or why it is left out: it takes packages of PyPI.
fn python(all: bool) -> Result<wheel::Pythons, String> {
    if all { wheel::ready() } else { Err("not without --all".to_owned()) }
}

/// What DESIGN's recipes make, which no other build has.
fn toys() -> Result<(), Failure> {
    let fixed = ["test", "--quiet", "--package", "tests", "--features", "toys", "--test", "toys"];
    program("cargo", fixed, &[])
}

/// All tests of the workspace, to the last one.
fn tests(tally: &mut Tally) -> Result<(), Failure> {
    let skipped = root().join("target/skipped.txt");
    // That of a run before.
    let _ = std::fs::remove_file(&skipped);
    let mut command = Command::new("cargo");
    command.args(["test", "--workspace", "--no-fail-fast"]).env("ASSAY_SKIPPED", &skipped);
    once(&mut command);
    eprintln!("$ {}", shown(&command));
    let done = watch(&mut command, &mut |line| {
        if let Some(line) = line {
            println!("{line}");
            tally.line(line);
        }
    });
    tally.left_out(&std::fs::read_to_string(&skipped).unwrap_or_default());
    done
}
