//! What a design may do instead of an operation, under any options.

use super::bench::Bench;
use super::structure::Structure;
use crate::registry::{Op, Options, Outcome, Plan, Row};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// What a variant gives; nothing where it says nothing of a case, or what the operation itself gives.
type Run = Box<dyn Fn(&Benches, &Plan, &[u64]) -> Option<Outcome>>;

/// What a design may do instead.
pub(crate) struct Variant {
    /// In words.
    pub(crate) text: String,
    run: Run,
}

impl Variant {
    pub(crate) fn new(
        text: impl Into<String>,
        run: impl Fn(&Benches, &Plan, &[u64]) -> Option<Outcome> + 'static,
    ) -> Self {
        Self { text: text.into(), run: Box::new(run) }
    }

    /// What it gives; nothing where it says nothing of a case, or what the operation itself gives.
    pub(crate) fn run(&self, benches: &Benches, plan: &Plan, x: &[u64]) -> Option<Outcome> {
        (self.run)(benches, plan, x)
    }
}

impl From<&'static Structure> for Variant {
    fn from(structure: &'static Structure) -> Self {
        Self::new(structure.text, move |benches, plan, x| {
            structure.run(&benches.of(plan.op, &plan.options), x)
        })
    }
}

/// What operations under choices of options need, kept: cases come plan by plan.
#[derive(Default)]
pub(crate) struct Benches {
    benches: RefCell<HashMap<(usize, Options), Rc<Bench>>>,
}

impl Benches {
    /// An operation under options.
    pub(crate) fn of(&self, op: &'static Op, options: &Options) -> Rc<Bench> {
        let key = (std::ptr::from_ref(op).addr(), *options);
        let mut kept = self.benches.borrow_mut();
        kept.entry(key).or_insert_with(|| Rc::new(Bench::of(&op.plan(options)))).clone()
    }

    /// A plan with one option changed; nothing where it has that word already, or does not take it.
    pub(super) fn changed(
        &self,
        plan: &Plan,
        (row, value): (&'static Row, u16),
    ) -> Option<Rc<Bench>> {
        let options = Some(plan.options.set(row, value)).filter(|options| *options != plan.options);
        let bench = self.of(plan.op, &options?);
        (bench.plan.operands == plan.operands && bench.plan.results == plan.results)
            .then_some(bench)
    }
}
