//! What trials share: the scripts called in folders of their own, and what became of them.

use super::slurm::{Slurm, kill};
use crate::run::{Failure, program, root};
use crate::wheel;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A script that has ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) words: String,
    pub(crate) took: Duration,
}

impl Ended {
    /// Whether it ended with this code and, where it was no success, these words.
    pub(crate) fn with(&self, code: i32, words: &str) -> Result<&Self, String> {
        let told = if code == 0 { &self.out } else { &self.words };
        match self.code == Some(code) && told.contains(words) {
            true => Ok(self),
            false => Err(format!("{self:?}; right: exit code {code} and `{words}`")),
        }
    }
}

pub(crate) struct Bench {
    pub(crate) slurm: Slurm,
    pub(crate) assay: PathBuf,
    pub(crate) exhaustive: PathBuf,
}

/// Cases of sets of which nothing but the end matters, and of those in whose midst something dies.
pub(crate) const COUNT: &str = "20000";
pub(crate) const MANY: &str = "600000";

/// The set that is generated, but for its number of cases.
const SET: [&str; 6] = ["ieee.f32.add", "rm=rup", "--cover", "random", "--seed", "7"];

impl Bench {
    /// With the files of one run, of so many cases as trials ask for.
    pub(crate) fn new(slurm: Slurm) -> Result<Self, Failure> {
        let target = wheel::target();
        let (assay, exhaustive) =
            (target.join("debug/assay"), target.join("debug/examples/exhaustive"));
        let bench = Self { slurm, assay, exhaustive };
        for count in [COUNT, MANY] {
            let fixed = ["gen"].into_iter().chain(SET).chain(["--count", count, "--quiet", "-o"]);
            let single = bench.single(count).display().to_string();
            program(&bench.assay.to_string_lossy(), fixed.chain([&*single]), &[])?;
        }
        Ok(bench)
    }

    fn single(&self, count: &str) -> PathBuf {
        self.folder(&format!("single-{count}.csv"))
    }

    /// A folder for a trial.
    pub(crate) fn folder(&self, name: &str) -> PathBuf {
        self.slurm.folder.join(name)
    }

    /// Calls a script of `examples/cluster`.
    pub(crate) fn script(
        &self,
        name: &str,
        arguments: &[&str],
        set: &[(&str, &str)],
    ) -> Result<Ended, String> {
        let script = root().join("examples/cluster").join(name);
        let mut command = self.slurm.command("sh");
        command.env("ASSAY", &self.assay).env("EXHAUSTIVE", &self.exhaustive);
        command.arg(script).args(arguments).envs(set.iter().copied());
        let start = Instant::now();
        let output = command.output().map_err(|e| format!("{name}: {e}"))?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (out, words) = (text(&output.stdout), text(&output.stderr));
        Ok(Ended { code: output.status.code(), out, words, took: start.elapsed() })
    }

    /// Submits a set of so many cases in so many shards.
    pub(crate) fn submit(
        &self,
        folder: &Path,
        shards: u32,
        count: &str,
        set: &[(&str, &str)],
    ) -> Result<Ended, String> {
        let (folder, shards) = (folder.to_string_lossy(), shards.to_string());
        let mut arguments = vec![&*folder, &*shards];
        arguments.extend(SET);
        arguments.extend(["--count", count]);
        self.script("submit.sh", &arguments, set)
    }

    /// Waits for the end of a folder's chain.
    pub(crate) fn wait(&self, folder: &Path) -> Result<Ended, String> {
        self.script("wait.sh", &[&folder.to_string_lossy(), LONGEST], &[])
    }

    /// Whether a folder's set is that of one run.
    pub(crate) fn same(&self, folder: &Path, count: &str) -> Result<(), String> {
        let single = self.single(count);
        let [one, set] = [&single, &folder.join("set.csv")].map(fs::read);
        demand(
            one.map_err(|e| e.to_string())? == set.map_err(|e| format!("set.csv: {e}"))?,
            "set.csv is not as one run writes it",
        )
    }

    /// The processes of jobs in a folder whose program has this name.
    pub(crate) fn processes(&self, folder: &Path, name: &str) -> Vec<u32> {
        let listed = self.slurm.says("scontrol", &["listpids"]);
        let numbers =
            listed.lines().filter_map(|line| line.split_whitespace().next()?.parse().ok());
        numbers.filter(|number| is(*number, folder, name)).collect()
    }

    /// Kills a process of jobs in a folder whose program has this name: of this task of an array, where it is named.
    pub(crate) fn strike(
        &self,
        folder: &Path,
        name: &str,
        task: Option<u32>,
    ) -> Result<(), String> {
        let own = task.map(|n| format!("SLURM_ARRAY_TASK_ID={n}"));
        let asked = |number: &u32| {
            let words = fs::read(format!("/proc/{number}/environ")).unwrap_or_default();
            own.as_ref().is_none_or(|own| words.split(|b| *b == 0).any(|w| w == own.as_bytes()))
        };
        let strike = || {
            let number = self.processes(folder, name).into_iter().find(asked)?;
            // What is stopped in the midst of its work has not ended by itself when it is killed.
            kill(number, "STOP").ok()?;
            is(number, folder, name).then(|| kill(number, "KILL").ok())?
        };
        until(name, strike)
    }
}

/// Whether a process lives in this folder and its program has this name.
fn is(number: u32, folder: &Path, name: &str) -> bool {
    let own = PathBuf::from(format!("/proc/{number}"));
    fs::read_to_string(own.join("comm")).is_ok_and(|own| own.trim() == name)
        && fs::read_link(own.join("cwd")).is_ok_and(|own| own == folder)
}

pub(crate) fn demand(holds: bool, why: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why.to_owned()) }
}

/// Seconds after which something hangs, on a busy machine too.
pub(super) const LONGEST: &str = "900";

/// Asks a question again until it has an answer.
pub(crate) fn until<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> Result<T, String> {
    let (start, longest) =
        (Instant::now(), Duration::from_secs(LONGEST.parse().unwrap_or_default()));
    while start.elapsed() < longest {
        if let Some(found) = ask() {
            return Ok(found);
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Err(format!("{what}: not after {LONGEST} s"))
}
