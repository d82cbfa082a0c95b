//! A design as a child process: a case a line in, an answer a line out. The protocol stands in
//! `docs/designs.md`.
//!
//! A design that answers every line as it comes is asked many cases at once. One that answers only at the end
//! of its input, as programs do that buffer their output, is started for every batch. Which it is shows the
//! first case.

mod counted;
mod emulator;
mod group;
mod pace;
mod running;
mod stops;
pub(crate) mod time;

pub(crate) use emulator::{Process, unanswered};

use crate::Remarks;
use crate::failure::Failure;
use pace::Pace;
use running::{Heard, Running};
use std::process::ExitStatus;
use std::time::{Duration, Instant};
use stops::Stops;
use vectors::diff::{Answer, Complaint, Design};
use vectors::registry::Plan;

/// How long the first answer may take before the input is ended: an RTL simulation may answer once a second.
const FIRST: Duration = Duration::from_millis(1500);

/// A design that is started again when it ends.
pub(crate) struct Child {
    command: String,
    /// How long an answer may take.
    limit: Duration,
    remarks: Remarks,
    manner: Manner,
    /// Whether the answers that were given last were counted, all of them: where only the last were, those before may be
    /// another question's.
    is_counted: bool,
    running: Option<Running>,
    stops: Stops,
    pace: Pace,
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
    /// As one that answers at the end, since it is not to be trusted otherwise.
    Counted,
}

