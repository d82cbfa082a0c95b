//! Proofs that the compiled kernels are their definitions for every input: `cargo xtask prove`.
//!
//! The rounding kernel, [`softfloat::Format::round_pack`], is generic over the integers that it reckons with. It runs here on
//! [integers that are terms](word), on [every way](path) through it, so that what is proved is what is compiled. A solver then
//! looks for a value for which an answer is not [the right one](definition).

mod definition;
mod path;
mod proof;
mod solver;
mod term;
#[cfg(test)]
mod tests;
mod trace;
mod word;

use proof::{ALL, Proof, Report};
use std::process::ExitCode;

const HELP: &str = "\
Proves that the rounding kernel is its definition, for every significand and exponent.

  [NAME ...]        these proofs, or all whose names begin so [default: all]
  --solver PROGRAM  Z3 [default: z3]
  --timeout N       seconds for one question to it [default: 600]
  --threads N       [default: 2]
  --list            the proofs
  --help            this text

Exit code: 0 all are proved; 1 one is refuted, or the solver gave up; 2 bad usage; 3 no solver.";

struct Arguments {
    names: Vec<String>,
    solver: String,
    timeout: u64,
    threads: usize,
    list: bool,
}

fn main() -> ExitCode {
    let arguments = match arguments() {
        Ok(Some(arguments)) => arguments,
        Ok(None) => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(why) => {
            eprintln!("prove: {why}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    let wanted: Vec<&Proof> =
        ALL.iter().filter(|proof| proof.is_wanted(&arguments.names)).collect();
    if arguments.list {
        wanted.iter().for_each(|proof| println!("{}", proof.name));
        return ExitCode::SUCCESS;
    }
    let mut well = true;
    println!("{}", Report::HEAD);
    for proof in wanted {
        match proof.run(&arguments.solver, arguments.timeout, arguments.threads) {
            Ok(report) => {
                println!("{report}");
                well &= report.is_proved();
            }
            Err(why) => {
                eprintln!("prove: {why}");
                return ExitCode::from(3);
            }
        }
    }
    if well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn arguments() -> Result<Option<Arguments>, String> {
    let (names, solver) = (Vec::new(), "z3".to_owned());
    let mut all = Arguments { names, solver, timeout: 600, threads: 2, list: false };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--help" | "-h" => return Ok(None),
            "--list" => all.list = true,
            "--solver" => all.solver = value()?,
            "--timeout" => all.timeout = number(&value()?, &word)?,
            "--threads" => all.threads = number(&value()?, &word)? as usize,
            option if option.starts_with('-') => {
                return Err(format!("unknown argument `{option}`"));
            }
            name if ALL.iter().any(|proof| proof.name.starts_with(name)) => {
                all.names.push(name.to_owned());
            }
            name => {
                let names: Vec<&str> = ALL.iter().map(|proof| proof.name).collect();
                return Err(format!("no proof is named `{name}`; there are {}", names.join(", ")));
            }
        }
    }
    Ok(Some(all))
}

fn number(text: &str, name: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(number @ 1..=86_400) => Ok(number),
        _ => Err(format!("{name} {text}: right is a number from 1 to 86400")),
    }
}
