//! IEEE remainder and C fmod, both exact.

use crate::{Env, Format, Rounded, StaticFormat};

/// `a - b * n, n the integer nearest to a / b, a tie to the even one`, rounded once.
#[inline(always)]
pub fn remainder<F: StaticFormat>(a: F::Bits, b: F::Bits, env: &Env) -> Rounded<F::Bits> {
    let _ = (a, b, env);
    todo!()
}

impl Format {
    /// [`remainder`](crate::ieee::remainder()) in this format.
    #[must_use]
    pub fn remainder(&self, a: u64, b: u64, env: &Env) -> Rounded<u64> {
        let _ = (a, b, env);
        todo!()
    }
}

/// `a - b * n, n = a / b cut toward zero`, rounded once.
#[inline(always)]
pub fn fmod<F: StaticFormat>(a: F::Bits, b: F::Bits, env: &Env) -> Rounded<F::Bits> {
    let _ = (a, b, env);
    todo!()
}

impl Format {
    /// [`fmod`](crate::ieee::fmod()) in this format.
    #[must_use]
    pub fn fmod(&self, a: u64, b: u64, env: &Env) -> Rounded<u64> {
        let _ = (a, b, env);
        todo!()
    }
}
