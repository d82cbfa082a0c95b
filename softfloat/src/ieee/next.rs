//! The neighbours of a number.

use crate::{Env, Format, Rounded, StaticFormat};

#[cfg(test)]
mod tests;

/// The least number above `a` (nextUp).
///
/// Above the largest number stands infinity; in a format without one NaN, in a format without
/// either the largest number itself. Quiet but for a signalling NaN; nothing is flushed. Formats
/// without a hidden bit have no such order of their codes: there the operand comes back.
///
/// ```
/// use softfloat::{format::{Binary16, Fp8E4m3Ocp}, ieee::next_up, Env};
/// assert_eq!(next_up::<Binary16>(0x8000, &Env::IEEE).bits, 0x0001);
/// assert_eq!(next_up::<Binary16>(0x8001, &Env::IEEE).bits, 0x8000);
/// assert_eq!(next_up::<Fp8E4m3Ocp>(0x7e, &Env::IEEE).bits, 0x7f);
/// ```
pub fn next_up<F: StaticFormat>(a: F::Bits, env: &Env) -> Rounded<F::Bits> {
    F::FORMAT.neighbour(a, true, env)
}

/// The greatest number below `a` (nextDown): [`next_up`] with all signs turned.
pub fn next_down<F: StaticFormat>(a: F::Bits, env: &Env) -> Rounded<F::Bits> {
    F::FORMAT.neighbour(a, false, env)
}

impl Format {
    /// [`next_up`](crate::ieee::next_up()) in this format.
    #[must_use]
    pub fn next_up(&self, a: u64, env: &Env) -> Rounded<u64> {
        self.neighbour(a, true, env)
    }

    /// [`next_down`](crate::ieee::next_down()) in this format.
    #[must_use]
    pub fn next_down(&self, a: u64, env: &Env) -> Rounded<u64> {
        self.neighbour(a, false, env)
    }
}
