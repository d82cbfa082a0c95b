//! The product by integers: a slice of 32 exact products and the sum so far, rounded once to 24 bits, ties to even.

use crate::matrix::{BLOCK, Format, Matrix};

/// Binary digits behind the point of sums. Products of E4M3 have 20; those of E2M1 have 2, and scales move them by at most 8.
const POINT: u32 = 20;

/// An element of A times the transposed B, as bits of binary32.
#[must_use]
pub fn element(format: Format, a: &Matrix, b: &Matrix, row: usize, column: usize) -> u32 {
    let (x, y) = (a.row(row).chunks(BLOCK), b.row(column).chunks(BLOCK));
    let mut sum = 0;
    for (slice, (x, y)) in x.zip(y).enumerate() {
        let products = x.iter().zip(y).map(|(x, y)| number(format, *x) * number(format, *y));
        let exact: i128 = products.sum();
        let power = match format {
            Format::Fp8 => 0,
            // Two digits behind the point of a product; a scale of 127 is 2^0.
            Format::Mxfp4 => {
                let scale = |m: &Matrix, row| u32::from(m.row_scales(row)[slice]);
                POINT - 2 + scale(a, row) + scale(b, column) - 254
            }
        };
        sum = rounded(sum + (exact << power));
    }
    // 24 bits and a power of two: exact in both.
    ((sum as f64 / f64::from(1 << POINT)) as f32).to_bits()
}

/// A code as an integer: E4M3 of bias 8 in units of 2^-10, E2M1 in halves.
fn number(format: Format, code: u8) -> i128 {
    let code = i128::from(code);
    let (sign, magnitude) = match format {
        Format::Fp8 => {
            let (exponent, mantissa) = (code >> 3 & 15, code & 7);
            let subnormal = exponent == 0;
            (code >> 7, if subnormal { mantissa } else { (mantissa + 8) << (exponent - 1) })
        }
        Format::Mxfp4 => {
            let (exponent, mantissa) = (code >> 1 & 3, code & 1);
            let subnormal = exponent == 0;
            (code >> 3, if subnormal { mantissa } else { (mantissa + 2) << (exponent - 1) })
        }
    };
    if sign == 1 { -magnitude } else { magnitude }
}

/// The nearest number of 24 bits, of two the even one.
fn rounded(sum: i128) -> i128 {
    let bits = 128 - sum.unsigned_abs().leading_zeros();
    if bits <= 24 {
        return sum;
    }
    let lost = bits - 24;
    let (kept, rest) = (sum >> lost, sum & ((1 << lost) - 1));
    let half = 1 << (lost - 1);
    let up = rest > half || rest == half && kept & 1 == 1;
    (kept + i128::from(up)) << lost
}
