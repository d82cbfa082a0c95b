//! Tasks of the project: `cargo xtask TASK`. It has no dependencies, so that it starts at once.

mod book;
mod circles;
mod cluster;
mod coverage;
mod faults;
mod first;
mod fuzz;
mod library;
mod licences;
mod msrv;
mod mutants;
mod packages;
mod prove;
mod rtl;
mod run;
mod sanitize;
mod test;
mod tools;
mod wheel;

use run::{Failure, cargo, program};
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask TASK

  first              build the command, generate a first vector set, check it and the observed
                     values, run the golden programs, print a summary
  test [PACKAGE ...] [--changed] [--all | --nightly]
                     format, licences, clippy, documentation, all tests; of some packages, or of what the
                     uncommitted changes reach; with everything that needs tools; or for a night
                     (`test --help` lists the options)
  exhaustive [..]    enumerate operations of at most 32 operand bits against the reference, integers,
                     Berkeley SoftFloat, MPFR or Rust's library, list them and how long each took;
                     resumes where it was stopped; `-- --help` lists its options
  hardest [..]       search the arguments of unary functions whose values lie nearest to a rounding
                     border, resumable and by shards; `hardest --help` lists its options
  fuzz SECONDS [T ..]
                     run the fuzz targets (or those named), so many seconds each, and note it in fuzz/ledger.csv;
                     `--sum`: hours, executions, findings of all runs
  programs [TIMES [SEED]]
                     random MN-Core 2 programs, the emulator against the plain interpreter: TIMES (100) as many
                     as the test command
  silicon [CASES] [OPS]
                     the units of shipping processors against the reference in rationals, CASES (10^6)
                     random and directed ones an operation, resumable; `--mmasim PYTHON`: against the
                     public Python model; `silicon --help` lists all
  lanes [TIMES]      MN-Core 2's multiply-add in vectors against its scalar form at every level, with
                     TIMES (1000: 10^9 cases) as many cases as the test command
  models             every bin of the coverage models of every operation, in every rounding mode: hit by
                     its own vector, or unreachable (the test command takes one operation in 59)
  licences [--check] write docs/third-party.md: the crates in the command, with their licences (cargo-about);
                     `--check`: fail where it is not as it would be written
  book [--look]      all pages of docs/ and a reference of every operation as one book of HTML, in
                     target/book/html (mdBook is built first); `--look`: in a browser
  packages [--list]  what would be published: the files of each crate, packed and built
  coverage [..]      which lines of libraries and command the tests run, with LLVM's counters; a table by crate
  mutants [CRATE ..] changes crates a little, and looks whether a test fails: a drawn sample of 300 each, or
                     `--sample 0`, `--files GLOB`, `--in-diff FILE`; resumable, by shards; `--help` lists all
  prove [..]         that the rounding kernel is its definition for every input, by a solver (Z3; from PyPI where
                     it is not on the path); `--plant`: that no kernel with a planted fault is proved
  msrv               build and test with the oldest Rust that is promised, where it is installed
  library PREFIX     build the C libraries, and install them below a folder with headers and what pkg-config
                     and CMake ask for; `--from FOLDER` takes libraries that were built
  wheel [--test]     build the Python wheel into target/wheels; `--test` installs one into an empty
                     environment and runs its tests (NumPy, ml_dtypes, gfloat and pytest come from PyPI)
  cluster [--short | --serve]
                     the scripts of `examples/cluster` in a real Slurm of one node, which is installed by
                     apt-get, started and stopped, and Dask's workers as its jobs (dask-jobqueue comes from
                     PyPI; not with `--short`); `--serve`: a Slurm to try things in
  rtl [--short] [DESIGN ...]
                     the designs of examples/rtl without bugs and with each of their bugs, on three
                     benches: a table of what was found, and when (`rtl --help` lists the options)
  faults [ROUNDS] [--seed S]
                     commands that write, ROUNDS (1000) times with a fault: killed, a full disk, a folder that is
                     read-only, a reader that goes, a design that dies; a table of what was found
  sanitize [address] [memcheck]
                     softfloat, the threads of vectors and the C interface under nightly's AddressSanitizer, the
                     programs in C and C++ under it and valgrind, where these are installed
  circles            name the files of one room that use each other, by `use` lines and paths
  facts              numbers, users of crates and the like that documents state, against what is
                     counted; `facts --write` mends what can be mended
  outputs            digests of all corner and model cases of every operation against those in
                     `tests/data/outputs.csv` (the test command looks at random ones)
  counts             instruction counts of the benches against their goals
  help               this text
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(code) = test::compiler::wrap(&arguments) {
        return code;
    }
    let (task, rest) = match arguments.split_first() {
        Some((task, rest)) => (task.as_str(), rest),
        None => ("help", &[][..]),
    };
    let result = match task {
        "first" => first::run(),
        "test" => test::run(rest),
        "exhaustive" => exhaustive(rest),
        "hardest" => hardest(rest),
        "fuzz" => fuzz::run(rest),
        "programs" => programs(rest),
        "silicon" => silicon(rest),
        "lanes" => lanes(rest),
        "models" => models(rest),
        "licences" => licences::run(rest),
        "wheel" => wheel::run(rest),
        "library" => library::run(rest),
        "book" => book::run(rest),
        "packages" => packages::run(rest),
        "coverage" => coverage::run(rest),
        "mutants" => mutants::run(rest),
        "prove" => prove::run(rest),
        "msrv" => msrv::run(rest),
        "cluster" => cluster::run(rest),
        "rtl" => rtl::run(rest),
        "circles" => circles::run(rest),
        "faults" => faults::run(rest),
        "sanitize" => sanitize::run(rest),
        "facts" => facts(rest),
        "outputs" => outputs(),
        "counts" => cargo(["bench", "--package", "bench", "--bench", "counts"]),
        "help" | "--help" => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(Failure::Usage(format!("unknown task `{other}`\n\n{HELP}"))),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            failure.code()
        }
    }
}

