//! A finding -> the simplest case that is answered wrong in the same way.

use super::question::{Asked, Question, STEPS};
use super::{Emulator, Finding, Wrong, answer};
use semantics::cases::{Assignment, Case};
use semantics::machine::{Machine, Value};
use std::time::Instant;

/// The most questions of a simplification.
const MOST: u64 = 500;

/// The same of an emulator that is silent, which takes its time for each.
const MOST_SILENT: u64 = 20;

/// Asks simpler forms of a finding, as long as one is wrong in the same way; `None` where the answer is right when it is asked
/// again.
pub(super) fn simplest(
    emulator: &mut dyn Emulator,
    first: &Finding,
    until: Instant,
) -> Option<Finding> {
    let most = if matches!(first.wrong, Wrong::Silent(_)) { MOST_SILENT } else { MOST };
    let mut search = Search { emulator, wrong: &first.wrong, asked: 0, most, until };
    let Question { machine, case, .. } = &first.question;
    let again = search.ask(Question::of(*machine, case.clone()).ok()?)?;
    let mut best = search.reduce(again);
    while let Some(better) = search.begin_later(&best) {
        best = better;
    }
    Some(best)
}

/// A search for simpler forms.
struct Search<'a> {
    emulator: &'a mut dyn Emulator,
    /// What is wrong with the first answer.
    wrong: &'a Wrong,
    asked: u64,
    /// So many questions are enough.
    most: u64,
    until: Instant,
}

impl Search<'_> {
    /// The finding that a question is, if its answer is wrong in the same way.
    fn ask(&mut self, (question, board): Asked) -> Option<Finding> {
        self.asked += 1;
        let wrong = answer::judge(self.emulator, &question, &*board)?;
        let same = std::mem::discriminant(&wrong) == std::mem::discriminant(self.wrong);
        same.then_some(Finding { question, wrong })
    }

    /// The same of a case that is simpler than that of a finding.
    fn try_form(&mut self, best: &Finding, form: Case) -> Option<Finding> {
        let asked = Question::like(&best.question, form, is_error_idle(&best.wrong))?;
        self.ask(asked)
    }

    fn is_late(&self) -> bool {
        Instant::now() >= self.until
    }

    /// Takes lines, state and digits away.
    fn reduce(&mut self, mut best: Finding) -> Finding {
        let mut all = forms(&best.question.case);
        let (mut at, mut better) = (0, false);
        loop {
            let Some(form) = all.get(at) else {
                if !std::mem::take(&mut better) {
                    return best;
                }
                // What was no use before may be now.
                at = 0;
                continue;
            };
            match self.try_form(&best, form.clone()) {
                Some(next) => {
                    (best, better) = (next, true);
                    all = forms(&best.question.case);
                    if self.asked >= self.most {
                        return best;
                    }
                }
                None => at += 1,
            }
            if self.is_late() {
                return best;
            }
        }
    }

    /// Puts the state that the first lines leave in their place, of as many lines as possible, where that says no more: what they
    /// prepare is needed, not they.
    fn begin_later(&mut self, best: &Finding) -> Option<Finding> {
        let Question { machine, case, .. } = &best.question;
        for count in (1..case.code.len()).rev() {
            if self.asked >= self.most || self.is_late() {
                return None;
            }
            let Some(form) = later(*machine, case, count) else { continue };
            let Some(next) = self.try_form(best, form) else { continue };
            let next = self.reduce(next);
            if size(&next.question.case) <= size(case) {
                return Some(next);
            }
        }
        None
    }
}

/// Whether the error that ends the run has no part in what is wrong. Lines that lead to it alone can go then, with the error.
fn is_error_idle(wrong: &Wrong) -> bool {
    match wrong {
        Wrong::Differs(parts) => parts.iter().all(|part| part.target != "error"),
        _ => true,
    }
}

/// How much a case says.
const fn size(case: &Case) -> usize {
    case.code.len() + case.init.len()
}

/// A case that begins behind its first lines, with the state that they leave as far as it can be named; `None` where they stop the
/// run, or where other cores run beside them.
fn later(machine: &dyn Machine, case: &Case, count: usize) -> Option<Case> {
    let (before, behind) = case.code.split_at(count);
    let core = before.first()?.core;
    if case.code.iter().any(|code| code.core != core) {
        return None;
    }
    let mut start = Case { code: before.to_vec(), ..case.clone() };
    start.record(machine, &[], Some(STEPS)).ok().filter(|_| start.error.is_none())?;
    let left = start.expect;
    let is_left = |own: &Assignment| left.iter().any(|new| new.target == own.target);
    let mut form = Case { code: behind.to_vec(), ..case.clone() };
    form.init.retain(|own| !is_left(own));
    form.init.extend(left);
    Some(form)
}

// A case -> cases that say less.

/// Simpler forms of a case, those that take most away first.
fn forms(case: &Case) -> Vec<Case> {
    let mut forms = Vec::new();
    for range in ranges(case.code.len()) {
        let mut form = case.clone();
        form.code.drain(range);
        forms.push(form);
    }
    for range in ranges(case.init.len()) {
        let mut form = case.clone();
        form.init.drain(range);
        forms.push(form);
    }
    for at in 0..case.parameters.len() {
        let mut form = case.clone();
        form.parameters.remove(at);
        forms.push(form);
    }
    for (at, Assignment { value, .. }) in case.init.iter().enumerate() {
        for value in simpler(value) {
            let mut form = case.clone();
            form.init[at].value = value;
            forms.push(form);
        }
    }
    forms.retain(|form| !form.code.is_empty());
    forms
}

/// All, halves, quarters, down to single ones.
fn ranges(count: usize) -> Vec<std::ops::Range<usize>> {
    let mut ranges = Vec::new();
    let mut size = count;
    while size > 0 {
        ranges.extend((0..count).step_by(size).map(|at| at..(at + size).min(count)));
        size /= 2;
    }
    ranges
}

/// Values with more zeros. Each differs from the value.
fn simpler(value: &Value) -> Vec<Value> {
    match value {
        Value::None => Vec::new(),
        Value::Number(number, bits) => {
            let list = [0, 1, number & 0xff, number >> (bits / 2)];
            let simple = list.into_iter().filter(|simple| simple < number);
            simple.map(|simple| Value::Number(simple, *bits)).collect()
        }
        Value::Image(bytes) => {
            let zeroed = ranges(bytes.len()).into_iter().filter_map(|range| {
                let mut bytes = bytes.clone();
                let part = &mut bytes[range];
                let changes = part.iter().any(|byte| *byte != 0);
                part.fill(0);
                changes.then_some(Value::Image(bytes))
            });
            zeroed.take(VALUES).collect()
        }
    }
}

/// The most forms of a value.
const VALUES: usize = 64;
