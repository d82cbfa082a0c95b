//! Matrix-vector multiply-add over the long words of an L1B's 16 MABs (s. 3.6.9.2 to 3.6.9.9), under
//! [`Profile::DECIDED`]: matrices are taken apart once for many vectors.
//!
//! A lane is a row. Mantissas are whole numbers; their products and the sums of these are exact, in
//! binary32 for half precision and in binary64 for the others, and so is a sum times the power of
//! two of the common exponents. Addend and rounding are those of the vector forms. Infinite blocks
//! and addends are left to the scalar form.

mod half;
mod single;

use core::marker::PhantomData;

use super::lanes;
use crate::Bits;
use crate::mncore2::{Half, Precision, Profile, PseudoSingle, Single, matrix};
use crate::slice::dispatch::{self, Kernel, Level};
use crate::slice::lane::sum_to_odd;
use crate::slice::{LengthError, agree};

/// PEs of a MAB; a block is a word of each.
const PES: usize = 4;
/// MABs.
const MABS: usize = 16;
/// Physical rows of a matrix.
const PHYSICAL: usize = 16;

/// A long word of each PE: number `4*MAB + PE`.
pub type Row = [u64; PES * MABS];

/// The words of a block.
type Words = [u64; PES];

/// Sums of products: of every PE the first row's, the second row's, ...
type Sums = [[f64; PES * MABS]; 4];

/// A precision whose matrices can be taken apart.
pub trait Factor: Precision {
    /// What becomes of the matrix of one MAB.
    #[doc(hidden)]
    type Block: Block;
}

/// The matrix of one MAB, taken apart.
#[doc(hidden)]
pub trait Block: Clone {
    /// The vectors of a cycle, taken apart.
    type Vectors;
    /// Vectors of zeros.
    const NONE: Self::Vectors;
    /// Zeros.
    const ZERO: Self;
    /// Takes logical rows apart, row `rows*PE + k` in lane `4*k + PE`.
    fn load(&mut self, rows: &[Words]);
    /// Takes vectors apart.
    fn vectors(x: &Row, vectors: &mut Self::Vectors);
    /// Row times vector, for all rows; sums are exact, so that multiplying and adding at once, where
    /// the processor does that, gives the same.
    fn dot<const FUSED: bool>(&self, vectors: &Self::Vectors, mab: usize, sums: &mut Sums);
    /// Whether a row or the vector is infinite.
    fn infinite(&self, vectors: &Self::Vectors, mab: usize) -> bool;
}

impl Factor for Half {
    type Block = half::Rows;
}
impl Factor for Single {
    type Block = single::Rows<false>;
}
impl Factor for PseudoSingle {
    type Block = single::Rows<true>;
}

/// Logical rows of a PE.
#[inline(always)]
const fn of_pe<P: Precision>() -> usize {
    64 / P::FORMAT.declared().width as usize
}

/// The matrices of 16 MABs, taken apart.
#[derive(Clone, Debug)]
pub struct Matrices<P: Factor> {
    /// The logical rows of each MAB.
    rows: [[Words; PHYSICAL]; MABS],
    blocks: [P::Block; MABS],
}

impl<P: Factor> Default for Matrices<P> {
    fn default() -> Self {
        Self { rows: [[[0; PES]; PHYSICAL]; MABS], blocks: [P::Block::ZERO; MABS] }
    }
}

impl<P: Factor> Matrices<P> {
    /// Takes the physical rows of a side of the matrix registers apart, of each MAB if they are
    /// others than before.
    ///
    /// ```
    /// use softfloat::{mncore2::{Half, Single}, slice::mncore2::products::Matrices};
    /// let block = [0x4100_4080_4000_4000; 64]; // 2, 1, 0, 0 in each PE
    /// let mut matrices = Matrices::<Half>::default();
    /// matrices.load(&[block; 16]);
    /// let (zero, mut first, mut second) = ([0; 64], [[0; 64]], [[0; 64]]);
    /// matrices.fma::<Single>(&[&block], [&[&zero]; 2], [&mut first, &mut second])?;
    /// assert_eq!(first[0][0], 0x41a0_0000_41a0_0000); // 4 * (4 + 1)
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    pub fn load(&mut self, physical: &[Row; PHYSICAL]) {
        let rows = PES * of_pe::<P>();
        for (mab, (old, block)) in self.rows.iter_mut().zip(&mut self.blocks).enumerate() {
            let mut same = true;
            for (i, old) in old[..rows].iter_mut().enumerate() {
                let words = &physical[i * PHYSICAL / rows][mab * PES..(mab + 1) * PES];
                if words != old {
                    same = false;
                    old.copy_from_slice(words);
                }
            }
            if !same {
                block.load(&old[..rows]);
            }
        }
    }

    /// `row . vector + z`, a vector a MAB and cycle: its words in `x`. Addends and results lie as the
    /// vector forms' do, those of row `rows*PE + k` in place `k` of a PE, in the first words and then
    /// in the second ones.
    ///
    /// ```
    /// use softfloat::{mncore2::{Half, Single}, slice::mncore2::products::Matrices};
    /// let block = [0x4100_4080_4000_4000; 64]; // 2, 1, 0, 0 in each PE
    /// let mut matrices = Matrices::<Half>::default();
    /// matrices.load(&[block; 16]);
    /// let (one, mut first, mut second) = ([0x3f80_0000_3f80_0000; 64], [[0; 64]], [[0; 64]]);
    /// matrices.fma::<Single>(&[&block], [&[&one]; 2], [&mut first, &mut second])?;
    /// assert_eq!(second[0][63], 0x41a8_0000_41a8_0000); // 4 * (4 + 1) + 1
    /// # Ok::<(), softfloat::slice::LengthError>(())
    /// ```
    ///
    /// # Errors
    /// Where there are not as many rows of each.
    pub fn fma<O: Precision>(
        &self,
        x: &[&Row],
        z: [&[&Row]; 2],
        out: [&mut [Row]; 2],
    ) -> Result<(), LengthError> {
        self.at::<O>(Level::best(), x, z, out)
    }

