//! One round: a command, undisturbed in one folder, and with its fault in another.

use super::calls::{self, Call};
use super::child::{Blow, End, Files, Ran, files, fill, run};
use super::designs;
use super::draw::Random;
use super::judge::{self, Allowed, OLDER, Right};
use super::kit::Kit;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// What happens to a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fault {
    Kill,
    Signal,
    FullFolder,
    FullDevice,
    FileLimit,
    ReadOnly,
    Pipe,
    Design,
}

impl Fault {
    pub(super) const ALL: [Self; 8] = [
        Self::Kill,
        Self::Signal,
        Self::FullFolder,
        Self::FullDevice,
        Self::FileLimit,
        Self::ReadOnly,
        Self::Pipe,
        Self::Design,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Kill => "kill -9",
            Self::Signal => "signal",
            Self::FullFolder => "full",
            Self::FullDevice => "/dev/full",
            Self::FileLimit => "ulimit",
            Self::ReadOnly => "read-only",
            Self::Pipe => "pipe",
            Self::Design => "design",
        }
    }
}

/// What came of a round.
pub(super) struct Told {
    pub(super) fault: Fault,
    pub(super) command: &'static str,
    /// What was run and done to it, for who repeats it.
    pub(super) how: String,
    /// What is wrong.
    pub(super) wrong: Option<String>,
}

/// A round that is prepared.
pub(super) struct Round<'a> {
    pub(super) kit: &'a Kit,
    pub(super) random: Random,
    pub(super) call: Call,
    pub(super) right: Right,
    pub(super) took: Duration,
    pub(super) out: PathBuf,
    /// What is done, in words.
    pub(super) how: String,
}

/// Draws a round and runs it.
pub(super) fn one(kit: &Kit, seed: u64, number: u64) -> Told {
    let mut random = Random::of(seed, number);
    // Faults take turns, so that each has its share.
    let fault = Fault::ALL[usize::try_from(number).unwrap_or(0) % Fault::ALL.len()];
    if fault == Fault::Design {
        return design(kit, random);
    }
    let call = drawn(&mut random, kit, fault);
    let command = call.name;
    let begun = Round::begin(kit, random, call);
    let (how, done) = match begun {
        Err(why) => (String::new(), Err(why)),
        Ok(mut round) => {
            let done = round.strike(fault);
            let words = round.call.with("");
            (format!("assay {}\n    {}", words.join(" "), round.how), done)
        }
    };
    Told { fault, command, how, wrong: done.err() }
}

/// A command that the fault can befall.
fn drawn(random: &mut Random, kit: &Kit, fault: Fault) -> Call {
    loop {
        let call = calls::draw(random, kit);
        let fits = match fault {
            Fault::FullFolder | Fault::FileLimit | Fault::ReadOnly => call.writes(),
            _ => true,
        };
        if fits {
            return call;
        }
    }
}

impl<'a> Round<'a> {
    /// Runs the command undisturbed.
    fn begin(kit: &'a Kit, mut random: Random, call: Call) -> Result<Self, String> {
        let folder = kit.work.join("right");
        let out = kit.work.join("round");
        fill(&folder, &call.before).map_err(|e| e.to_string())?;
        let ran = started(kit.command(call.with("")).current_dir(&folder), Blow::None)?;
        judge::manners(&ran)?;
        let after = files(&folder);
        let mut before = call.before.clone();
        // Half of the time an older run has left files.
        if random.once_in(2) && call.again {
            let names = after.keys().filter(|name| !name.contains('/'));
            for name in names.cloned().collect::<Vec<_>>() {
                before.entry(name).or_insert_with(|| OLDER.to_vec());
            }
        }
        let Ran { end, out: printed, took, err } = ran;
        if !matches!(end, End::Code(0 | 1)) {
            return Err(format!("undisturbed: {end}: {}", judge::told(&err)));
        }
        let right = Right { end, out: printed, before, after };
        Ok(Self { kit, random, call, right, took, out, how: String::new() })
    }

