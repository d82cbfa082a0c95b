//! Operands as enclosures.

use crate::enclosure::Enclosure;
use crate::operand::Operand;

/// An operand, infinities apart; a zero keeps its sign.
pub(super) fn value<const N: usize>(x: Operand) -> Enclosure<N> {
    match x {
        Operand::Number(u) => Enclosure::exact(u),
        Operand::Zero { sign } => Enclosure::ZERO.signed(sign),
        Operand::Infinite { .. } => Enclosure::UNKNOWN,
    }
}
