//! The proofs: what is traced, and what a solver is asked.

use crate::definition::Place;
use crate::solver::{Solver, Verdict};
use crate::sum::{self, Pair, Sums};
use crate::term::{Term, all};
use crate::trace::{Field, Layout, Number, Pack, Rules, Traced, Ways, trace};
use softfloat::StaticFormat;
use softfloat::format::{Bf16, Binary16, Binary32, Binary64};
use std::fmt;
use std::io;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// A kernel, and what is to hold of it.
pub(crate) struct Proof {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
}

/// The kinds of proofs.
pub(crate) enum Kind {
    Rounding(Rounding),
    Sum(Sum),
}

/// A kernel that rounds, at a format, on integers of some width.
pub(crate) struct Rounding {
    pub(crate) layout: Layout,
    /// Bits of the integers.
    pub(crate) bits: u32,
    /// Whether something may be lost below what it is given.
    pub(crate) sticky: bool,
    pub(crate) trace: fn(Layout, Rules) -> Result<Traced, String>,
}

/// The kernel of sums, at a precision, on integers of some width.
pub(crate) struct Sum {
    pub(crate) precision: u32,
    pub(crate) trace: fn(u32, Pair) -> Result<(Sums, u64), String>,
    pub(crate) contradiction: fn(u32, Pair, &Sums) -> [Term; 2],
}

const HALF: Layout = Layout { width: 16, fraction: 10 };
const BRAIN: Layout = Layout { width: 16, fraction: 7 };
const SINGLE: Layout = Layout { width: 32, fraction: 23 };
const DOUBLE: Layout = Layout { width: 64, fraction: 52 };

/// `round_pack` of anything.
const fn pack<F: StaticFormat, const N: u32>(name: &'static str, layout: Layout) -> Proof {
    let trace = trace::<Pack, F, N>;
    Proof { name, kind: Kind::Rounding(Rounding { layout, bits: N, sticky: true, trace }) }
}

/// What rounds exact sums and products of ordinary numbers.
const fn number<F: StaticFormat>(name: &'static str, layout: Layout) -> Proof {
    let trace = trace::<Number, F, 64>;
    Proof { name, kind: Kind::Rounding(Rounding { layout, bits: 64, sticky: false, trace }) }
}

/// What is rounded of sums.
const fn sum(name: &'static str, precision: u32) -> Proof {
    let (trace, contradiction) = (sum::trace::<64>, sum::contradiction::<64>);
    Proof { name, kind: Kind::Sum(Sum { precision, trace, contradiction }) }
}

/// All of them.
pub(crate) static ALL: [Proof; 9] = [
    pack::<Binary16, 32>("round_pack.f16.u32", HALF),
    pack::<Bf16, 32>("round_pack.bf16.u32", BRAIN),
    pack::<Binary32, 32>("round_pack.f32.u32", SINGLE),
    pack::<Binary32, 64>("round_pack.f32.u64", SINGLE),
    pack::<Binary64, 64>("round_pack.f64.u64", DOUBLE),
    sum("sum.f32.u64", 24),
    sum("sum.f64.u64", 53),
    number::<Binary32>("round_number.f32.u64", SINGLE),
    number::<Binary64>("round_number.f64.u64", DOUBLE),
];

/// A part of a proof, for one thread.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    Rules(Rules),
    Pair(Pair),
}

/// A question to the solver: what it is of, and what cannot be true together.
type Question = (String, [Term; 2]);

impl Kind {
    fn parts(&self) -> Vec<Part> {
        match self {
            Self::Rounding(own) => {
                let rules = Rules::each().filter(|rules| own.sticky || !rules.sticky);
                rules.map(Part::Rules).collect()
            }
            Self::Sum(_) => Pair::each().map(Part::Pair).collect(),
        }
    }

    /// How often the kernel ran, and what is asked.
    fn questions(&self, part: Part) -> Result<(u64, Vec<Question>), String> {
        match (self, part) {
            (Self::Rounding(own), Part::Rules(rules)) => {
                let traced =
                    (own.trace)(own.layout, rules).map_err(|why| format!("{rules:?}: {why}"))?;
                let question = |(field, ways): &(Field, Ways)| {
                    let name = format!("{rules:?}, field {field:?}");
                    (name, own.contradiction(rules, field, ways))
                };
                Ok((traced.runs, traced.classes.iter().map(question).collect()))
            }
            (Self::Sum(own), Part::Pair(pair)) => {
                let (sums, runs) = (own.trace)(own.precision, pair)?;
                let terms = (own.contradiction)(own.precision, pair, &sums);
                Ok((runs, vec![(format!("{pair:?}"), terms)]))
            }
            _ => Err("a part of another kind".to_owned()),
        }
    }
}

impl Rounding {
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
        let todo = Mutex::new(self.kind.parts().into_iter());
        let work = || -> io::Result<Share> {
            let mut share = Share::default();
            let start = || Solver::start(solver, timeout);
            let mut own =
                start().map_err(|e| io::Error::new(e.kind(), format!("{solver}: {e}")))?;
            while let Some(part) = todo.lock().ok().and_then(|mut todo| todo.next()) {
                self.one(part, &mut own, &mut share)?;
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

    fn one(&self, part: Part, solver: &mut Solver, share: &mut Share) -> io::Result<()> {
        let (runs, questions) = match self.kind.questions(part) {
            Ok(asked) => asked,
            Err(why) => {
                share.failures.push(why);
                return Ok(());
            }
        };
        share.runs += runs;
        for (name, terms) in questions {
            share.questions += 1;
            match solver.excludes(&terms)? {
                Verdict::Proved => {}
                Verdict::Refuted(model) => {
                    share.failures.push(format!("{name}: wrong for {model}"))
                }
                Verdict::Open(why) => share.failures.push(format!("{name}: no answer: {why}")),
            }
        }
        Ok(())
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
