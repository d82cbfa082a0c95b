//! A whole emulator is asked: it gets the state before and a program, and answers with the state after.
//!
//! Questions are random cases ([`crate::programs::cases`]) or those of a file. An [`Emulator`] answers with lines of the protocol in
//! `docs/designs.md`; they are compared with the model, line by line, and what was asked for must be among them. The first case that
//! differs is asked again with fewer lines of code and less state, as long as it still differs.
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
mod text;

pub use golden::{Golden, golden};
pub use question::Question;

use super::Complaint;
use semantics::cases::{Assignment, Case, Mismatch};
use semantics::machine::{Machine, Value};
use semantics::source::Refusal;
use std::time::{Duration, Instant};

/// The most questions of a simplification.
const SIMPLER: u64 = 500;

/// What is asked.
pub trait Emulator {
    /// The lines of its answer, or why there is none.
    fn ask(&mut self, question: &Question) -> Reply;

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
}

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// No question is begun after this time.
    pub until: Option<Instant>,
    /// So many cases without an answer end the run.
    pub failures: u64,
    /// The most findings that are kept.
    pub kept: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { until: None, failures: 100, kept: 10 }
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
    /// Cases asked, those of the simplification aside.
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
    while !over() {
        let Some(case) = cases.next() else { break };
        let question = Question::of(machine, case?)?;
        found.asked += 1;
        if let Some(wrong) = answer::judge(emulator, &question) {
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
        found.simplest = simplest(emulator, first);
    }
    found.complaints = emulator.finish();
    Ok(found)
}

/// Asks simpler forms of a finding, as long as one is wrong in the same way; `None` where the answer is right when it is asked
/// again.
fn simplest(emulator: &mut dyn Emulator, first: &Finding) -> Option<Finding> {
    let mut asked = 0;
    let mut ask = |question: Question| {
        asked += 1;
        let wrong = answer::judge(emulator, &question)?;
        let same = std::mem::discriminant(&wrong) == std::mem::discriminant(&first.wrong);
        same.then_some((asked, Finding { question, wrong }))
    };
    let (_, mut best) = ask(first.question.clone())?;
    // An emulator that is silent takes its time for each.
    let most = if matches!(first.wrong, Wrong::Silent(_)) { 20 } else { SIMPLER };
    let (mut at, mut better) = (0, false);
    loop {
        let forms = forms(&best.question.case);
        let Some(form) = forms.get(at) else {
            if !std::mem::take(&mut better) {
                return Some(best);
            }
            // What was no use before may be now.
            at = 0;
            continue;
        };
        let next = Question::like(&best.question, form.clone());
        match next.and_then(&mut ask) {
            Some((count, next)) => {
                (best, better) = (next, true);
                if count >= most {
                    return Some(best);
                }
            }
            None => at += 1,
        }
    }
}

// A case -> cases that say less.

/// Simpler forms of a case, those that take most away first.
fn forms(case: &Case) -> Vec<Case> {
    let mut forms = Vec::new();
    for range in ranges(case.code.len()) {
        let mut form = case.clone();
        form.code.drain(range);
        forms.push(form);
    }
    for range in ranges(case.init.len()) {
        let mut form = case.clone();
        form.init.drain(range);
        forms.push(form);
    }
    for at in 0..case.parameters.len() {
        let mut form = case.clone();
        form.parameters.remove(at);
        forms.push(form);
    }
    for (at, Assignment { value, .. }) in case.init.iter().enumerate() {
        for value in simpler(value) {
            let mut form = case.clone();
            form.init[at].value = value;
            forms.push(form);
        }
    }
    forms.retain(|form| !form.code.is_empty());
    forms
}

/// All, halves, quarters, down to single ones.
fn ranges(count: usize) -> Vec<std::ops::Range<usize>> {
    let mut ranges = Vec::new();
    let mut size = count;
    while size > 0 {
        ranges.extend((0..count).step_by(size).map(|at| at..(at + size).min(count)));
        size /= 2;
    }
    ranges
}

/// Values with more zeros. Each differs from the value.
fn simpler(value: &Value) -> Vec<Value> {
    match value {
        Value::None => Vec::new(),
        Value::Number(number, bits) => {
            let list = [0, 1, number & 0xff, number >> (bits / 2)];
            let simple = list.into_iter().filter(|simple| simple < number);
            simple.map(|simple| Value::Number(simple, *bits)).collect()
        }
        Value::Image(bytes) => {
            let zeroed = ranges(bytes.len()).into_iter().filter_map(|range| {
                let mut bytes = bytes.clone();
                let part = &mut bytes[range];
                let changes = part.iter().any(|byte| *byte != 0);
                part.fill(0);
                changes.then_some(Value::Image(bytes))
            });
            zeroed.take(MOST).collect()
        }
    }
}

/// The most forms of a value.
const MOST: usize = 64;
