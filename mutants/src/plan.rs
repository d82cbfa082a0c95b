//! From a crate to what came of its mutants.

use crate::Arguments;
use crate::ledger::{Ledger, Result as Fated, Row};
use crate::make::{self, Out};
use crate::tree::{Placed, Tree};
use crate::trial::{self, Fate};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

/// The crates whose mutants are tried.
pub(crate) const CRATES: [&str; 5] = ["softfloat", "functions", "semantics", "vectors", "cli"];

/// The packages whose tests judge a crate's mutants.
pub(crate) fn packages(name: &str) -> Option<&'static [&'static str]> {
    match name {
        "softfloat" => Some(&["assay-softfloat", "tests"]),
        "functions" => Some(&["assay-functions", "tests"]),
        "semantics" => Some(&["assay-semantics", "tests"]),
        "vectors" => Some(&["assay-vectors", "assay-cli", "tests"]),
        "cli" => Some(&["assay-cli"]),
        _ => None,
    }
}

/// Tries what was asked for; whether every survivor has its reason.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let mut well = true;
    for name in &arguments.crates {
        let tree = Tree::new(&arguments.root, &arguments.work.join("tree"));
        let all = tree.mutants(name)?;
        let order = arguments.asked.order(&all);
        if arguments.list {
            for placed in order.iter().map(|at| &all[*at]) {
                let (file, line, column, what) = placed.key();
                println!("{file}:{line}:{column}: {}: {what}", placed.mutant.function);
            }
            continue;
        }
        let path = arguments.root.join("docs/mutants").join(format!("{name}.csv"));
        let mut ledger = Ledger::open(&path)?;
        let chosen = campaign(arguments, name, &tree, &all, &order, &mut ledger)?;
        ledger.tidy(&all)?;
        let tried = chosen.iter().map(|at| &all[*at]);
        let summary = ledger.summary(tried);
        println!("{name}: {summary}");
        well &= !summary.contains("survived: ");
    }
    Ok(well)
}

/// Builds, and tries; which mutants are the sample.
fn campaign(
    arguments: &Arguments,
    name: &str,
    tree: &Tree,
    all: &[Placed],
    order: &[usize],
    ledger: &mut Ledger,
) -> Result<Vec<usize>, String> {
    let chosen = viable(arguments, name, tree, all, order, ledger)?;
    let log = arguments.work.join("trial.log");
    let io = |e: std::io::Error| format!("{}: {e}", log.display());
    let todo: Vec<usize> = chosen
        .iter()
        .enumerate()
        .filter(|(place, at)| arguments.asked.has(*place) && ledger.of(&all[**at]).is_none())
        .map(|(_, at)| *at)
        .collect();
    if todo.is_empty() {
        return Ok(chosen);
    }
    eprintln!("{name}: building the tests");
    let programs = make::programs(tree.copy(), packages(name).unwrap_or_default())?;
    let programs =
        trial::baseline(programs, Duration::from_secs(arguments.most), &log).map_err(io)?;
    let usual: Duration = programs.iter().map(|timed| timed.usual).sum();
    eprintln!(
        "{name}: {} programs of tests, {} s without mutants",
        programs.len(),
        usual.as_secs()
    );
    let begun = Instant::now();
    for (done, at) in todo.iter().enumerate() {
        let placed = &all[*at];
        let number = *at as u32 + 1;
        let row = match trial::trial(&programs, number, &log).map_err(io)? {
            Fate::Killed { by, late: false } => Row::new(placed, Fated::Killed, &by),
            Fate::Killed { by, late: true } => Row::new(placed, Fated::Timeout, &by),
            Fate::Survived => Row::new(placed, Fated::Survived, ""),
        };
        let seconds = begun.elapsed().as_secs();
        let (result, line) = (row.result, placed.mutant.line);
        eprintln!(
            "{}/{}, {seconds} s: {}:{line}: {} {result:?}",
            done + 1,
            todo.len(),
            placed.file,
            placed.mutant.what
        );
        ledger.add(row)?;
    }
    Ok(chosen)
}

/// The first mutants of the order that compile, as many as are wanted, all in the copy; what does not compile is noted.
fn viable(
    arguments: &Arguments,
    name: &str,
    tree: &Tree,
    all: &[Placed],
    order: &[usize],
    ledger: &mut Ledger,
) -> Result<Vec<usize>, String> {
    let count = arguments.asked.count(order.len());
    let packages = packages(name).unwrap_or_default();
    let mut check = vec!["check", "--lib", "--bins", "--tests"];
    check.extend(packages.iter().flat_map(|package| ["--package", package]));
    loop {
        let is_out = |at: &&usize| {
            let known = ledger.of(&all[**at]).map(|row| row.result);
            !matches!(known, Some(Fated::Broken | Fated::Constant))
        };
        let chosen: Vec<usize> = order.iter().filter(is_out).take(count).copied().collect();
        let asleep: Vec<(u32, &Placed)> =
            chosen.iter().map(|at| (*at as u32 + 1, &all[*at])).collect();
        tree.write(name, &asleep)?;
        let broken = make::broken(tree.copy(), &check)?;
        if broken.is_empty() {
            return Ok(chosen);
        }
        // An error may speak of the lines beside.
        let out = [0, 3, 12].into_iter().map(|beside| out(&chosen, all, &broken, beside));
        let out = out.into_iter().find(|out| !out.is_empty()).unwrap_or_default();
        if out.is_empty() {
            let lines: Vec<String> =
                broken.keys().map(|(file, line)| format!("{file}:{line}")).collect();
            return Err(format!(
                "no mutant stands where the copy does not compile: {}",
                lines.join(", ")
            ));
        }
        eprintln!("{name}: {} of {} mutants do not compile", out.len(), chosen.len());
        for (at, why) in out {
            let result = if why == Out::Constant { Fated::Constant } else { Fated::Broken };
            ledger.add(Row::new(&all[at], result, ""))?;
        }
    }
}

/// The mutants that stand in lines that do not compile, or so many beside.
fn out(
    chosen: &[usize],
    all: &[Placed],
    broken: &make::Lines,
    beside: usize,
) -> BTreeSet<(usize, Out)> {
    let own = |at: &usize| {
        let placed = &all[*at];
        let lines = broken.iter().filter(|((file, line), _)| {
            Path::new(&placed.file) == Path::new(file)
                && line.abs_diff(placed.mutant.line) <= beside
        });
        lines.map(|(_, out)| (*at, *out)).next()
    };
    chosen.iter().filter_map(own).collect()
}
