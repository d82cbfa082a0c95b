//! Questions and answers as a stream of testfloat lines, which is what the check of a file reads.

use super::answer::Reader;
use super::{Answer, Complaint, Design, Failing, Found, Limits, Stopped, Why};
use crate::check::{self, Report, Settings};
use crate::file::{Error, Format};
use crate::registry::{FlagKind, Plan};
use std::io::{self, Read};
use std::time::Instant;

/// So many times answers are counted in vain: the design is wrong in a way that only looks like it.
const RECOUNTS: u32 = 3;

/// The most failings kept.
const KEPT: usize = 100;

/// Asks when it is read.
pub(super) struct Asking<'a> {
    design: &'a mut dyn Design,
    plan: &'a Plan,
    limits: &'a Limits,
    /// Appends the elements of the next case, if there is one.
    next: &'a mut dyn FnMut(&mut Vec<u64>) -> bool,
    progress: &'a mut dyn FnMut(u64),
    reader: Reader,
    /// Lines that are not read yet, from `at` on.
    lines: Vec<u8>,
    at: usize,
    asked: u64,
    failed: u64,
    failings: Vec<Failing>,
    stopped: Option<Stopped>,
    recounts: u32,
    /// Cases that had an answer only when answers were counted.
    unanswered: u64,
    /// Answers with flags, and such as have none though their operation has.
    flags: (u64, u64),
}

impl<'a> Asking<'a> {
    pub(super) fn new(
        design: &'a mut dyn Design,
        plan: &'a Plan,
        limits: &'a Limits,
        next: &'a mut dyn FnMut(&mut Vec<u64>) -> bool,
        progress: &'a mut dyn FnMut(u64),
    ) -> Self {
        let reader = Reader::new(plan);
        let (lines, at, asked, failed, failings) = Default::default();
        let stopped = None;
        Self {
            design,
            plan,
            limits,
            next,
            progress,
            reader,
            lines,
            at,
            asked,
            failed,
            failings,
            stopped,
            recounts: 0,
            unanswered: 0,
            flags: (0, 0),
        }
    }

    /// What came of it, with what the check of its lines reports.
    pub(super) fn found(self, report: Report) -> Found {
        let Self { asked, failed, failings, stopped, .. } = self;
        Found { asked, report, failings, failed, stopped, ..Found::default() }
    }

    /// What is wrong with the design beside single answers; flags where they count.
    pub(super) fn complaints(&self, flags: bool) -> impl Iterator<Item = Complaint> + use<> {
        let (given, without) = self.flags;
        let without = if flags && given > 0 { without } else { 0 };
        let all = [
            ("left out flags that it gave of other cases", without),
            ("left cases without an answer to which it has one", self.unanswered),
        ];
        let told = all.into_iter().filter(|(_, times)| *times > 0);
        told.map(|(what, times)| Complaint { what: what.to_owned(), times })
    }

    /// Asks the next cases; whether there were any.
    fn more(&mut self) -> bool {
        let now_over = self.limits.until.is_some_and(|until| Instant::now() >= until);
        if self.stopped.is_some() {
            return false;
        }
        if self.failed >= self.limits.failings {
            self.stopped = Some(Stopped::Failings);
            return false;
        }
        let (mut cases, mut count) = (Vec::new(), 0);
        while count < self.design.batch() && (self.next)(&mut cases) {
            count += 1;
            if now_over {
                self.stopped = Some(Stopped::Time);
                return false;
            }
        }
        if count == 0 {
            return false;
        }
        let stops = self.design.stops();
        let mut answers = self.design.ask(self.plan, &cases);
        let stopped = self.design.stops() > stops;
        let in_time = !answers.contains(&Answer::Unasked);
        if in_time
            && self.recounts < RECOUNTS
            && is_lost(self.plan, &mut self.reader, &cases, &answers, stopped)
            && let Some(counted) = self.design.recount(self.plan, &cases)
        {
            self.recounts += u32::from(counted == answers);
            // What it left unanswered the first time is told, though it has an answer now.
            let lines =
                |all: &[Answer]| all.iter().filter(|a| matches!(a, Answer::Line(_))).count();
            self.unanswered += lines(&counted).saturating_sub(lines(&answers)) as u64;
            answers = counted;
        }
        let elements = self.plan.elements().max(1);
        for (x, answer) in cases.chunks(elements).zip(answers) {
            self.take(x, answer);
        }
        (self.progress)(self.asked);
        self.stopped.is_none()
    }