    fn strike(&mut self, fault: Fault) -> Result<(), String> {
        match fault {
            Fault::Kill => self.kill(),
            Fault::Signal => self.signal(),
            Fault::FullFolder => self.full_folder(),
            Fault::FullDevice => self.full_device(),
            Fault::FileLimit => self.file_limit(),
            Fault::ReadOnly => self.read_only(),
            Fault::Pipe => self.pipe(),
            Fault::Design => Ok(()),
        }
    }

    /// The folder with what was there before.
    pub(super) fn fresh(&self) -> Result<(), String> {
        fill(&self.out, &self.right.before).map_err(|e| e.to_string())
    }

    /// Runs the command with its fault, judges it, and then runs it once more without.
    pub(super) fn judged(
        &self,
        command: &mut Command,
        blow: Blow,
        allowed: &Allowed,
    ) -> Result<(), String> {
        let ran = started(command.current_dir(&self.out), blow)?;
        let after = files(&self.out);
        judge::judge(&self.right, allowed, &ran, &after)?;
        self.afterwards(&after)
    }

    /// The same call over what the disturbed one has left ends as an undisturbed one.
    pub(super) fn afterwards(&self, left: &Files) -> Result<(), String> {
        if !self.call.again {
            return Ok(());
        }
        self.mixed(left)?;
        let ran = started(self.kit.command(self.call.with("")).current_dir(&self.out), Blow::None)?;
        let again = |why| format!("once more, over what was left: {why}");
        judge::manners(&ran).map_err(again)?;
        if ran.end != self.right.end {
            return Err(again(format!("{}: {}", ran.end, judge::told(&ran.err))));
        }
        judge::whole(&self.right, &files(&self.out)).map_err(again)
    }

    /// An array and its companion of two runs are not taken for a set.
    fn mixed(&self, left: &Files) -> Result<(), String> {
        let of =
            |name: &str| left.get(name).filter(|found| self.right.after.get(name) == Some(found));
        if left.len() < 2
            || !left.contains_key("r.npy.json")
            || of("r.npy").is_some() == of("r.npy.json").is_some()
        {
            return Ok(());
        }
        let check = ["check", "r.npy"];
        let ran = started(self.kit.command(check).current_dir(&self.out), Blow::None)?;
        match ran.end {
            End::Code(2) => Ok(()),
            end => {
                Err(format!("an array and another's companion: {end}: {}", judge::told(&ran.err)))
            }
        }
    }

    /// What files are called where the command says that it cannot write one.
    pub(super) fn names(&self) -> Vec<String> {
        let own = |name: &String| name.split('/').next().unwrap_or_default().to_owned();
        self.right.after.keys().map(own).collect()
    }
}

pub(super) fn started(command: &mut Command, blow: Blow) -> Result<Ran, String> {
    run(command, blow).map_err(|e| format!("cannot be started: {e}"))
}

/// A design that dies.
fn design(kit: &Kit, mut random: Random) -> Told {
    let trial = designs::draw(&mut random, kit);
    let folder = kit.work.join("round");
    let told: Vec<String> =
        trial.told.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let how = format!("{} assay {}", told.join(" "), trial.words.join(" "));
    let done = fill(&folder, &Files::new()).map_err(|e| e.to_string()).and_then(|()| {
        let mut command = kit.command(&trial.words);
        command.current_dir(&folder).env("WORK", &kit.work);
        command.envs(trial.told.iter().map(|(name, value)| (name, value)));
        let _ = std::fs::remove_file(kit.work.join("died"));
        let ran = started(&mut command, Blow::None)?;
        judge::no_pass(&ran, trial.ends(), trial.death.said)?;
        let left = files(&folder);
        let odd =
            left.keys().find(|name| name.contains(".unfinished-") || name.contains(".partial"));
        odd.map_or(Ok(()), |name| Err(format!("{name} remains")))
    });
    Told { fault: Fault::Design, command: trial.name, how, wrong: done.err() }
}
