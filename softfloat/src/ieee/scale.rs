//! scaleB and logB.

use crate::{Env, Format, Rounded, StaticFormat};

/// `a * 2^n`, rounded once.
pub fn scale_b<F: StaticFormat>(a: F::Bits, n: i64, env: &Env) -> Rounded<F::Bits> {
    let _ = (a, n, env);
    todo!()
}

impl Format {
    /// [`scale_b`](crate::ieee::scale_b()) in this format.
    #[must_use]
    pub fn scale_b(&self, a: u64, n: i64, env: &Env) -> Rounded<u64> {
        let _ = (a, n, env);
        todo!()
    }
}

/// The exponent of `a` as a number of its format (logB, 5.3.3), rounded once where the format is too coarse.
pub fn log_b<F: StaticFormat>(a: F::Bits, env: &Env) -> Rounded<F::Bits> {
    let _ = (a, env);
    todo!()
}

impl Format {
    /// [`log_b`](crate::ieee::log_b()) in this format.
    #[must_use]
    pub fn log_b(&self, a: u64, env: &Env) -> Rounded<u64> {
        let _ = (a, env);
        todo!()
    }
}
