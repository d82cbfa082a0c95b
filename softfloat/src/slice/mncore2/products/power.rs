//! The common exponent of a block.

/// A block's common exponent: a power of two for finite blocks, 0 for blocks of zeros; `down` is what
/// the exponent field lies above the exponent.
#[inline(always)]
pub(super) fn power(field: u64, down: u64) -> f64 {
    if field == 0 { 0.0 } else { f64::from_bits((1023 + field).wrapping_sub(down) << 52) }
}
