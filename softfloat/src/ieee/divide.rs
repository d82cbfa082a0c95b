//! Division.

use crate::{Env, Format, Rounded, StaticFormat};

/// `a / b`, rounded once.
#[inline(always)]
pub fn div<F: StaticFormat>(a: F::Bits, b: F::Bits, env: &Env) -> Rounded<F::Bits> {
    let _ = (a, b, env);
    todo!()
}

impl Format {
    /// [`div`](crate::ieee::div()) in this format.
    #[must_use]
    pub fn div(&self, a: u64, b: u64, env: &Env) -> Rounded<u64> {
        let _ = (a, b, env);
        todo!()
    }
}
