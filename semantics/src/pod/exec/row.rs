//! The lanes of a row of xmm registers as slices of their format.

use softfloat::format::{Binary32, Binary64};

use crate::pod::lane::Real;
use crate::pod::state::XMM_WORDS;

/// Lanes as slices of their format.
pub(super) trait Row: Real {
    /// The lanes of a row: lane 0 of each register, or all.
    fn lanes<'a>(row: &'a [u32], scalar: bool, space: &'a mut Vec<Self::Bits>) -> &'a [Self::Bits];
    /// The words of a row, where they are the lanes.
    fn direct(row: &mut [u32], scalar: bool) -> Option<&mut [Self::Bits]>;
    /// Writes results into the words of a row; other lanes keep what stands there.
    fn put(lanes: &[Self::Bits], scalar: bool, row: &mut [u32]);
    /// a < b, a <= b, a = b; none where one is NaN.
    fn order(a: Self::Bits, b: Self::Bits) -> [bool; 3];
}

impl Row for Binary32 {
    #[inline(always)]
    fn order(a: u32, b: u32) -> [bool; 3] {
        let [a, b] = [a, b].map(f32::from_bits);
        [a < b, a <= b, a == b]
    }

    fn lanes<'a>(row: &'a [u32], scalar: bool, space: &'a mut Vec<u32>) -> &'a [u32] {
        if !scalar {
            return row;
        }
        space.clear();
        space.extend(row.as_chunks::<XMM_WORDS>().0.iter().map(|register| register[0]));
        space
    }

    fn direct(row: &mut [u32], scalar: bool) -> Option<&mut [u32]> {
        (!scalar).then_some(row)
    }

    fn put(lanes: &[u32], _: bool, row: &mut [u32]) {
        for (register, lane) in row.as_chunks_mut::<XMM_WORDS>().0.iter_mut().zip(lanes) {
            register[0] = *lane;
        }
    }
}

impl Row for Binary64 {
    #[inline(always)]
    fn order(a: u64, b: u64) -> [bool; 3] {
        let [a, b] = [a, b].map(f64::from_bits);
        [a < b, a <= b, a == b]
    }

    fn lanes<'a>(row: &'a [u32], scalar: bool, space: &'a mut Vec<u64>) -> &'a [u64] {
        let lane = |words: &[u32; 2]| u64::from(words[1]) << 32 | u64::from(words[0]);
        space.clear();
        let step = if scalar { 2 } else { 1 };
        space.extend(row.as_chunks().0.iter().step_by(step).map(lane));
        space
    }

    fn direct(_: &mut [u32], _: bool) -> Option<&mut [u64]> {
        None
    }

    fn put(lanes: &[u64], scalar: bool, row: &mut [u32]) {
        let step = if scalar { 2 } else { 1 };
        let words = row.as_chunks_mut().0.iter_mut().step_by(step);
        for (words, lane) in words.zip(lanes) {
            *words = [*lane as u32, (lane >> 32) as u32];
        }
    }
}
