//! From a crate to what came of its mutants.

use crate::Arguments;
use crate::baseline::{baseline, on_every_core};
use crate::blame::{Out, blamed};
use crate::ledger::{Ledger, Result as Fated, Row};
use crate::make::{self, Program};
use crate::tree::{Placed, Tree};
use crate::trial::{self, Fate};
use std::io;
use std::sync::Mutex;
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
    for name in arguments.crates() {
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
        ledger.follow(&all);
        let chosen = campaign(arguments, name, &tree, &all, &order, &mut ledger)?;
        ledger.tidy(&all)?;
        // Those that do not compile lie between.
        let last = order.iter().rposition(|at| chosen.contains(at));
        let tried = order[..last.map_or(0, |last| last + 1)].iter().map(|at| &all[*at]);
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
    let (chosen, programs) = built(arguments, name, tree, all, order, ledger)?;
    if programs.is_empty() {
        return Ok(chosen);
    }
    let io = |e: io::Error| format!("{}: {e}", arguments.work.display());
    let most = Duration::from_secs(arguments.most);
    let tests = baseline(programs, most, &arguments.work).map_err(io)?;
    let usual: Duration = tests.iter().map(|timed| timed.usual).sum();
    eprintln!("{name}: {} tests, {} s one by one without mutants", tests.len(), usual.as_secs());
    let todo = todo(arguments, all, &chosen, ledger);
    let (of, begun) = (todo.len(), Instant::now());
    let rest = Mutex::new((todo.into_iter(), 0, ledger));
    let worker = |core| {
        let log = arguments.work.join(format!("trial-{core}.log"));
        let next = || rest.lock().ok()?.0.next();
        while let Some(at) = next() {
            let row = row(&all[at], trial::trial(&tests, number(at), &log)?);
            let Ok(mut rest) = rest.lock() else { break };
            rest.1 += 1;
            let (done, seconds) = (rest.1, begun.elapsed().as_secs());
            eprintln!("{done}/{of}, {seconds} s: {row}");
            rest.2.add(row).map_err(io::Error::other)?;
        }
        Ok(Vec::<()>::new())
    };
    on_every_core(worker).map_err(io)?;
    Ok(chosen)
}

fn row(placed: &Placed, fate: Fate) -> Row {
    match fate {
        Fate::Killed { by, late: false } => Row::new(placed, Fated::Killed, &by),
        Fate::Killed { by, late: true } => Row::new(placed, Fated::Timeout, &by),
        Fate::Survived => Row::new(placed, Fated::Survived, ""),
        Fate::Unreached => Row::new(placed, Fated::Unreached, ""),
    }
}

/// The number that wakes a mutant.
const fn number(at: usize) -> u32 {
    at as u32 + 1
}

/// Those of the sample that this run tries.
fn todo(arguments: &Arguments, all: &[Placed], chosen: &[usize], ledger: &Ledger) -> Vec<usize> {
    let is_open = |at: usize| match ledger.of(&all[at]) {
        None => true,
        Some(row) => arguments.again && row.result == Fated::Survived && row.reason.is_empty(),
    };
    let own = chosen.iter().enumerate();
    let own = own.filter(|(place, at)| arguments.asked.has(*place) && is_open(**at));
    own.map(|(_, at)| *at).collect()
}

/// The first mutants of the order that compile, as many as are wanted, all in the copy, and its programs of tests, none where
/// nothing is left to try; what does not compile is noted.
fn built(
    arguments: &Arguments,
    name: &str,
    tree: &Tree,
    all: &[Placed],
    order: &[usize],
    ledger: &mut Ledger,
) -> Result<(Vec<usize>, Vec<Program>), String> {
    let count = arguments.asked.count(order.len());
    let packages = packages(name).unwrap_or_default();
    let own = format!("assay-{name}");
    let mut check = vec!["check", "--lib", "--bins", "--tests"];
    check.extend(packages.iter().flat_map(|package| ["--package", package]));
    loop {
        let is_out = |at: &&usize| {
            let known = ledger.of(&all[**at]).map(|row| row.result);
            !matches!(known, Some(Fated::Broken | Fated::Constant))
        };
        let chosen: Vec<usize> = order.iter().filter(is_out).take(count).copied().collect();
        if todo(arguments, all, &chosen, ledger).is_empty() {
            return Ok((chosen, Vec::new()));
        }
        let asleep: Vec<(u32, &Placed)> =
            chosen.iter().map(|at| (number(*at), &all[*at])).collect();
        tree.write(name, &asleep)?;
        // Most is found in the crate alone, which is quick; the rest, where nothing is built, quicker than by building.
        let mut complaints = make::checked(tree.copy(), &["check", "--lib", "--package", &own])?;
        if complaints.is_empty() {
            complaints = make::checked(tree.copy(), &check)?;
        }
        if complaints.is_empty() {
            eprintln!("{name}: building the tests");
            match make::programs(tree.copy(), packages)? {
                Ok(programs) => return Ok((chosen, programs)),
                Err(others) => complaints = others,
            }
        }
        let out = blamed(&complaints, |file| tree.read(file));
        if out.is_empty() {
            let texts: Vec<String> = complaints.into_iter().map(|own| own.text).collect();
            return Err(format!(
                "no mutant stands where the copy does not compile\n{}",
                texts.concat()
            ));
        }
        eprintln!("{name}: {} of {} mutants do not compile", out.len(), chosen.len());
        for (number, why) in out {
            let result = if why == Out::Constant { Fated::Constant } else { Fated::Broken };
            ledger.add(Row::new(&all[number as usize - 1], result, ""))?;
        }
    }
}
