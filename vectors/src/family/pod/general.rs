//! Evaluators on general registers.

use crate::registry::DynamicKernel;
use semantics::pod::isa::{Flag, Operation};
use semantics::pod::lane;
use softfloat::Flags;
use std::sync::Arc;

/// The evaluator of an operation: the result, if it has one, and then the flags, if it writes them.
pub(super) fn kernel(operation: Operation) -> DynamicKernel {
    Arc::new(move |_, x, out| {
        let at = |i: usize| x.get(i).copied().unwrap_or(0);
        let (a, b, flags) = (at(0), at(1), at(2) as u32 & Flag::MASK);
        let both = |flagged: lane::Flagged| [flagged.bits, flagged.flags.into()];
        let found = match operation {
            Operation::Arithmetic(kind, size, extend) => {
                both(lane::arithmetic(kind, size, extend, a, b, flags))
            }
            Operation::Multiply => both(lane::multiply(a, b)),
            Operation::Logic(kind) => both(lane::logic(kind, a, b)),
            Operation::Shift(kind) => both(lane::shift(kind, a, b, flags)),
            Operation::Compare(size) => [lane::compare(size, a, b).into(), 0],
            Operation::BitTest => [lane::bit_test(a, b as u32, flags).into(), 0],
            Operation::ShiftAdd(by) => [lane::shift_add(by, a, b), 0],
            Operation::ConditionalMove(condition) => {
                [lane::conditional_move(condition, a, b, flags), 0]
            }
            _ => [!a, 0],
        };
        let count = out.len().min(2);
        out[..count].copy_from_slice(&found[..count]);
        Flags::NONE
    })
}
