//! `cargo xtask cluster`: the scripts of `examples/cluster` in a real Slurm of one node, which is started and stopped here.

mod bench;
mod dask;
mod slurm;
mod trials;

use crate::run::{AS_TESTS, Failure, cargo};
use crate::{tools, wheel};
use bench::Bench;
use slurm::Slurm;
use std::io::Read;
use std::path::PathBuf;
use std::time::Instant;

const HELP: &str = "cargo xtask cluster [--short | --serve]
  --short   without Dask's workers as jobs, which take packages of PyPI
  --serve   starts a Slurm of one node, says how to use it, and stops it when standard input ends";

/// Where the folders of runs lie.
fn place() -> PathBuf {
    wheel::target().join("cluster")
}

pub(crate) fn run(rest: &[String]) -> Result<(), Failure> {
    match rest.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => tried(true),
        ["--short"] => tried(false),
        ["--serve"] => serve(),
        _ => Err(Failure::Usage(HELP.to_owned())),
    }
}

/// Builds what jobs run, with the profile of the tests.
pub(crate) fn build() -> Result<(), Failure> {
    cargo(["build", "--quiet", "--bin", "assay"].iter().chain(&AS_TESTS))
}

/// All trials, to the last one.
pub(crate) fn tried(dask: bool) -> Result<(), Failure> {
    tools::need_slurm()?;
    build()?;
    let python = if dask { Some(dask::python()?) } else { None };
    let name = format!("run-{}", std::process::id());
    let bench = Bench::new(Slurm::start(&place(), &name)?)?;
    let mut all = trials::ALL.to_vec();
    all.extend(python.iter().map(|_| dask::TRIAL));
    // Most of a trial waits for Slurm.
    let mut failed: Vec<String> = std::thread::scope(|scope| {
        let bench = &bench;
        let run = |trial| scope.spawn(move || tell(trial, bench));
        let running: Vec<_> = all.iter().map(run).collect();
        let broken = |_| Some("a trial has panicked".to_owned());
        running.into_iter().filter_map(|one| one.join().unwrap_or_else(broken)).collect()
    });
    all.push(trials::LAST);
    failed.extend(tell(&trials::LAST, &bench));
    let folder = bench.slurm.folder.clone();
    let numbers = trials::numbers(&bench.slurm);
    bench.slurm.stop();
    if let Some(left) = numbers.iter().find(|number| trials::lives(**number)) {
        failed.push(format!("FAILED  all daemons are stopped: process {left} is there"));
    }
    println!("cluster: {} of {} trials passed", all.len().saturating_sub(failed.len()), all.len());
    if !failed.is_empty() {
        let told = failed.join("\n");
        return Err(Failure::Steps(format!("{told}\n{} has the logs", folder.display())));
    }
    let _ = std::fs::remove_dir_all(folder);
    Ok(())
}

/// Runs a trial, and tells what came of it; the line, where it failed.
fn tell((what, trial): &trials::Trial, bench: &Bench) -> Option<String> {
    let start = Instant::now();
    let done = trial(bench);
    let seconds = start.elapsed().as_secs_f64();
    let line = done.map_or_else(
        |why| Err(format!("FAILED  {what} ({seconds:.1} s): {why}")),
        |()| Ok(format!("ok      {what} ({seconds:.1} s)")),
    );
    let (Ok(told) | Err(told)) = &line;
    println!("{told}");
    line.err()
}

/// A Slurm to try things in.
fn serve() -> Result<(), Failure> {
    tools::need_slurm()?;
    let slurm = Slurm::start(&place(), &format!("run-{}", std::process::id()))?;
    println!("export SLURM_CONF={}/slurm.conf", slurm.folder.display());
    let mut nothing = [0; 256];
    while std::io::stdin().read(&mut nothing).is_ok_and(|n| n > 0) {}
    let folder = slurm.folder.clone();
    slurm.stop();
    let _ = std::fs::remove_dir_all(folder);
    Ok(())
}
