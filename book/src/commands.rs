//! The commands, by what they print with `--help`.

use crate::Chapter;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::{fs, io};

/// Writes the page: its chapter.
pub(crate) fn write(source: &Path, assay: &Path) -> io::Result<Vec<Chapter>> {
    let help = |command: &[&str]| -> io::Result<String> {
        let output =
            Command::new(assay).args(command).arg("--help").env("COLUMNS", "100").output()?;
        if !output.status.success() {
            return Err(io::Error::other(format!("assay {} --help failed", command.join(" "))));
        }
        Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
    };
    let all = help(&[])?;
    let mut text = format!("# Commands\n\n```text\n{all}\n```\n");
    for name in names(&all) {
        let _ = write!(text, "\n## assay {name}\n\n```text\n{}\n```\n", help(&[name])?);
    }
    fs::write(source.join("commands.md"), text)?;
    Ok(vec![("All commands and options".to_owned(), "commands.md".to_owned())])
}

/// The commands that a help text lists: the first words of the lines below `Commands:`.
fn names(help: &str) -> Vec<&str> {
    let lines = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let own = lines.take_while(|line| !line.trim().is_empty());
    let first = own.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    first.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").collect()
}
