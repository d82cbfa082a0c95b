//! Cases on an emulator of one's own, by the protocol of `docs/designs.md`.

use super::{Judged, Verdict, cases};
use crate::Remarks;
use crate::design::{self, Process};
use crate::failure::Failure;
use semantics::cases::Case;
use semantics::machine::Machine;
use std::path::Path;
use std::time::{Duration, Instant};
use vectors::diff::program::{Emulator, Golden, Wrong, golden};

/// Cases of a file without an answer, behind which it is asked no more.
const MOST_FAILURES: u64 = 20;

/// An emulator that is asked.
pub(super) struct Dut<'a> {
    command: &'a str,
    limits: Limits,
    /// When the time of all is over.
    until: Option<Instant>,
    remarks: Remarks,
    tally: Tally,
}

/// How long an answer may take, and how long all of them.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    pub(super) answer: Duration,
    pub(super) seconds: Option<Duration>,
}

/// Cases of all files.
#[derive(Default)]
struct Tally {
    asked: u64,
    answered: u64,
    /// Cases for which there was no time.
    left: u64,
    /// Why the first of them had no answer.
    why: Option<Wrong>,
}

impl<'a> Dut<'a> {
    pub(super) fn new(command: &'a str, limits: Limits, remarks: Remarks) -> Self {
        let until = limits.seconds.map(|seconds| Instant::now() + seconds);
        Self { command, limits, until, remarks, tally: Tally::default() }
    }

    /// How many cases were asked, and how many there was to be time for.
    pub(super) const fn extent(&self) -> (u64, u64) {
        (self.tally.asked, self.tally.asked + self.tally.left)
    }

    /// One that answered nothing was perhaps never there: as of `assay diff`, that is no verdict about it.
    pub(super) fn end(self) -> Result<(), Failure> {
        let Tally { asked, left, .. } = self.tally;
        match (self.tally.why, self.tally.answered) {
            _ if asked == 0 && left > 0 => Err(design::unasked(self.command, self.limits.seconds)),
            (Some(why), 0) => Err(design::unanswered(self.command, asked, &why)),
            _ => Ok(()),
        }
    }

    /// Asks all cases of a file.
    pub(super) fn judge(&mut self, name: &str, path: &Path) -> Result<Vec<Judged>, Failure> {
        let (mut process, mut failures) = (None, 0);
        let Self { command, limits, until, remarks, tally } = self;
        let start = |machine: &'static dyn Machine| {
            let mut process = Process::new(command, machine.name(), limits.answer, *remarks);
            process.until(*until);
            process
        };
        let mut ask = |machine: &'static dyn Machine, case: &Case| {
            if until.is_some_and(|until| Instant::now() >= until) {
                tally.left += 1;
                return Verdict::Unasked;
            }
            let process = process.get_or_insert_with(|| start(machine));
            ask(process, machine, case, &mut failures, tally)
        };
        let mut judged = cases::judge(name, path, &mut ask);
        let Some(mut process) = process else { return Ok(judged) };
        judged.extend(process.finish().iter().map(|complaint| Judged {
            name: name.to_owned(),
            verdict: Verdict::Differs(format!("the emulator {complaint}")),
        }));
        process.failure().map_or(Ok(judged), Err)
    }
}

/// Asks a case; counts those without an answer.
fn ask(
    process: &mut Process,
    machine: &'static dyn Machine,
    case: &Case,
    failures: &mut u64,
    tally: &mut Tally,
) -> Verdict {
    if *failures >= MOST_FAILURES {
        return Verdict::Differs(format!("not asked: {failures} cases had no answer"));
    }
    let found = golden(process, machine, case);
    if matches!(found, Ok(Golden::Failed(Wrong::Unasked))) {
        tally.left += 1;
        return Verdict::Unasked;
    }
    match &found {
        Ok(Golden::Answered(_)) => tally.answered += 1,
        Ok(Golden::Failed(wrong)) => tally.why = tally.why.take().or(Some(wrong.clone())),
        Ok(Golden::Nothing) | Err(_) => {}
    }
    tally.asked += u64::from(matches!(found, Ok(Golden::Answered(_) | Golden::Failed(_))));
    match found {
        Err(refusal) => Verdict::Bad(refusal.to_string()),
        Ok(Golden::Nothing) => {
            Verdict::Differs("not asked: it expects nothing that can be asked for".to_owned())
        }
        Ok(Golden::Answered(wrong)) if wrong.is_empty() => Verdict::Same,
        Ok(Golden::Answered(wrong)) => cases::differs(&wrong),
        Ok(Golden::Failed(wrong)) => {
            *failures += u64::from(!matches!(wrong, Wrong::Unreadable(_)));
            Verdict::Differs(wrong.to_string())
        }
    }
}
