//! An emulator as a child process: a case in lines in, the state after in lines out. The protocol stands in `docs/designs.md`.
//!
//! One that goes on after its answer gets the next case; one that ends is started for each. One that answers only when its input
//! ends, as programs do that buffer their output, is started for each, too.

use super::running::{Heard, Running};
use crate::failure::Failure;
use std::time::{Duration, Instant};
use vectors::diff::program::{Emulator, Question, Reply};

/// How long the first answer may take before the input is ended.
const FIRST: Duration = Duration::from_secs(1);

/// The most starts while nothing was answered.
const FIRST_STARTS: u64 = 3;

/// The most lines of an answer.
const LINES: usize = 1 << 20;

/// The last line of an answer.
const DONE: &str = "done";

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
    failure: Option<Failure>,
}

impl Process {
    pub(crate) fn new(command: &str, system: &'static str, limit: Duration) -> Self {
        let (running, at_end, last, failure) = (None, None, None, None);
        Self {
            command: command.to_owned(),
            system,
            limit,
            running,
            at_end,
            starts: 0,
            last,
            failure,
        }
    }

    /// What kept it from being started, if anything.
    pub(crate) fn failure(&mut self) -> Option<Failure> {
        self.failure.take()
    }

    /// The process that is asked, and whether it was there before.
    fn process(&mut self) -> Result<(Running, bool), Reply> {
        if let Some(running) = self.running.take() {
            return Ok((running, true));
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
            match running.hear(if open { left.min(FIRST) } else { left }) {
                Heard::Line(line) if line == DONE => {
                    self.at_end = self.at_end.or(Some(closed));
                    self.running = Some(running).filter(|_| !closed);
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
                    let how = running.status().map(|status| status.to_string());
                    let how = how.unwrap_or_else(|| "its output is closed".to_owned());
                    let before = if said { format!(" before `{DONE}`") } else { String::new() };
                    return (Reply::Ended(format!("{how}{before}")), said);
                }
            }
        }
    }
}

impl Emulator for Process {
    fn ask(&mut self, question: &Question) -> Reply {
        let text = question.text();
        let reply = loop {
            let (running, old) = match self.process() {
                Ok(process) => process,
                Err(reply) => return reply,
            };
            let (reply, said) = self.answer(running, &text);
            // One that had ended behind its last answer is no finding.
            if said || !old {
                break reply;
            }
        };
        self.last = Some(reply.clone());
        reply
    }
}
