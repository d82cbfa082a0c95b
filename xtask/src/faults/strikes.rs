//! The faults, one by one.

use super::child::{Blow, End, files};
use super::judge::{Allowed, judge};
use super::round::{Round, started};
use std::fs;
use std::process::Command;
use std::time::Duration;

/// Mounts a small file system on OUT, fills it with what SEED has, makes it read-only where that is asked for, runs the command
/// there, and brings what it has left to KEEP.
const MOUNTED: &str = "\
mount -t tmpfs -o size=\"$SIZE\" tmpfs \"$OUT\" || exit 99
cp -R \"$SEED/.\" \"$OUT/\" || exit 98
[ \"$MODE\" = rw ] || mount -o remount,ro \"$OUT\" || exit 97
cd \"$OUT\" || exit 96
\"$@\"
code=$?
cp -R . \"$KEEP/\"
exit $code
";

const PAGE: u64 = 4096;

impl Round<'_> {
    /// A moment of an undisturbed run, or a little later.
    fn moment(&mut self) -> Duration {
        let micros = u64::try_from(self.took.as_micros()).unwrap_or(0);
        Duration::from_micros(self.random.below(micros + micros / 8 + 1))
    }

    pub(super) fn kill(&mut self) -> Result<(), String> {
        let after = self.moment();
        self.how = format!("killed after {after:?}");
        self.fresh()?;
        let allowed = Allowed {
            ends: vec![End::Signal(9)],
            well: true,
            unfinished: true,
            resumes: self.call.resumes,
            ..Allowed::default()
        };
        self.judged(&mut self.command(), Blow::Signal(9, after), &allowed)
    }

    pub(super) fn signal(&mut self) -> Result<(), String> {
        let (after, signal) = (self.moment(), self.random.one(&[1, 2, 15]));
        self.how = format!("signal {signal} after {after:?}");
        self.fresh()?;
        let allowed = Allowed {
            // Before it has begun, the system ends it.
            ends: vec![End::Code(128 + signal), End::Signal(signal)],
            well: true,
            resumes: self.call.resumes,
            ..Allowed::default()
        };
        self.judged(&mut self.command(), Blow::Signal(signal, after), &allowed)
    }

    pub(super) fn full_folder(&mut self) -> Result<(), String> {
        let pages = |bytes: &Vec<u8>| (bytes.len() as u64).div_ceil(PAGE);
        let before: u64 = self.right.before.values().map(pages).sum();
        let all: u64 = self.right.after.values().map(pages).sum();
        let size = (before + self.random.below(all)).max(1) * PAGE;
        if self.kit.mounts.is_none() {
            return self.file_limit();
        }
        self.how = format!("in a file system of {size} bytes, {before} pages of them taken");
        let allowed = self.too_small();
        self.mounted(size, "rw", &allowed)
    }

    /// What may come of a place that has too little room, or just enough.
    fn too_small(&self) -> Allowed {
        Allowed {
            ends: vec![End::Code(3)],
            well: true,
            resumes: self.call.resumes,
            read: true,
            words: self.names(),
            ..Allowed::default()
        }
    }

    /// In a file system of its own, which goes with the shell.
    fn mounted(&self, size: u64, mode: &str, allowed: &Allowed) -> Result<(), String> {
        self.fresh()?;
        let [seed, keep] = ["seed", "keep"].map(|name| self.kit.work.join(name));
        let _ = fs::remove_dir_all(&keep);
        let _ = fs::remove_dir_all(&seed);
        fs::rename(&self.out, &seed).map_err(|e| e.to_string())?;
        let made = fs::create_dir_all(&keep).and_then(|()| fs::create_dir_all(&self.out));
        made.map_err(|e| e.to_string())?;
        let how = self.kit.mounts.unwrap_or_default();
        let inner = format!("exec {how} sh -c \"$SCRIPT\" sh \"$@\"");
        let mut command = self.kit.script(&inner, &self.call.with(""));
        command.env("SCRIPT", MOUNTED).env("SIZE", size.to_string()).env("MODE", mode);
        command.env("OUT", &self.out).env("SEED", &seed).env("KEEP", &keep);
        let ran = started(command.current_dir(&self.kit.work), Blow::None)?;
        let after = files(&keep);
        judge(&self.right, allowed, &ran, &after)?;
        fs::remove_dir_all(&self.out)
            .and_then(|()| fs::rename(&keep, &self.out))
            .map_err(|e| e.to_string())?;
        self.afterwards(&after)
    }

    pub(super) fn full_device(&mut self) -> Result<(), String> {
        self.fresh()?;
        let mut allowed = Allowed { ends: vec![End::Code(3)], ..Allowed::default() };
        if let Some(words) = self.call.to_device("/dev/full") {
            self.how = "its file is /dev/full".to_owned();
            // Nothing to write need not be written.
            allowed.words.push("/dev/full".to_owned());
            let ran = started(self.kit.command(words).current_dir(&self.out), Blow::None)?;
            let after = files(&self.out);
            return judge(&self.right, &allowed, &ran, &after);
        }
        self.how = "standard output is /dev/full".to_owned();
        let silent = self.right.out.is_empty();
        (allowed.well, allowed.resumes) = (silent, self.call.resumes);
        allowed.words.push("standard output".to_owned());
        let mut command = self.kit.script("exec \"$@\" >/dev/full", &self.call.with(""));
        self.judged(&mut command, Blow::None, &allowed)
    }

    pub(super) fn file_limit(&mut self) -> Result<(), String> {
        let most = self.right.after.values().map(|bytes| bytes.len() as u64 / 512).max();
        let blocks = self.random.below(most.unwrap_or(0) + 1);
        let trap = self.random.one(&["", "trap '' XFSZ; "]);
        let script = format!("{trap}ulimit -f {blocks}; exec \"$@\"");
        self.how = format!("sh -c '{script}'");
        self.fresh()?;
        let allowed = self.too_small();
        let mut command = self.kit.script(&script, &self.call.with(""));
        self.judged(&mut command, Blow::None, &allowed)
    }

    pub(super) fn read_only(&mut self) -> Result<(), String> {
        let in_place = !self.call.before.is_empty();
        let mut ways = vec!["marked"];
        ways.extend(self.kit.mounts.map(|_| "mounted"));
        ways.extend(self.kit.locks.then_some("locked"));
        if !in_place {
            ways.extend(["a file as folder", "/proc"]);
            ways.extend((!self.call.makes_folders()).then_some("no folder"));
        }
        // All that is written must be there to be marked.
        if self.right.after.keys().any(|name| !self.right.before.contains_key(name)) {
            ways.retain(|way| *way != "marked");
        }
        let way = if ways.is_empty() { return Ok(()) } else { self.random.one(&ways) };
        way.clone_into(&mut self.how);
        let allowed =
            Allowed { ends: vec![End::Code(3)], words: self.names(), ..Allowed::default() };
        match way {
            "mounted" => self.mounted(64 << 20, "ro", &allowed),
            "locked" => self.locked(&allowed),
            "marked" => self.marked(&allowed),
            "/proc" => self.elsewhere("/proc/", &allowed),
            "no folder" => self.elsewhere("nowhere/", &allowed),
            _ => self.elsewhere("../inputs/add.csv/", &allowed),
        }
    }

    /// Where no file can be.
    fn elsewhere(&self, folder: &str, allowed: &Allowed) -> Result<(), String> {
        self.fresh()?;
        let words = self.call.with(folder);
        let ran = started(self.kit.command(words).current_dir(&self.out), Blow::None)?;
        let after = files(&self.out);
        let mut right = self.right.clone();
        right.after.clear();
        judge(&right, allowed, &ran, &after)
    }

    fn locked(&self, allowed: &Allowed) -> Result<(), String> {
        self.fresh()?;
        let script = "chattr +i . || exit 99; \"$@\"; code=$?; chattr -i .; exit $code";
        let mut command = self.kit.script(script, &self.call.with(""));
        self.judged(&mut command, Blow::None, allowed)
    }

    /// The files that are there are read-only.
    fn marked(&self, allowed: &Allowed) -> Result<(), String> {
        self.fresh()?;
        let script = "chmod 444 *; \"$@\"; code=$?; chmod 644 *; exit $code";
        let mut command = self.kit.script(script, &self.call.with(""));
        self.judged(&mut command, Blow::None, allowed)
    }

    pub(super) fn pipe(&mut self) -> Result<(), String> {
        self.fresh()?;
        let silent = self.right.out.is_empty();
        let resumes = self.call.resumes;
        let words = vec!["standard output".to_owned(), "standard error".to_owned()];
        let kinds = ["reads on", "closed", "no errors", "errors full"];
        let mut allowed = Allowed { resumes, words, ..Allowed::default() };
        let way = self.random.one(&kinds);
        way.clone_into(&mut self.how);
        let script = match way {
            "reads on" => {
                let most = self.random.below(self.right.out.len() as u64 + 1);
                self.how = format!("{most} bytes of its standard output are read");
                allowed.well = true;
                return self.judged(&mut self.command(), Blow::Read(most), &allowed);
            }
            "closed" => {
                allowed.well = silent;
                allowed.ends.push(End::Code(3));
                "exec \"$@\" >&-"
            }
            // Remarks are lost, and nothing else.
            "no errors" => {
                (allowed.well, allowed.read) = (true, true);
                "exec \"$@\" 2>&-"
            }
            _ => {
                (allowed.well, allowed.read) = (true, true);
                "exec \"$@\" 2>/dev/full"
            }
        };
        let mut command = self.kit.script(script, &self.call.with(""));
        self.judged(&mut command, Blow::None, &allowed)
    }

    fn command(&self) -> Command {
        self.kit.command(self.call.with(""))
    }
}
