//! Operands taken apart.
//!
//! Nearly every operand is an ordinary one, a normal number: [`Format::ordinary`] reads it without
//! a branch, and the operations' straight paths need no more. What else a code can be is read by
//! [`Format::operand`], out of line.
//!
//! An operand that is not 0 reaches the arithmetic with the leading one of its significand at bit
//! p - 1, be it normal or subnormal.

use crate::{Bits, Env, Rounding};

/// An exact zero that is a difference: negative only when rounding down (IEEE 754-2019, 6.3).
#[inline(always)]
pub(super) fn difference_sign(env: &Env) -> bool {
    env.rounding == Rounding::Down
}

/// `x / 2^distance` with what is lost joined into the last bit; the low `free` bits of `x`, fewer
/// than 64, are 0.
#[inline(always)]
pub(super) fn shift_joined<W: Bits>(x: W, free: u32, distance: u32) -> W {
    if distance <= free {
        // The mask changes nothing; with it, the shift of a double word needs no case.
        return x >> (distance & 63);
    }
    if 2 * free >= W::BITS {
        // All of x is now below the other significand's last bit and the bit below that: its value
        // does not matter any more.
        return W::ONE;
    }
    let distance = distance.min(W::BITS - 1);
    let low = x >> distance;
    if low << distance == x { low } else { low | W::ONE }
}
