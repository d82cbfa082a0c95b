//! Matrix-vector multiply-add (s. 3.6.9.2 to 3.6.9.9).

use super::vector::{signs, takes_part};
use crate::mncore2::exec::view::{View, get, put};
use crate::mncore2::isa::{Mau, MauKind, Pair};
use crate::mncore2::state::{CYCLES, Flags, MABS, MATRIX_ROWS, Matrix, PES, Path, Row};
use softfloat::mncore2::{Half, Precision, PseudoSingle, Single, matrix::Decoded};
use softfloat::slice::mncore2::products::{Factor, Matrices};
use softfloat::slice::{Kernel, vectorised};
use softfloat::{Bits, StaticFormat};
use std::marker::PhantomData;

/// The matrices of a side taken apart for vectors, one of each precision.
#[derive(Default)]
pub(in crate::mncore2::exec) struct Taken {
    pub(super) half: Apart<Half>,
    pub(super) single: Apart<Single>,
    pub(super) pseudo: Apart<PseudoSingle>,
}

impl Taken {
    /// The side may be another one from now on, or hold something else.
    pub(in crate::mncore2::exec) fn forget(&mut self) {
        self.half.current = false;
        self.single.current = false;
        self.pseudo.current = false;
    }
}

/// Matrices that were taken apart once.
pub(super) struct Apart<P: Factor> {
    matrices: Option<Box<Matrices<P>>>,
    /// Whether they are what the side holds.
    current: bool,
}

impl<P: Factor> Default for Apart<P> {
    fn default() -> Self {
        Self { matrices: None, current: false }
    }
}

impl<P: Factor> Apart<P> {
    /// Those of a side.
    fn of(&mut self, side: &Matrix) -> &Matrices<P> {
        let matrices = self.matrices.get_or_insert_default();
        if !self.current {
            matrices.load(side);
            self.current = true;
        }
        matrices
    }
}

/// All PEs in half, single, pseudo-single precision: in vectors, rows side by side.
pub(super) fn lanes<P: Factor, O: Precision>(
    e: &Mau,
    matrix: &Matrix,
    taken: &mut Apart<P>,
    inputs: &[View<'_>; 3],
    out: &mut Path,
    flags: Option<&mut Flags>,
) {
    if e.pair.is_some() {
        return run::<P, O>(e, matrix, inputs, out, flags);
    }
    let [x, y, _] = inputs;
    let y = if e.kind == MauKind::Fma { y } else { &View::NOTHING };
    let done = taken.of(matrix).fma::<O>(&x.hi, [&y.hi, &y.lo], [&mut out.hi, &mut out.lo]);
    assert_eq!(done, Ok(()), "paths are of one length");
    if let Some(flags) = flags {
        signs(P::FORMAT.width, O::FORMAT.width, out, flags);
    }
}

/// Blocks in precision `P`, results in `O`, one after the other.
pub(super) fn run<P: Precision, O: Precision>(
    e: &Mau,
    matrix: &Matrix,
    [x, y, _]: &[View<'_>; 3],
    out: &mut Path,
    flags: Option<&mut Flags>,
) {
    let y = if e.kind == MauKind::Fma { y } else { &View::NOTHING };
    vectorised(Products::<P, O> { pair: e.pair, matrix, x, y, out, result: PhantomData });
    if let Some(flags) = flags {
        signs(P::FORMAT.width, O::FORMAT.width, out, flags);
    }
}

struct Products<'a, P, O> {
    pair: Option<Pair>,
    matrix: &'a Matrix,
    x: &'a View<'a>,
    y: &'a View<'a>,
    out: &'a mut Path,
    result: PhantomData<(P, O)>,
}

impl<P: Precision, O: Precision> Kernel for Products<'_, P, O> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { pair, matrix, x, y, out, .. } = self;
        // Logical rows of a PE's results, and the physical row of the first of them.
        let rows = (64 / P::FORMAT.width) as usize;
        let physical = |row: usize| row * 4 / rows;
        let a = codes::<P>((0..PES * rows).map(|i| &matrix[physical(i)]));
        let x = codes::<P>(x.hi);
        let nothing = Decoded::<P>::ZERO;
        for mab in 0..MABS {
            let mut row = [nothing; 16];
            for (i, row) in row[..PES * rows].iter_mut().enumerate() {
                if takes_part(pair, i / rows) {
                    *row = Decoded::new(&a[i * MABS + mab]);
                }
            }
            for c in 0..CYCLES {
                let vector = Decoded::<P>::new(&x[c * MABS + mab]);
                for pe in 0..PES {
                    let lane = mab * PES + pe;
                    // Without a product there is 0, whatever the vector (an infinite one also).
                    let vector = if takes_part(pair, pe) { &vector } else { &nothing };
                    let (mut hi, mut lo) = (0, 0);
                    for k in 0..rows {
                        let width = P::Sum::FORMAT.width;
                        let addend = get(width, y.hi[c][lane], y.lo[c][lane], k as u32);
                        let addend = <P::Sum as StaticFormat>::Bits::low(addend.into());
                        let r = row[pe * rows + k].fma::<O>(vector, addend);
                        let (h, l) = put(O::FORMAT.width, r.bits.wide() as u64, k as u32);
                        hi |= h;
                        lo |= l;
                    }
                    (out.hi[c][lane], out.lo[c][lane]) = (hi, lo);
                }
            }
        }
    }
}

/// The codes of the blocks in rows, one a MAB: the elements of its four long words, in single
/// precision the first one of each. The order within a block has no effect; from the least
/// significant side it is that of memory.
#[inline(always)]
fn codes<'a, P: Precision>(rows: impl IntoIterator<Item = &'a Row>) -> Vec<[P::Bits; 16]> {
    let of_word = P::BLOCK / PES;
    let mut blocks = Vec::with_capacity(MATRIX_ROWS * MABS);
    for words in rows.into_iter().flat_map(|row| row.chunks_exact(PES)) {
        let mut block = [P::Bits::ZERO; 16];
        for (codes, &word) in block.chunks_exact_mut(of_word).zip(words) {
            for (k, code) in codes.iter_mut().rev().enumerate() {
                *code = P::Bits::low(get(P::FORMAT.width, word, 0, k as u32).into());
            }
        }
        blocks.push(block);
    }
    blocks
}