/// The enumeration lives with the reference, in an example of `tests`: examples see the oracles.
fn exhaustive(rest: &[String]) -> Result<(), Failure> {
    tools::need(false)?;
    let fixed = ["run", "--release", "--package", "tests", "--example", "exhaustive", "--"];
    cargo(fixed.into_iter().map(str::to_owned).chain(rest.iter().cloned()))
}

/// An example of `tests`, in their profile: what computes is optimised there, too, and is built already.
fn silicon(rest: &[String]) -> Result<(), Failure> {
    tools::need(false)?;
    let fixed = ["run", "--profile", "test", "--package", "tests", "--example", "silicon", "--"];
    cargo(fixed.into_iter().map(str::to_owned).chain(rest.iter().cloned()))
}

/// The search is an example of `functions`, which needs nothing else.
fn hardest(rest: &[String]) -> Result<(), Failure> {
    let fixed = ["run", "--release", "--package", "assay-functions", "--example", "hardest", "--"];
    cargo(fixed.into_iter().map(str::to_owned).chain(rest.iter().cloned()))
}

/// The comparison is a test of `tests`, which takes the number of programs and their seed from the environment.
fn programs(rest: &[String]) -> Result<(), Failure> {
    let [times, seed] =
        [(0, "100"), (1, "1")].map(|(at, default)| rest.get(at).map_or(default, String::as_str));
    above_zero(times)?;
    if seed.parse::<u64>().is_err() {
        return Err(Failure::Usage(format!("expected a number, found `{seed}`")));
    }
    no_more(rest, 2)?;
    tools::need(false)?;
    let numbers = [("ASSAY_SCALE", times), ("ASSAY_SEED", seed)];
    let fixed = ["test", "--release", "--package", "tests", "--test", "integration"];
    program("cargo", fixed.iter().chain(&["--", "--nocapture", "programs::"]), &numbers)
}

/// The comparison is that of the tests, which take the number from the environment.
fn lanes(rest: &[String]) -> Result<(), Failure> {
    let times = rest.first().map_or("1000", String::as_str);
    above_zero(times)?;
    no_more(rest, 1)?;
    let fixed = ["test", "--release", "--package", "assay-softfloat", "--lib", "slice::mncore2"];
    program("cargo", fixed, &[("ASSAY_SCALE", times)])
}

/// Refuses what no test can be multiplied with, before anything is built.
fn above_zero(times: &str) -> Result<(), Failure> {
    match times.parse::<u64>() {
        Ok(1..) => Ok(()),
        _ => Err(Failure::Usage(format!("expected a number above 0, found `{times}`"))),
    }
}

/// Refuses arguments after the first so many.
fn no_more(rest: &[String], most: usize) -> Result<(), Failure> {
    match rest.get(most) {
        None => Ok(()),
        Some(extra) => Err(Failure::Usage(format!(
            "expected nothing after `{}`, found `{extra}`",
            rest[most - 1]
        ))),
    }
}

/// A test of `vectors`, whole.
fn models(rest: &[String]) -> Result<(), Failure> {
    if !rest.is_empty() {
        return Err(Failure::Usage("models takes no arguments".to_owned()));
    }
    let test = "every_goal_of_every_operation_is_settled";
    whole_of_vectors(&[test])
}

/// Runs tests of `vectors` at their whole size.
fn whole_of_vectors(tests: &[&str]) -> Result<(), Failure> {
    let fixed =
        ["test", "--package", "assay-vectors", "--test", "integration", "--", "--nocapture"];
    program("cargo", fixed.iter().chain(tests), &[("ASSAY_SCALE", "whole")])
}

/// Counts what the documents state.
fn facts(rest: &[String]) -> Result<(), Failure> {
    let write: &[_] = match rest {
        [] => &[],
        [one] if one == "--write" => &[("BLESS", "1")],
        _ => return Err(Failure::Usage("facts takes `--write` or nothing".to_owned())),
    };
    program("cargo", ["test", "--package", "tests", "--test", "integration", "facts::"], write)
}

/// Compares what `gen` writes of every operation with the digests of what it wrote.
fn outputs() -> Result<(), Failure> {
    whole_of_vectors(&["outputs::"])
}
