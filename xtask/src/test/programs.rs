//! Test programs: building them and listing their tests.

use super::compiler;
use crate::run::{Failure, once, shown};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A test program as cargo has built it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Program {
    /// The folder of its package, below the project's: `bindings/c`.
    pub(super) package: String,
    /// Its target: `integration`, `files`, or the name of the library or command whose unit tests it has.
    pub(super) target: String,
    pub(super) path: PathBuf,
    /// The folder of its package, in which it runs.
    pub(super) folder: PathBuf,
}

impl Program {
    /// Whether a test of it starts so quickly that each gets a process of its own: commands of a `.test` file share no state.
    pub(super) fn is_light(&self) -> bool {
        self.target == "files"
    }
}

/// Builds the test programs of these packages (cargo's arguments).
///
/// # Errors
/// Where they cannot be built.
pub(super) fn build(root: &Path, scope: &[String]) -> Result<Vec<Program>, Failure> {
    if scope.is_empty() {
        return Ok(Vec::new());
    }
    let mut command = Command::new("cargo");
    command.args(["test", "--no-run", "--tests"]).args(scope).current_dir(root);
    command.arg("--message-format=json-render-diagnostics");
    once(&mut command);
    compiler::set(&mut command);
    let shown = shown(&command);
    eprintln!("$ {shown}");
    let start = |e| Failure::Start(shown.clone(), e);
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(start)?;
    let messages = child.stdout.take().map(BufReader::new);
    let lines = messages.into_iter().flat_map(|lines| lines.lines().map_while(Result::ok));
    let programs = lines.filter_map(|line| program(root, &line)).collect();
    let status = child.wait().map_err(start)?;
    if status.success() { Ok(programs) } else { Err(Failure::Ended(shown, status.code())) }
}

/// The test program that a line of cargo's messages names.
fn program(root: &Path, line: &str) -> Option<Program> {
    let is_test = line.starts_with("{\"reason\":\"compiler-artifact\"")
        && line.contains("\"test\":true},\"features\"");
    let executable = is_test.then(|| text(line, "\"executable\":\""))??;
    let folder = Path::new(text(line, "\"manifest_path\":\"")?).parent()?.to_owned();
    let target = text(line.split_once("\"target\":{")?.1, "\"name\":\"")?.to_owned();
    let package = folder.strip_prefix(root).unwrap_or(&folder).to_string_lossy().into_owned();
    Some(Program { package, target, path: PathBuf::from(executable), folder })
}

/// The text after a key, up to the next quote; paths with quotes are not read.
fn text<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    line.split_once(key)?.1.split('"').next()
}

/// The names of a program's tests.
///
/// # Errors
/// Where it cannot be run.
pub(super) fn list(program: &Program) -> Result<Vec<String>, Failure> {
    let mut command = Command::new(&program.path);
    command.args(["--list", "--format", "terse"]).current_dir(&program.folder);
    let shown = shown(&command);
    let output = command.output().map_err(|e| Failure::Start(shown.clone(), e))?;
    if !output.status.success() {
        return Err(Failure::Ended(shown, output.status.code()));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = r#"{"reason":"compiler-artifact","package_id":"path+file:///p/bindings/c#assay-c@0.2.0","manifest_path":"/p/bindings/c/Cargo.toml","target":{"kind":["test"],"crate_types":["bin"],"name":"integration","src_path":"/p/bindings/c/tests/main.rs","edition":"2024","doc":false,"doctest":false,"test":true},"profile":{"opt_level":"1","debuginfo":0,"debug_assertions":true,"overflow_checks":true,"test":true},"features":[],"filenames":["/t/debug/deps/integration-1"],"executable":"/t/debug/deps/integration-1","fresh":true}"#;

    #[test]
    fn a_program_is_read_from_its_message() {
        let right = Program {
            package: "bindings/c".to_owned(),
            target: "integration".to_owned(),
            path: PathBuf::from("/t/debug/deps/integration-1"),
            folder: PathBuf::from("/p/bindings/c"),
        };
        assert_eq!(program(Path::new("/p"), LINE), Some(right));
    }

    #[test]
    fn libraries_and_the_command_itself_are_not_tests() {
        let library =
            LINE.replace("\"executable\":\"/t/debug/deps/integration-1\"", "\"executable\":null");
        assert_eq!(program(Path::new("/p"), &library), None);
        let command = LINE.replace("\"test\":true},\"features\"", "\"test\":false},\"features\"");
        assert_eq!(program(Path::new("/p"), &command), None);
    }
}
