//! Units of shipping processors against the reference in rationals, so many cases an operation, or against the public Python
//! model. `--help` says how.

#[path = "../../tests/mncore2/compare.rs"]
#[allow(dead_code)]
mod compare;
#[path = "../exhaustive/state.rs"]
mod state;

mod directed;
mod python;
mod subject;
mod work;

use std::process::ExitCode;
use subject::Subject;
use vectors::registry::Op;

const HELP: &str = "\
Holds the operations silicon.* against the reference in rationals: all corner cases of each, then random and directed ones in
turn (alignment at every distance, cancellation, ties, special values in every place, the ends of the range), under every choice
of options. A case is a function of seed and number.

  CASES          cases of each operation, in whole thousands [default: 1000000]
  OPS            ids and patterns, separated by commas [default: silicon.*]
  --seed N       [default: 1]
  --state FILE   finished chunks are noted here and not done again; those with differences are
                 [default: target/silicon.state]
  --threads N    [default: 2]
  --mmasim PYTHON
                 hold them against the public model MMA-Sim instead (2.1.1), which this interpreter
                 has (pip install mmasim): operations that it has, and how fast it is; CASES is
                 2000 then. Where it is not there, nothing is done, and said.
  --help         this text

At the end it lists cases, differences and core seconds of each operation.

Exit code: 0 all agree; 1 a case differs; 2 bad usage, state file or interpreter; 3 the state cannot be written, or the Python model
ends. Differences from MMA-Sim that have a reason by name are counted by it, and are none.";

struct Arguments {
    cases: Option<u64>,
    ops: String,
    seed: u64,
    state: String,
    threads: usize,
    python: Option<String>,
}

/// Why there is nothing more to do, and the exit code.
struct Failure(u8, String);

fn main() -> ExitCode {
    let arguments = match arguments() {
        Ok(Some(arguments)) => arguments,
        Ok(None) => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(why) => return failed(&Failure(2, format!("{why}\n\n{HELP}"))),
    };
    match run(&arguments) {
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

fn arguments() -> Result<Option<Arguments>, String> {
    let mut a = Arguments {
        cases: None,
        ops: "silicon.*".to_owned(),
        seed: 1,
        state: "target/silicon.state".to_owned(),
        threads: 2,
        python: None,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--help" | "-h" => return Ok(None),
            "--seed" => a.seed = number(&value()?, "--seed", 0)?,
            "--state" => a.state = value()?,
            "--threads" => a.threads = number(&value()?, "--threads", 1)?.min(1024) as usize,
            "--mmasim" => a.python = Some(value()?),
            _ if word.starts_with('-') => return Err(format!("unknown argument `{word}`")),
            _ if word.starts_with(|c: char| c.is_ascii_digit()) => {
                a.cases = Some(number(&word, "CASES", 1)?);
            }
            _ => a.ops = word,
        }
    }
    Ok(Some(a))
}

fn number(text: &str, name: &str, least: u64) -> Result<u64, String> {
    let right = || format!("{name} `{text}`: right is a number, {least} at least");
    text.parse().ok().filter(|n| *n >= least).ok_or_else(right)
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
        None => work::run(&subjects, &arguments.state, arguments.threads, cases, seed),
    }
}