    /// Takes an answer: a line more, or a failing.
    fn take(&mut self, x: &[u64], answer: Answer) {
        self.asked += u64::from(answer != Answer::Unasked);
        let why = match answer {
            Answer::Ended(how) => Why::Ended(how),
            Answer::Silent(long) => Why::Silent(long),
            Answer::Unasked => {
                self.stopped = Some(Stopped::Time);
                return;
            }
            Answer::Count { asked, answered } => Why::Count { asked, answered },
            Answer::Line(answer) => {
                let operands = self.plan.texts(x).join(" ");
                match self.reader.read(&operands, &answer) {
                    Ok(line) => {
                        let words = line.split(' ').count();
                        if self.plan.op.flags != FlagKind::None {
                            match words > self.plan.operands.len() + 1 {
                                true => self.flags.0 += 1,
                                false => self.flags.1 += 1,
                            }
                        }
                        self.lines.extend_from_slice(line.as_bytes());
                        self.lines.push(b'\n');
                        return;
                    }
                    Err(why) => why,
                }
            }
        };
        self.failed += 1;
        if self.failings.len() < KEPT {
            let command = format!("assay explain {}", self.plan.case(x));
            self.failings.push(Failing { number: self.asked, command, why });
        }
    }
}

impl Asking<'_> {
    /// Asks all, and checks the answers.
    pub(super) fn check(&mut self, settings: &Settings) -> Result<Report, Error> {
        let among = self.plan.op.link.among;
        match check::check(&mut *self, Format::TestFloat, among, settings, &mut |_| {}) {
            // Not one case was answered.
            Err(Error::Empty { .. }) => Ok(Report::default()),
            checked => checked,
        }
    }
}

impl Read for Asking<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        while self.at == self.lines.len() {
            self.lines.clear();
            self.at = 0;
            if !self.more() && self.lines.is_empty() {
                return Ok(0);
            }
        }
        let read = (&self.lines[self.at..]).read(room)?;
        self.at += read;
        Ok(read)
    }
}

// Whether answers are those to their questions. A process that leaves an answer out, or gives one twice, goes on with answers that
// belong to other questions: each of them would be a mismatch, and none of these is its fault.

/// So many questions away an answer's own is looked for.
const NEAR: usize = 8;

/// Where nothing has stopped, so many answers at the end are looked at: who is out of step stays so.
const LAST: usize = 64;

/// Whether most answers that are wrong are right for a question near to theirs. `stopped`: the design stopped among these cases, so
/// that it may be in step again at their end.
pub(super) fn is_lost(
    plan: &Plan,
    reader: &mut Reader,
    cases: &[u64],
    answers: &[Answer],
    stopped: bool,
) -> bool {
    let elements = plan.elements().max(1);
    let skipped = if stopped { 0 } else { answers.len().saturating_sub(LAST) };
    let cases: Vec<&[u64]> = cases.chunks(elements).skip(skipped).collect();
    let texts: Vec<String> = cases.iter().map(|x| plan.texts(x).join(" ")).collect();
    let right: Vec<Vec<u64>> = cases.iter().map(|x| plan.run(x).out().to_vec()).collect();
    let (mut wrong, mut shifted) = (0, 0);
    for (i, answer) in answers.iter().skip(skipped).enumerate() {
        let Answer::Line(line) = answer else { continue };
        let found = reader.result(&texts[i], line);
        if found.as_ref() == Some(&right[i]) {
            continue;
        }
        wrong += 1;
        let mut near = i.saturating_sub(NEAR)..(i + NEAR + 1).min(right.len());
        shifted += usize::from(match found {
            Some(found) => right[near].contains(&found),
            // It may repeat the operands of another question.
            None => near.any(|other| line.starts_with(&texts[other])),
        });
    }
    2 * shifted > wrong
}
