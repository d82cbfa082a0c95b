//! A design as a child process: a case a line in, an answer a line out. The protocol stands in
//! `docs/designs.md`.
//!
//! A design that answers every line as it comes is asked many cases at once. One that answers only at the end
//! of its input, as programs do that buffer their output, is started for every batch. Which it is shows the
//! first case.

mod emulator;
mod running;

pub(crate) use emulator::Process;

use crate::failure::Failure;
use running::{Heard, Running};
use std::time::Duration;
use vectors::diff::{Answer, Design};
use vectors::registry::Plan;

/// How long the first answer may take before the input is ended.
const FIRST: Duration = Duration::from_secs(1);

/// The most starts because of ends and silences.
const MOST_STARTS: u64 = 1000;

/// The same while nothing was answered at all.
const FIRST_STARTS: u64 = 3;

/// A design that is started again when it ends.
pub(crate) struct Child {
    command: String,
    /// How long an answer may take.
    limit: Duration,
    manner: Manner,
    running: Option<Running>,
    /// Starts after an end or silence.
    restarts: u64,
    /// How it ended last, and whether it ever answered.
    last: Option<Answer>,
    answered: bool,
    /// Ends that no case alone brings about, and the last of them.
    unexplained: (u64, Option<Answer>),
    complaints: Vec<String>,
    /// What kept it from being started.
    failure: Option<Failure>,
}

/// When it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    Unknown,
    /// As the lines come.
    AtOnce,
    /// When its input has ended.
    AtEnd,
}

impl Child {
    pub(crate) fn new(command: &str, limit: Duration) -> Self {
        Self {
            command: command.to_owned(),
            limit,
            manner: Manner::Unknown,
            running: None,
            restarts: 0,
            last: None,
            answered: false,
            unexplained: (0, None),
            complaints: Vec::new(),
            failure: None,
        }
    }

    /// What kept it from being started, if anything.
    pub(crate) fn failure(&mut self) -> Option<Failure> {
        self.failure.take()
    }

    /// Whether it is started anew for every batch.
    pub(crate) fn answers_at_end(&self) -> bool {
        self.manner == Manner::AtEnd
    }

    /// The answers to questions, each a line without its end.
    fn answers(&mut self, plan: &Plan, questions: &[String]) -> Vec<Answer> {
        let mut answers = Vec::with_capacity(questions.len());
        while answers.len() < questions.len() {
            let rest = &questions[answers.len()..];
            let most = if self.answered { MOST_STARTS } else { FIRST_STARTS };
            if self.failure.is_some() || self.restarts >= most {
                let last = self.last.clone();
                let never = || Answer::Ended("it was not started".to_owned());
                answers.resize(questions.len(), last.unwrap_or_else(never));
                break;
            }
            let fresh = self.running.is_none();
            let (lines, stop) = self.run(plan, rest);
            let heard = lines.len();
            answers.extend(lines.into_iter().map(Answer::Line));
            self.answered |= heard > 0;
            if let Some(stop) = stop {
                self.restarts += 1;
                self.last = Some(stop.clone());
                let rest = &rest[heard..];
                let alone = fresh && rest.len() == 1 && heard == 0;
                answers.extend(self.suspect(plan, rest, stop, alone));
            }
        }
        answers
    }

    /// The answers to the questions that were not answered when the design stopped. The first is asked alone; where it is
    /// not the cause, the others are asked in halves, so that the cause is found although answers before it
    /// were lost.
    fn suspect(&mut self, plan: &Plan, rest: &[String], stop: Answer, alone: bool) -> Vec<Answer> {
        let Some((first, others)) = rest.split_first() else {
            self.unexplained.0 += 1;
            self.unexplained.1 = Some(stop);
            return Vec::new();
        };
        if alone {
            return vec![stop];
        }
        let mut answers = self.answers(plan, std::slice::from_ref(first));
        if matches!(answers[..], [Answer::Line(_)]) {
            if others.is_empty() {
                self.unexplained = (self.unexplained.0 + 1, Some(stop));
            }
            let (left, right) = others.split_at(others.len() / 2);
            for half in [left, right] {
                answers.extend(self.answers(plan, half));
            }
        }
        answers
    }

