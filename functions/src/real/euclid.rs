//! The greatest common divisor.

use num_bigint::BigUint;

/// The greatest common divisor, by Euclid's algorithm.
pub(super) fn common(a: &BigUint, b: &BigUint) -> BigUint {
    let (mut a, mut b) = (a.clone(), b.clone());
    while b != BigUint::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    a
}
