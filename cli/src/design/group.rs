//! A process with all that it starts: its process group, and what has left that.

pub(super) use system::{end, own, reap};

#[cfg(unix)]
mod system {
    use rustix::process::{Pid, Signal, kill_process_group};
    use std::collections::BTreeSet;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    /// Makes a command the leader of a group of its own.
    pub(in super::super) fn own(command: &mut Command) {
        command.process_group(0);
        super::strays::prepare();
    }

    /// Ends and waits for the orphans that came to us, so that none stays behind. `alive`: all leaders.
    pub(in super::super) fn reap(alive: &BTreeSet<u32>) {
        super::strays::reap(alive);
    }

    /// Ends the group of a leader, and those of its descendants that have left it (`setsid`). `alive`: all leaders.
    pub(in super::super) fn end(leader: u32, alive: &BTreeSet<u32>) {
        let strays = super::strays::of(leader, alive);
        let pid = i32::try_from(leader).ok().and_then(Pid::from_raw);
        // It may have gone already.
        let _ = pid.map(|pid| kill_process_group(pid, Signal::KILL));
        super::strays::end(strays);
    }
}

/// Descendants outside of the group. Linux tells of them: whose parent ends becomes a child of the nearest process that has asked for
/// that, which the command does.
#[cfg(target_os = "linux")]
mod strays {
    use rustix::process::{
        Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid,
    };
    use std::collections::BTreeSet;
    use std::sync::Once;

    /// So many milliseconds are waited for processes that have been killed.
    const TURNS: u32 = 100;

    /// A process, its parent and its group.
    struct Known {
        id: i32,
        parent: i32,
        group: i32,
    }

    /// Orphans come to us.
    pub(super) fn prepare() {
        static ONCE: Once = Once::new();
        // Where the system refuses, orphans stay unknown.
        ONCE.call_once(|| {
            let _ = set_child_subreaper(Some(getpid()));
        });
    }

    /// The descendants of a leader, and our children in groups that are not ours, other leaders aside: orphans.
    pub(super) fn of(leader: u32, alive: &BTreeSet<u32>) -> BTreeSet<i32> {
        let Ok(leader) = i32::try_from(leader) else { return BTreeSet::new() };
        let all = all();
        let mut found = orphans(&all, alive);
        let mut from = found.clone();
        from.insert(leader);
        loop {
            let next = all.iter().filter(|known| from.contains(&known.parent));
            let next: BTreeSet<i32> = next.map(|known| known.id).collect();
            let before = found.len();
            found.extend(&next);
            if found.len() == before {
                return found;
            }
            from = next;
        }
    }

    /// Our children in groups that are not ours, leaders aside.
    fn orphans(all: &[Known], alive: &BTreeSet<u32>) -> BTreeSet<i32> {
        let own = getpid().as_raw_nonzero().get();
        let group = all.iter().find(|known| known.id == own).map(|known| known.group);
        let is_leader = |known: &Known| u32::try_from(known.id).is_ok_and(|id| alive.contains(&id));
        let strange =
            |known: &&Known| known.parent == own && Some(known.group) != group && !is_leader(known);
        all.iter().filter(strange).map(|known| known.id).collect()
    }

    /// Ends them.
    pub(super) fn end(all: BTreeSet<i32>) {
        for pid in all.into_iter().filter_map(Pid::from_raw) {
            let _ = kill_process(pid, Signal::KILL);
        }
    }

    /// Ends those that have become our children, and waits for them.
    pub(super) fn reap(alive: &BTreeSet<u32>) {
        for turn in 0..TURNS {
            let orphans = orphans(&all(), alive);
            if orphans.is_empty() {
                return;
            }
            end(orphans.clone());
            if turn > 0 {
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
            for pid in orphans.into_iter().filter_map(Pid::from_raw) {
                let _ = waitpid(Some(pid), WaitOptions::NOHANG);
            }
        }
    }

    /// All processes that can be seen.
    fn all() -> Vec<Known> {
        let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let known = |entry: std::fs::DirEntry| {
            let id = entry.file_name().to_str()?.parse().ok()?;
            let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
            // The name, in brackets, may hold anything.
            let (_, fields) = stat.rsplit_once(')')?;
            let mut fields = fields.split_ascii_whitespace().skip(1).map(str::parse);
            let mut next = || fields.next()?.ok();
            Some(Known { id, parent: next()?, group: next()? })
        };
        entries.filter_map(known).collect()
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
mod strays {
    use std::collections::BTreeSet;

    pub(super) fn prepare() {}

    pub(super) fn of(_: u32, _: &BTreeSet<u32>) -> BTreeSet<i32> {
        BTreeSet::new()
    }

    pub(super) fn end(_: BTreeSet<i32>) {}

    pub(super) fn reap(_: &BTreeSet<u32>) {}
}

#[cfg(not(unix))]
mod system {
    pub(in super::super) fn own(_: &mut std::process::Command) {}
    pub(in super::super) fn reap(_: &std::collections::BTreeSet<u32>) {}
    pub(in super::super) fn end(_: u32, _: &std::collections::BTreeSet<u32>) {}
}
