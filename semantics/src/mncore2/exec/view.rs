//! Operands in place: the rows of a step as they lie in memories and registers.

use crate::mncore2::state::{CYCLES, LANES, Path, Row};

/// Zeros, as an unused half reads.
static ZERO: Row = [0; LANES];

/// What an operand reads: of every cycle two rows of long words, `hi` the MSB-side one.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) hi: [&'a Row; CYCLES],
    pub(super) lo: [&'a Row; CYCLES],
}

impl View<'static> {
    /// What an unused input reads: zeros.
    pub(super) const NOTHING: Self = View { hi: [&ZERO; CYCLES], lo: [&ZERO; CYCLES] };
}

impl<'a> View<'a> {
    /// A whole path.
    pub(super) fn of(path: &'a Path) -> Self {
        let Path { hi: [a, b, c, d], lo: [e, f, g, h] } = path;
        View { hi: [a, b, c, d], lo: [e, f, g, h] }
    }

    /// Writes the LSB-side long words.
    pub(super) fn copy_lo(&self, out: &mut Path) {
        for (out, row) in out.lo.iter_mut().zip(self.lo) {
            *out = *row;
        }
    }
}

// Elements on the data path: element k of W bits counts from the most significant side (s. 1.3).

/// Element `k` of a path of two long words.
#[inline(always)]
pub(super) fn get(bits: u32, hi: u64, lo: u64, k: u32) -> u64 {
    let at = bits * k;
    let (word, at) = if at < 64 { (hi, at) } else { (lo, at - 64) };
    word >> (64 - bits - at) & u64::MAX >> (64 - bits)
}

/// Two long words that are 0 but for element `k`; the element must fit.
#[inline(always)]
pub(super) fn put(bits: u32, element: u64, k: u32) -> (u64, u64) {
    let at = bits * k;
    if at < 64 { (element << (64 - bits - at), 0) } else { (0, element << (128 - bits - at)) }
}

/// The flag of result `k` of a long word of results of `bits` bits each, spread over its share of
/// the four flags of a cycle (s. 3.6.12.1).
#[inline(always)]
pub(super) fn flag(bits: u32, flag: bool, k: u32) -> u8 {
    let share = bits / 16;
    let ones = 15u8 >> (4 - share);
    (u8::from(flag) * ones) << (4 - share * (k + 1))
}
