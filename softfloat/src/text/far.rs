//! Values that no format reaches.

use crate::{Bits, Unrounded};

/// Magnitudes from 2^FAR up, and below 2^-FAR, lie beyond every format (exponent fields have 15
/// bits at most); any such value may stand for any other.
pub(super) const FAR: i32 = 1 << 17;

/// A value above (or, with `small`, below) every finite magnitude of every format.
pub(super) fn far<W: Bits>(sign: bool, small: bool) -> Unrounded<W> {
    let exponent = if small { -FAR - W::BITS as i32 } else { FAR };
    Unrounded { sign, exponent, significand: W::ONE << (W::BITS - 1), sticky: true }
}
