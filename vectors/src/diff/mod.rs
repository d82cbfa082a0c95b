//! A design under test is asked, and what it answers is checked.
//!
//! A [`Design`] may be a function, or a process that reads a case a line. Its answers go through the same
//! judge as vector files ([`crate::check`]); what is no answer (it ended, it was silent, what it said cannot be
//! read) is a [`Failing`] of that case. The first mismatch is asked again in simpler forms, until none is left
//! that still differs.
//!
//! ```
//! use vectors::check::Settings;
//! use vectors::diff::{Answer, Design, Limits, Questions, diff};
//! use vectors::generate::{Request, Set};
//! use vectors::part::Cover;
//! use vectors::registry::{Options, Plan};
//! use vectors::testfloat::Tolerance;
//!
//! /// Adds in the host's unit, and forgets the sign of zero.
//! struct Host;
//!
//! impl Design for Host {
//!     fn ask(&mut self, _: &Plan, cases: &[u64]) -> Vec<Answer> {
//!         let add = |x: &[u64]| f32::from_bits(x[0] as u32) + f32::from_bits(x[1] as u32);
//!         let line = |x| Answer::Line(format!("{:08x}", (add(x) + 0.0).to_bits()));
//!         cases.chunks(2).map(line).collect()
//!     }
//! }
//!
//! let op = vectors::operations().find("ieee.f32.add").unwrap();
//! let request = Request { options: Some(Options::NONE), ..Request::new(vec![op], Cover::Corner) };
//! let sets = [Set::new(&request).unwrap()];
//! // Any NaN will do where NaN is right.
//! let tolerance = Tolerance { nans: true.into(), ..Tolerance::default() };
//! let settings = Settings { op: Some(op), tolerance, ..Settings::default() };
//! let questions = Questions { first: &[], sets: &sets };
//! let found = diff(&mut Host, &questions, &settings, &Limits::default(), &mut |_| {}).unwrap();
//! assert_eq!(found.simplest.unwrap().operands(), ["80000000", "80000000"]);
//! ```

mod answer;
mod asking;
mod corpus;
mod probe;
pub mod program;
mod simpler;
mod text;

pub use corpus::Corpus;

use crate::check::{Finding, Report, Settings};
use crate::file::{Error, What};
use crate::generate::Set;
use crate::registry::Plan;
pub(crate) use answer::Reader;
use asking::Asking;
pub(crate) use simpler::{forms, weight};
use std::time::{Duration, Instant};

/// What is asked.
pub trait Design {
    /// The answers to cases, in order, as many as there are cases. `cases` holds their elements,
    /// [`Plan::elements`] for each.
    fn ask(&mut self, plan: &Plan, cases: &[u64]) -> Vec<Answer>;

    /// How many cases it likes to be asked at once.
    fn batch(&self) -> usize {
        4096
    }

    /// The answers again, so that each is known to be its question's, as where a process answers in a run of its own and
    /// its answers are counted. It is asked for where answers look as if some had been left out or given twice. `None`
    /// where [`Design::ask`] knows that already.
    fn recount(&mut self, _plan: &Plan, _cases: &[u64]) -> Option<Vec<Answer>> {
        None
    }

    /// About so many cases follow, 0 where nobody knows: of a slow design it can be said how long they take. After this time, if
    /// there is one, no answer is waited for: what is still out is [`Answer::Unasked`].
    fn begin(&mut self, _cases: u64, _until: Option<Instant>) {}

    /// How often it has stopped, by itself or because it was silent.
    fn stops(&self) -> u64 {
        0
    }

    /// Nothing more is asked. What is wrong with it, beside its answers.
    fn finish(&mut self) -> Vec<Complaint> {
        Vec::new()
    }
}

/// What comes of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A line: `out`, `out flags`, or the operands before these, in hex as in testfloat lines.
    Line(String),
    /// The design ended, and how.
    Ended(String),
    /// It said nothing for so long.
    Silent(Duration),
    /// The time was over before it could answer ([`Design::begin`]).
    Unasked,
    /// So many cases asked together got another number of answers: nobody knows which is whose.
    Count {
        /// Cases.
        asked: usize,
        /// Answers.
        answered: usize,
    },
}

/// What is wrong with a design beside its answers: `ended (exit status: 3), at no case that does so alone`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// What the design did.
    pub what: String,
    /// How often.
    pub times: u64,
}

/// What is asked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Questions<'a> {
    /// Operands' elements that are asked first ([`Corpus::of`]).
    pub first: &'a [Vec<u64>],
    /// The cases behind them.
    pub sets: &'a [Set],
}

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// No question is begun after this time, and no answer waited for.
    pub until: Option<Instant>,
    /// So many failings end the run.
    pub failings: u64,
    /// How long, at most, the first mismatch is made simpler, after `until` too.
    pub simpler: Duration,
}

