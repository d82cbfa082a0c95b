//! Steps of operations over integers of any kind, for proofs that run them on terms: no part of the interface.

use crate::{Bits, Env, Rounded, StaticFormat, Unrounded};

/// The sum of two significands whose leading ones are at bit `width` - 1, the larger number first: what additions of ordinary
/// numbers round.
pub fn sum<W: Bits>(width: u32, x: Unrounded<W>, y: Unrounded<W>, opposite: bool) -> Unrounded<W> {
    crate::ieee::add::sum(width, x, y, opposite)
}

/// How sums and products of ordinary numbers are rounded, of formats of more than 8 bits with a hidden one.
pub fn round_number<F: StaticFormat, W: Bits>(env: &Env, u: Unrounded<W>) -> Rounded<W> {
    let f = F::FORMAT;
    f.round_seldom(env, f.normalise(u))
}
