//! Fused multiply-add.

use crate::{Env, Format, Rounded, StaticFormat};

/// `a * b + c`, rounded once.
#[inline(always)]
pub fn fma<F: StaticFormat>(a: F::Bits, b: F::Bits, c: F::Bits, env: &Env) -> Rounded<F::Bits> {
    let _ = (a, b, c, env);
    todo!()
}

impl Format {
    /// [`fma`](crate::ieee::fma()) in this format.
    #[must_use]
    pub fn fma(&self, a: u64, b: u64, c: u64, env: &Env) -> Rounded<u64> {
        let _ = (a, b, c, env);
        todo!()
    }
}
