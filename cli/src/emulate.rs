//! `assay emulate`: the model as an emulator, by the protocol of `assay diff --program`.

use crate::failure::Failure;
use crate::output;
use crate::system;
use semantics::cases::{Case, Ending, read};
use semantics::machine::Machine;
use std::fmt::Write;
use std::io::BufRead;

/// Answer questions of `assay diff --program` with the model
///
/// Reads cases from standard input, each a `test` line, the state before (`set`, `init`), the program (`core`, `code`), what is asked for
/// (`get TARGET UNITS`) and `run`. Answers each with lines `TARGET=VALUE`, `error KIND at N` where the run stops with one, and `done`. So a
/// test bench can be tried before there is an emulator.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  assay diff --program --system mncore2 --dut 'assay emulate --system mncore2' --count 100")]
pub(crate) struct Emulate {
    #[arg(long, value_name = "SYSTEM", help = format!("The machine: {}", semantics::machines::names()))]
    system: String,
    /// End cases after so many steps
    #[arg(long, value_name = "N", default_value = "65536", value_parser = crate::arguments::number)]
    max_steps: u64,
}

impl Emulate {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let machine = system::named(Some(&self.system))?;
        let mut question = Question::default();
        for (number, line) in (1_u64..).zip(std::io::stdin().lock().lines()) {
            let line = line.map_err(|e| Failure::input(format!("standard input:{number}: {e}")))?;
            if line.trim() == "run" {
                let question = std::mem::take(&mut question);
                let answer = question.answer(machine, self.max_steps).map_err(|what| {
                    Failure::input(format!(
                        "standard input: the question that ends in line {number}: {what}"
                    ))
                })?;
                output::print(&answer)?;
            } else {
                question
                    .line(&line)
                    .map_err(|what| Failure::input(format!("standard input:{number}: {what}")))?;
            }
        }
        Ok(())
    }
}

/// The most units that a question asks for at once.
const MOST: usize = 1 << 24;

/// A case and what is asked for.
#[derive(Default)]
struct Question {
    text: String,
    wanted: Vec<(String, usize)>,
}

impl Question {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split_ascii_whitespace();
        if words.next() != Some("get") {
            self.text += line;
            self.text += "\n";
            return Ok(());
        }
        let entry = match (words.next(), words.next(), words.next()) {
            (Some(target), Some(units), None) => Self::wanted(target, units)?,
            _ => return Err("right is `get TARGET UNITS`".into()),
        };
        self.wanted.push(entry);
        Ok(())
    }

    /// What is asked for; its count is bounded before anything is made for it.
    fn wanted(target: &str, units: &str) -> Result<(String, usize), String> {
        let found = units.parse().map_err(|_| "right is `get TARGET UNITS`".to_owned())?;
        match found {
            0..=MOST => Ok((target.to_owned(), found)),
            _ => Err(format!("get {target} {units}: {units} units\n  right: at most {MOST}")),
        }
    }

    fn answer(self, machine: &'static dyn Machine, most: u64) -> Result<String, String> {
        // A reader insists on something that is expected.
        let text = format!("system {}\n{}\nexpect rest=same\n", machine.name(), self.text);
        let file = read(text.as_bytes()).map_err(|e| e.to_string())?;
        let case: &Case = file.cases.first().ok_or("there is no case")?;
        let (board, ending) = case.outcome(machine, Some(most)).map_err(|e| e.to_string())?;
        let mut answer = String::new();
        for (target, units) in self.wanted {
            // One value for all elements, or each its own.
            let told = match board.alike(&target, units).map_err(|e| e.to_string())? {
                Some(value) => vec![(target, value)],
                None => board.get(&target, units).map_err(|e| e.to_string())?,
            };
            for (name, value) in told {
                // Writing to a `String` cannot fail.
                let _ = writeln!(answer, "{name}={value}");
            }
        }
        if let Some(Ending { .. }) = &ending {
            let ending = ending.map_or_else(String::new, |ending| ending.to_string());
            let _ = writeln!(answer, "error {ending}");
        }
        Ok(answer + "done\n")
    }
}
