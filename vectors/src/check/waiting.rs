//! Cases that were read and wait to be run together.

use crate::file::seal::Seal;
use crate::file::{Case, UNMARKED};
use crate::registry::batch::Batch;
use crate::registry::{Plan, Ran};
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

/// What a line says beside operation and operands, and where in [`Waiting`] the rest of it ends.
#[derive(Clone, Copy)]
struct Said {
    line: u64,
    flag: Option<u8>,
    seal: Seal,
    question: u64,
    out: usize,
    class: usize,
    unspecified: usize,
}

impl Waiting {
    /// Takes the case of a line.
    #[inline]
    pub(super) fn push(&mut self, line: u64, case: &Case<'_>) {
        let Case { plan, number, x, flag, seal, question, .. } = *case;
        self.batch.push(number, || plan.clone(), x);
        self.out.extend_from_slice(case.out);
        self.texts.push_str(case.class);
        let class = self.texts.len();
        self.texts.push_str(case.unspecified);
        let (out, unspecified) = (self.out.len(), self.texts.len());
        self.said.push(Said { line, flag, seal, question, out, class, unspecified });
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
        self.batch.run();
        let (mut out, mut text) = (0, 0);
        for ((number, plan, x, ran), said) in self.batch.cases().zip(&self.said) {
            let Said { line, flag, seal, question, class, unspecified, .. } = *said;
            let case = Case {
                plan,
                number,
                x,
                out: &self.out[out..said.out],
                flag,
                class: &self.texts[text..class],
                unspecified: &self.texts[class..unspecified],
                seal,
                question,
                marks: &UNMARKED,
            };
            visit(line, &case, ran);
            (out, text) = (said.out, unspecified);
        }
        self.batch.clear();
        self.said.clear();
        self.out.clear();
        self.texts.clear();
    }
}
