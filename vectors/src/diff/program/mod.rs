//! A whole emulator is asked: it gets the state before and a program, and answers with the state after.
//!
//! Questions are random cases ([`crate::programs::cases`]) or those of a file. An [`Emulator`] answers with lines of the protocol in
//! `docs/designs.md`; they are compared with the model, line by line, and what was asked for must be among them. The first case that
//! differs is asked again with fewer lines of code and less state, and with the state that its first lines leave instead of them, as
//! long as it still differs.
//!
//! ```
//! use semantics::{cases, machines};
//! use vectors::diff::program::{Emulator, Limits, Question, Reply, diff};
//!
//! /// Says that nothing has changed.
//! struct Lazy;
//!
//! impl Emulator for Lazy {
//!     fn ask(&mut self, question: &Question) -> Reply {
//!         let init = question.case.init.iter();
//!         Reply::Lines(init.map(|part| format!("{}={}", part.target, part.value)).collect())
//!     }
//! }
//!
//! let source = "system pod\ntest T1\ninit r1=0x1 r2=0x2\ncode add8zx r1 = r1, r1\nexpect r1=0x2\n";
//! let file = cases::read(source.as_bytes())?;
//! let machine = machines::named("pod").unwrap();
//! let mut cases = file.cases.into_iter().map(Ok);
//! let found = diff(&mut Lazy, machine, &mut cases, &Limits::default(), &mut |_| {})?;
//! assert_eq!((found.asked, found.differing), (1, 1));
//! // r2 is not needed for it.
//! assert_eq!(found.simplest.unwrap().question.case.init.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod golden;
mod question;
mod simpler;
mod text;

pub use golden::{Golden, golden};
pub use question::Question;

use super::Complaint;
use semantics::cases::{Case, Mismatch};
use semantics::machine::Machine;
use semantics::source::Refusal;
use std::time::{Duration, Instant};

/// What is asked.
pub trait Emulator {
    /// The lines of its answer, or why there is none.
    fn ask(&mut self, question: &Question) -> Reply;

    /// After this time no answer is waited for: what is still out is [`Reply::Unasked`]. Nothing where there is no limit.
    fn until(&mut self, _until: Option<Instant>) {}

    /// Nothing more is asked. What is wrong with it, beside its answers.
    fn finish(&mut self) -> Vec<Complaint> {
        Vec::new()
    }
}

/// What comes of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `TARGET=VALUE` or `error KIND [at N]`.
    Lines(Vec<String>),
    /// The emulator ended, and how.
    Ended(String),
    /// It said nothing for so long.
    Silent(Duration),
    /// The time was over before it could answer ([`Emulator::until`]).
    Unasked,
}

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// No question is begun after this time, and no answer waited for.
    pub until: Option<Instant>,
    /// So many cases without an answer end the run.
    pub failures: u64,
    /// The most findings that are kept.
    pub kept: usize,
    /// How long, at most, the first finding is made simpler, after `until` too.
    pub simpler: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { until: None, failures: 100, kept: 10, simpler: super::SIMPLER }
    }
}

/// What is wrong with an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Wrong {
    /// Parts that are not as the model has them; `expected` is what the emulator says, `found` what the model has.
    Differs(Vec<Mismatch>),
    /// Parts that were asked for and not answered.
    Lacks(Vec<String>),
    /// What it said cannot be read.
    Unreadable(String),
    /// The emulator ended, and how.
    Ended(String),
    /// It said nothing for so long.
    Silent(Duration),
    /// The time was over before it could answer.
    Unasked,
}

impl Wrong {
    /// Whether there was an answer.
    const fn answered(&self) -> bool {
        matches!(self, Self::Differs(_))
    }
}

/// A question whose answer is wrong.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The question, with the model's answer as its expectation.
    pub question: Question,
    /// What is wrong.
    pub wrong: Wrong,
}

/// What came of the questions.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Cases asked, those of the simplification aside; one that was out when the time was over does not count.
    pub asked: u64,
    /// Those whose answer differs.
    pub differing: u64,
    /// Those without an answer that can be compared.
    pub failed: u64,
    /// The first of them.
    pub findings: Vec<Finding>,
    /// The simplest case that is answered wrong in the way of the first.
    pub simplest: Option<Finding>,
    /// Whether the failures ended the run.
    pub stopped: bool,
    /// Whether the time did.
    pub over: bool,
    /// What is wrong with the emulator beside its answers.
    pub complaints: Vec<Complaint>,
}

impl Found {
    /// Whether the emulator and the model agree in all that was asked.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.differing == 0 && self.failures() == 0
    }

    /// How often the emulator failed to answer, or did something else.
    #[must_use]
    pub fn failures(&self) -> u64 {
        self.failed + self.complaints.iter().map(|complaint| complaint.times).sum::<u64>()
    }
}

/// Asks an emulator cases of a machine. `progress` is told how many were asked.
///
/// # Errors
/// A case that the machine does not take.
pub fn diff(
    emulator: &mut dyn Emulator,
    machine: &'static dyn Machine,
    cases: &mut dyn Iterator<Item = Result<Case, Refusal>>,
    limits: &Limits,
    progress: &mut dyn FnMut(u64),
) -> Result<Found, Refusal> {
    let mut found = Found::default();
    let over = || limits.until.is_some_and(|until| Instant::now() >= until);
    emulator.until(limits.until);
    for case in &mut *cases {
        found.over = over();
        if found.over {
            break;
        }
        let (question, board) = Question::of(machine, case?)?;
        let wrong = answer::judge(emulator, &question, &*board);
        found.over = wrong == Some(Wrong::Unasked);
        if found.over {
            break;
        }
        found.asked += 1;
        if let Some(wrong) = wrong {
            let count = if wrong.answered() { &mut found.differing } else { &mut found.failed };
            *count += 1;
            if found.findings.len() < limits.kept.max(1) {
                found.findings.push(Finding { question, wrong });
            }
        }
        progress(found.asked);
        if found.failed >= limits.failures {
            found.stopped = true;
            break;
        }
    }
    if let Some(first) = found.findings.first() {
        let until = Instant::now() + limits.simpler;
        emulator.until(Some(until));
        found.simplest = simpler::simplest(emulator, first, until);
        emulator.until(limits.until);
    }
    found.complaints = emulator.finish();
    Ok(found)
}
