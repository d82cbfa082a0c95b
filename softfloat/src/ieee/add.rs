//! Addition and subtraction.

use crate::{Env, Format, Rounded, StaticFormat};

/// `a + b`, rounded once.
#[inline(always)]
pub fn add<F: StaticFormat>(a: F::Bits, b: F::Bits, env: &Env) -> Rounded<F::Bits> {
    let _ = (a, b, env);
    todo!()
}

impl Format {
    /// [`add`](crate::ieee::add()) in this format.
    #[must_use]
    pub fn add(&self, a: u64, b: u64, env: &Env) -> Rounded<u64> {
        let _ = (a, b, env);
        todo!()
    }
}

/// `a - b`, rounded once.
#[inline(always)]
pub fn sub<F: StaticFormat>(a: F::Bits, b: F::Bits, env: &Env) -> Rounded<F::Bits> {
    let _ = (a, b, env);
    todo!()
}

impl Format {
    /// [`sub`](crate::ieee::sub()) in this format.
    #[must_use]
    pub fn sub(&self, a: u64, b: u64, env: &Env) -> Rounded<u64> {
        let _ = (a, b, env);
        todo!()
    }
}
