//! Running programs of tests with a mutant awake.

use crate::make::Program;
use crate::rewrite::NOTED;
use std::collections::BTreeSet;
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

/// A program, how long it runs without mutants, and the mutants that it reaches.
#[derive(Clone, Debug)]
pub(crate) struct Timed {
    pub(crate) program: Program,
    pub(crate) usual: Duration,
    reached: BTreeSet<u32>,
}

/// What came of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// By which program, and whether it ran too long.
    Killed {
        by: String,
        late: bool,
    },
    Survived,
    /// No program comes where it is.
    Unreached,
}

/// Runs a program, with a mutant awake or none.
pub(crate) fn run(
    program: &Program,
    mutant: u32,
    most: Duration,
    log: &Path,
) -> io::Result<(End, Duration)> {
    let begun = Instant::now();
    let output = File::create(log)?;
    let mut command = Command::new(&program.path);
    command.current_dir(&program.folder).stdin(Stdio::null());
    command.stdout(output.try_clone()?).stderr(output);
    command.env("ASSAY_MUTANT", mutant.to_string()).env("RUST_BACKTRACE", "0");
    command
        .env("CARGO_MANIFEST_DIR", &program.folder)
        .env("ASSAY_SKIPPED", log.with_extension("skipped"))
        .env("ASSAY_REACHED", log.with_extension("reached"));
    // What goes on until a time is over runs no longer than it must.
    command.env("ASSAY_SECONDS", "0");
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.spawn()?;
    let end = wait(&mut child, begun + most, log)?;
    Ok((end, begun.elapsed()))
}

/// Waits until it ends, or the first of its tests has failed: the others need not run.
fn wait(child: &mut Child, until: Instant, log: &Path) -> io::Result<End> {
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(if status.success() { End::Passed } else { End::Failed });
        }
        let failed = has_failed(&std::fs::read(log)?);
        if failed || Instant::now() >= until {
            // And what it has started.
            let _ = Command::new("kill").args(["-9", &format!("-{}", child.id())]).status();
            let _ = child.kill();
            child.wait()?;
            return Ok(if failed { End::Failed } else { End::Late });
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(100));
    }
}

/// Whether a test has failed, by what the program prints.
fn has_failed(output: &[u8]) -> bool {
    let mut lines = output.split(|byte| *byte == b'\n');
    lines.any(|line| line.starts_with(b"test ") && line.ends_with(b" ... FAILED"))
}

/// The programs that pass within a time without mutants, the quickest first; what others there are is said.
pub(crate) fn baseline(
    programs: Vec<Program>,
    most: Duration,
    log: &Path,
) -> io::Result<Vec<Timed>> {
    let mut all = Vec::new();
    for program in programs {
        let file = log.with_extension("reached");
        let _ = std::fs::remove_file(&file);
        let (end, usual) = run(&program, NOTED, most, log)?;
        let bytes = std::fs::read(&file).unwrap_or_default();
        let numbers = bytes.as_chunks().0.iter();
        let reached = numbers.map(|bytes| u32::from_ne_bytes(*bytes)).collect();
        match end {
            End::Passed => all.push(Timed { program, usual, reached }),
            End::Failed => eprintln!("left out: {} fails without mutants", program.name),
            End::Late => {
                eprintln!("left out: {} takes more than {} s", program.name, most.as_secs())
            }
        }
    }
    all.sort_by_key(|timed| timed.usual);
    Ok(all)
}

/// Runs program after program of those that reach it, until one fails.
pub(crate) fn trial(programs: &[Timed], mutant: u32, log: &Path) -> io::Result<Fate> {
    let mut fate = Fate::Unreached;
    for Timed { program, usual, .. } in programs.iter().filter(|own| own.reached.contains(&mutant))
    {
        let most = *usual * 3 + Duration::from_secs(20);
        let (end, _) = run(program, mutant, most, log)?;
        if end != End::Passed {
            return Ok(Fate::Killed { by: program.name.clone(), late: end == End::Late });
        }
        fate = Fate::Survived;
    }
    Ok(fate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_failure_is_seen() {
        let passed = b"test a ... ok\ntest b ... ignored\nFAILED\n";
        assert!(!has_failed(passed));
        assert!(has_failed(&[&passed[..], b"test c::d ... FAILED\n"].concat()));
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
            run(&program, 7, Duration::from_millis(most), &log).unwrap().0
        };
        assert_eq!(end("test $ASSAY_MUTANT = 7", 60_000), End::Passed);
        assert_eq!(end("kill -9 $$", 60_000), End::Failed);
        assert_eq!(end("echo 'test a ... FAILED'; sleep 600", 60_000), End::Failed);
        assert_eq!(end("sleep 600", 50), End::Late);
    }
}
