//! The product of two significands with its omitted part and correction (s. 4.3).

use num_bigint::BigUint;

/// `P = A*B - L + r` and its parts.
#[derive(Clone, Debug)]
pub(crate) struct Product {
    /// Low bits of both factors whose mutual product is left out; 0 where nothing is.
    pub(crate) low_bits: u32,
    /// The low parts of A and B.
    pub(crate) low: [u64; 2],
    /// A*B.
    pub(crate) full: BigUint,
    /// L.
    pub(crate) omitted: u64,
    /// r.
    pub(crate) correction: u64,
    /// P.
    pub(crate) value: BigUint,
}

impl Product {
    /// Of significands with `man_bits` mantissa bits: in single precision the low 5 bits of both
    /// factors are not multiplied with each other, in double precision the low 16.
    pub(crate) fn of(man_bits: u32, a: u64, b: u64) -> Self {
        let low_bits = match man_bits {
            23 => 5,
            52 => 16,
            _ => 0,
        };
        let low = [a, b].map(|s| s & ((1 << low_bits) - 1));
        let omitted = low[0] * low[1];
        // 2^-38 of a single product in units of 2^-46, 2^-74 of a double one in units of 2^-104.
        let weight = if low_bits == 5 { 1 << 8 } else { 1 << 30 };
        let correction = if omitted != 0 { weight } else { 0 };
        let full = BigUint::from(a) * b;
        let value = &full - omitted + correction;
        Self { low_bits, low, full, omitted, correction, value }
    }
}
