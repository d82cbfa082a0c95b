//! From a crate to what came of its mutants.

use crate::Arguments;
use crate::baseline::{baseline, on_every_core};
use crate::blame::{Out, blamed};
use crate::ledger::{Ledger, Result as Fated, Row};
use crate::make::{self, Program};
use crate::tree::{Placed, Tree};
use crate::trial::Tests;
use std::collections::BTreeSet;
use std::io;
use std::ops::Range;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The crates whose mutants are tried.
pub(crate) const CRATES: [&str; 5] = ["softfloat", "functions", "semantics", "vectors", "cli"];

/// The packages whose tests judge the mutants of these crates.
pub(crate) fn packages(names: &[&str]) -> Vec<String> {
    let own = names.iter().map(|name| format!("assay-{name}"));
    // The command stands on all crates, and so do the judges, but for the command.
    let judges = names.iter().any(|name| *name != "cli").then(|| "tests".to_owned());
    let all: BTreeSet<String> = own.chain(["assay-cli".to_owned()]).chain(judges).collect();
    all.into_iter().collect()
}

/// A crate that is changed: which of all mutants are its own, those in question in the order in which they are drawn, and what came
/// of all.
struct Own {
    name: &'static str,
    range: Range<usize>,
    order: Vec<usize>,
    /// Those of files that are tried whole.
    besides: Vec<usize>,
    ledger: Ledger,
}

/// The mutants of every crate that is changed; all are in one copy, so that their tests are built and timed once.
struct Plan<'a> {
    arguments: &'a Arguments,
    tree: Tree,
    all: Vec<Placed>,
    crates: Vec<Own>,
}

/// Tries what was asked for; whether every survivor has its reason.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let mut plan = Plan::new(arguments)?;
    if arguments.list {
        plan.list();
        return Ok(true);
    }
    plan.campaign()?;
    let chosen = plan.chosen();
    let mut well = true;
    for own in &plan.crates {
        own.ledger.tidy(&plan.all[own.range.clone()])?;
        // Those that do not compile lie between.
        let last = own.order.iter().rposition(|at| chosen.contains(at));
        let tried = own.order[..last.map_or(0, |last| last + 1)].iter().map(|at| &plan.all[*at]);
        let summary = own.ledger.summary(tried);
        println!("{}: {summary}", own.name);
        well &= !summary.contains("survived: ");
        if !own.besides.is_empty() {
            let besides = own.besides.iter().map(|at| &plan.all[*at]);
            let summary = own.ledger.summary(besides);
            println!("{}, files besides: {summary}", own.name);
            well &= !summary.contains("survived: ");
        }
    }
    Ok(well)
}

impl<'a> Plan<'a> {
    fn new(arguments: &'a Arguments) -> Result<Self, String> {
        let tree = Tree::new(&arguments.root, &arguments.work.join("tree"));
        let (mut all, mut crates) = (Vec::new(), Vec::new());
        for name in arguments.crates() {
            let mutants = tree.mutants(name)?;
            let path = arguments.root.join("docs/mutants").join(format!("{name}.csv"));
            let mut ledger = Ledger::open(&path)?;
            ledger.follow(&mutants);
            let first = all.len();
            let mut order = arguments.asked.order(&mutants);
            if let Some(count) = arguments.asked.recheck {
                let killed = |at: &usize| {
                    ledger.of(&mutants[*at]).is_some_and(|row| row.result == Fated::Killed)
                };
                order.retain(killed);
                order.truncate(count);
                ledger = ledger.fresh(&arguments.work.join("recheck"))?;
            }
            let [order, besides] = [order, arguments.asked.besides(&mutants)]
                .map(|own| own.into_iter().map(|at| first + at).collect());
            all.extend(mutants);
            crates.push(Own { name, range: first..all.len(), order, besides, ledger });
        }
        Ok(Self { arguments, tree, all, crates })
    }

    fn list(&self) {
        for placed in self
            .crates
            .iter()
            .flat_map(|own| own.order.iter().chain(&own.besides))
            .map(|at| &self.all[*at])
        {
            let (file, line, column, what) = placed.key();
            println!("{file}:{line}:{column}: {}: {what}", placed.mutant.function);
        }
    }

