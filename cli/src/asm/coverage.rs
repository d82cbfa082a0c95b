//! How many statements of programs have known words.

use crate::failure::Failure;
use crate::input::{SPECIAL, is_special};
use crate::output;
use crate::source::Source;
use semantics::machine::{Checks, Coverage, How, Learned, Machine};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// How many values of a reason are named.
const NAMED: usize = 8;
/// How many programs that cannot be read are told one by one.
const TOLD: usize = 20;

/// Prints a line a program, the total, and the reasons with the most frequent first. Programs that
/// cannot be read are left out and told behind the table.
pub(super) fn print(
    machine: &dyn Machine,
    words: &dyn Learned,
    paths: &[PathBuf],
    checks: Checks,
) -> Result<(), Failure> {
    let mut total = Coverage::default();
    let (mut rows, mut unread) = (Vec::new(), Vec::new());
    for path in paths {
        for program in programs(path, machine.extensions()[0])? {
            if program != *path && is_special(&program) {
                unread.push(format!("{}: {SPECIAL}", program.display()));
                continue;
            }
            let how = How { checks, ..How::default() };
            match Source::of(machine, &program, how).read_silently() {
                Ok(text) => {
                    let coverage = words.coverage(&*text).map_err(Failure::input)?;
                    total += &coverage;
                    rows.push((program.display().to_string(), coverage));
                }
                Err(why) => unread.push(format!("{}: {why}", program.display())),
            }
        }
    }
    rows.push((String::from("total"), total.clone()));
    output::print(&table(&rows, &total))?;
    if unread.is_empty() { Ok(()) } else { Err(Failure::input(untold(&unread))) }
}

/// The programs that cannot be read.
fn untold(unread: &[String]) -> String {
    let programs = if unread.len() == 1 { "program" } else { "programs" };
    let mut text = format!("{} {programs} not counted:", unread.len());
    for line in unread.iter().take(TOLD) {
        // Writing to a string does not fail.
        let _ = write!(text, "\n  {line}");
    }
    if unread.len() > TOLD {
        let _ = write!(text, "\n  and {} more", unread.len() - TOLD);
    }
    text
}

fn table(rows: &[(String, Coverage)], total: &Coverage) -> String {
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let mut text = format!("{:width$}  statements  inside  outside\n", "program");
    for (name, c) in rows {
        let (all, inside, outside) = (c.statements, c.inside, c.outside());
        // Writing to a string does not fail.
        let _ = writeln!(text, "{name:width$}  {all:>10}  {inside:>6}  {outside:>7}");
    }
    if total.outside() > 0 {
        text.push_str("\nstatements  why they are outside\n");
    }
    for (sum, kind, values) in groups(total) {
        let named = values[..values.len().min(NAMED)].join(", ");
        let _ = match values.len().saturating_sub(NAMED) {
            0 => writeln!(text, "{sum:>10}  {kind}: {named}"),
            more => writeln!(text, "{sum:>10}  {kind}: {named}, and {more} more"),
        };
    }
    text
}

/// The reasons of one kind in one field together, the most frequent first.
fn groups(total: &Coverage) -> Vec<(u64, &str, Vec<String>)> {
    let mut kinds: BTreeMap<&str, Vec<(u64, &str)>> = BTreeMap::new();
    for ((kind, value), count) in &total.reasons {
        kinds.entry(kind).or_default().push((*count, value));
    }
    let mut groups: Vec<_> = kinds
        .into_iter()
        .map(|(kind, mut values)| {
            values.sort_by_key(|(count, _)| Reverse(*count));
            let sum = values.iter().map(|(count, _)| count).sum();
            (sum, kind, values.iter().map(|(count, value)| format!("{value} ({count})")).collect())
        })
        .collect();
    groups.sort_by_key(|(sum, ..)| Reverse(*sum));
    groups
}

/// The program, or those of a directory and below, in the order of their paths.
fn programs(path: &Path, extension: &str) -> Result<Vec<PathBuf>, Failure> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let (mut waiting, mut found) = (vec![path.to_owned()], Vec::new());
    while let Some(folder) = waiting.pop() {
        let unreadable = |e| Failure::input(format!("{}: cannot read: {e}", folder.display()));
        for entry in std::fs::read_dir(&folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            // Links to directories are not followed: they may lead in a circle.
            if path.is_dir() && !path.is_symlink() {
                waiting.push(path);
            } else if path.extension().is_some_and(|e| e == extension) {
                found.push(path);
            }
        }
    }
    if found.is_empty() {
        let name = path.display();
        return Err(Failure::input(format!(
            "{name}: no program in it\n  right: files NAME.{extension}"
        )));
    }
    found.sort();
    Ok(found)
}
