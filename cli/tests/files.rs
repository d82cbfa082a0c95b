//! Tests of the command as data: each `tests/cli/*.test` holds commands and what they print.
//!
//! ```text
//! # a remark
//! @file NAME          creates a file in the test's own folder
//! its lines
//! @end
//! $ a command of the shell, `assay` in its path and `$DATA` the folder tests/data
//! > a line of standard output
//! ! a line of standard error
//! exit 2              omitted for 0
//! @needs strace       the commands up to the next empty line need these programs (`terminal`: `script`, and a
//!                     terminal for it); where one is missing they are skipped, and counted
//! ```
//!
//! `BLESS=1 cargo test --package assay-cli --test files` writes what the commands print now; `-- gen cases` after it runs the files
//! with these words in their names.

mod shell;

use libtest_mimic::{Arguments, Failed, Trial};
use shell::root;
use std::fmt::Write;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Locked by files with DUTs that have a second to answer, and shared by all others; each may run in a process of its own.
const ALONE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/files.lock");

fn main() -> ExitCode {
    let mut trials: Vec<Trial> = files().into_iter().map(trial).collect();
    trials.push(Trial::test("commands_without_their_tool_are_skipped", skipped_commands));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// The `.test` files, by name.
fn files() -> Vec<PathBuf> {
    let folder = std::fs::read_dir(root().join("tests/cli")).expect("tests/cli");
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "test"));
    files.sort();
    files
}

fn trial(path: PathBuf) -> Trial {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Trial::test(name, move || {
        let alone = File::create(ALONE)?;
        if is_timed(&path) {
            alone.lock()?
        } else {
            alone.lock_shared()?
        }
        let failure = check(&path);
        failure.map_or(Ok(()), |why| {
            Err(Failed::from(format!("{why}\nBLESS=1 accepts what is printed")))
        })
    })
}

fn skipped_commands() -> Result<(), Failed> {
    let test = "@needs sh no-such-tool\n$ echo a\n> b\n\n@needs sh\n$ echo c\n> d\n";
    let mut skipped = Vec::new();
    let actual = replay(test, &std::env::temp_dir(), &mut skipped);
    assert_eq!(skipped, [("echo a", "no-such-tool")]);
    assert_eq!(actual, test.replace("> d", "> c"));
    Ok(())
}

/// Whether what a file's commands print depends on how soon a DUT answers.
fn is_timed(path: &Path) -> bool {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    ["diff", "designs", "endless"].iter().any(|begin| name.starts_with(begin))
}

/// Runs one file; the difference, if there is one.
fn check(path: &Path) -> Option<String> {
    let expected = std::fs::read_to_string(path).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut skipped = Vec::new();
    let actual = replay(&expected, folder.path(), &mut skipped);
    for (command, tool) in skipped {
        needs::skip_part(&format!("{name}: {command}"), tool);
    }
    if expected == actual {
        return None;
    }
    if std::env::var_os("BLESS").is_some_and(|b| b == "1") {
        std::fs::write(path, actual).unwrap();
        return None;
    }
    Some(format!("{}:\n{}", path.display(), difference(&expected, &actual)))
}

/// The file again, with what its commands print now; commands that are left out are as before, and listed with the tool
/// that they lack.
fn replay<'a>(test: &'a str, folder: &Path, skipped: &mut Vec<(&'a str, &'a str)>) -> String {
    let mut actual = String::new();
    let mut lines = test.lines();
    // What the commands that come need and this machine lacks.
    let mut lacking = None;
    while let Some(line) = lines.next() {
        if line.is_empty() {
            lacking = None;
        } else if let Some(tools) = line.strip_prefix("@needs ") {
            lacking = tools.split(' ').find(|tool| match *tool {
                "terminal" => !needs::has_terminal(),
                tool => !needs::has(tool),
            });
        }
        if let Some(tool) = lacking {
            skipped.extend(line.strip_prefix("$ ").map(|command| (command, tool)));
            writeln!(actual, "{line}").unwrap();
            continue;
        }
        if is_expectation(line) {
            continue;
        }
        writeln!(actual, "{line}").unwrap();
        if let Some(name) = line.strip_prefix("@file ") {
            let content: Vec<&str> = lines.by_ref().take_while(|l| *l != "@end").collect();
            let text: String = content.iter().map(|l| format!("{l}\n")).collect();
            std::fs::write(folder.join(name), &text).unwrap();
            writeln!(actual, "{text}@end").unwrap();
        } else if let Some(command) = line.strip_prefix("$ ") {
            run(command, folder, &mut actual);
        }
    }
    actual
}

fn is_expectation(line: &str) -> bool {
    line.starts_with(['>', '!', '\\']) || line.starts_with("exit ")
}

fn run(command: &str, folder: &Path, actual: &mut String) {
    let output = shell::output(command, folder);
    for (mark, bytes) in [('>', &output.stdout), ('!', &output.stderr)] {
        let text = String::from_utf8_lossy(bytes);
        // Under `cargo xtask coverage` the counters of a program that may write no file are lost, which is no word of its own.
        for line in text.lines().filter(|line| !line.starts_with("LLVM Profile Error: ")) {
            writeln!(actual, "{}", format!("{mark} {line}").trim_end()).unwrap();
        }
        if !text.is_empty() && !text.ends_with('\n') {
            writeln!(actual, "\\ no newline at the end of {mark}").unwrap();
        }
    }
    match output.status.code() {
        Some(0) => {}
        Some(code) => writeln!(actual, "exit {code}").unwrap(),
        None => writeln!(actual, "exit by a signal").unwrap(),
    }
}

/// The commands that print something else than expected, with both.
fn difference(expected: &str, actual: &str) -> String {
    let mut text = String::new();
    for (e, a) in blocks(expected).iter().zip(blocks(actual)).filter(|(e, a)| *e != a) {
        let (command, e) = e.split_once('\n').unwrap_or((e, ""));
        writeln!(text, "{command}").unwrap();
        for (mark, lines) in [('-', e), ('+', a.split_once('\n').map_or("", |(_, l)| l))] {
            for line in lines.lines().filter(|line| is_expectation(line)) {
                writeln!(text, "  {mark} {line}").unwrap();
            }
        }
    }
    text
}

/// A file from each command to the next.
fn blocks(test: &str) -> Vec<String> {
    let mut blocks = vec![String::new()];
    for line in test.lines() {
        if line.starts_with("$ ") {
            blocks.push(String::new());
        }
        let block = blocks.last_mut().unwrap();
        writeln!(block, "{line}").unwrap();
    }
    blocks
}
