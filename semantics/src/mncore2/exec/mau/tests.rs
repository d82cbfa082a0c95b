//! Forms of the MAU by example, and how elements and blocks lie on the path and in the matrix.

use super::{Taken, matrix, run};
use crate::mncore2::exec::view::View;
use crate::mncore2::isa::{
    Bank, Dest, Forward, Input, MatrixAccess, Mau, MauKind, Mread, Mwrite, Pair, Precision, Side,
    Source, Target, Width,
};
use crate::mncore2::state::{CYCLES, Flags, LANES, MATRIX_ROWS, Matrix, Path, path};
use MauKind::{Add, Fma, Mul, Passa};
use Precision::{D, F, G, H};
use seeded::Random;

/// A form without operands: they are given as paths.
fn form(precision: Precision, kind: MauKind) -> Mau {
    Mau {
        precision,
        kind,
        matrix: None,
        pair: None,
        shorten: false,
        flush: None,
        inputs: Vec::new(),
        dests: vec![Dest::plain(Target::Bar(Bank::Lm0, Width::Long))],
    }
}

fn compute(e: &Mau, a: Option<&Matrix>, inputs: [Path; 3]) -> (Path, Flags) {
    let mut out = path(|_, _| (0x5555, 0x6666));
    let mut flags = [[0x77; LANES]; CYCLES];
    let mut taken = Taken::default();
    let views = inputs.each_ref().map(View::of);
    run(e, a.map(|a| (a, &mut taken)), &views, &mut out, Some(&mut flags));
    // Nothing else depends on whether flags are asked for.
    let mut alone = Path::ZERO;
    run(e, a.map(|a| (a, &mut taken)), &views, &mut alone, None);
    assert_eq!(alone, out);
    (out, flags)
}

/// Vector forms on the same words everywhere.
fn vector(e: &Mau, words: [(u64, u64); 3]) -> (u64, u64, u8) {
    let (out, flags) = compute(e, None, words.map(|w| path(|_, _| w)));
    let (hi, lo, four) = (out.hi[3][63], out.lo[3][63], flags[3][63]);
    assert_eq!((out, flags), (path(|_, _| (hi, lo)), [[four; LANES]; CYCLES]));
    (hi, lo, four)
}

const ONE: u64 = 0x3ff0_0000_0000_0000;
const TWO: u64 = 0x4000_0000_0000_0000;
const THREE: u64 = 0x4008_0000_0000_0000;

#[test]
fn single_vectors() {
    // 2 and -2, 3 and 3, 1 and 1; the LSB-side words are rubbish.
    let words = [
        (0x4000_0000_c000_0000, 0xff),
        (0x4040_0000_4040_0000, 0xff),
        (0x3f80_0000_3f80_0000, 0xff),
    ];
    let [x, _, z] = words;
    assert_eq!(vector(&form(F, Fma), words), (0x40e0_0000_c0a0_0000, 0, 12));
    assert_eq!(vector(&form(F, Mul), words), (0x40c0_0000_c0c0_0000, 0, 12));
    assert_eq!(vector(&form(F, Add), [x, z, x]), (0x4040_0000_bf80_0000, 0, 12));
    assert_eq!(vector(&form(F, Passa), [x, z, z]), (0x4000_0000_c000_0000, 0, 12));
    // A copy is normalised: a zero loses sign and mantissa, an infinity its mantissa (s. 4.1).
    let odd = (0x8012_3456_ff81_2345, 0);
    assert_eq!(vector(&form(F, Passa), [odd, z, z]), (0x0000_0000_ff80_0000, 0, 12));
}

