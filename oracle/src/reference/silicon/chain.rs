//! Chains of fused multiply-adds (SIL-D16, section 2), rounded to nearest, subnormals kept. NaN: SIL-O5.

use crate::reference::engine::{Env, Facts};
use crate::reference::ieee::{self, Operation};

/// d = fma(a_k, b_k, d), k upwards; d starts at c.
pub(super) fn chain(f: &Facts, a: &[u64], b: &[u64], c: u64) -> u64 {
    fused(f, a, b, c, &Env::default())
}

/// The same under other rules.
pub(super) fn fused(f: &Facts, a: &[u64], b: &[u64], start: u64, env: &Env) -> u64 {
    let step = |d, (&a, &b)| ieee::evaluate(Operation::Fma, f, &[a, b, d], env).0;
    a.iter().zip(b).fold(start, step)
}
