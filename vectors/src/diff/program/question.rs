//! A case as a question.

use semantics::cases::{Assignment, Case};
use semantics::machine::{Board, Machine};
use semantics::source::Refusal;
use std::fmt::Write;

/// The most steps of a case.
pub(super) const STEPS: u64 = 1 << 16;

/// A question, and the state that the model has behind the run.
pub(super) type Asked = (Question, Box<dyn Board>);

/// A case, and what of the state after is asked for.
#[derive(Clone, Debug)]
pub struct Question {
    /// The machine.
    pub machine: &'static dyn Machine,
    /// The case, with the model's answer as its expectation.
    pub case: Case,
    /// Parts of the state, and of how many units: all that the model changes, and all that was set and is as before.
    pub wanted: Vec<(String, usize)>,
}

impl Question {
    /// The question of a case, and the model's board behind its run; what the case expects is put in place anew.
    pub(super) fn of(machine: &'static dyn Machine, mut case: Case) -> Result<Asked, Refusal> {
        let wrong = |e: &dyn std::fmt::Display| Refusal::new(format!("case {}: {e}", case.id));
        let mut recorded = case.clone();
        let board = recorded.record(machine, &[], Some(STEPS)).map_err(|e| wrong(&e))?;
        let units = |part: &Assignment| -> Result<(String, usize), Refusal> {
            Ok((part.target.clone(), part.value.units(board.shape(&part.target)?)))
        };
        let mut wanted: Vec<(String, usize)> =
            recorded.expect.iter().map(units).collect::<Result<_, _>>()?;
        // What was set, and is as it was: its value is in the answer if nothing else is written.
        let is_changed = |set: &Assignment| recorded.expect.iter().any(|p| p.target == set.target);
        for part in case.init.iter().filter(|part| !is_changed(part)) {
            let entry = units(part)?;
            if board.holds(&part.target, &part.value).map_err(|e| wrong(&e))?
                && !wanted.contains(&entry)
            {
                wanted.push(entry);
            }
        }
        case.expect = recorded.expect;
        case.error = recorded.error;
        case.rest = recorded.rest;
        Ok((Self { machine, case, wanted }, board))
    }

    /// The question of a simpler case, if it is one: the machine takes it, and it ends as the other does, or, where it may, at the end
    /// of its code.
    pub(super) fn like(other: &Self, case: Case, may_end: bool) -> Option<Asked> {
        let (question, board) = Self::of(other.machine, case).ok()?;
        let [own, before] =
            [&question.case.error, &other.case.error].map(|e| e.as_ref().map(|e| &e.kind));
        let same = own == before || may_end && own.is_none();
        (same && question.case.expects()).then_some((question, board))
    }

    /// The lines of the question, the last one `run`.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = bare(&self.case).to_text().trim_start().to_owned();
        for (target, units) in &self.wanted {
            // Writing to a `String` cannot fail.
            let _ = writeln!(text, "get {target} {units}");
        }
        text + "run\n"
    }
}

/// A case that expects nothing.
pub(super) fn bare(case: &Case) -> Case {
    let mut bare = case.clone();
    (bare.expect, bare.error, bare.rest) = (Vec::new(), None, None);
    bare.notes.clear();
    bare
}

/// The parameters of its model.
pub(super) fn pairs(case: &Case) -> Vec<(&str, &str)> {
    case.parameters.iter().map(|(name, value)| (&**name, &**value)).collect()
}
