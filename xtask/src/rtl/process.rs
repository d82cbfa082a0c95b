//! Running a simulation that may never end.

use std::io::Read;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The longest that a simulation, or its compiler, may take; one that goes round without time passing never ends.
const LIMIT: Duration = Duration::from_secs(1200);

/// Runs a program to its end, or ends it with its children: whether it ended well, and what it printed.
pub(super) fn run(command: &mut Command) -> (bool, String) {
    within(command, LIMIT)
}

fn within(command: &mut Command, limit: Duration) -> (bool, String) {
    let shown = crate::run::shown(command);
    let start = |e: std::io::Error| (false, format!("cannot start `{shown}`: {e}"));
    let (mut reader, writer) = match std::io::pipe() {
        Ok(pipe) => pipe,
        Err(e) => return start(e),
    };
    let copy = match writer.try_clone() {
        Ok(copy) => copy,
        Err(e) => return start(e),
    };
    command.stdin(Stdio::null()).stdout(copy).stderr(writer).process_group(0);
    let child = command.spawn();
    // The command holds the writing ends.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = match child {
        Ok(child) => child,
        Err(e) => return start(e),
    };
    let text = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = reader.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    });
    let begun = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(None) if begun.elapsed() > limit => break None,
            Ok(None) => std::thread::sleep(Duration::from_millis(10)),
            Ok(Some(status)) => break Some(status),
            Err(_) => break None,
        }
    };
    if status.is_none() {
        // Its own group, so that a simulator below Python ends, too.
        let group = format!("-{}", child.id());
        let _ = crate::run::signal(&group, "KILL");
        let _ = child.wait();
    }
    let text = text.join().unwrap_or_default();
    match status {
        Some(status) => (status.success(), text),
        None => {
            (false, format!("{text}\nit did not end within {} s and was ended", limit.as_secs()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hangs_is_ended_with_its_children() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo begun; sleep 100 & sleep 100"]);
        let begun = Instant::now();
        let (well, text) = within(&mut command, Duration::from_millis(300));
        assert!(!well && text.contains("begun") && text.contains("did not end within"), "{text}");
        assert!(begun.elapsed() < Duration::from_secs(50));
    }

    #[test]
    fn what_is_not_there_has_words() {
        let (well, text) = run(&mut Command::new("no-such-simulator"));
        assert!(!well && text.contains("cannot start `no-such-simulator`"), "{text}");
    }
}
