//! Operands of cases: directed at limits and rules, or drawn at random.

mod cases;
pub(crate) mod code;
pub(crate) mod corner;
pub(crate) mod random;
pub(crate) mod rng;

pub(crate) use cases::Cases;

use crate::registry::{Plan, Seat};
use random::element::Operand;
use rng::{Rng, Streams};
use std::fmt;

/// How the operands of an operation's cases are made.
pub(crate) trait Draw: fmt::Debug + Send + Sync {
    /// Operands directed at the rules of the operation. Combinations of the operands' corner codes
    /// are added without asking.
    fn corner(&self, plan: &Plan, cases: &mut Cases);

    /// The operands of one random case.
    fn random(&self, rng: &mut Rng, plan: &Plan, operands: &[Operand], x: &mut Elements);

    /// Those of many, one case behind the other.
    fn random_cases(&self, streams: Streams, plan: &Plan, operands: &[Operand], x: &mut Elements) {
        for (mut rng, x) in streams.zip(x.chunks_exact_mut(plan.elements().max(1))) {
            self.random(&mut rng, plan, operands, x);
        }
    }
}

/// The elements of all operands of a case, and perhaps more.
pub(crate) type Elements = [u64];

/// Who draws.
pub(crate) static DRAW: Seat<dyn Draw> = Seat::empty();
