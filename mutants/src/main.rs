//! Mutation testing: does a test fail where the code is changed a little? `cargo xtask mutants`.
//!
//! All mutants of a crate are built at once, each behind a switch, so that one costs a run of tests and no build.

mod blame;
mod choice;
mod find;
mod ledger;
mod make;
mod plan;
mod rewrite;
#[cfg(test)]
mod tests;
mod tree;
mod trial;

use choice::Asked;
use std::path::PathBuf;
use std::process::ExitCode;

const HELP: &str = "\
Changes a crate a little, and looks whether a test fails.

  mutants ROOT WORK CRATE [CRATE ...]   ROOT: the project; WORK: where its copy and what is built go
  --sample N     so many of each crate, drawn [default: 300]; 0: all
  --seed S       [default: 1]
  --files GLOB   of these files alone (may be given again)
  --shard I/N    one of N parts
  --in-diff FILE in the lines alone that a unified diff adds
  --again        survivors without a reason once more, with tests that are better now
  --most SECONDS a program of tests that runs longer without mutants is left out [default: 600]
  --list         the mutants, and builds nothing

What came of each is kept in docs/mutants/CRATE.csv, and not done again.

Exit code: 0 none survived but those with a reason; 1 some did; 2 bad usage; 3 something could not be built or written.";

struct Arguments {
    root: PathBuf,
    work: PathBuf,
    crates: Vec<String>,
    asked: Asked,
    most: u64,
    list: bool,
    again: bool,
}

fn main() -> ExitCode {
    let arguments = match arguments() {
        Ok(Some(arguments)) => arguments,
        Ok(None) => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(why) => {
            eprintln!("mutants: {why}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    match plan::run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("mutants: {why}");
            ExitCode::from(3)
        }
    }
}

fn arguments() -> Result<Option<Arguments>, String> {
    let asked = Asked { sample: Some(300), seed: 1, files: Vec::new(), shard: (1, 1), lines: None };
    let (mut asked, mut free, mut most) = (asked, Vec::new(), 600);
    let (mut list, mut again) = (false, false);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--help" | "-h" => return Ok(None),
            "--list" => list = true,
            "--again" => again = true,
            "--sample" => {
                asked.sample = Some(number(&value()?, &word)? as usize).filter(|n| *n > 0)
            }
            "--seed" => asked.seed = number(&value()?, &word)?,
            "--files" => asked.files.push(value()?),
            "--shard" => asked.shard = shard(&value()?)?,
            "--most" => most = number(&value()?, &word)?,
            "--in-diff" => {
                let path = value()?;
                let diff = std::fs::read_to_string(&path).map_err(|e| format!("{path}: {e}"))?;
                asked.lines = Some(choice::added(&diff));
            }
            option if option.starts_with('-') => {
                return Err(format!("unknown argument `{option}`"));
            }
            _ => free.push(word),
        }
    }
    let [root, work, crates @ ..] = &free[..] else { return Err("no folders".to_owned()) };
    if let Some(other) = crates.iter().find(|name| plan::packages(name).is_none()) {
        return Err(format!("`{other}` is no crate that has mutants: {}", plan::CRATES.join(", ")));
    }
    // Programs run in folders of their own.
    let whole = |path: &str| std::path::absolute(path).map_err(|e| format!("{path}: {e}"));
    let (root, work) = (whole(root)?, whole(work)?);
    let all = || plan::CRATES.map(str::to_owned).to_vec();
    let crates = if crates.is_empty() { all() } else { crates.to_vec() };
    Ok(Some(Arguments { root, work, crates, asked, most, list, again }))
}

fn number(text: &str, name: &str) -> Result<u64, String> {
    text.parse().map_err(|e| format!("{name} {text}: {e}"))
}

fn shard(text: &str) -> Result<(usize, usize), String> {
    let wrong = || format!("--shard {text}: right is I/N, I from 1 to N");
    let (i, n) = text.split_once('/').ok_or_else(wrong)?;
    match (i.parse(), n.parse()) {
        (Ok(i), Ok(n)) if 1 <= i && i <= n => Ok((i, n)),
        _ => Err(wrong()),
    }
}
