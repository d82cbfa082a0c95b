//! Writing the matrix register and reading it transposed (s. 3.6.10, 3.6.11): bits are copied as
//! they are.

use crate::mncore2::exec::elements::{get, put};
use crate::mncore2::isa::{Mread, Mwrite, Precision, Width};
use crate::mncore2::state::{CYCLES, LANES, MATRIX_ROWS, Matrix, PES, Path};

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
    let bits = e.precision.bits();
    let columns = usize::from(e.precision.matrix_rows());
    let first = usize::from(e.from.index);
    let column = |lane: usize, column: usize| transposed(side, e.precision, lane, column % columns);
    for c in 0..CYCLES {
        for lane in 0..LANES {
            let (hi, lo) = if bits == 16 {
                (column(lane, first + 2 * c), column(lane, first + 2 * c + 1))
            } else {
                (column(lane, first + c), 0)
            };
            (out.hi[c][lane], out.lo[c][lane]) = (hi, lo);
        }
    }
}

/// The elements of a column that one PE gets.
fn transposed(side: &Matrix, precision: Precision, lane: usize, column: usize) -> u64 {
    let bits = precision.bits();
    let of_word = (64 / bits) as usize;
    let (mab, pe) = (lane / PES, lane % PES);
    let place = mab * PES + column / of_word;
    let element = |k: usize| {
        let row = (pe * of_word + k) * stride(precision);
        put(bits, get(bits, side[row][place], 0, (column % of_word) as u32), k as u32).0
    };
    (0..of_word).map(element).fold(0, |word, element| word | element)
}