#[test]
fn half_vectors_add_in_single() {
    // 1, -1, 2, 0.5 times 2, plus 1, 1, 1, -2.
    let x = (0x3e00_be00_4000_3c00, 0xff);
    let y = (0x4000_4000_4000_4000, 0xff);
    let z = (0x3f80_0000_3f80_0000, 0x3f80_0000_c000_0000);
    let wide = (0x4040_0000_bf80_0000, 0x40a0_0000_bf80_0000, 0b1010);
    assert_eq!(vector(&form(H, Fma), [x, y, z]), wide);
    let short = |kind| Mau { shorten: true, ..form(H, kind) };
    assert_eq!(vector(&short(Fma), [x, y, z]), (0x4100_be00_4280_be00, 0, 0b1010));
    assert_eq!(
        vector(&form(H, Mul), [x, y, z]),
        (0x4000_0000_c000_0000, 0x4080_0000_3f80_0000, 0b1011)
    );
    assert_eq!(
        vector(&form(H, Add), [x, z, z]),
        (0x4000_0000_0000_0000, 0x4040_0000_bfc0_0000, 0b1110)
    );
    assert_eq!(
        vector(&form(H, Passa), [x, z, z]),
        (0x3f80_0000_bf80_0000, 0x4000_0000_3f00_0000, 0b1011)
    );
    // -1 * 2 + 2^-1 in half would do; a negative underflow is +0, and so is its flag (MN-D15).
    let tiny = (0x0200_0200_0200_8200, 0);
    assert_eq!(vector(&short(Mul), [tiny, tiny, z]), (0, 0, 15));
}

#[test]
fn double_vectors_multiply_in_two_pes() {
    let halves = |of_pe: [u64; 4]| path(|_, lane| (of_pe[lane % 4], 0));
    let inputs = || [path(|_, _| (TWO, 1)), path(|_, _| (THREE, 1)), path(|_, _| (ONE, 1))];
    let (seven, six) = (0x401c_0000_0000_0000, 0x4018_0000_0000_0000);
    let with = |pair, kind| Mau { pair: Some(pair), ..form(D, kind) };
    let positive = [[15; LANES]; CYCLES];
    let upper = compute(&with(Pair::Upper, Fma), None, inputs());
    assert_eq!(upper, (halves([seven, seven, ONE, ONE]), positive));
    let lower = compute(&with(Pair::Lower, Fma), None, inputs());
    assert_eq!(lower, (halves([ONE, ONE, seven, seven]), positive));
    let product = compute(&with(Pair::Lower, Mul), None, inputs());
    assert_eq!(product, (halves([0, 0, six, six]), positive));
    // Where there is no product an infinite factor does not show.
    let [_, y, z] = inputs();
    let infinite = path(|_, _| (0xfff0_0000_0000_0000, 0));
    let (out, flags) = compute(&with(Pair::Upper, Fma), None, [infinite, y, z]);
    let minus = 0xfff0_0000_0000_0000;
    assert_eq!(out, halves([minus, minus, ONE, ONE]));
    assert_eq!(flags[2][4..8], [0, 0, 15, 15]);
    assert_eq!(vector(&form(D, Add), [(ONE, 9), (TWO, 9), (0, 0)]), (THREE, 0, 15));
    let short = Mau { shorten: true, ..form(D, Passa) };
    assert_eq!(vector(&short, [(THREE | 1 << 63, 9), (0, 0), (0, 0)]), (0xc040_0000 << 32, 0, 0));
}

/// Elements of a word from the top.
fn split(word: u64, bits: u32) -> impl Iterator<Item = u64> {
    (1..=64 / bits).map(move |k| word >> (64 - bits * k) & u64::MAX >> (64 - bits))
}

/// The matrix as the manual's `refer_matreg` gives it: logical rows of elements (s. 3.6.1.14).
fn logical(side: &Matrix, mab: usize, bits: u32) -> Vec<Vec<u64>> {
    let rows = 256 / bits as usize;
    (0..rows)
        .map(|r| (0..4).flat_map(|j| split(side[r * 16 / rows][4 * mab + j], bits)).collect())
        .collect()
}

#[test]
fn an_infinite_vector_stays_in_its_half() {
    let e = Mau { pair: Some(Pair::Lower), ..form(D, Fma) };
    let side: Matrix = [[ONE | 1; LANES]; MATRIX_ROWS];
    let infinite = path(|_, _| (0x7ff0_0000_0000_0000, 0));
    let (out, _) = compute(&e, Some(&side), [infinite, path(|_, _| (TWO, 0)), Path::ZERO]);
    let plus = 0x7ff0_0000_0000_0000;
    assert_eq!(out, path(|_, lane| ([TWO, TWO, plus, plus][lane % 4], 0)));
}

/// Writing the matrix register and reading it transposed.
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
