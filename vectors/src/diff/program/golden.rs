//! Cases whose expectation is their own: an emulator against what a file says, not against the model.

use super::answer::understood;
use super::question::{Question, bare, pairs};
use super::{Emulator, Reply, Wrong};
use semantics::cases::{Assignment, Case, Ending};
use semantics::machine::{Board, Machine};
use semantics::source::Refusal;
use std::collections::BTreeSet;

/// What is wrong with the answer to a case: nothing where all that it expects was answered, and is so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Golden {
    /// In words, in the order of the file; none where all is right.
    Answered(Vec<String>),
    /// There was no answer that can be compared.
    Failed(Wrong),
    /// It expects nothing that can be asked for.
    Nothing,
}

/// Asks an emulator a case, without what it expects. Of `rest=same` those parts are asked for that the case sets and its run leaves.
///
/// # Errors
/// A case whose state the machine does not have.
pub fn golden(
    emulator: &mut dyn Emulator,
    machine: &'static dyn Machine,
    case: &Case,
) -> Result<Golden, Refusal> {
    let board = machine.board(&pairs(case))?;
    let mut expected = case.expect.clone();
    expected.extend(kept(machine, case));
    let units = |part: &Assignment| -> Result<(String, usize), Refusal> {
        Ok((part.target.clone(), part.value.units(board.shape(&part.target)?)))
    };
    let mut wanted: Vec<(String, usize)> = expected.iter().map(units).collect::<Result<_, _>>()?;
    wanted.sort_unstable();
    wanted.dedup();
    if wanted.is_empty() && case.error.is_none() {
        return Ok(Golden::Nothing);
    }
    let question = Question { machine, case: bare(case), wanted };
    let lines = match emulator.ask(&question) {
        Reply::Lines(lines) => lines,
        Reply::Ended(how) => return Ok(Golden::Failed(Wrong::Ended(how))),
        Reply::Silent(long) => return Ok(Golden::Failed(Wrong::Silent(long))),
        Reply::Unasked => return Ok(Golden::Failed(Wrong::Unasked)),
    };
    match understood(&question, &lines) {
        Ok(said) => compare(&*board, case, &expected, &said).map(Golden::Answered),
        Err(what) => Ok(Golden::Failed(Wrong::Unreadable(what))),
    }
}

/// What a case with `rest=same` sets and its run leaves, in so far as nothing else is expected of it.
fn kept(machine: &'static dyn Machine, case: &Case) -> Vec<Assignment> {
    let Some(line) = case.rest else { return Vec::new() };
    let named = |target: &str| case.expect.iter().any(|part| part.target == target);
    let own = case.init.iter().filter(|part| !named(&part.target));
    let expect: Vec<Assignment> = own.map(|part| Assignment { line, ..part.clone() }).collect();
    let (error, rest) = (case.error.clone(), None);
    let asked = Case { expect: expect.clone(), error, rest, ..case.clone() };
    // What is named in two ways is left to the other name.
    let Ok(changed) = asked.run(machine, None) else { return Vec::new() };
    let board = machine.board(&pairs(case));
    let same = |part: &Assignment| {
        let elements = board.as_ref().ok().and_then(|board| board.get(&part.target, 1).ok());
        let names = elements.unwrap_or_default().into_iter().map(|(name, _)| name);
        names.chain([part.target.clone()]).all(|name| changed.iter().all(|m| m.target != name))
    };
    expect.into_iter().filter(same).collect()
}

/// What is not as it is expected, not answered, or answered unasked or twice.
fn compare(
    board: &dyn Board,
    case: &Case,
    expected: &[Assignment],
    said: &Case,
) -> Result<Vec<String>, Refusal> {
    let mut wrong = ending(case, said.error.as_ref());
    let mut asked = BTreeSet::new();
    for part in expected {
        let units = part.value.units(board.shape(&part.target)?);
        let elements: Vec<String> =
            board.get(&part.target, units)?.into_iter().map(|(name, _)| name).collect();
        let whole = said.expect.iter().any(|own| own.target == part.target);
        let names = if whole { vec![part.target.clone()] } else { elements.clone() };
        for name in &names {
            let answers: Vec<&Assignment> =
                said.expect.iter().filter(|own| own.target == *name).collect();
            if answers.is_empty() {
                wrong.push(format!("line {}: {name}: not answered", part.line));
            }
            for found in answers.iter().filter(|own| own.value != part.value) {
                wrong.push(format!(
                    "line {}: {name}: expected {}, found {}",
                    part.line, part.value, found.value
                ));
            }
        }
        asked.extend(elements);
        asked.insert(part.target.clone());
    }
    let mut told = BTreeSet::new();
    for own in &said.expect {
        if !asked.contains(&own.target) {
            wrong.push(format!("{}: answered, and not asked for", own.target));
        } else if !told.insert(&own.target) {
            wrong.push(format!("{}: answered twice", own.target));
        }
    }
    Ok(wrong)
}

/// Whether the run ended as it must: of an error that is expected, its kind and the places that are named.
fn ending(case: &Case, said: Option<&Ending>) -> Vec<String> {
    let same = match (&case.error, said) {
        (None, None) => true,
        (Some(wanted), Some(found)) => {
            wanted.kind == found.kind
                && (wanted.at.is_none() || wanted.at == found.at)
                && (wanted.core.is_none() || wanted.core.unwrap_or(0) == found.core.unwrap_or(0))
        }
        _ => false,
    };
    let text = |ending: Option<&Ending>| ending.map_or("no error".to_owned(), Ending::to_string);
    let told = || {
        let (wanted, found) = (text(case.error.as_ref()), text(said));
        format!("line {}: error: expected {wanted}, found {found}", case.line)
    };
    if same { Vec::new() } else { vec![told()] }
}
