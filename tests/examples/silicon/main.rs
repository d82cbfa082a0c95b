//! Units of shipping processors against the reference in rationals, so many cases an operation, or against the public Python
//! model. `--help` says how.

#[path = "../../tests/compare.rs"]
#[allow(dead_code)]
mod compare;
#[path = "../exhaustive/state.rs"]
mod state;

mod directed;
mod python;
mod subject;
mod work;

use clap::Parser;
use std::process::ExitCode;
use subject::Subject;
use vectors::registry::Op;

/// Holds the operations silicon.* against the reference in rationals: all corner cases of each, then random and directed ones in
/// turn (alignment at every distance, cancellation, ties, special values in every place, the ends of the range), under every
/// choice of options. A case is a function of seed and number.
///
/// At the end stand cases, differences and core seconds of each operation.
#[derive(Parser)]
#[command(
    name = "silicon",
    after_help = "Exit code: 0 all agree; 1 a case differs; 2 bad usage, state file or interpreter; 3 the state cannot be \
                  written, or the Python model ends. Differences from MMA-Sim that have a reason by name are counted by it, \
                  and are none."
)]
struct Arguments {
    /// Cases of each operation, in whole thousands [default: 1000000, with --mmasim 2000]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    cases: Option<u64>,
    /// Ids and patterns, separated by commas
    #[arg(default_value = "silicon.*")]
    ops: String,
    /// Of the draw
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Finished chunks are noted here and not done again; those with differences are
    #[arg(long, value_name = "FILE", default_value = "target/silicon.state")]
    state: String,
    /// Threads that work at once
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Hold them against the public model MMA-Sim instead (2.1.1), which this interpreter has (pip install mmasim): operations
    /// that it has, and how fast it is. Where it is not there, nothing is done, and said
    #[arg(long = "mmasim", value_name = "PYTHON")]
    python: Option<String>,
}

/// Why there is nothing more to do, and the exit code.
struct Failure(u8, String);

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(summary) => {
            println!("{summary}");
            ExitCode::SUCCESS
        }
        Err(failure) => failed(&failure),
    }
}

fn failed(Failure(code, why): &Failure) -> ExitCode {
    eprintln!("silicon: {why}");
    ExitCode::from(*code)
}

fn run(arguments: &Arguments) -> Result<String, Failure> {
    let Arguments { cases, seed, .. } = *arguments;
    let ops =
        vectors::operations().select(&arguments.ops).map_err(|e| Failure(2, e.to_string()))?;
    // The Python model knows the units of two makers.
    let makers: &[&str] = match arguments.python {
        Some(_) => &["silicon.nvidia.", "silicon.amd."],
        None => &["silicon."],
    };
    let of = |op: &&'static Op| makers.iter().any(|maker| op.id.starts_with(maker));
    let ops: Vec<_> = ops.into_iter().filter(of).collect();
    if ops.is_empty() {
        return Err(Failure(2, format!("no operation of `{}` is of silicon", arguments.ops)));
    }
    let usual = if arguments.python.is_some() { 2000 } else { 1_000_000 };
    let cases = cases.unwrap_or(usual).div_ceil(work::CHUNK) * work::CHUNK;
    let subjects = ops.into_iter().map(|op| Subject::new(op, cases, seed));
    let subjects =
        subjects.collect::<Result<Vec<_>, _>>().map_err(|e| Failure(2, e.to_string()))?;
    match &arguments.python {
        Some(python) => python::run(python, &subjects, cases),
        None => work::run(&subjects, &arguments.state, arguments.threads.into(), cases, seed),
    }
}
