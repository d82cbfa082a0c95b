//! Dask's workers as jobs of the same Slurm: `examples/cluster/dask_slurm.py`, whose file is compared with that of one run.

use super::bench::{Bench, MANY, demand, until};
use super::slurm::kill;
use super::trials::Trial;
use crate::run::{Failure, root};
use crate::wheel;
use std::path::PathBuf;
use std::process::Stdio;

pub(crate) const TRIAL: Trial = ("Dask's workers are jobs, of which one is killed", workers);

/// The Python of an environment that has the package, Dask and dask-jobqueue.
pub(crate) fn python() -> Result<PathBuf, Failure> {
    wheel::with(&place(), &["numpy", "distributed", "dask-jobqueue"])
}

fn place() -> PathBuf {
    wheel::target().join("python-cluster")
}

fn workers(bench: &Bench) -> Result<(), String> {
    let folder = bench.folder("dask");
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let mut command = bench.slurm.command(&place().join("bin/python").to_string_lossy());
    command.arg(root().join("examples/cluster/dask_slurm.py")).args([MANY, "set.csv"]);
    let child = command.current_dir(&folder).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = child.map_err(|e| e.to_string())?;
    let shards = || std::fs::read_dir(folder.join("set.csv.shards")).map_or(0, Iterator::count);
    let found = until("some shards", || (shards() > 5).then(|| bench.processes(&folder, "python")));
    // Only the job's own worker is one of its processes.
    let number = found.and_then(|all| all.last().copied().ok_or("no worker".to_owned()));
    let killed = number.and_then(|number| kill(number, "KILL"));
    let output = child.wait_with_output().map_err(|e| e.to_string())?;
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    killed?;
    demand(output.status.success(), &words)?;
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    demand(out.contains("ASSAY PASS shards=") && out.contains(&format!("{MANY} cases")), &out)?;
    bench.same(&folder, MANY)
}
