//! A case as a question.

use semantics::cases::{Assignment, Case};
use semantics::machine::Machine;
use semantics::source::Refusal;
use std::fmt::Write;

/// The most steps of a case.
const STEPS: u64 = 1 << 16;

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
    /// The question of a case; what it expects is put in place anew.
    pub(super) fn of(machine: &'static dyn Machine, mut case: Case) -> Result<Self, Refusal> {
        let wrong = |e: &dyn std::fmt::Display| Refusal::new(format!("case {}: {e}", case.id));
        let mut recorded = case.clone();
        recorded.record(machine, &[], Some(STEPS)).map_err(|e| wrong(&e))?;
        let board = machine.board(&pairs(&case)).map_err(|e| wrong(&e))?;
        let units = |part: &Assignment| -> Result<(String, usize), Refusal> {
            Ok((part.target.clone(), part.value.units(board.shape(&part.target)?)))
        };
        let mut wanted: Vec<(String, usize)> =
            recorded.expect.iter().map(units).collect::<Result<_, _>>()?;
        // What was set, and is as it was: its value is in the answer if nothing else is written.
        let mut unchanged = Case {
            expect: case.init.clone(),
            error: recorded.error.clone(),
            rest: None,
            ..case.clone()
        };
        unchanged.expect.retain(|part| !wanted.iter().any(|(target, _)| *target == part.target));
        let changed = unchanged.run(machine, Some(STEPS)).map_err(|e| wrong(&e))?;
        for part in &unchanged.expect {
            let names = board.get(&part.target, 1)?;
            let same = |name: &str| !changed.iter().any(|m| m.target == name);
            let whole = names.iter().all(|(name, _)| same(name)) && same(&part.target);
            let entry = units(part)?;
            if whole && !wanted.contains(&entry) {
                wanted.push(entry);
            }
        }
        case.expect = recorded.expect;
        case.error = recorded.error;
        case.rest = recorded.rest;
        Ok(Self { machine, case, wanted })
    }

    /// The question of a simpler case, if it is one: the machine takes it, and it ends as the other does.
    pub(super) fn like(other: &Self, case: Case) -> Option<Self> {
        let question = Self::of(other.machine, case).ok()?;
        let kinds = [&question.case.error, &other.case.error].map(|e| e.as_ref().map(|e| &e.kind));
        (kinds[0] == kinds[1] && question.case.expects()).then_some(question)
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
