//! Cases that were read and wait to be run together.

use crate::file::seal::Seal;
use crate::file::{Case, UNMARKED};
use crate::registry::batch::Batch;
use crate::registry::{Column, Plan, Ran};
use std::num::NonZero;
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
    /// Classes and open decisions, and where those of a case begin and end.
    text: String,
    texts: Vec<[usize; 3]>,
}

/// What a line says beside operation, operands and results.
#[derive(Clone, Copy)]
pub(super) struct Said {
    pub(super) line: u64,
    question: u64,
    pub(super) flag: Option<u8>,
    /// Whether it was not altered, and names no open decisions.
    pub(super) plain: bool,
    seal: Seal,
    /// The place of its texts, where it has some.
    texts: Option<NonZero<u32>>,
}

impl Waiting {
    /// Takes the case of a line.
    #[inline(always)]
    pub(super) fn push(&mut self, line: u64, case: &Case<'_>) {
        let Case { plan, number, x, flag, seal, question, .. } = *case;
        self.batch.push(number, || plan.clone(), x);
        match *case.out {
            [out] => self.out.push(out),
            _ => self.out.extend_from_slice(case.out),
        }
        let mute = case.class.is_empty() && case.unspecified.is_empty();
        let texts = if mute { None } else { self.texts(case) };
        let plain = case.unspecified.is_empty()
            && match seal {
                Seal::Whole | Seal::Placeless => true,
                Seal::Broken => false,
                Seal::None => case.class.is_empty(),
            };
        self.said.push(Said { line, question, flag, plain, seal, texts });
    }

    /// Keeps class and open decisions.
    fn texts(&mut self, case: &Case<'_>) -> Option<NonZero<u32>> {
        let start = self.text.len();
        self.text.push_str(case.class);
        let unspecified = self.text.len();
        self.text.push_str(case.unspecified);
        self.texts.push([start, unspecified, self.text.len()]);
        NonZero::new(self.texts.len() as u32)
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
        let (mut said, mut out) = (&self.said[..], &self.out[..]);
        for (number, plan, column, cases) in self.batch.runs() {
            let (own, own_out);
            (own, said) = said.split_at(cases.len());
            (own_out, out) = out.split_at(cases.len() * plan.outs());
            visit(Run { waiting: self, number, plan, column, cases, said: own, out: own_out });
        }
        self.batch.clear();
        self.said.clear();
        self.out.clear();
        self.text.clear();
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
    out: &'a [u64],
}

/// One of them.
#[derive(Clone, Copy)]
pub(super) struct Own<'a> {
    run: &'a Run<'a>,
    pub(super) said: &'a Said,
    pub(super) x: &'a [u64],
    /// The result that the file has.
    pub(super) out: &'a [u64],
    pub(super) decided: Ran<'a>,
}

impl<'a> Run<'a> {
    #[inline(always)]
    pub(super) fn cases(&'a self) -> impl Iterator<Item = Own<'a>> {
        let found = self.said.iter().zip(self.out.chunks_exact(self.plan.outs().max(1)));
        let cases = self.column.cases(self.cases.clone()).zip(found);
        cases.map(move |((x, decided), (said, out))| Own { run: self, said, x, out, decided })
    }
}

impl<'a> Own<'a> {
    /// The case.
    pub(super) fn case(&self) -> Case<'a> {
        let (run, said) = (self.run, self.said);
        let texts = &run.waiting.texts;
        let place = said.texts.and_then(|at| texts.get(at.get() as usize - 1));
        let [class, unspecified, end] = place.copied().unwrap_or_default();
        Case {
            plan: run.plan,
            number: run.number,
            x: self.x,
            out: self.out,
            flag: said.flag,
            class: &run.waiting.text[class..unspecified],
            unspecified: &run.waiting.text[unspecified..end],
            seal: said.seal,
            question: said.question,
            marks: &UNMARKED,
        }
    }
}
