//! Building the copy: which mutants do not compile, and which programs of tests there are.

use crate::blame::{Complaint, Out, Place};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program of tests.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Program {
    /// `tests: ieee`.
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    /// The folder of its crate, in which it runs.
    pub(crate) folder: PathBuf,
}

#[derive(Deserialize)]
struct Message {
    reason: String,
    message: Option<Diagnostic>,
    executable: Option<PathBuf>,
    manifest_path: Option<PathBuf>,
    target: Option<Target>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

#[derive(Deserialize)]
struct Diagnostic {
    level: String,
    message: String,
    spans: Vec<Span>,
    #[serde(default)]
    children: Vec<Diagnostic>,
    rendered: Option<String>,
}

#[derive(Deserialize)]
struct Span {
    file_name: String,
    line_start: usize,
    line_end: usize,
    column_start: usize,
    column_end: usize,
    is_primary: bool,
    expansion: Option<Box<Expansion>>,
}

#[derive(Deserialize)]
struct Expansion {
    span: Span,
}

/// Cargo in the copy; warnings are none.
fn cargo(copy: &Path, arguments: &[String], json: bool) -> Command {
    let mut command = Command::new("cargo");
    command.current_dir(copy).args(arguments).env("RUSTFLAGS", "--cap-lints allow");
    command.env("CARGO_TARGET_DIR", copy.with_file_name("build")).env("CARGO_INCREMENTAL", "1");
    if json {
        command.arg("--message-format=json");
    }
    command
}

fn messages(copy: &Path, arguments: &[String]) -> Result<(bool, Vec<Message>), String> {
    let output = cargo(copy, arguments, true).stderr(std::process::Stdio::inherit()).output();
    let output = output.map_err(|e| format!("cargo: {e}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let messages = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    Ok((output.status.success(), messages))
}

/// What the compiler has against the copy; nothing where all compiles.
fn checked(copy: &Path, arguments: &[String]) -> Result<Vec<Complaint>, String> {
    let (well, messages) = messages(copy, arguments)?;
    complaints(well, &messages)
}

fn complaints(well: bool, messages: &[Message]) -> Result<Vec<Complaint>, String> {
    let said = messages.iter().filter_map(|message| message.message.as_ref());
    let errors = said.filter(|message| message.level.starts_with("error"));
    let all: Vec<Complaint> = errors.map(complaint).collect();
    if !well && all.is_empty() {
        return Err("the copy does not build, and the compiler does not say why".to_owned());
    }
    Ok(if well { Vec::new() } else { all })
}

fn complaint(message: &Diagnostic) -> Complaint {
    let constant = message.message.contains("mutable global memory")
        || message.message.starts_with("evaluation of");
    let out = if constant { Out::Constant } else { Out::Broken };
    let (mut first, mut besides) = (Vec::new(), Vec::new());
    let primary = |span: &&Span| span.is_primary;
    message.spans.iter().filter(primary).for_each(|span| places(span, &mut first));
    let children = message.children.iter().flat_map(|child| &child.spans);
    let rest = message.spans.iter().filter(|span| !span.is_primary);
    rest.chain(children).for_each(|span| places(span, &mut besides));
    let text = message.rendered.clone().unwrap_or_else(|| message.message.clone());
    Complaint { out, first, besides, text }
}

/// A place, and those of the macros that it comes from.
fn places(span: &Span, all: &mut Vec<(String, Place)>) {
    let mut next = Some(span);
    while let Some(span) = next {
        let start = (span.line_start, span.column_start);
        let end = (span.line_end, span.column_end);
        all.push((span.file_name.clone(), Place { start, end }));
        next = span.expansion.as_ref().map(|expansion| &expansion.span);
    }
}

/// What cargo is called with for packages.
fn with(words: &[&str], packages: impl Iterator<Item = String>) -> Vec<String> {
    let words = words.iter().map(|word| (*word).to_owned());
    words.chain(packages.flat_map(|package| ["--package".to_owned(), package])).collect()
}

/// Builds every program of tests of these packages, or says what the compiler has against them.
///
/// # Errors
/// Where cargo fails without a word of the compiler.
pub(crate) fn programs(
    copy: &Path,
    crates: &[&str],
    packages: &[String],
) -> Result<Result<Vec<Program>, Vec<Complaint>>, String> {
    // Most is found in the crates alone, which is quick; the rest, where nothing is built, quicker than by building. Some
    // constants are evaluated only where code is made.
    let own = crates.iter().map(|name| format!("assay-{name}"));
    let tests = ["--lib", "--bins", "--tests"];
    for arguments in [
        with(&["check", "--lib"], own),
        with(&[&["check"], &tests[..]].concat(), packages.iter().cloned()),
    ] {
        let complaints = checked(copy, &arguments)?;
        if !complaints.is_empty() {
            return Ok(Err(complaints));
        }
    }
    eprintln!("building the tests");
    let build = [&["test", "--no-run"], &tests[..]].concat();
    let (well, messages) = messages(copy, &with(&build, packages.iter().cloned()))?;
    if !well {
        return complaints(well, &messages).map(Err);
    }
    let mut all: Vec<Program> = messages.into_iter().filter_map(program).collect();
    all.sort();
    all.dedup();
    Ok(Ok(all))
}

fn program(message: Message) -> Option<Program> {
    let (path, manifest) = (message.executable?, message.manifest_path?);
    let folder = manifest.parent()?.to_owned();
    let own = folder.file_name()?.to_string_lossy().into_owned();
    // The command itself is no test.
    let is_test = path.parent()?.ends_with("deps");
    let name = format!("{own}: {}", message.target.map_or(String::new(), |target| target.name));
    (message.reason == "compiler-artifact" && is_test).then_some(Program { name, path, folder })
}
