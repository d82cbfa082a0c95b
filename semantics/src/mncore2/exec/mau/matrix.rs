//! Writing the matrix register and reading it transposed (s. 3.6.10, 3.6.11): bits are copied as
//! they are.

use crate::mncore2::exec::view::{get, put};
use crate::mncore2::isa::{Mread, Mwrite, Precision, Width};
use crate::mncore2::state::{CYCLES, LANES, MATRIX_ROWS, Matrix, PES, Path, Row};
use softfloat::slice::{Kernel, vectorised};
use std::array::from_fn;

/// Physical rows from one logical row to the next.
fn stride(precision: Precision) -> usize {
    MATRIX_ROWS / usize::from(precision.matrix_rows())
}

/// A row a cycle, with `$ll` two; rows wrap. The long word of PE p is that of the columns
/// from p on.
pub(in crate::mncore2::exec) fn write(e: &Mwrite, input: &Path, side: &mut Matrix) {
    let stride = stride(e.precision);
    let first = usize::from(e.to.index);
    for c in 0..CYCLES {
        let mut put = |row: usize, words| side[row * stride % MATRIX_ROWS] = words;
        if e.to.width == Width::Double {
            put(first + 2 * c, input.hi[c]);
            put(first + 2 * c + 1, input.lo[c]);
        } else {
            put(first + c, input.hi[c]);
        }
    }
}

/// A column a cycle, of half elements two; columns wrap. PE p gets the elements of the rows that
/// begin at its share.
pub(in crate::mncore2::exec) fn read(e: &Mread, side: &Matrix, out: &mut Path) {
    match e.precision.bits() {
        16 => columns::<16, 4>(e, side, out),
        32 => columns::<32, 2>(e, side, out),
        _ => columns::<64, 1>(e, side, out),
    }
}

/// `N` elements of `BITS` bits in a word.
fn columns<const BITS: u32, const N: usize>(e: &Mread, side: &Matrix, out: &mut Path) {
    let mut transposed = [[[0; LANES]; N]; PES];
    vectorised(Mirror::<BITS, N> { side, stride: stride(e.precision), out: &mut transposed });
    let number = PES * N;
    let column = |n: usize| {
        let n = (usize::from(e.from.index) + n) % number;
        // The words of a block: of each PE that of the column.
        from_fn(|lane| transposed[lane % PES][n % N][lane - lane % PES + n / N])
    };
    for c in 0..CYCLES {
        if BITS == 16 {
            (out.hi[c], out.lo[c]) = (column(2 * c), column(2 * c + 1));
        } else {
            (out.hi[c], out.lo[c]) = (column(c), [0; LANES]);
        }
    }
}

/// Of every PE's rows, `N` of them, squares of `N` by `N` elements are mirrored: row k of `out` has
/// element k of each, in order.
struct Mirror<'a, const BITS: u32, const N: usize> {
    side: &'a Matrix,
    stride: usize,
    out: &'a mut [[Row; N]; PES],
}

impl<const BITS: u32, const N: usize> Kernel for Mirror<'_, BITS, N> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (pe, mirrored) in self.out.iter_mut().enumerate() {
            let rows: [&Row; N] = from_fn(|j| &self.side[(pe * N + j) * self.stride]);
            for lane in 0..LANES {
                for (k, mirrored) in mirrored.iter_mut().enumerate() {
                    let mut word = 0;
                    for (j, row) in rows.iter().enumerate() {
                        word |= put(BITS, get(BITS, row[lane], 0, k as u32), j as u32).0;
                    }
                    mirrored[lane] = word;
                }
            }
        }
    }
}
