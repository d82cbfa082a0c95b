//! What stands behind an operation.

use super::evaluator::Evaluate;
use super::{Family, Op, Operations};
use std::sync::OnceLock;

/// What stands behind an operation. It is made by whoever made the list and filled the engines' seats: who has an
/// operation has both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    /// The list that the operation is of.
    pub(crate) among: &'static Operations,
    pub(crate) family: &'static Family,
    pub(crate) evaluate: &'static dyn Evaluate,
    /// Its number, by which engines ask.
    pub(crate) number: usize,
}

/// Where an engine finds what it asks of an operation. The families stand above and are not known here: whoever knows
/// them hands a function down.
pub(crate) struct Seat<T: ?Sized + 'static>(OnceLock<fn(usize) -> &'static T>);

impl<T: ?Sized> Seat<T> {
    /// It is still to be filled.
    pub(crate) const fn empty() -> Self {
        Self(OnceLock::new())
    }

    /// Hands the function down.
    pub(crate) fn fill(&self, of: fn(usize) -> &'static T) {
        self.0.get_or_init(|| of);
    }

    /// What is asked of an operation.
    pub(crate) fn of(&self, op: &Op) -> &'static T {
        let of = self.0.get().expect("the seats are filled before there is an operation");
        of(op.link.number)
    }
}
