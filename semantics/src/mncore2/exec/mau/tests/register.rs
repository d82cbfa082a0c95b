//! Writing the matrix register and reading it transposed.

use super::{logical, path};
use crate::mncore2::exec::mau::matrix;
use crate::mncore2::isa::{
    Forward, Input, MatrixAccess, Mread, Mwrite, Precision, Side, Source, Width,
};
use crate::mncore2::state::{CYCLES, LANES, MATRIX_ROWS, Matrix, Path};
use Precision::{D, F, G, H};
use seeded::Random;

fn write(side: &mut Matrix, precision: Precision, width: Width, index: u8, input: &Path) {
    let from = Input::plain(Source::Forward(Forward::Alu));
    let e = Mwrite { precision, from, to: MatrixAccess { side: Side::X, width, index } };
    matrix::write(&e, input, side);
}

fn read(side: &Matrix, precision: Precision, index: u8) -> Path {
    let width = if precision == H { Width::Double } else { Width::Long };
    let from = MatrixAccess { side: Side::X, width, index };
    let e = Mread { precision, flush: None, from, dests: Vec::new() };
    let mut out = path(|_, _| (0x5555, 0x6666));
    matrix::read(&e, side, &mut out);
    out
}

/// Different words everywhere.
fn counted(salt: u64) -> Path {
    path(|c, lane| {
        let n = salt << 16 | (c as u64) << 8 | lane as u64;
        (Random::at(1, n), Random::at(2, n))
    })
}

#[test]
fn rows_are_written_cycle_by_cycle_and_wrap() {
    for (precision, rows) in [(D, 4), (F, 8), (G, 8), (H, 16)] {
        for index in 0..rows {
            let (mut side, input) = ([[7; LANES]; MATRIX_ROWS], counted(1));
            write(&mut side, precision, Width::Long, index, &input);
            let mut expected = [[7; LANES]; MATRIX_ROWS];
            for c in 0..CYCLES {
                let row = (usize::from(index) + c) % usize::from(rows);
                expected[row * 16 / usize::from(rows)] = input.hi[c];
            }
            assert_eq!(side, expected, "{precision:?} {index}");
        }
    }
    for index in (0..16).step_by(2) {
        let (mut side, input) = ([[7; LANES]; MATRIX_ROWS], counted(2));
        write(&mut side, H, Width::Double, index, &input);
        let mut expected = [[7; LANES]; MATRIX_ROWS];
        for c in 0..CYCLES {
            let row = (usize::from(index) + 2 * c) % 16;
            (expected[row], expected[row + 1]) = (input.hi[c], input.lo[c]);
        }
        assert_eq!(side, expected, "{index}");
    }
}

#[test]
fn columns_are_read_cycle_by_cycle_and_wrap() {
    let mut side: Matrix = [[0; LANES]; MATRIX_ROWS];
    for (index, salt) in [(0, 3), (8, 4)] {
        write(&mut side, H, Width::Double, index, &counted(salt));
    }
    for precision in [D, F, G, H] {
        let bits = precision.bits();
        let rows = 256 / bits as usize;
        let step = if precision == H { 2 } else { 1 };
        for index in (0..rows).step_by(step) {
            let out = read(&side, precision, index as u8);
            for (c, lane) in (0..CYCLES).flat_map(|c| (0..LANES).map(move |lane| (c, lane))) {
                let a = logical(&side, lane / 4, bits);
                let of_pe = rows / 4;
                // The pseudocode of s. 3.6.11.
                let column = |j: usize| {
                    (0..of_pe).fold(0, |word, k| {
                        let shift = if bits == 64 { 0 } else { word << bits };
                        shift | a[lane % 4 * of_pe + k][j % rows]
                    })
                };
                let first = index + step * c;
                let lo = if precision == H { column(first + 1) } else { 0 };
                assert_eq!(
                    (out.hi[c][lane], out.lo[c][lane]),
                    (column(first), lo),
                    "{precision:?} {index} cycle {c} lane {lane}"
                );
            }
        }
    }
}
