//! Cases without a result: those that no enclosure decides.

use super::{Plan, Ran};
use functions::Undecided;
use std::io;

/// A case whose result stays undecided.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{case}: {why}\n  right: a case without it; nothing is guessed")]
pub struct UndecidedCase {
    /// Operation, options and operands, as `assay eval` takes them.
    pub case: String,
    /// What was tried.
    pub why: Undecided,
}

/// What keeps a case from having a result.
///
/// # Errors
/// The case, where its result is undecided.
#[inline]
pub fn undecided(plan: &Plan, x: &[u64], ran: Ran<'_>) -> Result<(), UndecidedCase> {
    ran.decided().map_err(|why| UndecidedCase { case: plan.case(x), why })
}

impl From<UndecidedCase> for io::Error {
    fn from(case: UndecidedCase) -> Self {
        Self::new(io::ErrorKind::InvalidData, case)
    }
}

impl Plan {
    /// A case as `assay eval` takes it: operation, options, operands.
    #[must_use]
    pub fn case(&self, x: &[u64]) -> String {
        let mut words = vec![self.op.id.clone()];
        let options = self.options.to_string();
        words.extend((!options.is_empty()).then_some(options));
        words.extend(self.texts(x));
        words.join(" ")
    }

    /// The operands of a case as text, elements joined by `_`.
    #[must_use]
    pub fn texts(&self, x: &[u64]) -> Vec<String> {
        let mut rest = x;
        let operands = self.operands.iter().map(|shape| {
            let (own, others) = rest.split_at(shape.len);
            rest = others;
            let digits = shape.digits();
            own.iter().map(|e| format!("{e:0digits$x}")).collect::<Vec<_>>().join("_")
        });
        operands.collect()
    }
}
