//! Proofs that the compiled kernels are their definitions for every input: `cargo xtask prove`.
//!
//! The rounding kernel, [`softfloat::Format::round_pack`], is generic over the integers that it reckons with. It runs here on
//! [integers that are terms](word), on [every way](path) through it, so that what is proved is what is compiled. A solver then
//! looks for a value for which an answer is not [the right one](definition).

mod definition;
mod path;
mod proof;
mod solver;
mod sum;
mod term;
#[cfg(test)]
mod tests;
mod trace;
mod word;

use clap::Parser;
use proof::{ALL, Proof, Report};
use std::process::ExitCode;

/// Proves that the rounding kernel is its definition, for every significand and exponent.
#[derive(Parser)]
#[command(
    name = "prove",
    after_help = "Exit code: 0 all are proved; 1 one is refuted, or the solver gave up; 2 bad usage; 3 no solver."
)]
struct Arguments {
    /// These proofs, or all whose names begin so [default: all]
    #[arg(value_name = "NAME", value_parser = known)]
    names: Vec<String>,
    /// Z3
    #[arg(long, value_name = "PROGRAM", default_value = "z3")]
    solver: String,
    /// Seconds for one question to it
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
    /// Threads that work at once
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The proofs
    #[arg(long)]
    list: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let wanted: Vec<&Proof> =
        ALL.iter().filter(|proof| proof.is_wanted(&arguments.names)).collect();
    if arguments.list {
        wanted.iter().for_each(|proof| println!("{}", proof.name));
        return ExitCode::SUCCESS;
    }
    let mut well = true;
    println!("{}", Report::HEAD);
    for proof in wanted {
        match proof.run(&arguments.solver, arguments.timeout, arguments.threads.into()) {
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

/// A proof's name, or how some begin.
fn known(name: &str) -> Result<String, String> {
    if ALL.iter().any(|proof| proof.name.starts_with(name)) {
        return Ok(name.to_owned());
    }
    let names: Vec<&str> = ALL.iter().map(|proof| proof.name).collect();
    Err(format!("no proof is named so; there are {}", names.join(", ")))
}
