//! Building the copy: which mutants do not compile, and which programs of tests there are.

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
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

/// Why mutants are taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Out {
    /// They do not compile.
    Broken,
    /// The compiler evaluates where they stand.
    Constant,
}

/// Lines of files that an error speaks of.
pub(crate) type Lines = BTreeMap<(String, usize), Out>;

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
    expansion: Option<Box<Expansion>>,
}

#[derive(Deserialize)]
struct Expansion {
    span: Span,
}

/// Cargo in the copy; warnings are none.
fn cargo(copy: &Path, arguments: &[&str], json: bool) -> Command {
    let mut command = Command::new("cargo");
    command.current_dir(copy).args(arguments).env("RUSTFLAGS", "--cap-lints allow");
    command.env("CARGO_TARGET_DIR", copy.with_file_name("build")).env("CARGO_INCREMENTAL", "1");
    if json {
        command.arg("--message-format=json");
    }
    command
}

fn messages(copy: &Path, arguments: &[&str]) -> Result<(bool, Vec<Message>), String> {
    let output = cargo(copy, arguments, true).stderr(std::process::Stdio::inherit()).output();
    let output = output.map_err(|e| format!("cargo: {e}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let messages = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    Ok((output.status.success(), messages))
}

/// The lines that do not compile, none where all do.
///
/// # Errors
/// Where cargo fails without saying where.
pub(crate) fn broken(copy: &Path, arguments: &[&str]) -> Result<Lines, String> {
    let (well, messages) = messages(copy, arguments)?;
    let mut lines = Lines::new();
    let mut said = BTreeSet::new();
    for message in messages.iter().filter_map(|message| message.message.as_ref()) {
        if message.level.starts_with("error") {
            let constant = message.message.contains("mutable global memory")
                || message.message.contains("evaluation of");
            take(message, if constant { Out::Constant } else { Out::Broken }, &mut lines);
            said.extend(message.rendered.clone());
        }
    }
    if !well && lines.is_empty() {
        let said: Vec<String> = said.into_iter().collect();
        return Err(format!("the copy does not build, and no line is at fault\n{}", said.concat()));
    }
    Ok(lines)
}

fn take(message: &Diagnostic, out: Out, lines: &mut Lines) {
    for span in &message.spans {
        let mut next = Some(span);
        while let Some(span) = next {
            for line in span.line_start..=span.line_end {
                lines.entry((span.file_name.clone(), line)).or_insert(out);
            }
            next = span.expansion.as_ref().map(|expansion| &expansion.span);
        }
    }
    message.children.iter().for_each(|child| take(child, out, lines));
}

/// Builds every program of tests of these packages.
pub(crate) fn programs(copy: &Path, packages: &[&str]) -> Result<Vec<Program>, String> {
    let mut arguments = vec!["test", "--no-run", "--lib", "--bins", "--tests"];
    arguments.extend(packages.iter().flat_map(|package| ["--package", package]));
    let (well, messages) = messages(copy, &arguments)?;
    if !well {
        return Err("the tests of the copy do not build".to_owned());
    }
    let program = |message: Message| {
        let (path, manifest) = (message.executable?, message.manifest_path?);
        let folder = manifest.parent()?.to_owned();
        let own = folder.file_name()?.to_string_lossy().into_owned();
        // The command itself is no test.
        let built = path.parent()?.ends_with("deps");
        (message.reason == "compiler-artifact" && built).then(|| Program {
            name: format!("{own}: {}", message.target.map_or(String::new(), |t| t.name)),
            path,
            folder,
        })
    };
    let mut all: Vec<Program> = messages.into_iter().filter_map(program).collect();
    all.sort();
    all.dedup();
    Ok(all)
}
