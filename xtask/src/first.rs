//! `cargo xtask first`: the main job on real input.

use crate::run::{Failure, shown, watch};
use crate::wheel::target;
use std::process::Command;
use std::time::{Duration, Instant};

pub(crate) fn run() -> Result<(), Failure> {
    let begun = Instant::now();
    eprintln!("1 of 4: building the command; some minutes the first time");
    build()?;
    let assay = target().join("first/assay").to_string_lossy().into_owned();
    let vectors = target().join("first/vectors.csv").to_string_lossy().into_owned();
    eprintln!("2 of 4: test vectors of every operation of MN-Core 2");
    quietly(&assay, &["gen", "mncore2.*", "--cover", "corner", "-o", &vectors])?;
    eprintln!("3 of 4: the model against these, and against what a real board answered");
    quietly(&assay, &["check", &vectors, "tests/data/observed-mncore2.csv"])?;
    eprintln!("4 of 4: programs of the four machines, with the dumps that they must give");
    quietly(&assay, &["conform", "tests/golden"])?;
    eprintln!(
        "
All steps passed in {} s. The test vectors are in
  {vectors}
and the command is
  {assay}
It is an unoptimised build: the same bits, but slow. The optimised one takes some minutes more:
  cargo install --locked --path cli
What to do next:
  {assay} explain ieee.f16.add rm=rup 3c00 0001     one addition, step by step
  {assay} gen ieee.f32.fma --cover model -o v.csv   vectors for a design; `assay check` judges what it answers
  docs/tutorial.md                                  from nothing to a checked FPU in ten minutes
  cargo xtask test                                  all tests, about 20 minutes on two cores",
        begun.elapsed().as_secs()
    );
    Ok(())
}

/// Builds the command; how far it is, every now and then.
fn build() -> Result<(), Failure> {
    let mut command = Command::new("cargo");
    command.args(["build", "--profile", "first", "--package", "assay-cli"]);
    let (mut last, mut all, mut count) = (String::new(), Vec::new(), 0);
    let (begun, mut next) = (Instant::now(), Duration::from_secs(5));
    eprintln!("$ {}", shown(&command));
    let done = watch(&mut command, &mut |line| {
        if let Some(line) = line {
            if let Some(name) = line.trim_start().strip_prefix("Compiling ") {
                (last, count) = (name.split(' ').take(2).collect::<Vec<_>>().join(" "), count + 1);
            }
            all.push(line.to_owned());
        }
        if begun.elapsed() >= next {
            let seconds = begun.elapsed().as_secs();
            match count {
                0 => eprintln!("  {seconds} s: fetching packages"),
                _ => eprintln!("  {seconds} s: {count} packages begun, the last of them {last}"),
            }
            // Twice as long each time, but no longer than a minute: few lines, never long silence.
            next += next.min(Duration::from_secs(60));
        }
    });
    if done.is_err() {
        eprintln!("{}", all.join("\n"));
    }
    done
}

/// Runs a program, and shows its last line; all of them where it fails.
fn quietly(assay: &str, arguments: &[&str]) -> Result<(), Failure> {
    let mut command = Command::new(assay);
    eprintln!("$ assay {}", arguments.join(" "));
    let mut lines = Vec::new();
    let done = watch(command.args(arguments), &mut |line| {
        lines.extend(line.filter(|line| !line.is_empty()).map(str::to_owned));
    });
    let shown = if done.is_ok() { lines.len().saturating_sub(1) } else { 0 };
    lines[shown..].iter().for_each(|line| eprintln!("  {line}"));
    done
}