    fn names(&self) -> Vec<&'static str> {
        self.crates.iter().map(|own| own.name).collect()
    }

    /// What is known of a mutant.
    fn row(&self, at: usize) -> Option<&Row> {
        let own = self.crates.iter().find(|own| own.range.contains(&at));
        own?.ledger.of(&self.all[at])
    }

    fn add(&mut self, at: usize, result: Fated, killed_by: &str) -> Result<Row, String> {
        let row = Row::new(&self.all[at], result, killed_by);
        let own = self.crates.iter_mut().find(|own| own.range.contains(&at));
        own.map_or(Ok(()), |own| own.ledger.add(row.clone()))?;
        Ok(row)
    }

    /// Builds, and tries.
    fn campaign(&mut self) -> Result<(), String> {
        let (chosen, programs) = self.built()?;
        if programs.is_empty() {
            return Ok(());
        }
        let arguments = self.arguments;
        let io = |e: io::Error| format!("{}: {e}", arguments.work.display());
        let most = Duration::from_secs(arguments.most);
        let tests = Tests::new(baseline(programs, most, &arguments.work).map_err(io)?);
        eprintln!("{tests}");
        let todo = self.todo(&chosen);
        let (of, begun) = (todo.len(), Instant::now());
        let rest = Mutex::new((todo.into_iter(), 0, self));
        let budget = Duration::from_secs(arguments.budget);
        let worker = |core| {
            let log = arguments.work.join(format!("trial-{core}.log"));
            let next = || {
                let mut rest = rest.lock().ok()?;
                let at = rest.0.next()?;
                Some((at, rest.2.all[at].file.clone()))
            };
            while let Some((at, file)) = next() {
                let (fated, by) = tests.trial(&file, number(at), budget, &log)?.told();
                let Ok(mut rest) = rest.lock() else { break };
                rest.1 += 1;
                let (done, seconds) = (rest.1, begun.elapsed().as_secs());
                let row = rest.2.add(at, fated, &by).map_err(io::Error::other)?;
                eprintln!("{done}/{of}, {seconds} s: {row}");
            }
            Ok(Vec::<()>::new())
        };
        on_every_core(worker).map_err(io)?;
        Ok(())
    }

    /// Those of the samples that this run tries; what was never tried comes first.
    fn todo(&self, chosen: &[usize]) -> Vec<usize> {
        let is_open = |at: usize| match self.row(at) {
            None => true,
            Some(row) => self.arguments.again && row.result.is_alive() && row.reason.is_empty(),
        };
        let places = chosen.iter().enumerate();
        let own = places.filter(|(place, at)| self.arguments.asked.has(*place) && is_open(**at));
        let mut own: Vec<usize> = own.map(|(_, at)| *at).collect();
        own.sort_by_key(|at| self.row(*at).is_some());
        own
    }

    /// The first mutants of each crate's order that compile, as many as are wanted.
    fn chosen(&self) -> Vec<usize> {
        let of = |own: &Own| {
            let count = self.arguments.asked.count(own.order.len());
            own.order
                .iter()
                .filter(|at| self.compiles(**at))
                .take(count)
                .copied()
                .collect::<Vec<_>>()
        };
        self.crates.iter().flat_map(of).collect()
    }

    /// Those and what is tried besides.
    fn all_chosen(&self) -> Vec<usize> {
        let drawn = self.chosen();
        let is_new = |at: &usize| self.compiles(*at) && !drawn.contains(at);
        let besides = self.crates.iter().flat_map(|own| &own.besides).copied();
        let besides: Vec<usize> = besides.filter(is_new).collect();
        drawn.into_iter().chain(besides).collect()
    }

    /// As far as is known.
    fn compiles(&self, at: usize) -> bool {
        let known = self.row(at).map(|row| row.result);
        !matches!(known, Some(Fated::Broken | Fated::Constant))
    }

    /// The samples, all in the copy, and its programs of tests, none where nothing is left to try; what does not compile is
    /// noted.
    fn built(&mut self) -> Result<(Vec<usize>, Vec<Program>), String> {
        let names = self.names();
        let packages = packages(&names);
        loop {
            let chosen = self.all_chosen();
            if self.todo(&chosen).is_empty() {
                return Ok((chosen, Vec::new()));
            }
            let asleep: Vec<(u32, &Placed)> =
                chosen.iter().map(|at| (number(*at), &self.all[*at])).collect();
            self.tree.write(&names, &asleep)?;
            let complaints = match make::programs(self.tree.copy(), &names, &packages)? {
                Ok(programs) => return Ok((chosen, programs)),
                Err(complaints) => complaints,
            };
            let out = blamed(&complaints, |file| self.tree.read(file));
            if out.is_empty() {
                let texts: Vec<String> = complaints.into_iter().map(|own| own.text).collect();
                let texts = texts.concat();
                return Err(format!("no mutant stands where the copy does not compile\n{texts}"));
            }
            eprintln!("{} of {} mutants do not compile", out.len(), chosen.len());
            for (number, why) in out {
                let result = if why == Out::Constant { Fated::Constant } else { Fated::Broken };
                self.add(number as usize - 1, result, "")?;
            }
        }
    }
}

/// The number that wakes a mutant.
const fn number(at: usize) -> u32 {
    at as u32 + 1
}
