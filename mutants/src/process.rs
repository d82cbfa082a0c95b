//! Programs of tests as processes: how they end, and that nothing of them is left.

use crate::make::Program;
use std::fs::File;
use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// No test failed.
    Passed,
    Failed,
    /// It ran longer than it may.
    Late,
}

/// Runs one test of a program, with a mutant awake or none.
pub(crate) fn run(
    program: &Program,
    test: &str,
    mutant: u32,
    most: Duration,
    log: &Path,
) -> io::Result<(End, Duration)> {
    let begun = Instant::now();
    let output = File::create(log)?;
    let mut command = Command::new(&program.path);
    command.args(["--exact", test]);
    command.current_dir(&program.folder).stdin(Stdio::null());
    command.stdout(output.try_clone()?).stderr(output);
    command.env("ASSAY_MUTANT", mutant.to_string()).env("RUST_BACKTRACE", "0");
    command
        .env("CARGO_MANIFEST_DIR", &program.folder)
        .env("ASSAY_REACHED", log.with_extension("reached"));
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let own = format!("{}-{:?}", std::process::id(), begun);
    let mut child = command.env(TRIAL, &own).spawn()?;
    let end = wait(&mut child, begun + most, log);
    let took = begun.elapsed();
    sweep(&own);
    Ok((end?, took))
}

/// The variable that marks what a trial has started.
const TRIAL: &str = "ASSAY_TRIAL";

/// Ends what a trial has left: a design leads a process group of its own, and one that a mutant lets run for ever would take time and
/// memory from all trials that follow, which then seem to run too long.
fn sweep(own: &str) {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Pid, Signal, kill_process};
        let mark = format!("{TRIAL}={own}");
        let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        for process in processes {
            let number = process.file_name().to_str().and_then(|name| name.parse::<i32>().ok());
            let Some(number) = number.filter(|number| *number > 1) else { continue };
            let variables = std::fs::read(process.path().join("environ")).unwrap_or_default();
            if variables.split(|byte| *byte == 0).any(|own| own == mark.as_bytes()) {
                let _ = Pid::from_raw(number).map(|pid| kill_process(pid, Signal::KILL));
            }
        }
    }
    let _ = own;
}

/// Waits until it ends, or its test has failed.
fn wait(child: &mut Child, until: Instant, log: &Path) -> io::Result<End> {
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(if status.success() { End::Passed } else { End::Failed });
        }
        let failed = failed(&std::fs::read(log)?);
        if failed || Instant::now() >= until {
            stop(child)?;
            return Ok(if failed { End::Failed } else { End::Late });
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(100));
    }
}

/// Ends a program and what it has started: its process group, which it leads, and nothing else. By the system's call, never by
/// the program `kill`: procps reads `kill -9 -1234` as `kill -9 -1`, which is every process of the machine.
fn stop(child: &mut Child) -> io::Result<()> {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        // It has not been waited for, so that the number is still its own; the group of number 1 would be all.
        let number = i32::try_from(child.id()).ok().filter(|number| *number > 1);
        if let Some(group) = number.and_then(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
    let _ = child.kill();
    child.wait().map(|_| ())
}

/// Whether the program has printed that its test failed.
fn failed(output: &[u8]) -> bool {
    let mut lines = output.split(|byte| *byte == b'\n');
    lines.any(|line| line.starts_with(b"test ") && line.ends_with(b" ... FAILED"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_seen() {
        let passed = b"test a ... ok\ntest b ... ignored\nFAILED\n";
        assert!(!failed(passed));
        assert!(failed(&[&passed[..], b"test c::d ... FAILED\n"].concat()));
        assert!(failed(b"test e - should panic ... FAILED\n"));
    }

    /// What the program has started ends with it, and who is no part of it lives on.
    #[cfg(unix)]
    #[test]
    fn only_its_own_group_is_ended() {
        use std::os::unix::process::CommandExt;
        let sleeper = || {
            let mut command = Command::new("sleep");
            command.arg("600").process_group(0).spawn().unwrap()
        };
        let mut bystander = sleeper();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("child");
        let mut shell = Command::new("sh");
        shell.arg("-c").arg("sleep 600 & echo $! > \"$0\"; wait").arg(&file).process_group(0);
        let mut program = shell.spawn().unwrap();
        let started = || std::fs::read_to_string(&file).ok()?.trim().parse::<u32>().ok();
        let started = std::iter::repeat_with(started)
            .inspect(|_| std::thread::sleep(Duration::from_millis(5)))
            .find_map(|own| own)
            .unwrap();
        stop(&mut program).unwrap();
        assert!(bystander.try_wait().unwrap().is_none(), "a process of another group was ended");
        let is_gone = || {
            let state =
                std::fs::read_to_string(format!("/proc/{started}/stat")).unwrap_or_default();
            state.is_empty() || state.contains(") Z ")
        };
        assert!((0..400).any(|_| {
            std::thread::sleep(Duration::from_millis(5));
            is_gone()
        }));
        stop(&mut bystander).unwrap();
    }

    /// What leads a group of its own does not outlive the test that started it, whether that passes or not.
    #[cfg(target_os = "linux")]
    #[test]
    fn nothing_is_left_running() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let path = folder.path().join("program");
        for (script, right) in
            [("exit 0", End::Passed), ("exit 1", End::Failed), ("sleep 600", End::Late)]
        {
            let left = folder.path().join("left");
            let text = format!(
                "#!/bin/sh\nsetsid sh -c 'echo $$ > \"$0\"; exec sleep 600' {} &\nwhile ! [ -s {} ]; do :; done\n{script}\n",
                left.display(),
                left.display()
            );
            std::fs::write(&path, text).unwrap();
            let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
            std::fs::set_permissions(&path, mode).unwrap();
            let name = "folder: program".to_owned();
            let program = Program { name, path: path.clone(), folder: folder.path().to_owned() };
            let end = run(&program, "a", 7, Duration::from_millis(2000), &log).unwrap().0;
            assert_eq!(end, right);
            let number = std::fs::read_to_string(&left).unwrap();
            let state = || std::fs::read_to_string(format!("/proc/{}/stat", number.trim()));
            let is_gone = || state().map_or(true, |stat| stat.contains(") Z "));
            assert!((0..400).any(|_| {
                std::thread::sleep(Duration::from_millis(5));
                is_gone()
            }));
            std::fs::remove_file(left).unwrap();
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_program_ends_as_it_ends() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let end = |script: &str, most| {
            let path = folder.path().join("program");
            std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
            let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
            std::fs::set_permissions(&path, mode).unwrap();
            let name = "folder: program".to_owned();
            let program = Program { name, path, folder: folder.path().to_owned() };
            run(&program, "a::b", 7, Duration::from_millis(most), &log).unwrap().0
        };
        assert_eq!(end("test $ASSAY_MUTANT$1$2 = 7--exacta::b", 60_000), End::Passed);
        assert_eq!(end("kill -9 $$", 60_000), End::Failed);
        assert_eq!(end("echo 'test a ... FAILED'; sleep 600", 60_000), End::Failed);
        assert_eq!(end("sleep 600", 50), End::Late);
    }
}