/// How long a mismatch is made simpler where nothing else is said.
pub const SIMPLER: Duration = Duration::from_secs(30);

impl Default for Limits {
    fn default() -> Self {
        Self { until: None, failings: 100, simpler: SIMPLER }
    }
}

/// Why a case has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The design ended, and how.
    Ended(String),
    /// It said nothing for so long.
    Silent(Duration),
    /// So many cases asked together got another number of answers.
    Count {
        /// Cases.
        asked: usize,
        /// Answers.
        answered: usize,
    },
    /// What it said, and what is wrong with that.
    Unreadable {
        /// The line, cut where it is long.
        line: String,
        /// What is wrong.
        what: String,
    },
}

/// A case without an answer.
#[derive(Clone, Debug)]
pub struct Failing {
    /// The number of the case among those asked, from 1.
    pub number: u64,
    /// The command that explains it.
    pub command: String,
    /// Why.
    pub why: Why,
}

/// What came of the questions.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Cases asked, those of the simplification aside; those that were out when the time was over do not count.
    pub asked: u64,
    /// Cases that were wanted; sets without an end aside.
    pub wanted: u64,
    /// What is wrong with the answers. Its lines are answers.
    pub report: Report,
    /// The first cases without an answer.
    pub failings: Vec<Failing>,
    /// The number of cases without an answer.
    pub failed: u64,
    /// The simplest case found that differs like the first.
    pub simplest: Option<Finding>,
    /// What is wrong with the design beside its answers.
    pub complaints: Vec<Complaint>,
    /// Whether it stopped before the cases were at their end.
    pub stopped: Option<Stopped>,
}

/// Why there were no more questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stopped {
    /// The time was over.
    Time,
    /// There were too many failings.
    Failings,
}

impl Found {
    /// How often the design failed to answer, or did something else.
    #[must_use]
    pub fn failures(&self) -> u64 {
        self.failed + self.complaints.iter().map(|complaint| complaint.times).sum::<u64>()
    }

    /// Whether the design and the model agree in all that was asked.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.report.counts.mismatched == 0 && self.failed == 0 && self.complaints.is_empty()
    }
}

/// How cases are judged, and which may be asked.
type Asked<'a> = (&'a Settings, &'a dyn Fn(&[u64]) -> bool);

/// A set of so many cases is there to be asked as long as there is time.
const ENDLESS: u64 = 1 << 61;

/// Asks a design cases, all of one operation under one choice of options, that of the settings.
/// `progress` is told how many were asked.
///
/// # Errors
/// The settings name no operation, or the model itself decides a case not.
pub fn diff(
    design: &mut dyn Design,
    questions: &Questions<'_>,
    settings: &Settings,
    limits: &Limits,
    progress: &mut dyn FnMut(u64),
) -> Result<Found, Error> {
    let op = settings.op.ok_or(Error::NoOperation)?;
    let plan = op.plan(&settings.options);
    let settings = Settings { noun: "answer", ..settings.clone() };
    let within = settings
        .within(&plan)
        .map_err(|e| Error::Line { line: 0, fault: What::Domain(e).whole() })?;
    let takes = |x: &[u64]| within.as_ref().is_none_or(|within| within.takes(x));
    let first: Vec<&Vec<u64>> = questions.first.iter().filter(|x| takes(x)).collect();
    let asked_first = first.len() as u64;
    let mut first = first.into_iter();
    let mut cases =
        questions.sets.iter().flat_map(|set| (0..set.len()).map(move |index| (set, index)));
    let mut next = |x: &mut Vec<u64>| {
        if let Some(kept) = first.next() {
            x.extend_from_slice(kept);
            return true;
        }
        let Some((set, index)) = cases.next() else { return false };
        let start = x.len();
        x.resize(start + set.elements().max(plan.elements()), 0);
        let found = set.case(index, &mut x[start..]).is_some();
        x.truncate(start + plan.elements());
        found
    };
    let sizes = std::iter::once(asked_first).chain(questions.sets.iter().map(Set::len));
    let wanted = sizes.filter(|size| *size < ENDLESS).sum();
    design.begin(wanted, limits.until);
    let mut asking = Asking::new(design, &plan, limits, &mut next, progress);
    let report = asking.check(&settings)?;
    let complaints = asking.complaints(settings.flags);
    let mut found = Found { wanted, ..asking.found(report) };
    if let Some(first) = found.report.findings.first() {
        let first = first.clone();
        design.begin(0, Some(Instant::now() + limits.simpler / 2));
        probe::ask(design, &plan, (&settings, &takes), &mut found.report);
        design.begin(0, Some(Instant::now() + limits.simpler / 2));
        let first = found.report.findings.first().unwrap_or(&first);
        found.simplest = simpler::of(design, &plan, (&settings, &takes), first)?;
        design.begin(0, limits.until);
    }
    found.complaints = design.finish();
    found.complaints.extend(complaints);
    Ok(found)
}
