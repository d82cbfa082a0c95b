//! The neighbours of a number.

use crate::{Env, Format, Rounded, StaticFormat};

/// The least number above `a` (nextUp).
pub fn next_up<F: StaticFormat>(a: F::Bits, env: &Env) -> Rounded<F::Bits> {
    let _ = (a, env);
    todo!()
}

impl Format {
    /// [`next_up`](crate::ieee::next_up()) in this format.
    #[must_use]
    pub fn next_up(&self, a: u64, env: &Env) -> Rounded<u64> {
        let _ = (a, env);
        todo!()
    }
}

/// The greatest number below `a` (nextDown).
pub fn next_down<F: StaticFormat>(a: F::Bits, env: &Env) -> Rounded<F::Bits> {
    let _ = (a, env);
    todo!()
}

impl Format {
    /// [`next_down`](crate::ieee::next_down()) in this format.
    #[must_use]
    pub fn next_down(&self, a: u64, env: &Env) -> Rounded<u64> {
        let _ = (a, env);
        todo!()
    }
}