impl Child {
    pub(crate) fn new(command: &str, limit: Duration, remarks: Remarks) -> Self {
        Self {
            command: command.to_owned(),
            limit,
            remarks,
            manner: Manner::Unknown,
            is_counted: false,
            running: None,
            stops: Stops::default(),
            pace: Pace::default(),
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

    /// What stands for answers where it is started no more.
    fn spent(&mut self) -> Option<Answer> {
        match &self.failure {
            Some(_) => Some(Answer::Ended("it was not started".to_owned())),
            None if self.pace.is_over() => Some(Answer::Unasked),
            None => self.stops.spent(),
        }
    }

    /// It has stopped; the first time that is told at once, since what follows may take long.
    fn stop(&mut self, stop: &Answer) {
        if self.stops.count() == 0 && self.stops.answered {
            let how = match stop {
                Answer::Line(_) | Answer::Unasked => return,
                Answer::Ended(how) => format!("ended ({how})"),
                Answer::Silent(long) => format!("was silent for {} s", long.as_secs_f64()),
                Answer::Count { asked, answered } => {
                    format!("gave {answered} answers to {asked} cases")
                }
            };
            self.remarks.say(format_args!(
                "the design {how}; it is started again, to find the case that is the cause"
            ));
        }
        self.stops.take(stop);
        if let (Answer::Silent(long), 2..) = (stop, self.stops.silences()) {
            let (times, long) = (self.stops.silences(), long.as_secs_f64());
            self.remarks
                .say(format_args!("the design was silent for {long} s again, {times} times now"));
        }
    }

    /// The answers to the questions, each a line without its end.
    fn answers(&mut self, plan: &Plan, questions: &[String]) -> Vec<Answer> {
        let mut answers = Vec::with_capacity(questions.len());
        while answers.len() < questions.len() {
            let rest = &questions[answers.len()..];
            if self.has_more() {
                // Nobody can say whose answers these are.
                return self.counted(plan, questions);
            }
            if matches!(self.manner, Manner::AtEnd | Manner::Counted) {
                answers.extend(self.counted(plan, rest));
                break;
            }
            if let Some(never) = self.spent() {
                answers.resize(questions.len(), never);
                break;
            }
            let fresh = self.running.is_none();
            let (lines, stop) = self.run(plan, rest);
            let heard = lines.len();
            answers.extend(lines.into_iter().map(Answer::Line));
            self.stops.answered |= heard > 0;
            if stop == Some(Answer::Unasked) {
                answers.resize(questions.len(), Answer::Unasked);
                break;
            }
            if let Some(stop) = stop {
                self.stop(&stop);
                let rest = &rest[heard..];
                let alone = fresh && rest.len() == 1 && heard == 0;
                answers.extend(self.suspect(plan, rest, stop, alone));
            }
        }
        answers
    }

    /// Whether it has said something that it was not asked; its answers are counted from then on.
    fn has_more(&mut self) -> bool {
        let more =
            self.manner == Manner::AtOnce && self.running.as_ref().is_some_and(Running::has_more);
        if more {
            self.stops.complain("said something before it was asked".to_owned());
            (self.running, self.manner) = (None, Manner::Counted);
        }
        more
    }

    /// The answers to the questions that were not answered when the design stopped. The first is asked alone; where it is
    /// not the cause, the others are asked in halves, so that the cause is found although answers before it
    /// were lost.
    fn suspect(&mut self, plan: &Plan, rest: &[String], stop: Answer, alone: bool) -> Vec<Answer> {
        if alone {
            return vec![stop];
        }
        if self.stops.is_silent() {
            // Without counting, each silence would take its time again.
            self.manner = Manner::Counted;
        }
        let mut answers = Vec::with_capacity(rest.len());
        if let Some((first, others)) = rest.split_first() {
            answers = self.answers(plan, std::slice::from_ref(first));
            if matches!(answers[..], [Answer::Line(_)]) {
                let (left, right) = others.split_at(others.len() / 2);
                for half in [left, right] {
                    answers.extend(self.answers(plan, half));
                }
            }
        }
        if answers.iter().all(|answer| matches!(answer, Answer::Line(_))) {
            self.stops.unexplained(&stop);
        }
        answers
    }

    /// A process of its own.
    fn start(&mut self, plan: &Plan) -> Result<Running, Answer> {
        Running::start(&self.command, &told(plan)).map_err(|failure| {
            self.failure = Some(failure);
            Answer::Ended("it was not started".to_owned())
        })
    }

    /// Asks questions until one is not answered: the lines, and what stopped it.
    fn run(&mut self, plan: &Plan, questions: &[String]) -> (Vec<String>, Option<Answer>) {
        let mut running = match self.running.take().map_or_else(|| self.start(plan), Ok) {
            Ok(running) => running,
            Err(stop) => return (Vec::new(), Some(stop)),
        };
        let asked = if self.manner == Manner::Unknown { &questions[..1] } else { questions };
        running.ask(asked.iter().map(|q| format!("{q}\n")).collect());
        let before = self.manner;
        let mut lines = Vec::with_capacity(asked.len());
        while lines.len() < asked.len() {
            let limit =
                if self.manner == Manner::Unknown { FIRST.min(self.limit) } else { self.limit };
            match running.hear(self.pace.wait(limit)) {
                Heard::Line(line) => {
                    lines.push(line);
                    self.pace.heard(self.remarks);
                }
                Heard::Silence if self.pace.is_over() => {
                    self.manner = before;
                    return (lines, Some(Answer::Unasked));
                }
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
            Manner::AtEnd | Manner::Counted => self.end(running),
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
            Heard::End => Answer::Ended(how(running.status(self.pace.wait(running::END)))),
        }
    }

    /// All was answered: nothing may follow.
    fn end(&mut self, mut running: Running) {
        running.close();
        let mut more = 0_u64;
        let last = loop {
            match running.hear(self.pace.wait(self.limit)) {
                Heard::Line(_) if more < 1 << 20 => more += 1,
                heard => break heard,
            }
        };
        if more > 0 {
            let at_least = if matches!(last, Heard::End) { "" } else { "at least " };
            self.stops.complain(format!("printed {at_least}{more} lines more than it was asked"));
        }
        if self.pace.is_over() && matches!(last, Heard::Silence) {
            // It had no time to end.
            return;
        }
        match last {
            Heard::End => match running.status(self.pace.wait(self.limit.max(running::END))) {
                Some(status) if status.success() => {}
                status => {
                    self.stops.complain(format!("ended with {} after its last answer", how(status)))
                }
            },
            Heard::Silence => self
                .stops
                .complain(format!("had not ended {} s after its input", self.limit.as_secs_f64())),
            Heard::Long => self.stops.complain("printed a line without an end".to_owned()),
            Heard::Line(_) => {}
        }
    }
}

/// Why a design that had no time to answer has no verdict.
pub(crate) fn unasked(command: &str, seconds: Option<Duration>) -> Failure {
    let seconds = seconds.unwrap_or_default().as_secs_f64();
    Failure::Environment(format!("`{command}` answered no case within {seconds} s"))
}

/// How a process ended; nothing where it has closed its output alone.
fn how(status: Option<ExitStatus>) -> String {
    status.map_or_else(|| "its output is closed".to_owned(), |status| status.to_string())
}

/// What a design is told: the operation and the options.
fn told(plan: &Plan) -> [(&'static str, String); 2] {
    [("ASSAY_OP", plan.op.id.clone()), ("ASSAY_OPTIONS", plan.options.to_string())]
}

/// Cases as the lines that ask them.
fn questions(plan: &Plan, cases: &[u64]) -> Vec<String> {
    cases.chunks(plan.elements().max(1)).map(|x| plan.texts(x).join(" ")).collect()
}

impl Design for Child {
    fn ask(&mut self, plan: &Plan, cases: &[u64]) -> Vec<Answer> {
        self.is_counted = matches!(self.manner, Manner::AtEnd | Manner::Counted);
        let questions = questions(plan, cases);
        let answers = self.answers(plan, &questions);
        if !self.has_more() {
            return answers;
        }
        self.is_counted = true;
        self.counted(plan, &questions)
    }

    fn recount(&mut self, plan: &Plan, cases: &[u64]) -> Option<Vec<Answer>> {
        if self.is_counted {
            return None;
        }
        self.running = None;
        let before = self.stops.count();
        let answers = self.counted(plan, &questions(plan, cases));
        if self.stops.count() > before {
            self.manner = Manner::Counted;
        }
        Some(answers)
    }

    fn begin(&mut self, cases: u64, until: Option<Instant>) {
        self.pace.until(until);
        self.pace.expect(cases);
    }

    fn stops(&self) -> u64 {
        self.stops.count()
    }

    fn batch(&self) -> usize {
        match self.manner {
            Manner::AtEnd | Manner::Counted => 1 << 16,
            Manner::Unknown | Manner::AtOnce => 4096,
        }
    }

    fn finish(&mut self) -> Vec<Complaint> {
        if let Some(running) = self.running.take() {
            self.end(running);
        }
        self.stops.complaints()
    }
}
