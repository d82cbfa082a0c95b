//! The command, its folders, and what commands read.

use super::child::{Blow, End, run};
use super::designs;
use crate::run::{Failure, cargo, exists, root};
use crate::wheel::target;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) struct Kit {
    pub(super) assay: PathBuf,
    /// What commands read.
    pub(super) inputs: PathBuf,
    /// The rounds.
    pub(super) work: PathBuf,
    /// Golden cases of POD.
    pub(super) cases: PathBuf,
    /// How a file system of one's own is mounted; nothing where that cannot be.
    pub(super) mounts: Option<&'static str>,
    /// Whether a folder can be made immutable.
    pub(super) locks: bool,
}

/// Runs read from these, made by the command itself.
const MADE: [&str; 10] = [
    "gen ieee.f16.add rm=rne --cover random --count 4000 --seed 3 -o add.csv",
    "gen ieee.f16.mul rm=rne --cover random --count 300 --seed 4 --format npy -o mul.npy",
    "gen ieee.f32.sub --cover random --count 30000 --seed 5 --shard 1/3 -o s1.csv",
    "gen ieee.f32.sub --cover random --count 30000 --seed 5 --shard 2/3 -o s2.csv",
    "gen ieee.f32.sub --cover random --count 30000 --seed 5 --shard 3/3 -o s3.csv",
    "gen ieee.f16.mul rm=rne --cover random --count 9000 --seed 6 --shard 1/2 -o t1.npy",
    "gen ieee.f16.mul rm=rne --cover random --count 9000 --seed 6 --shard 2/2 -o t2.npy",
    "gen ieee.f16.mul rm=rne --cover random --count 100 --seed 7 -o few.csv",
    "asm program.vsm -o program.asm --quiet",
    "run program.vsm --dump program.dmp",
];

/// A program that `fmt` and `lint --fix` change.
const LOOSE: &str = "  lpassa   $subpeid $lm0v   # written\n\n  lpassa $lm0v $lr0v\n  linc $lr0v $ln0v ;\nd get $ln0n0c0b0m0p0 1\n";

impl Kit {
    /// Builds the command, or takes the one that `ASSAY` names, and makes what is read.
    pub(super) fn ready() -> Result<Self, Failure> {
        let assay = match std::env::var_os("ASSAY") {
            Some(own) => PathBuf::from(own),
            None => {
                cargo(["build", "--profile", "first", "--package", "assay-cli"])?;
                target().join("first/assay")
            }
        };
        let assay = std::path::absolute(&assay).unwrap_or(assay);
        let work = target().join("faults");
        let inputs = work.join("inputs");
        let named = format!("write {}", work.display());
        let cannot = |e| Failure::Start(named.clone(), e);
        let _ = fs::remove_dir_all(&work);
        fs::create_dir_all(&inputs).map_err(cannot)?;
        let (mounts, locks) = (mounts(&work), locks(&work));
        let cases = root().join("tests/golden/pod/conformance.cases");
        let kit = Self { assay, inputs, work, cases, mounts, locks };
        kit.make().map_err(cannot)?;
        Ok(kit)
    }

    fn make(&self) -> std::io::Result<()> {
        let golden = root().join("tests/golden/mncore2/manual/3-4-3-example-1.vsm");
        fs::copy(golden, self.inputs.join("program.vsm"))?;
        fs::write(self.inputs.join("loose.vsm"), LOOSE)?;
        for line in MADE {
            let ran = run(self.command(line.split(' ')).current_dir(&self.inputs), Blow::None)?;
            if ran.end != End::Code(0) {
                return Err(std::io::Error::other(format!(
                    "assay {line}: {}: {}",
                    ran.end, ran.err
                )));
            }
        }
        let text = fs::read_to_string(self.inputs.join("add.csv"))?;
        fs::write(self.inputs.join("wrong.csv"), wrong(&text))?;
        for name in ["a.npy", "b.npy"] {
            fs::write(self.inputs.join(name), matrix())?;
        }
        designs::write(self)
    }

    /// The command with these words.
    pub(super) fn command<S: AsRef<std::ffi::OsStr>>(
        &self,
        words: impl IntoIterator<Item = S>,
    ) -> Command {
        let mut command = Command::new(&self.assay);
        command.args(words);
        self.tell(&mut command);
        command
    }

    /// A script of the shell, which has the command and its words as `$@`.
    pub(super) fn script(&self, script: &str, words: &[String]) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script, "sh"]).arg(&self.assay).args(words);
        self.tell(&mut command);
        command
    }

    fn tell(&self, command: &mut Command) {
        command.env("ASSAY", &self.assay).env_remove("RUST_BACKTRACE");
    }

    /// What cannot be tried here, in words.
    pub(super) fn lacks(&self) -> Vec<&'static str> {
        let mounts = self.mounts.is_none();
        let all = [
            (mounts, "a full file system and a read-only one: no mount namespace (unshare)"),
            (!self.locks, "a folder that chattr +i locks"),
        ];
        all.into_iter().filter_map(|(lacks, what)| lacks.then_some(what)).collect()
    }
}

/// Changes a digit in the result of every 50th case.
fn wrong(text: &str) -> String {
    let change = |(at, line): (usize, &str)| {
        let mut fields: Vec<String> = line.split(',').map(str::to_owned).collect();
        if at % 50 == 7 && fields.len() > 5 && !line.starts_with('#') {
            let other = if fields[4].ends_with('1') { "2" } else { "1" };
            fields[4].pop();
            fields[4].push_str(other);
        }
        fields.join(",") + "\n"
    };
    text.lines().enumerate().map(change).collect()
}

/// A matrix of 16 by 16 numbers of binary16, as NumPy writes it.
fn matrix() -> Vec<u8> {
    let head = "{'descr': '<f2', 'fortran_order': False, 'shape': (16, 16), }";
    let head = format!("{head:<117}\n");
    let mut bytes = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
    bytes.extend(head.as_bytes());
    bytes.extend((0..256_u16).flat_map(|n| (0x3c00 + 3 * n).to_le_bytes()));
    bytes
}

/// Whether this user, or one that is root in a namespace of its own, may mount.
fn mounts(work: &Path) -> Option<&'static str> {
    let tries = |how: &&str| {
        let line = format!("{how} sh -c 'mount -t tmpfs -o size=64k tmpfs .'");
        let mut command = Command::new("sh");
        command.args(["-c", &line]).current_dir(work);
        run(&mut command, Blow::None).is_ok_and(|ran| ran.end == End::Code(0))
    };
    exists("unshare").then(|| ["unshare -m", "unshare -Urm"].into_iter().find(tries)).flatten()
}

fn locks(work: &Path) -> bool {
    let line = "mkdir locked && chattr +i locked && chattr -i locked && rmdir locked";
    let mut command = Command::new("sh");
    command.args(["-c", line]).current_dir(work);
    run(&mut command, Blow::None).is_ok_and(|ran| ran.end == End::Code(0))
}
