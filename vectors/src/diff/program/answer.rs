//! Answers: read as expectations of a case, and run by the model.

use super::question::{Question, bare};
use super::{Emulator, Reply, Wrong};
use semantics::cases::{Case, Mismatch, read};
use semantics::machine::Board;
use semantics::source::Refusal;
use std::collections::BTreeMap;

/// The most characters of a line that are told.
const TOLD: usize = 80;

/// Asks a question; what is wrong with the answer, beside the model's state behind the run.
pub(super) fn judge(
    emulator: &mut dyn Emulator,
    question: &Question,
    board: &dyn Board,
) -> Option<Wrong> {
    let lines = match emulator.ask(question) {
        Reply::Lines(lines) => lines,
        Reply::Ended(how) => return Some(Wrong::Ended(how)),
        Reply::Silent(long) => return Some(Wrong::Silent(long)),
        Reply::Unasked => return Some(Wrong::Unasked),
    };
    let said = match understood(question, &lines) {
        Ok(said) => said,
        Err(what) => return Some(Wrong::Unreadable(what)),
    };
    let differing = match differences(question, board, said.clone()) {
        Ok(found) => found,
        Err(what) => return Some(Wrong::Unreadable(what.to_string())),
    };
    if !differing.is_empty() {
        return Some(Wrong::Differs(differing));
    }
    match lacking(question, board, &said) {
        Ok(lacking) if lacking.is_empty() => None,
        Ok(lacking) => Some(Wrong::Lacks(lacking)),
        Err(what) => Some(Wrong::Unreadable(what.to_string())),
    }
}

/// The case as the answer would have it.
pub(super) fn understood(question: &Question, lines: &[String]) -> Result<Case, String> {
    let head = format!("system {}\n{}", question.machine.name(), bare(&question.case).to_text());
    let mut text = head.clone();
    for line in lines {
        let is_error = line.split_ascii_whitespace().next() == Some("error");
        text += if is_error { "" } else { "expect " };
        text += line;
        text += "\n";
    }
    // A reader insists on something that is expected; an answer may lack all of it.
    let blank = lines.iter().all(|line| line.trim().is_empty());
    if blank {
        return Ok(bare(&question.case));
    }
    let first = head.lines().count();
    read(text.as_bytes())
        .map_err(|errors| {
            let told = errors.to_string();
            let at = told
                .strip_prefix("line ")
                .and_then(|rest| rest.split([',', ':']).next()?.parse().ok());
            let line = at.and_then(|at: usize| lines.get(at.checked_sub(first + 1)?));
            let line = line.map_or("", String::as_str);
            let cut: String = line.chars().take(TOLD).collect();
            format!("`{}`: {}", cut.escape_debug(), what(&told))
        })?
        .cases
        .pop()
        .ok_or_else(|| "no case".into())
}

/// What is not as the model has it.
fn differences(
    question: &Question,
    board: &dyn Board,
    mut said: Case,
) -> Result<Vec<Mismatch>, Refusal> {
    let right = question.case.error.clone();
    let mut found = Vec::new();
    if said.error.is_none() && right.is_some() {
        let right = right.as_ref().map_or_else(String::new, ToString::to_string);
        let expected = "no error".into();
        found.push(Mismatch { line: 0, target: "error".into(), expected, found: right });
        said.error = question.case.error.clone();
    }
    let judged = said.judge(question.machine, board, question.case.error.as_ref());
    found.extend(judged.map_err(|e| Refusal::new(e.to_string()))?);
    Ok(found)
}

/// What was asked for and is not there: neither by its name nor by those of its elements.
fn lacking(question: &Question, board: &dyn Board, said: &Case) -> Result<Vec<String>, Refusal> {
    let mut told = BTreeMap::new();
    for part in &said.expect {
        let units = part.value.units(board.shape(&part.target)?);
        let most = told.entry(&*part.target).or_insert(0);
        *most = units.max(*most);
    }
    let has = |name: &str, units: usize| told.get(name).is_some_and(|most| *most >= units);
    let mut lacking = Vec::new();
    for (target, units) in &question.wanted {
        let elements = || -> Result<bool, Refusal> {
            Ok(board.get(target, 1)?.iter().all(|(name, _)| has(name, *units)))
        };
        if !has(target, *units) && !elements()? {
            lacking.push(target.clone());
        }
    }
    Ok(lacking)
}

/// What an error says, without its place, which is none of the answer.
fn what(told: &str) -> &str {
    let line = told.lines().next().unwrap_or_default();
    line.split_once("error CASE-E: ").map_or(line, |(_, what)| what)
}
