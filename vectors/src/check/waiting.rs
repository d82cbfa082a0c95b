//! Cases that were read and wait to be run together.

use crate::file::seal::Seal;
use crate::file::{Case, UNMARKED};
use crate::registry::batch::Batch;
use crate::registry::{Column, Plan, Ran};
use std::ops::Range;
use std::sync::Arc;

/// So many cases are run without waiting for more: what is kept of them stays in the cache.
const MANY: usize = 2048;

/// Cases that wait, and what their lines say of them.
#[derive(Default)]
pub(super) struct Waiting {
    batch: Batch<Arc<Plan>>,
    said: Vec<Said>,
    /// The results that the file has.
    out: Vec<u64>,
    /// Class and open decisions of each case.
    texts: String,
}

/// What a line says beside operation and operands, and where in [`Waiting`] the rest of it stands.
#[derive(Clone, Copy)]
pub(super) struct Said {
    pub(super) line: u64,
    pub(super) flag: Option<u8>,
    /// Whether it was not altered, and names no open decisions.
    pub(super) plain: bool,
    seal: Seal,
    question: u64,
    /// Where results, class and open decisions begin, and where the last end.
    out: usize,
    texts: [usize; 3],
}

impl Waiting {
    /// Takes the case of a line.
    #[inline]
    pub(super) fn push(&mut self, line: u64, case: &Case<'_>) {
        let Case { plan, number, x, flag, seal, question, .. } = *case;
        self.batch.push(number, || plan.clone(), x);
        let (out, class) = (self.out.len(), self.texts.len());
        self.out.extend_from_slice(case.out);
        self.texts.push_str(case.class);
        let unspecified = self.texts.len();
        self.texts.push_str(case.unspecified);
        let plain = case.unspecified.is_empty()
            && match seal {
                Seal::Whole | Seal::Placeless => true,
                Seal::Broken => false,
                Seal::None => case.class.is_empty(),
            };
        let texts = [class, unspecified, self.texts.len()];
        self.said.push(Said { line, flag, plain, seal, question, out, texts });
    }

    /// Whether no case waits.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.said.is_empty()
    }

    /// Whether enough cases wait.
    #[inline]
    pub(super) fn are_many(&self) -> bool {
        self.said.len() >= MANY
    }

    /// Runs the cases, and hands each to `visit`, in order, with its line and the decided result;
    /// none waits then.
    pub(super) fn run(&mut self, mut visit: impl FnMut(u64, &Case<'_>, Ran<'_>)) {
        self.runs(|run| run.cases().for_each(|own| visit(own.said.line, &own.case(), own.decided)));
    }

    /// Runs the cases, and hands those that follow one another under one plan to `visit`; none waits then.
    pub(super) fn runs(&mut self, mut visit: impl FnMut(Run<'_>)) {
        self.batch.run();
        let mut said = &self.said[..];
        for (number, plan, column, cases) in self.batch.runs() {
            let (own, others) = said.split_at(cases.len());
            said = others;
            visit(Run { waiting: self, number, plan, column, cases, said: own });
        }
        self.batch.clear();
        self.said.clear();
        self.out.clear();
        self.texts.clear();
    }
}

/// Cases that follow one another under one plan, and were run.
pub(super) struct Run<'a> {
    waiting: &'a Waiting,
    number: usize,
    pub(super) plan: &'a Arc<Plan>,
    column: &'a Column,
    cases: Range<usize>,
    said: &'a [Said],
}

/// One of them.
#[derive(Clone, Copy)]
pub(super) struct Own<'a> {
    run: &'a Run<'a>,
    pub(super) said: &'a Said,
    pub(super) x: &'a [u64],
    pub(super) decided: Ran<'a>,
}

impl<'a> Run<'a> {
    #[inline(always)]
    pub(super) fn cases(&'a self) -> impl Iterator<Item = Own<'a>> {
        let cases = self.column.cases(self.cases.clone()).zip(self.said);
        cases.map(move |((x, decided), said)| Own { run: self, said, x, decided })
    }
}

impl<'a> Own<'a> {
    /// The result that the file has.
    #[inline(always)]
    pub(super) fn out(&self) -> &'a [u64] {
        &self.run.waiting.out[self.said.out..][..self.decided.out.len()]
    }

    /// The case.
    pub(super) fn case(&self) -> Case<'a> {
        let (run, said) = (self.run, self.said);
        let [class, unspecified, end] = said.texts;
        Case {
            plan: run.plan,
            number: run.number,
            x: self.x,
            out: self.out(),
            flag: said.flag,
            class: &run.waiting.texts[class..unspecified],
            unspecified: &run.waiting.texts[unspecified..end],
            seal: said.seal,
            question: said.question,
            marks: &UNMARKED,
        }
    }
}
