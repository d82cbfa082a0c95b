//! Sets of cases: shards and threads, covers, and what the covers promise.

mod corner;
mod driver;
mod random;

use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::{Plan, split};

pub(crate) fn request(ops: &str, cover: Cover, count: u64) -> Request {
    Request { count, ..Request::new(vectors::operations().select(ops).expect("registered"), cover) }
}

pub(crate) fn set(ops: &str, cover: Cover, count: u64) -> Set {
    Set::new(&request(ops, cover, count)).expect("a set")
}

/// The elements of each operand.
fn operands<'a>(plan: &'a Plan, x: &'a [u64]) -> impl Iterator<Item = (usize, &'a [u64])> {
    split(&plan.operands, x).map(|(_, own)| own).enumerate()
}
