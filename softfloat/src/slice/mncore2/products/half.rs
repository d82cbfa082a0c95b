//! Half precision: 16 rows of 16 elements. A mantissa has 9 bits, so that a sum of 16 products is
//! exact in binary32. Extended elements lie 2^6 lower; their products are summed apart, and only
//! where there are such elements.

use super::{Block, PES, Row, Sums, Words};
use crate::slice::lane::multiply_add;

/// Elements of a block; rows.
const SIZE: usize = 16;
/// Elements of a word.
const OF_WORD: usize = 4;
/// The top exponent field.
const TOP: u64 = 63;
/// What the weight of a common exponent's product is above the sum of two fields: bias, 9 bits of
/// the mantissa, 6 places for extended elements, twice; less the hidden bit's place.
const DOWN: u64 = 31 + 9 + 6 - 1;

/// The matrix of one MAB.
#[derive(Clone, Debug)]
pub struct Rows {
    /// Mantissas: of each element every row's.
    plain: [[f32; SIZE]; SIZE],
    /// Those of extended elements, 0 in `plain`.
    extended: [[f32; SIZE]; SIZE],
    /// Whether there are any.
    extends: bool,
    power: [f64; SIZE],
    infinite: bool,
}

/// The vectors of a cycle: by element of the word, then by word.
#[derive(Debug)]
pub struct Vectors {
    plain: [[f32; 64]; OF_WORD],
    extended: [[f32; 64]; OF_WORD],
    /// The larger of the word's exponent fields.
    field: [u32; 64],
    /// Whether extended elements are in the word.
    extends: [u32; 64],
}

/// Element `k` of a word: its exponent field and mantissa.
#[inline(always)]
fn element(word: u64, k: usize) -> (u32, f32) {
    let code = (word >> (48 - 16 * k)) as u32;
    let size = (code & 0x1ff) as i32;
    // A sign of all ones or zeros.
    let sign = (code << 16) as i32 >> 31;
    (code >> 9 & 0x3f, ((size ^ sign) - sign) as f32)
}

/// Rows times the vector of a MAB. The loop over rows is the outer one, of a body that is all
/// elements: so compilers take rows as lanes of their widest vectors.
#[inline(always)]
fn part<const FUSED: bool>(
    rows: &[[f32; SIZE]; SIZE],
    vectors: &[[f32; 64]; OF_WORD],
    mab: usize,
) -> [f32; SIZE] {
    let mut b = [0.0; SIZE];
    for (i, b) in b.iter_mut().enumerate() {
        *b = vectors[i % OF_WORD][mab * PES + i / OF_WORD];
    }
    let mut sums = [0.0; SIZE];
    for lane in 0..SIZE {
        let mut sum = rows[0][lane] * b[0];
        for i in 1..SIZE {
            sum = multiply_add::<f32, FUSED>(rows[i][lane], b[i], sum);
        }
        sums[lane] = sum;
    }
    sums
}

/// Adds sums of a weight.
#[inline(always)]
fn add(total: &mut [f64; SIZE], sum: [f32; SIZE], weight: f64) {
    for (total, sum) in total.iter_mut().zip(sum) {
        *total += f64::from(sum) * weight;
    }
}

impl Block for Rows {
    type Vectors = Vectors;
    const NONE: Vectors = Vectors {
        plain: [[0.0; 64]; OF_WORD],
        extended: [[0.0; 64]; OF_WORD],
        field: [0; 64],
        extends: [0; 64],
    };
    const ZERO: Self = Self {
        plain: [[0.0; SIZE]; SIZE],
        extended: [[0.0; SIZE]; SIZE],
        extends: false,
        power: [0.0; SIZE],
        infinite: false,
    };

    fn load(&mut self, rows: &[Words]) {
        (self.extends, self.infinite) = (false, false);
        for (row, words) in rows.iter().enumerate() {
            let lane = row % OF_WORD * PES + row / OF_WORD;
            let mut top = 0;
            for i in 0..SIZE {
                let (field, number) = element(words[i / OF_WORD], i % OF_WORD);
                let extended = field == 0 && number != 0.0;
                self.plain[i][lane] = if extended { 0.0 } else { number };
                self.extended[i][lane] = if extended { number } else { 0.0 };
                self.extends |= extended;
                top = top.max(u64::from(field));
            }
            self.infinite |= top == TOP;
            self.power[lane] = power(top, DOWN);
        }
    }

    #[inline(always)]
    fn vectors(x: &Row, v: &mut Vectors) {
        for (i, &word) in x.iter().enumerate() {
            let (mut top, mut any) = (0, 0);
            for k in 0..OF_WORD {
                let (field, number) = element(word, k);
                let extended = if field == 0 { number } else { 0.0 };
                v.plain[k][i] = if field == 0 { 0.0 } else { number };
                v.extended[k][i] = extended;
                any |= extended.to_bits() << 1;
                top = top.max(field);
            }
            (v.field[i], v.extends[i]) = (top, any);
        }
    }

    #[inline(always)]
    fn dot<const FUSED: bool>(&self, v: &Vectors, mab: usize, sums: &mut Sums) {
        let words = mab * PES..(mab + 1) * PES;
        let top = v.field[words.clone()].iter().fold(0, |top, &field| top.max(field));
        let extends = v.extends[words].iter().fold(0, |any, &word| any | word) != 0;
        // In units of the last place of two extended elements.
        let mut total = [0.0; SIZE];
        add(&mut total, part::<FUSED>(&self.plain, &v.plain, mab), 4096.0);
        if self.extends {
            add(&mut total, part::<FUSED>(&self.extended, &v.plain, mab), 64.0);
        }
        if extends {
            add(&mut total, part::<FUSED>(&self.plain, &v.extended, mab), 64.0);
            if self.extends {
                add(&mut total, part::<FUSED>(&self.extended, &v.extended, mab), 1.0);
            }
        }
        let power = power(top.into(), DOWN);
        for (k, sums) in sums.iter_mut().enumerate() {
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

/// A block's common exponent: a power of two for finite blocks, 0 for blocks of zeros; `down` is what
/// the exponent field lies above the exponent.
#[inline(always)]
pub(super) fn power(field: u64, down: u64) -> f64 {
    if field == 0 { 0.0 } else { f64::from_bits((1023 + field).wrapping_sub(down) << 52) }
}
