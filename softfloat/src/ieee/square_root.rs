//! Square root.

use crate::{Env, Format, Rounded, StaticFormat};

/// `sqrt(a)`, rounded once.
#[inline(always)]
pub fn sqrt<F: StaticFormat>(a: F::Bits, env: &Env) -> Rounded<F::Bits> {
    let _ = (a, env);
    todo!()
}

impl Format {
    /// [`sqrt`](crate::ieee::sqrt()) in this format.
    #[must_use]
    pub fn sqrt(&self, a: u64, env: &Env) -> Rounded<u64> {
        let _ = (a, env);
        todo!()
    }
}