    /// Asks questions until one is not answered: the lines, and what stopped it.
    fn run(&mut self, plan: &Plan, questions: &[String]) -> (Vec<String>, Option<Answer>) {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => match Running::start(&self.command, &told(plan)) {
                Ok(running) => running,
                Err(failure) => {
                    self.failure = Some(failure);
                    return (Vec::new(), Some(Answer::Ended("it was not started".to_owned())));
                }
            },
        };
        let asked = if self.manner == Manner::Unknown { &questions[..1] } else { questions };
        running.ask(asked.iter().map(|q| format!("{q}\n")).collect());
        if self.manner == Manner::AtEnd {
            running.close();
        }
        let before = self.manner;
        let mut lines = Vec::with_capacity(asked.len());
        while lines.len() < asked.len() {
            let limit =
                if self.manner == Manner::Unknown { FIRST.min(self.limit) } else { self.limit };
            match running.hear(limit) {
                Heard::Line(line) => lines.push(line),
                Heard::Silence if self.manner == Manner::Unknown => {
                    self.manner = Manner::AtEnd;
                    running.close();
                }
                heard => {
                    self.manner = before;
                    return (lines, Some(self.stopped(running, &heard)));
                }
            }
        }
        match self.manner {
            Manner::AtEnd => self.end(running),
            Manner::Unknown | Manner::AtOnce => {
                self.manner = Manner::AtOnce;
                self.running = Some(running);
            }
        }
        (lines, None)
    }

    /// Why there is no answer.
    fn stopped(&self, running: Running, heard: &Heard) -> Answer {
        match heard {
            Heard::Silence | Heard::Line(_) => Answer::Silent(self.limit),
            Heard::Long => Answer::Ended("its line is too long, it was ended".to_owned()),
            Heard::End => Answer::Ended(match running.status() {
                Some(status) => status.to_string(),
                None => "its output is closed".to_owned(),
            }),
        }
    }

    /// All was answered: nothing may follow.
    fn end(&mut self, mut running: Running) {
        running.close();
        let mut more = 0_u64;
        let ended = loop {
            match running.hear(self.limit) {
                Heard::Line(_) if more < 1 << 20 => more += 1,
                Heard::End => break true,
                Heard::Line(_) | Heard::Long | Heard::Silence => break false,
            }
        };
        if more > 0 {
            let at_least = if ended { "" } else { "at least " };
            self.complain(format!("printed {at_least}{more} lines more than it was asked"));
        }
        match ended.then(|| running.status()).flatten() {
            Some(status) if !status.success() => {
                self.complain(format!("ended with {status} after its last answer"));
            }
            _ => {}
        }
    }

    /// Each complaint once.
    fn complain(&mut self, text: String) {
        if !self.complaints.contains(&text) {
            self.complaints.push(text);
        }
    }
}

/// What a design is told: the operation and the options.
fn told(plan: &Plan) -> [(&'static str, String); 2] {
    [("ASSAY_OP", plan.op.id.clone()), ("ASSAY_OPTIONS", plan.options.to_string())]
}

impl Design for Child {
    fn ask(&mut self, plan: &Plan, cases: &[u64]) -> Vec<Answer> {
        let cases = cases.chunks(plan.elements().max(1));
        let questions: Vec<String> = cases.map(|x| plan.texts(x).join(" ")).collect();
        self.answers(plan, &questions)
    }

    fn batch(&self) -> usize {
        match self.manner {
            Manner::AtEnd => 1 << 16,
            Manner::Unknown | Manner::AtOnce => 4096,
        }
    }

    fn finish(&mut self) -> Vec<String> {
        if let Some(running) = self.running.take() {
            self.end(running);
        }
        if let (times @ 1.., Some(stop)) = &self.unexplained {
            let how = match stop {
                Answer::Ended(how) => format!("ended ({how})"),
                Answer::Silent(long) => format!("was silent for {} s", long.as_secs_f64()),
                Answer::Line(_) => "stopped".to_owned(),
            };
            self.complain(format!("{how} {times} times at no case that does so alone"));
        }
        std::mem::take(&mut self.complaints)
    }
}
