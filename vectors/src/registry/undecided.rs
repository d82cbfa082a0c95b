//! Cases without a result: those that no enclosure decides.

use super::{Plan, Ran, split};
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
    ran.undecided.map_or(Ok(()), |why| Err(UndecidedCase { case: plan.case(x), why }))
}

impl From<UndecidedCase> for io::Error {
    fn from(case: UndecidedCase) -> Self {
        Self::new(io::ErrorKind::InvalidData, case)
    }
}

impl Plan {
    /// A case as `assay eval` takes it: operation, options, operands; of a wrong number of elements those that there
    /// are.
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
        split(&self.operands, x).map(|(shape, own)| shape.text(own)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::{Column, Kernels, Options};
    use softfloat::Env;
    use std::sync::Arc;

    /// No function is known that leaves a case undecided: one is made.
    #[test]
    fn what_is_undecided_is_said_and_not_guessed() {
        let mut plan =
            crate::operations().find("elem.f16.softmax").expect("a function").plan(&Options::NONE);
        let never = |_: &Env, _: &[u64], _: &mut [u64]| Err(Undecided { bits: 70_000 });
        plan.kernels = Kernels::Enclosed(Env::IEEE, Arc::new(never));
        let x = [0x3c00, 0x4000, 0, 0x8000];
        let said = "elem.f16.softmax 3c00_4000_0000_8000: the result is not decided by an enclosure \
                    of 70000 bits\n  right: a case without it; nothing is guessed";
        let one = plan.run(&x);
        let told = undecided(&plan, &x, one.ran()).expect_err("undecided");
        assert_eq!(told.to_string(), said);
        let mut column = Column::new(&plan);
        column.push(&x);
        plan.run_column(&mut column);
        let (x, ran) = column.case(0);
        assert_eq!(undecided(&plan, x, ran), Err(told));
    }
}
