//! The proofs: what is traced, and what a solver is asked.

use crate::definition::Place;
use crate::solver::{Solver, Verdict};
use crate::term::{Term, all};
use crate::trace::{Field, Layout, Rules, Traced, Ways, trace};
use softfloat::format::{Bf16, Binary16, Binary32, Binary64};
use std::fmt;
use std::io;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A kernel at a format, on integers of some width.
pub(crate) struct Proof {
    pub(crate) name: &'static str,
    pub(crate) layout: Layout,
    /// Bits of the integers.
    pub(crate) bits: u32,
    pub(crate) trace: fn(Layout, Rules) -> Result<Traced, String>,
}

const HALF: Layout = Layout { width: 16, fraction: 10 };
const BRAIN: Layout = Layout { width: 16, fraction: 7 };
const SINGLE: Layout = Layout { width: 32, fraction: 23 };
const DOUBLE: Layout = Layout { width: 64, fraction: 52 };

/// All of them.
pub(crate) const ALL: [Proof; 5] = [
    Proof { name: "round_pack.f16.u32", layout: HALF, bits: 32, trace: trace::<Binary16, 32> },
    Proof { name: "round_pack.bf16.u32", layout: BRAIN, bits: 32, trace: trace::<Bf16, 32> },
    Proof { name: "round_pack.f32.u32", layout: SINGLE, bits: 32, trace: trace::<Binary32, 32> },
    Proof { name: "round_pack.f32.u64", layout: SINGLE, bits: 64, trace: trace::<Binary32, 64> },
    Proof { name: "round_pack.f64.u64", layout: DOUBLE, bits: 64, trace: trace::<Binary64, 64> },
];

/// How a proof ended.
pub(crate) struct Report {
    name: &'static str,
    runs: u64,
    questions: u64,
    time: Duration,
    memory: f64,
    /// What was not proved.
    failures: Vec<String>,
}

impl Report {
    pub(crate) const HEAD: &'static str =
        "proof                 kernel runs  questions  seconds  solver MB  result";

    pub(crate) const fn is_proved(&self) -> bool {
        self.failures.is_empty()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, runs, questions, time, memory, failures } = self;
        let result = if failures.is_empty() { "proved" } else { "NOT PROVED" };
        let seconds = time.as_secs();
        write!(f, "{name:21} {runs:>11} {questions:>10} {seconds:>8} {memory:>10.0}  {result}")?;
        failures.iter().take(10).try_for_each(|failure| write!(f, "\n  {failure}"))?;
        match failures.len() {
            0..=10 => Ok(()),
            more => write!(f, "\n  and {} more", more - 10),
        }
    }
}

impl Proof {
    pub(crate) fn is_wanted(&self, names: &[String]) -> bool {
        names.is_empty() || names.iter().any(|name| self.name.starts_with(name))
    }

    /// Traces the kernel and asks the solver, on so many threads.
    pub(crate) fn run(&self, solver: &str, timeout: u64, threads: usize) -> io::Result<Report> {
        let begun = Instant::now();
        let todo = Mutex::new(Rules::each().collect::<Vec<_>>().into_iter());
        let work = || -> io::Result<Share> {
            let mut share = Share::default();
            let start = || Solver::start(solver, timeout);
            let mut own =
                start().map_err(|e| io::Error::new(e.kind(), format!("{solver}: {e}")))?;
            while let Some(rules) = todo.lock().ok().and_then(|mut todo| todo.next()) {
                self.one(rules, &mut own, &mut share)?;
                if !share.failures.is_empty() {
                    // One is enough.
                    todo.lock().into_iter().for_each(|mut todo| *todo = Vec::new().into_iter());
                }
            }
            share.memory = own.memory()?;
            Ok(share)
        };
        let shares: Vec<io::Result<Share>> = std::thread::scope(|scope| {
            let all: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let gone = |_| Err(io::Error::other("a thread has ended"));
            all.into_iter().map(|thread| thread.join().unwrap_or_else(gone)).collect()
        });
        let mut sum = Share::default();
        for share in shares {
            sum.add(share?);
        }
        let Share { runs, questions, memory, failures } = sum;
        Ok(Report { name: self.name, runs, questions, time: begun.elapsed(), memory, failures })
    }

    fn one(&self, rules: Rules, solver: &mut Solver, share: &mut Share) -> io::Result<()> {
        let traced = match (self.trace)(self.layout, rules) {
            Ok(traced) => traced,
            Err(why) => {
                share.failures.push(format!("{rules:?}: {why}"));
                return Ok(());
            }
        };
        share.runs += traced.runs;
        for (field, ways) in &traced.classes {
            share.questions += 1;
            match solver.excludes(&self.contradiction(rules, field, ways))? {
                Verdict::Proved => {}
                Verdict::Refuted(model) => {
                    share.failures.push(format!("{rules:?}, field {field:?}: wrong for {model}"));
                }
                Verdict::Open(why) => {
                    share.failures.push(format!("{rules:?}, field {field:?}: no answer: {why}"));
                }
            }
        }
        Ok(())
    }

    /// What cannot be true together, if the kernel is right: that what is promised holds, and that some way's answer is wrong.
    pub(crate) fn contradiction(&self, rules: Rules, field: &Field, ways: &Ways) -> [Term; 2] {
        let place = Place { layout: self.layout, rules, field, bits: self.bits };
        let wrong = ways.iter().fold(Term::truth(false), |some, (conditions, answer)| {
            let taken = all(conditions.iter().copied());
            some.or(taken.and(place.is_right(*answer).not()))
        });
        [place.promise(), wrong]
    }
}

/// What a thread has done.
#[derive(Default)]
struct Share {
    runs: u64,
    questions: u64,
    memory: f64,
    failures: Vec<String>,
}

impl Share {
    fn add(&mut self, other: Self) {
        self.runs += other.runs;
        self.questions += other.questions;
        self.memory = self.memory.max(other.memory);
        self.failures.extend(other.failures);
    }
}
