//! Single and pseudo-single precision: 8 rows of 4 elements of 23 bits, whose products leave out
//! those of the low parts, or of 8 elements of 18 bits. Sums of the products have at most 48 bits.

use super::half::power;
use super::{Block, PES, Row, Sums, Words};
use crate::slice::lane::multiply_add;

/// Rows.
const SIZE: usize = 8;
/// Rows of a PE; elements of a word.
const OF_WORD: usize = 2;
/// The top exponent field.
const TOP: u64 = 255;
/// Low bits whose mutual products are left out, and what takes the place of such a product: the
/// square of this many units.
const OMITTED: u32 = 5;
const SHARE: f64 = 16.0;

/// The matrix of one MAB; `PSEUDO` for pseudo-single precision.
#[derive(Clone, Debug)]
pub struct Rows<const PSEUDO: bool> {
    /// Mantissas: of each element every row's. Then, in single precision, their low parts, and the
    /// shares of the corrections.
    parts: [[[f64; SIZE]; SIZE]; 3],
    power: [f64; SIZE],
    infinite: bool,
}

/// The vectors of a cycle: by element of the word, then by word.
#[derive(Debug)]
pub struct Vectors {
    parts: [[[f64; 64]; OF_WORD]; 3],
    /// The larger of the word's exponent fields.
    field: [u32; 64],
}

impl<const PSEUDO: bool> Rows<PSEUDO> {
    /// Elements of a word that count.
    const COUNT: usize = if PSEUDO { 2 } else { 1 };
    /// What the weight of a common exponent's product is above the sum of two fields: bias and
    /// mantissa bits, twice; less the hidden bit's place.
    const DOWN: u64 = 127 - 1 + if PSEUDO { 18 } else { 23 };

    /// Element `k` of a word: its exponent field; mantissa, low part, share of the correction.
    #[inline(always)]
    fn element(word: u64, k: usize) -> (u32, [f64; 3]) {
        let code = (word >> (32 - 32 * k)) as u32;
        let sign = code as i32 >> 31;
        let signed = |size: u32| f64::from((size as i32 ^ sign) - sign);
        let size = (code & 0x7f_ffff) >> if PSEUDO { OMITTED } else { 0 };
        let low = if PSEUDO { 0 } else { size & ((1 << OMITTED) - 1) };
        let share = if low == 0 { 0 } else { SHARE as u32 };
        (code >> 23 & 0xff, [signed(size), signed(low), signed(share)])
    }
}

impl<const PSEUDO: bool> Block for Rows<PSEUDO> {
    type Vectors = Vectors;
    const NONE: Vectors = Vectors { parts: [[[0.0; 64]; OF_WORD]; 3], field: [0; 64] };
    const ZERO: Self =
        Self { parts: [[[0.0; SIZE]; SIZE]; 3], power: [0.0; SIZE], infinite: false };

    fn load(&mut self, rows: &[Words]) {
        self.infinite = false;
        for (row, words) in rows.iter().enumerate().take(SIZE) {
            let lane = row % OF_WORD * PES + row / OF_WORD;
            let mut top = 0;
            for i in 0..PES * Self::COUNT {
                let (field, parts) = Self::element(words[i / Self::COUNT], i % Self::COUNT);
                for (to, part) in self.parts.iter_mut().zip(parts) {
                    to[i][lane] = part;
                }
                top = top.max(u64::from(field));
            }
            self.infinite |= top == TOP;
            self.power[lane] = power(top, Self::DOWN);
        }
    }

    #[inline(always)]
    fn vectors(x: &Row, v: &mut Vectors) {
        for (i, &word) in x.iter().enumerate() {
            let mut top = 0;
            for k in 0..Self::COUNT {
                let (field, [number, low, share]) = Self::element(word, k);
                v.parts[0][k][i] = number;
                if !PSEUDO {
                    v.parts[1][k][i] = low;
                    v.parts[2][k][i] = share;
                }
                top = top.max(field);
            }
            v.field[i] = top;
        }
    }

    #[inline(always)]
    fn dot<const FUSED: bool>(&self, v: &Vectors, mab: usize, sums: &mut Sums) {
        let words = &v.field[mab * PES..(mab + 1) * PES];
        let top = words.iter().fold(0, |top, &field| top.max(field));
        let mut b = [[0.0; SIZE]; 3];
        for i in 0..PES * Self::COUNT {
            let at = mab * PES + i / Self::COUNT;
            for (b, part) in b.iter_mut().zip(&v.parts) {
                b[i] = part[i % Self::COUNT][at];
            }
        }
        // The loop over rows outside, as lanes.
        let mut total = [0.0; SIZE];
        for (lane, total) in total.iter_mut().enumerate() {
            let mut sum = 0.0;
            let parts = |i: usize| [0, 1, 2].map(|n: usize| (self.parts[n][i][lane], b[n][i]));
            for [number, low, share] in (0..PES * Self::COUNT).map(parts) {
                sum = multiply_add::<f64, FUSED>(number.0, number.1, sum);
                if !PSEUDO {
                    sum = multiply_add::<f64, FUSED>(-low.0, low.1, sum);
                    sum = multiply_add::<f64, FUSED>(share.0, share.1, sum);
                }
            }
            *total = sum;
        }
        let power = power(top.into(), Self::DOWN);
        for (k, sums) in sums.iter_mut().take(OF_WORD).enumerate() {
            for pe in 0..PES {
                let lane = k * PES + pe;
                sums[mab * PES + pe] = total[lane] * (self.power[lane] * power);
            }
        }
    }

    #[inline(always)]
    fn infinite(&self, v: &Vectors, mab: usize) -> bool {
        let words = &v.field[mab * PES..(mab + 1) * PES];
        self.infinite || words.iter().any(|&field| u64::from(field) == TOP)
    }
}
