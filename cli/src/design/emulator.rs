//! An emulator as a child process: a case in lines in, the state after in lines out. The protocol stands in `docs/designs.md`.
//!
//! One that goes on after its answer gets the next case; one that ends is started for each. One that answers only when its input
//! ends, as programs do that buffer their output, is started for each, too.

use super::pace::Pace;
use super::running::{END, Heard, Running};
use super::stops::Stops;
use crate::Remarks;
use crate::failure::Failure;
use std::fmt::Display;
use std::time::{Duration, Instant};
use vectors::diff::Complaint;
use vectors::diff::program::{Emulator, Question, Reply};

/// How long the first answer may take before the input is ended: an RTL simulation may answer once a second.
const FIRST: Duration = Duration::from_millis(1500);

/// The most starts while nothing was answered.
const FIRST_STARTS: u64 = 3;

/// The most lines of an answer.
const LINES: usize = 1 << 20;

/// How one ended that ended well.
const WELL: &str = "exit status: 0";

/// The last line of an answer.
const DONE: &str = "done";

/// Why an emulator that answered no case has no verdict.
pub(crate) fn unanswered(command: &str, asked: u64, why: impl Display) -> Failure {
    let plural = if asked == 1 { "" } else { "s" };
    Failure::Environment(format!(
        "`{command}` answered none of {asked} case{plural}: {why}\n  right: TARGET=VALUE lines and `done` for each case"
    ))
}

/// An emulator that is started again when it ends.
pub(crate) struct Process {
    command: String,
    system: &'static str,
    /// How long an answer may take.
    limit: Duration,
    running: Option<Running>,
    /// Whether it answers when its input ends; shown by its first answer.
    at_end: Option<bool>,
    starts: u64,
    last: Option<Reply>,
    /// What is wrong beside its answers.
    stops: Stops,
    pace: Pace,
    remarks: Remarks,
    failure: Option<Failure>,
}

impl Process {
    pub(crate) fn new(
        command: &str,
        system: &'static str,
        limit: Duration,
        remarks: Remarks,
    ) -> Self {
        let (running, at_end, last, failure) = (None, None, None, None);
        Self {
            command: command.to_owned(),
            system,
            limit,
            running,
            at_end,
            starts: 0,
            last,
            stops: Stops::default(),
            pace: Pace::default(),
            remarks,
            failure,
        }
    }

    /// About so many cases will be asked.
    pub(crate) const fn expect(&mut self, cases: u64) {
        self.pace.expect(cases);
    }

    /// What kept it from being started, if anything.
    pub(crate) fn failure(&mut self) -> Option<Failure> {
        self.failure.take()
    }

    /// The process that is asked, and whether it was there before.
    fn process(&mut self) -> Result<(Running, bool), Reply> {
        if let Some(running) = self.running.take() {
            if !running.has_more() {
                return Ok((running, true));
            }
            // What it says would stand in the next answer.
            self.stops.complain(format!("said something after `{DONE}`"));
        }
        let told = [("ASSAY_SYSTEM", self.system.to_owned())];
        let refused = || Reply::Ended("it was not started".to_owned());
        if self.failure.is_some() || self.at_end.is_none() && self.starts >= FIRST_STARTS {
            return Err(self.last.clone().unwrap_or_else(refused));
        }
        self.starts += 1;
        match Running::start(&self.command, &told) {
            Ok(running) => Ok((running, false)),
            Err(failure) => {
                self.failure = Some(failure);
                Err(refused())
            }
        }
    }

    /// Asks a process; its answer, and whether it said anything at all.
    fn answer(&mut self, mut running: Running, text: &str) -> (Reply, bool) {
        running.ask(text.to_owned());
        let mut closed = self.at_end == Some(true);
        if closed {
            running.close();
        }
        let until = Instant::now() + self.limit;
        let mut lines = Vec::new();
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let open = self.at_end.is_none() && !closed;
            match running.hear(self.pace.wait(if open { left.min(FIRST) } else { left })) {
                Heard::Silence if self.pace.is_over() => return (Reply::Unasked, true),
                Heard::Line(line) if line == DONE => {
                    self.pace.heard(self.remarks);
                    self.at_end = self.at_end.or(Some(closed));
                    if closed {
                        self.ended(running);
                    } else {
                        self.running = Some(running);
                    }
                    return (Reply::Lines(lines), true);
                }
                Heard::Line(line) if lines.len() < LINES => lines.push(line),
                Heard::Silence if open && lines.is_empty() && left > FIRST => {
                    running.close();
                    closed = true;
                }
                Heard::Silence => return (Reply::Silent(self.limit), true),
                Heard::Line(_) | Heard::Long => {
                    return (Reply::Ended("its answer is too long, it was ended".to_owned()), true);
                }
                Heard::End => {
                    let said = !lines.is_empty();
                    let how = super::how(running.status(self.pace.wait(END)));
                    let before = if said { format!(" before `{DONE}`") } else { String::new() };
                    return (Reply::Ended(format!("{how}{before}")), said);
                }
            }
        }
    }
}

impl Process {
    /// One whose input has ended and whose answer is whole: it says nothing more, and ends well.
    fn ended(&mut self, running: Running) {
        match running.hear(self.pace.wait(self.limit)) {
            Heard::Silence if self.pace.is_over() => {}
            Heard::End => self.well(running),
            Heard::Silence => self.stops.complain("had not ended after its last answer".to_owned()),
            Heard::Line(_) | Heard::Long => {
                self.stops.complain(format!("said something after `{DONE}`"));
            }
        }
    }

    /// One whose output has ended behind its answer.
    fn well(&mut self, running: Running) {
        let status = running.status(self.pace.wait(self.limit.max(END)));
        if !status.is_some_and(|status| status.success()) {
            self.stops.complain(format!("ended with {} after an answer", super::how(status)));
        }
    }
}

impl Emulator for Process {
    fn ask(&mut self, question: &Question) -> Reply {
        if self.pace.is_over() {
            return Reply::Unasked;
        }
        let text = question.text();
        let reply = loop {
            let (running, old) = match self.process() {
                Ok(process) => process,
                Err(reply) => return reply,
            };
            let (reply, said) = self.answer(running, &text);
            if said || !old {
                break reply;
            }
            // One that had ended behind its last answer is no finding where it ended well.
            if let Reply::Ended(how) = &reply
                && how != WELL
            {
                self.stops.complain(format!("ended with {how} after an answer"));
            }
        };
        self.last = Some(reply.clone());
        reply
    }

    fn until(&mut self, until: Option<Instant>) {
        self.pace.until(until);
    }

    fn finish(&mut self) -> Vec<Complaint> {
        if let Some(mut running) = self.running.take() {
            running.close();
            self.ended(running);
        }
        self.stops.complaints()
    }
}
