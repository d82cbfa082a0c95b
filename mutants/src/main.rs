//! Mutation testing: does a test fail where the code is changed a little? `cargo xtask mutants`.
//!
//! All mutants of a crate are built at once, each behind a switch, so that one costs a run of tests and no build.

mod baseline;
mod blame;
mod choice;
mod find;
mod ledger;
mod make;
mod plan;
mod process;
mod rewrite;
#[cfg(test)]
mod tests;
mod tree;
mod trial;

use choice::Asked;
use clap::Parser;
use std::path::PathBuf;
use std::process::ExitCode;

/// Changes a crate a little, and looks whether a test fails. What came of each mutant is kept in docs/mutants/CRATE.csv, and
/// not done again.
#[derive(Parser)]
#[command(
    name = "mutants",
    override_usage = "cargo xtask mutants [OPTIONS] [CRATE]...",
    after_help = "Exit code: 0 none survived but those with a reason; 1 some did; 2 bad usage; 3 something could not be built \
                  or written."
)]
struct Arguments {
    // The task gives the first two. Programs run in folders of their own.
    /// The project
    #[arg(value_parser = whole, hide = true)]
    root: PathBuf,
    /// Where its copy and what is built go
    #[arg(value_parser = whole, hide = true)]
    work: PathBuf,
    /// Crates that are changed [default: all]
    #[arg(value_name = "CRATE", value_parser = clap::builder::PossibleValuesParser::new(plan::CRATES))]
    crates: Vec<String>,
    #[command(flatten)]
    asked: Asked,
    /// A test that runs longer without mutants is left out
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    most: u64,
    /// A mutant that tests of so long together do not see has survived; those that saw others of its file come first, then the
    /// quickest
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    budget: u64,
    /// The mutants, and builds nothing
    #[arg(long)]
    list: bool,
    /// Survivors without a reason once more, with tests that are better now
    #[arg(long)]
    again: bool,
}

impl Arguments {
    /// The crates that are changed.
    fn crates(&self) -> Vec<&'static str> {
        let is_asked =
            |name: &&str| self.crates.is_empty() || self.crates.iter().any(|own| own == name);
        plan::CRATES.into_iter().filter(is_asked).collect()
    }
}

fn main() -> ExitCode {
    match plan::run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("mutants: {why}");
            ExitCode::from(3)
        }
    }
}

fn whole(path: &str) -> Result<PathBuf, String> {
    std::path::absolute(path).map_err(|e| e.to_string())
}