    /// [`fma`](Self::fma) at a level.
    pub(super) fn at<O: Precision>(
        &self,
        level: Level,
        x: &[&Row],
        z: [&[&Row]; 2],
        out: [&mut [Row]; 2],
    ) -> Result<(), LengthError> {
        assert!(O::FORMAT.width <= 32, "results of half or single precision");
        agree(out[0].len(), [x.len(), z[0].len(), z[1].len(), out[1].len()])?;
        dispatch::run(level, Products::<P, O> { matrices: self, x, z, out, result: PhantomData });
        Ok(())
    }

    /// One result by the scalar form.
    #[cold]
    #[inline(never)]
    fn scalar<O: Precision>(&self, x: &Row, i: usize, k: usize, z: u32) -> u32 {
        let (mab, pe) = (i / PES, i % PES);
        let row = codes::<P>(&self.rows[mab][pe * of_pe::<P>() + k]);
        let vector = codes::<P>(&x[mab * PES..(mab + 1) * PES]);
        let [row, vector] = [&row[..P::BLOCK], &vector[..P::BLOCK]];
        let z = Bits::low(z.into());
        matrix::fma::<P, O>(&Profile::DECIDED, row, vector, z).bits.cast()
    }
}

/// The codes of a block; of single precision the first of each word.
fn codes<P: Precision>(words: &[u64]) -> [P::Bits; 16] {
    let mut codes = [P::Bits::ZERO; 16];
    let of_word = P::BLOCK / PES;
    for (codes, &word) in codes.chunks_exact_mut(of_word).zip(words) {
        for (k, code) in codes.iter_mut().enumerate() {
            let up = P::FORMAT.width * k as u32;
            *code = P::Bits::low((word << up >> (64 - P::FORMAT.width)).into());
        }
    }
    codes
}

struct Products<'a, P: Factor, O> {
    matrices: &'a Matrices<P>,
    x: &'a [&'a Row],
    z: [&'a [&'a Row]; 2],
    out: [&'a mut [Row]; 2],
    result: PhantomData<O>,
}

impl<P: Factor, O: Precision> Kernel for Products<'_, P, O> {
    type Output = ();
    /// The 8 rows of single precision are no work for the widest vectors: with them it took longer.
    const WIDEST: Level = if of_pe::<P>() == 2 { Level::Avx2 } else { Level::Avx512 };

    #[inline(always)]
    fn run(self) {
        self.all::<true>();
    }

    #[inline(always)]
    fn lowest(self) {
        self.all::<false>();
    }
}

impl<P: Factor, O: Precision> Products<'_, P, O> {
    #[inline(always)]
    fn all<const FUSED: bool>(self) {
        let [out_hi, out_lo] = self.out;
        let mut vectors = P::Block::NONE;
        let mut sums: Sums = [[0.0; PES * MABS]; 4];
        for (c, x) in self.x.iter().enumerate() {
            P::Block::vectors(x, &mut vectors);
            let mut any = false;
            for (mab, block) in self.matrices.blocks.iter().enumerate() {
                block.dot::<FUSED>(&vectors, mab, &mut sums);
                any |= block.infinite(&vectors, mab);
            }
            let (z_hi, z_lo) = (self.z[0][c], self.z[1][c]);
            let (hi, lo) = (&mut out_hi[c], &mut out_lo[c]);
            let mut infinite = 0;
            for i in 0..PES * MABS {
                let mut out = [0; 2];
                for (k, sums) in sums.iter().enumerate().take(of_pe::<P>()) {
                    let z = super::words::get(32, [z_hi[i], z_lo[i]], k as u32);
                    infinite |= u32::from(lanes::infinite::<Single>(z));
                    let sum = sum_to_odd(sums[i], lanes::number::<Single>(z).into());
                    let r = if O::FORMAT.width == 32 {
                        lanes::to_single(sum)
                    } else {
                        lanes::to_half(sum)
                    };
                    super::words::put(O::FORMAT.width, &mut out, k as u32, r);
                }
                [hi[i], lo[i]] = out;
            }
            if any || infinite != 0 {
                self.matrices.with_infinity::<O>(x, &vectors, [z_hi, z_lo], [hi, lo]);
            }
        }
    }
}

impl<P: Factor> Matrices<P> {
    /// The results of a cycle that an infinite block or addend has a share in.
    #[cold]
    #[inline(never)]
    fn with_infinity<O: Precision>(
        &self,
        x: &Row,
        vectors: &<P::Block as Block>::Vectors,
        z: [&Row; 2],
        out: [&mut Row; 2],
    ) {
        let [hi, lo] = out;
        for i in 0..PES * MABS {
            let block = self.blocks[i / PES].infinite(vectors, i / PES);
            for k in 0..of_pe::<P>() {
                let z = super::words::get(32, [z[0][i], z[1][i]], k as u32);
                if block || lanes::infinite::<Single>(z) {
                    let r = self.scalar::<O>(x, i, k, z);
                    let (mut old, mut ones) = ([hi[i], lo[i]], [0; 2]);
                    super::words::put(
                        O::FORMAT.width,
                        &mut ones,
                        k as u32,
                        !0 >> (32 - O::FORMAT.width),
                    );
                    old = [old[0] & !ones[0], old[1] & !ones[1]];
                    super::words::put(O::FORMAT.width, &mut old, k as u32, r);
                    [hi[i], lo[i]] = old;
                }
            }
        }
    }
}
