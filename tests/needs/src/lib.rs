//! What tests need beside Rust.
//!
//! A tool or a processor feature may be missing. Then a test skips a part, and says so: [`skip_part`] writes a line to standard error,
//! past the harness, which `cargo xtask test` counts and shows at its end. No test stands in for what is missing with an answer of
//! its own.
//!
//! A child process may hang: [`output`] ends it, and all that it has started, after [`LONGEST`].

use std::io::Write;
use std::process::{Command, Output};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// What takes longer hangs, on a loaded machine too.
pub const LONGEST: Duration = Duration::from_secs(900);

/// The running test's name.
fn own() -> String {
    std::thread::current().name().unwrap_or("a test").to_owned()
}

/// Notes that the running test leaves something out for want of what can be installed: `skip_tool("browser")`.
pub fn skip_tool(lacking: &str) {
    skip_part(&own(), lacking);
}

/// The same where the processor lacks an instruction, which nobody can install: `skip_processor("FMA")`.
pub fn skip_processor(lacking: &str) {
    skip_processor_part(&own(), lacking);
}

/// [`skip_processor`] of a part that has a name of its own.
pub fn skip_processor_part(part: &str, lacking: &str) {
    skip_part(part, &format!("{lacking} in this processor"));
}

/// [`skip_tool`] of a part that has a name of its own: `skip_part("outputs.test", "strace")`.
///
/// # Panics
/// Where standard error cannot be written: nothing is skipped in silence.
pub fn skip_part(part: &str, lacking: &str) {
    // The harness captures what macros print of a test that passes. One write, so that tests that run at once do not mix their lines.
    let line = format!("skipped: {part}: no {lacking}\n");
    std::io::stderr().write_all(line.as_bytes()).expect("standard error");
}

/// Whether a program is in the search path.
#[must_use]
pub fn has(tool: &str) -> bool {
    std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(tool).is_file()))
}

/// Whether `script` is here and there is a terminal for it: in a bare root there may be none.
#[must_use]
pub fn has_terminal() -> bool {
    has("script")
        && output(Command::new("script").args(["-qec", "true", "/dev/null"])).status.success()
}

/// The browser that is here, by the name of its program.
#[must_use]
pub fn browser() -> Option<&'static str> {
    let is_there =
        |name: &&str| has(name) && output(Command::new(name).arg("--version")).status.success();
    ["chromium", "chromium-browser", "google-chrome", "chrome"].into_iter().find(is_there)
}

/// Runs a command to its end, with its output.
///
/// # Panics
/// Where it cannot be started, or has not ended after [`LONGEST`].
pub fn output(command: &mut Command) -> Output {
    within(command, LONGEST).unwrap_or_else(|why| panic!("{why}"))
}

/// The same for a time of one's own; why there is no output.
///
/// # Errors
/// Where it cannot be started, or has not ended after `longest`; it is ended then, with all that it has started.
pub fn within(command: &mut Command, longest: Duration) -> Result<Output, String> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let shown = format!("{command:?}");
    command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
    let mut child = command.spawn().map_err(|e| format!("{shown}: {e}"))?;
    // Nobody writes to it.
    drop(child.stdin.take());
    let group = child.id();
    let (tell, told) = channel();
    std::thread::spawn(move || tell.send(child.wait_with_output()));
    match told.recv_timeout(longest) {
        Ok(output) => output.map_err(|e| format!("{shown}: {e}")),
        Err(RecvTimeoutError::Timeout) => {
            end(group);
            Err(format!("{shown}: has not ended after {longest:?}"))
        }
        Err(RecvTimeoutError::Disconnected) => Err(format!("{shown}: nobody waits for it")),
    }
}

/// Ends a child's process group.
#[cfg(unix)]
fn end(group: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(pid) = i32::try_from(group).ok().and_then(Pid::from_raw) {
        // It may have ended just now.
        let _ = kill_process_group(pid, Signal::KILL);
    }
}

/// Without process groups it is left alone.
#[cfg(not(unix))]
fn end(_: u32) {}

#[cfg(test)]
mod tests {
    use super::within;
    use std::process::Command;
    use std::time::{Duration, Instant};

    #[test]
    fn a_command_that_hangs_is_ended_with_what_it_started() {
        let begun = Instant::now();
        let mut shell = Command::new("sh");
        let error =
            within(shell.args(["-c", "sleep 3600 & sleep 3600"]), Duration::from_millis(200));
        assert!(error.unwrap_err().contains("has not ended"));
        assert!(begun.elapsed() < Duration::from_secs(600));
    }

    #[test]
    fn what_is_skipped_is_not_captured() {
        // In a process of its own, whose output is read.
        if std::env::var_os("NEEDS_CHILD").is_some() {
            super::skip_part("a part", "tool");
            return super::skip_processor_part("another", "FMA");
        }
        let mut own = Command::new(std::env::current_exe().unwrap());
        own.args(["--exact", "tests::what_is_skipped_is_not_captured"]);
        let done = super::output(own.env("NEEDS_CHILD", "1"));
        assert!(done.status.success());
        let text = String::from_utf8(done.stderr).unwrap();
        assert_eq!(text, "skipped: a part: no tool\nskipped: another: no FMA in this processor\n");
    }
}
