//! What is tried in a Slurm, one behind the other.

use super::bench::{Bench, COUNT, LONGEST, MANY, demand, until};
use super::slurm::{self, Slurm, kill};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// What is tried, and how.
pub(crate) type Trial = (&'static str, fn(&Bench) -> Result<(), String>);

pub(crate) const ALL: [Trial; 9] = [
    (
        "shards of an array are joined to the file of one run, and remain when the call comes again",
        joined,
    ),
    ("tasks that are killed are done again", killed),
    ("a shard that fails twice ends the chain", fails),
    ("a torn shard is refused", torn),
    ("shards of another set, or twice the same, are refused", mixed),
    ("a folder is of one call, which is not made twice at a time", another),
    ("a merge while a shard is written is refused", early),
    ("an enumeration is continued and summed up", enumerated),
    ("two run beside each other, and end with whoever started them", beside),
];

/// It leaves no controller.
pub(crate) const LAST: Trial = ("a controller that does not answer is not waited for", silent);

fn joined(bench: &Bench) -> Result<(), String> {
    let folder = bench.folder("joined");
    bench.submit(&folder, 5, COUNT, &[])?.with(0, "jobs ")?;
    bench.wait(&folder)?.with(0, "ASSAY PASS shards=5 cases=20000 mismatches=0")?;
    bench.same(&folder, COUNT)?;
    let before = changes(&folder)?;
    fs::remove_file(folder.join("set.csv")).map_err(|e| e.to_string())?;
    fs::remove_file(folder.join("shards/4.csv")).map_err(|e| e.to_string())?;
    bench.submit(&folder, 5, COUNT, &[])?.with(0, "jobs ")?;
    bench.wait(&folder)?.with(0, "ASSAY PASS")?;
    bench.same(&folder, COUNT)?;
    let after = changes(&folder)?;
    let same = before.iter().zip(&after).map(|(a, b)| a == b).collect::<Vec<_>>();
    demand(
        same == [true, true, true, false, true],
        "other shards than the one that was missing were made again",
    )
}

/// When each shard was written.
fn changes(folder: &Path) -> Result<Vec<std::time::SystemTime>, String> {
    let time = |n| fs::metadata(folder.join(format!("shards/{n}.csv"))).and_then(|m| m.modified());
    (1..=5).map(|n| time(n).map_err(|e| e.to_string())).collect()
}

/// A design that answers once `go` stands in the folder: no task ends before.
const WAITS: &str = "while [ ! -e go ]; do sleep 0.1; done; cat";

/// A task's script, a task by its number, a task's program.
fn killed(bench: &Bench) -> Result<(), String> {
    let folder = bench.folder("killed");
    // It is tasks of the first array that are struck.
    bench.submit(&folder, 6, MANY, &[("ANSWERS", WAITS)])?.with(0, "jobs ")?;
    bench.strike(&folder, "slurm_script", Some(1))?;
    let jobs = fs::read_to_string(folder.join("jobs")).map_err(|e| e.to_string())?;
    bench.slurm.says("scancel", &[&format!("{}_6", jobs.split(' ').next().unwrap_or_default())]);
    fs::write(folder.join("go"), "").map_err(|e| e.to_string())?;
    bench.strike(&folder, "assay", Some(2))?;
    bench.wait(&folder)?.with(0, "ASSAY PASS shards=6 cases=600000 mismatches=0")?;
    bench.same(&folder, MANY)?;
    let well = |n: &u32| {
        fs::read_to_string(folder.join(format!("log/{n}-1.txt")))
            .is_ok_and(|log| log.contains("ASSAY PASS"))
    };
    let lost = (1..=6).filter(|n| !well(n)).count();
    demand(lost == 3, &format!("{lost} tasks were lost at first, right are 3"))
}

/// A design that is wrong in one shard, and one that dies.
fn fails(bench: &Bench) -> Result<(), String> {
    let wrong = "if [ $SLURM_ARRAY_TASK_ID = 2 ]; then sed '9s/,[0-9a-f]*\\(,[^,]*,[^,]*,[^,]*\\)$/,12345678\\1/'; else cat; fi";
    let dies = "[ $SLURM_ARRAY_TASK_ID != 2 ] && cat";
    for (name, answers, words) in [
        ("wrong", wrong, "assay check ended with exit code 1"),
        ("dies", dies, "ended with exit code 1"),
    ] {
        let folder = bench.folder(name);
        bench.submit(&folder, 3, COUNT, &[("ANSWERS", answers)])?.with(0, "jobs ")?;
        bench.wait(&folder)?.with(1, "shard 2/3 failed twice: shard 2/3: ")?.with(1, words)?;
        nothing(&folder)?;
        // The other shards remain.
        demand(folder.join("shards/1.csv").exists(), "shard 1 is gone")?;
        demand(!folder.join("shards/2.csv").exists(), "shard 2 stands among those that are right")?;
    }
    let log = fs::read_to_string(bench.folder("wrong/log/2-2.txt")).unwrap_or_default();
    demand(
        log.contains("ASSAY FAIL files=1 cases=6667 mismatches=1"),
        "the log does not tell the mismatch",
    )
}

/// Neither a set nor a verdict.
fn nothing(folder: &Path) -> Result<(), String> {
    let found = ["set.csv", "done.txt"].into_iter().find(|name| folder.join(name).exists());
    found.map_or(Ok(()), |name| Err(format!("{name} is there")))
}

/// A folder with all shards, and without a set.
fn ready(bench: &Bench, name: &str) -> Result<PathBuf, String> {
    let folder = bench.folder(name);
    bench.submit(&folder, 3, COUNT, &[])?.with(0, "jobs ")?;
    bench.wait(&folder)?.with(0, "ASSAY PASS")?;
    fs::remove_file(folder.join("set.csv")).map_err(|e| e.to_string())?;
    Ok(folder)
}

/// As a writer that was killed would leave it, if it wrote in place.
fn torn(bench: &Bench) -> Result<(), String> {
    let folder = ready(bench, "torn")?;
    let path = folder.join("shards/3.csv");
    let whole = fs::read(&path).map_err(|e| e.to_string())?;
    fs::write(&path, &whole[..whole.len() / 2]).map_err(|e| e.to_string())?;
    bench.submit(&folder, 3, COUNT, &[])?.with(0, "jobs ")?;
    bench.wait(&folder)?.with(1, "shard 3/3 failed twice: shard 3/3: shards/3.csv is there, and assay check ended with exit code 2")?;
    nothing(&folder)
}

fn mixed(bench: &Bench) -> Result<(), String> {
    let folder = ready(bench, "mixed")?;
    let path = folder.join("shards/3.csv");
    let own = fs::read(&path).map_err(|e| e.to_string())?;
    let gen_ = |op: &str, seed: &str| {
        let mut command = Command::new(&bench.assay);
        command.args(["gen", op, "rm=rup", "--cover", "random", "--count", COUNT, "--seed", seed]);
        command.args(["--shard", "3/3", "--quiet", "-o"]).arg(&path);
        demand(command.status().is_ok_and(|s| s.success()), "assay gen fails")
    };
    for (what, words) in
        [("seed", "seed=8"), ("operation", "ieee.f32.sub"), ("twice", "shard 2/3 is also in")]
    {
        match what {
            "seed" => gen_("ieee.f32.add", "8")?,
            "operation" => gen_("ieee.f32.sub", "7")?,
            _ => drop(fs::copy(folder.join("shards/2.csv"), &path).map_err(|e| e.to_string())?),
        }
        bench.submit(&folder, 3, COUNT, &[])?.with(0, "jobs ")?;
        bench.wait(&folder)?.with(1, "the 3 shards are no set")?.with(1, words)?;
        nothing(&folder)?;
    }
    fs::write(&path, own).map_err(|e| e.to_string())
}

fn another(bench: &Bench) -> Result<(), String> {
    let folder = bench.folder("another");
    let waits = [("ANSWERS", WAITS)];
    bench.submit(&folder, 3, COUNT, &waits)?.with(0, "jobs ")?;
    bench.submit(&folder, 3, COUNT, &waits)?.with(2, "jobs are at work")?;
    bench.submit(&folder, 3, "20001", &waits)?.with(2, "is of another call")?;
    bench.submit(&folder, 4, COUNT, &waits)?.with(2, "is of another call")?;
    bench.submit(&folder, 3, COUNT, &[])?.with(2, "is of another call")?;
    fs::write(folder.join("go"), "").map_err(|e| e.to_string())?;
    bench.wait(&folder)?.with(0, "ASSAY PASS")?;
    bench.same(&folder, COUNT)?;
    bench
        .script("submit.sh", &["x", "0", "ieee.f32.add"], &[])?
        .with(2, "right: a number from 1 on")?;
    bench.script("submit.sh", &["x", "2"], &[])?.with(2, "right: submit.sh FOLDER SHARDS OP")?;
    bench
        .script("submit.sh", &["x", "2", "ieee.f32.add", "--shard", "1/2"], &[])?
        .with(2, "the scripts say that")?;
    let refused = bench.folder("refused");
    for (words, said) in [
        (["ieee.f32.bad", "rm=rup"], "unknown operation `ieee.f32.bad`"),
        (["ieee.f32.add", "rm=bad"], "does not take `bad`"),
        (["ieee.f32.add", "--cover=bad"], "unknown cover `bad`"),
    ] {
        let arguments = [&*refused.to_string_lossy(), "2", words[0], words[1]];
        bench.script("submit.sh", &arguments, &[])?.with(2, said)?;
        demand(!refused.exists(), "a folder for what is refused")?;
    }
    let nobody = [("ASSAY", "no-such-assay")];
    let none = bench.folder("none");
    bench.submit(&none, 2, COUNT, &nobody)?.with(2, "ASSAY is `no-such-assay`, no program")?;
    bench
        .script("wait.sh", &[&none.to_string_lossy()], &[])?
        .with(2, "no chain was submitted there")
        .map(|_| ())
}

/// A shard has its name when it is whole, so that one is missing.
fn early(bench: &Bench) -> Result<(), String> {
    let folder = ready(bench, "early")?;
    let path = folder.join("shards/2.csv");
    fs::rename(&path, folder.join("shards/2.csv.answers-99")).map_err(|e| e.to_string())?;
    let mut command = bench.slurm.command("sh");
    command.arg(crate::run::root().join("examples/cluster/join.sh")).arg("3");
    let output = command
        .env("ASSAY", &bench.assay)
        .current_dir(&folder)
        .output()
        .map_err(|e| e.to_string())?;
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    demand(output.status.code() == Some(1) && words.contains("shard 2/3 is missing"), &words)?;
    nothing(&folder)
}

fn enumerated(bench: &Bench) -> Result<(), String> {
    let folder = bench.folder("enumerated");
    let name = folder.to_string_lossy().into_owned();
    let call = [&*name, "3", "--op", "ieee.e4m3.add"];
    bench.script("exhaustive.sh", &call, &[])?.with(0, "jobs ")?;
    bench.strike(&folder, "exhaustive", None)?;
    bench.wait(&folder)?.with(0, "ASSAY PASS shards=3 cases=")?;
    demand(
        bench.wait(&folder)?.out.contains(&format!("cases={} ", listed(&folder)?)),
        "other cases than --list has",
    )?;
    bench
        .script("exhaustive.sh", &[&*name, "3", "--op", "ieee.e4m3.sub"], &[])?
        .with(2, "is of another call")?;
    bench.script("exhaustive.sh", &call, &[("ASSAY_SEED", "9")])?.with(2, "is of another call")?;
    let sum = || -> Result<String, String> {
        let mut command = bench.slurm.command("sh");
        command.arg(crate::run::root().join("examples/cluster/sum.sh")).arg("3");
        let output = command.current_dir(&folder).output().map_err(|e| e.to_string())?;
        demand(output.status.code() == Some(1), "a sum of what is no whole")?;
        nothing(&folder)?;
        Ok(String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (one, two) = (folder.join("part/1.txt"), folder.join("part/2.txt"));
    let whole = fs::read_to_string(&two).map_err(|e| e.to_string())?;
    let cut = whole.lines().take(3).collect::<Vec<_>>().join("\n");
    let other = whole.replacen(" cases (", "1 cases (", 1);
    let twice = fs::read_to_string(&one).map_err(|e| e.to_string())?;
    for (text, words) in
        [(cut, "ends with"), (other, "cases: right is"), (twice, "right is `shard 2 of")]
    {
        fs::write(&two, text).map_err(|e| e.to_string())?;
        let told = sum()?;
        demand(told.contains(words), &told)?;
    }
    fs::remove_file(&two).map_err(|e| e.to_string())?;
    demand(sum()?.contains("part/2.txt is missing"), "a missing part is not told")
}

/// The cases of all that `--list` has.
fn listed(folder: &Path) -> Result<u64, String> {
    let text = fs::read_to_string(folder.join("list.txt")).map_err(|e| e.to_string())?;
    Ok(text.lines().filter_map(|line| line.split_whitespace().next()?.parse::<u64>().ok()).sum())
}

/// The processes of a Slurm.
pub(crate) fn numbers(slurm: &Slurm) -> Vec<u32> {
    of(&slurm.folder)
}

fn of(folder: &Path) -> Vec<u32> {
    ["munged", "slurmctld", "slurmd"]
        .iter()
        .filter_map(|name| slurm::number(folder, name).ok())
        .collect()
}

/// Whether a process is there and not only its exit code.
pub(crate) fn lives(number: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with('Z'))
}

/// Another Slurm, started by another process, which is then killed or interrupted.
fn beside(bench: &Bench) -> Result<(), String> {
    for signal in ["KILL", "INT"] {
        // Not by its name: a build since its start has put another program there.
        let mut command = Command::new("/proc/self/exe");
        command.args(["cluster", "--serve"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|e| e.to_string())?;
        let mut line = String::new();
        let out = child.stdout.take().ok_or("no output")?;
        BufReader::new(out).read_line(&mut line).map_err(|e| e.to_string())?;
        let conf = line.trim().strip_prefix("export SLURM_CONF=").ok_or(format!("`{line}`"))?;
        let other = Path::new(conf).parent().ok_or("no folder")?.to_owned();
        let folder = bench.folder(&format!("beside-{signal}"));
        let there = other.join("set");
        // The same jobs, in two queues.
        bench.submit(&folder, 3, COUNT, &[])?.with(0, "jobs ")?;
        bench.submit(&there, 3, COUNT, &[("SLURM_CONF", conf)])?.with(0, "jobs 1 ")?;
        let end =
            bench.script("wait.sh", &[&there.to_string_lossy(), LONGEST], &[("SLURM_CONF", conf)]);
        end?.with(0, "ASSAY PASS")?;
        bench.wait(&folder)?.with(0, "ASSAY PASS")?;
        bench.same(&there, COUNT)?;
        bench.same(&folder, COUNT)?;
        // A job at work ends, too.
        let sleeps = bench.folder(&format!("sleep-{signal}"));
        let job = format!("echo $$ >{0}.new; mv {0}.new {0}; sleep 300", sleeps.display());
        let mut command = bench.slurm.command("sbatch");
        command.env("SLURM_CONF", conf).args(["--output=/dev/null", "--wrap", &job]);
        demand(command.output().is_ok_and(|o| o.status.success()), "sbatch fails")?;
        let text = until("the job", || fs::read_to_string(&sleeps).ok())?;
        let mut all = of(&other);
        all.push(text.trim().parse().map_err(|e| format!("{text}: {e}"))?);
        demand(all.len() == 4 && all.iter().all(|n| lives(*n)), "not all of it runs")?;
        kill(child.id(), signal)?;
        let _ = child.wait();
        until("its processes are gone", || (!all.iter().any(|n| lives(*n))).then_some(()))?;
        let _ = fs::remove_dir_all(&other);
    }
    let answers = || (!bench.slurm.says("sinfo", &["--noheader"]).is_empty()).then_some(());
    until("the first answers", answers)
}

/// Stopped, and gone.
fn silent(bench: &Bench) -> Result<(), String> {
    const PATIENCE: [(&str, &str); 1] = [("PATIENCE", "3")];
    let folder = bench.folder("silent");
    bench.submit(&folder, 2, COUNT, &[("ANSWERS", "sleep 3; cat")])?.with(0, "jobs ")?;
    let name = folder.to_string_lossy().into_owned();
    bench.slurm.signal("slurmctld", "STOP")?;
    let tell = |what: &str| -> Result<(), String> {
        let waited = bench.script("wait.sh", &[&name], &PATIENCE)?;
        let asked = bench.submit(&bench.folder(what), 2, COUNT, &PATIENCE)?;
        for ended in [waited, asked] {
            ended.with(3, "right: a controller that runs")?;
            // Without it the scripts wait for 30 s.
            demand(ended.took < Duration::from_secs(25), &format!("{ended:?} took too long"))?;
        }
        demand(!bench.folder(what).join("jobs").exists(), "a chain that was not submitted has jobs")
    };
    tell("stopped")?;
    bench.slurm.signal("slurmctld", "CONT")?;
    bench.wait(&folder)?.with(0, "ASSAY PASS")?;
    bench.slurm.signal("slurmctld", "KILL")?;
    tell("gone")
}
