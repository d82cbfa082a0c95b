//! Every way through a piece of code whose decisions hang on terms: it runs once for each, and where it asks whether a term is
//! true, one answer is given and the other kept for later.

use crate::term::Term;
use std::cell::RefCell;

/// A decision: which answer of how many.
#[derive(Clone, Copy)]
struct Choice {
    taken: u32,
    of: u32,
}

#[derive(Default)]
struct Path {
    choices: Vec<Choice>,
    /// How many of them were asked for in this run.
    asked: usize,
    /// What is true in this run.
    conditions: Vec<Term>,
}

thread_local! {
    static PATH: RefCell<Path> = RefCell::default();
}

/// One of so many answers, another one in each run.
fn choose(of: u32) -> u32 {
    PATH.with_borrow_mut(|path| {
        if path.asked == path.choices.len() {
            path.choices.push(Choice { taken: 0, of });
        }
        path.asked += 1;
        path.choices[path.asked - 1].taken
    })
}

fn is_said(condition: Term) -> bool {
    PATH.with_borrow(|path| path.conditions.contains(&condition))
}

fn say(condition: Term) {
    PATH.with_borrow_mut(|path| path.conditions.push(condition));
}

/// Whether a term is true.
pub(crate) fn decide(condition: Term) -> bool {
    if let Some(value) = condition.value() {
        return value == 1;
    }
    if is_said(condition) || is_said(condition.not()) {
        return is_said(condition);
    }
    let answer = choose(2) == 0;
    say(if answer { condition } else { condition.not() });
    answer
}

/// Zero bits above the leading one of a term that is not 0.
pub(crate) fn lead(term: Term) -> u32 {
    let width = term.width();
    let lead = choose(width);
    say(has_lead(term, lead));
    lead
}

fn has_lead(term: Term, lead: u32) -> Term {
    let width = term.width();
    term.right(width - 1 - lead).equals(Term::known(1, width))
}

/// Whether this run knows that a term has so many zero bits above its leading one.
pub(crate) fn leads(term: Term, lead: u32) -> bool {
    is_said(has_lead(term, lead))
}

/// What came of one way.
pub(crate) struct Way<T> {
    /// What is true there.
    pub(crate) conditions: Vec<Term>,
    pub(crate) result: T,
}

/// Runs code on every way through it.
pub(crate) fn explore<T>(mut code: impl FnMut() -> T) -> Vec<Way<T>> {
    let mut ways = Vec::new();
    PATH.set(Path::default());
    loop {
        let result = code();
        let conditions = PATH.with_borrow_mut(|path| std::mem::take(&mut path.conditions));
        ways.push(Way { conditions, result });
        if !next() {
            return ways;
        }
    }
}

/// The next way, if there is one.
fn next() -> bool {
    PATH.with_borrow_mut(|path| {
        path.asked = 0;
        while let Some(last) = path.choices.last_mut() {
            if last.taken + 1 < last.of {
                last.taken += 1;
                return true;
            }
            path.choices.pop();
        }
        false
    })
}
