//! What the operands of a case are.

use crate::registry::{Shape, split};
use softfloat::silicon::Operands;

/// The operands of a case.
pub(super) fn operands<'x>(shapes: &'x [Shape], x: &'x [u64]) -> Operands<'x> {
    let mut own = split(shapes, x).map(|(_, codes)| codes);
    let mut next = || own.next().unwrap_or_default();
    let (a, b, c) = (next(), next(), next());
    Operands { a, b, c: c.first().copied().unwrap_or_default(), scales: [next(), next()] }
}
