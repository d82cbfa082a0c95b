//! Cases on an emulator of one's own, by the protocol of `docs/designs.md`.

use super::{Judged, Verdict, cases};
use crate::design::{self, Process};
use crate::failure::Failure;
use semantics::cases::Case;
use semantics::machine::Machine;
use std::path::Path;
use std::time::Duration;
use vectors::diff::program::{Emulator, Golden, Wrong, golden};

/// Cases of a file without an answer, behind which it is asked no more.
const MOST_FAILURES: u64 = 20;

/// An emulator that is asked.
pub(super) struct Dut<'a> {
    command: &'a str,
    /// Seconds that an answer may take.
    limit: Duration,
    tally: Tally,
}

/// Cases of all files.
#[derive(Default)]
struct Tally {
    asked: u64,
    answered: u64,
    /// Why the first of them had no answer.
    why: Option<Wrong>,
}

impl<'a> Dut<'a> {
    pub(super) fn new(command: &'a str, limit: Duration) -> Self {
        Self { command, limit, tally: Tally::default() }
    }

    /// One that answered nothing was perhaps never there: as of `assay diff`, that is no verdict about it.
    pub(super) fn end(self) -> Result<(), Failure> {
        match (self.tally.why, self.tally.answered) {
            (Some(why), 0) => Err(design::unanswered(self.command, self.tally.asked, &why)),
            _ => Ok(()),
        }
    }

    /// Asks all cases of a file.
    pub(super) fn judge(&mut self, name: &str, path: &Path) -> Result<Vec<Judged>, Failure> {
        let (mut process, mut failures) = (None, 0);
        let Self { command, limit, tally } = self;
        let mut ask = |machine: &'static dyn Machine, case: &Case| {
            let process =
                process.get_or_insert_with(|| Process::new(command, machine.name(), *limit));
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
