//! Sums of products of integers (SIL-D25).

use crate::reference::silicon::operand::factors;

/// The operation on its operands.
pub(super) fn evaluate(name: &str, operands: &[Vec<u64>]) -> Option<u64> {
    // Factors, their bits, whether those of a and of b have a sign, whether the sum is saturated.
    let (count, bits, a_signed, b_signed, saturated) = match name {
        "vpdpbusd" => (4, 8, false, true, false),
        "vpdpbusds" => (4, 8, false, true, true),
        "vpdpwssd" => (2, 16, true, true, false),
        "vpdpwssds" => (2, 16, true, true, true),
        "tdpbssd" => (64, 8, true, true, false),
        "tdpbsud" => (64, 8, true, false, false),
        "tdpbusd" => (64, 8, false, true, false),
        "tdpbuud" => (64, 8, false, false, false),
        _ => return None,
    };
    let (a, b, c) = factors(operands, count)?;
    let products =
        a.iter().zip(b).map(|(&a, &b)| value(a, bits, a_signed) * value(b, bits, b_signed));
    let sum = value(c, 32, true) + products.sum::<i64>();
    let sum = if saturated { sum.clamp(i32::MIN.into(), i32::MAX.into()) } else { sum };
    Some(sum as u64 & 0xffff_ffff)
}

/// The integer of so many bits that a code is.
fn value(code: u64, bits: u32, signed: bool) -> i64 {
    let value = (code & ((1 << bits) - 1)) as i64;
    if signed && value >> (bits - 1) == 1 { value - (1 << bits) } else { value }
}
