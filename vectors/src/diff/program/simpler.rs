//! A case -> cases that say less.

use semantics::cases::{Assignment, Case};
use semantics::machine::Value;

/// Simpler forms of a case, those that take most away first.
pub(super) fn forms(case: &Case) -> Vec<Case> {
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
            zeroed.take(MOST).collect()
        }
    }
}

/// The most forms of a value.
const MOST: usize = 64;
