//! `cargo xtask fuzz`: the fuzz targets under libFuzzer, and how long each has run in all.

use crate::run::{Failure, lines, root, watch};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::process::Command;

const HELP: &str = "cargo xtask fuzz SECONDS [TARGET ...] | --sum
  SECONDS  each target, all of them or those that are named; what is found new stays in fuzz/corpus
  --sum    hours, executions and findings of all runs, from fuzz/ledger.csv";

/// The ledger's columns.
const COLUMNS: &str = "date,target,seconds,executions,corpus,findings\n";

/// Runs targets; they need a nightly toolchain and cargo-fuzz.
pub(crate) fn run(rest: &[String]) -> Result<(), Failure> {
    let usage = |what: &str| Failure::Usage(format!("{what}\n{HELP}"));
    let (seconds, named) = match rest.split_first() {
        Some((first, [])) if first == "--sum" => {
            print!("{}", sum(&read()?)?);
            return Ok(());
        }
        Some((first, named)) => (first.as_str(), named),
        None => ("60", &[][..]),
    };
    let Ok(seconds @ 1..) = seconds.parse::<u32>() else {
        return Err(usage(&format!("`{seconds}`: right is a number of seconds")));
    };
    let all = lines("cargo", ["+nightly", "fuzz", "list"])?;
    if let Some(other) = named.iter().find(|name| !all.contains(name)) {
        return Err(usage(&format!("no target is named `{other}`: {}", all.join(", "))));
    }
    let date = lines("date", ["-u", "+%F"])?.concat();
    let mut found = Vec::new();
    for target in if named.is_empty() { &all } else { named } {
        let row = one(target, seconds, &date)?;
        note(&row)?;
        if row.findings > 0 {
            found.push(format!("{target}: fuzz/artifacts/{target}"));
        }
    }
    match &found[..] {
        [] => Ok(()),
        _ => Err(Failure::Steps(format!("found, with what shows it:\n{}", found.join("\n")))),
    }
}

/// A run of a target.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    date: String,
    target: String,
    seconds: u64,
    executions: u64,
    /// Inputs that are kept.
    corpus: usize,
    findings: usize,
}

fn one(target: &str, seconds: u32, date: &str) -> Result<Row, Failure> {
    let before = files("artifacts", target);
    let limit = format!("-max_total_time={seconds}");
    let mut command = Command::new("cargo");
    command.args(["+nightly", "fuzz", "run", target, "--", &limit, "-print_final_stats=1"]);
    eprintln!("$ {}", crate::run::shown(&command));
    let mut executions = 0;
    let ended = watch(&mut command, &mut |line| {
        let Some(line) = line else { return };
        executions = executed(line).unwrap_or(executions);
        // Its own progress is a line a doubling.
        println!("{line}");
    });
    let findings = files("artifacts", target).saturating_sub(before);
    // A finding ends libFuzzer with a code of its own; what did not even start is no finding.
    if ended.is_err() && findings == 0 {
        return ended.map(|()| unreachable!());
    }
    let corpus = files("corpus", target);
    let (date, target) = (date.to_owned(), target.to_owned());
    Ok(Row { date, target, seconds: seconds.into(), executions, corpus, findings })
}

/// libFuzzer's count of what it has run: at the end, or where it stopped at a finding.
fn executed(line: &str) -> Option<u64> {
    line.strip_prefix("stat::number_of_executed_units:")?.trim().parse().ok()
}

fn files(below: &str, target: &str) -> usize {
    fs::read_dir(root().join("fuzz").join(below).join(target)).map_or(0, Iterator::count)
}

fn ledger() -> std::path::PathBuf {
    root().join("fuzz/ledger.csv")
}

fn read() -> Result<String, Failure> {
    fs::read_to_string(ledger()).map_err(|e| Failure::Start("read fuzz/ledger.csv".to_owned(), e))
}

fn note(row: &Row) -> Result<(), Failure> {
    let Row { date, target, seconds, executions, corpus, findings } = row;
    let head = if ledger().exists() { "" } else { COLUMNS };
    let text = format!("{head}{date},{target},{seconds},{executions},{corpus},{findings}\n");
    let opened = OpenOptions::new().create(true).append(true).open(ledger());
    opened
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .map_err(|e| Failure::Start("write fuzz/ledger.csv".to_owned(), e))
}

/// A row a target, and all together.
fn sum(text: &str) -> Result<String, Failure> {
    let mut all = BTreeMap::<&str, [u64; 3]>::new();
    for (number, line) in text.lines().enumerate().skip(1) {
        let wrong = || {
            let right = COLUMNS.trim_end();
            Failure::Steps(format!(
                "fuzz/ledger.csv, line {}: `{line}`; right is {right}",
                number + 1
            ))
        };
        let [_, target, seconds, executions, _, findings] = line.split(',').collect::<Vec<_>>()[..]
        else {
            return Err(wrong());
        };
        let sums = all.entry(target).or_default();
        for (sum, own) in sums.iter_mut().zip([seconds, executions, findings]) {
            *sum += own.parse::<u64>().map_err(|_| wrong())?;
        }
    }
    let total = all.values().fold([0; 3], |sums, own| [0, 1, 2].map(|i| sums[i] + own[i]));
    let mut out = "target                 hours    executions  findings\n".to_owned();
    for (target, [seconds, executions, findings]) in all.into_iter().chain([("all", total)]) {
        let hours = seconds as f64 / 3600.0;
        let _ = writeln!(out, "{target:20} {hours:>7.2} {executions:>13} {findings:>9}");
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_summed() {
        let text = format!(
            "{COLUMNS}2026-01-01,csv,1800,10,3,0\n2026-01-02,csv,1800,5,4,1\n2026-01-02,mx,3600,7,1,0\n"
        );
        let sum = sum(&text).unwrap();
        let rows: Vec<Vec<&str>> =
            sum.lines().skip(1).map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(
            rows,
            [["csv", "1.00", "15", "1"], ["mx", "1.00", "7", "0"], ["all", "2.00", "22", "1"]]
        );
    }

    #[test]
    fn a_row_that_is_none_is_told_with_its_line() {
        for wrong in ["2026-01-01,csv,1800,10,3", "2026-01-01,csv,1800,ten,3,0"] {
            let error = sum(&format!("{COLUMNS}{wrong}\n")).unwrap_err().to_string();
            assert!(error.contains("line 2") && error.contains(wrong), "{error}");
        }
    }

    #[test]
    fn executions_are_read_from_the_last_lines() {
        assert_eq!(executed("stat::number_of_executed_units: 1660123"), Some(1_660_123));
        assert_eq!(executed("#1024 pulse cov: 40"), None);
    }
}
