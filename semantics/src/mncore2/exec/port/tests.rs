//! Which elements each input of each form reads, and that the sign is inverted last.

use super::{alu_input, mau_input, mwrite_input};
use crate::mncore2::isa::{
    Convert, Forward, Input, MatrixAccess, Mau, MauKind, Mwrite, Precision, Side, Source, Width,
};
use crate::mncore2::state::{CYCLES, LANES, Path};
use Convert::{Extend, Shorten};
use MauKind::{Add, Fma, Mul, Passa};
use Precision::{D, F, G, H};

fn same(hi: u64, lo: u64) -> Path {
    Path { hi: [[hi; LANES]; CYCLES], lo: [[lo; LANES]; CYCLES] }
}

fn input(negate: bool, convert: Option<Convert>) -> Input {
    Input { negate, convert, ..Input::plain(Source::Forward(Forward::Alu)) }
}

/// Halves 1, -2, 3, 0.5; then 4, 5, 6, 7.
const HALVES: (u64, u64) = (0x3e00_c000_4100_3c00, 0x4200_4280_4300_4380);
/// Singles 1, -2; then 3, 0.5.
const SINGLES: (u64, u64) = (0x3f80_0000_c000_0000, 0x4040_0000_3f00_0000);

fn mau(precision: Precision, kind: MauKind, matrix: bool, n: usize, input: Input) -> (u64, u64) {
    let e = Mau {
        precision,
        kind,
        matrix: matrix.then_some(Side::X),
        pair: None,
        shorten: false,
        flush: None,
        inputs: Vec::new(),
        dests: Vec::new(),
    };
    let (hi, lo) = match (input.convert, precision) {
        (Some(Extend), D) | (Some(Shorten), _) => SINGLES,
        (Some(Extend), _) => HALVES,
        (None, _) => (0, 0),
    };
    let mut path = same(hi, lo);
    mau_input(&e, n, &input, &mut path);
    assert_eq!(path, same(path.hi[0][0], path.lo[0][0]));
    (path.hi[0][0], path.lo[0][0])
}

#[test]
fn extension_reads_the_top_part() {
    for kind in [Fma, Mul, Add, Passa] {
        for n in 0..3 {
            let extended = mau(D, kind, false, n, input(false, Some(Extend)));
            assert_eq!(extended, (0x3ff0_0000_0000_0000, 0));
            // The LSB-side long word is not read.
            let extended = mau(F, kind, false, n, input(true, Some(Extend)));
            assert_eq!(extended.0, 0xbf80_0000_4000_0000);
        }
    }
    let addend = (0xbf80_0000_4000_0000, 0xc040_0000_bf00_0000);
    assert_eq!(mau(H, Fma, false, 2, input(true, Some(Extend))), addend);
    assert_eq!(mau(H, Add, false, 1, input(true, Some(Extend))), addend);
    assert_eq!(mau(H, Fma, true, 1, input(true, Some(Extend))), addend);
    for precision in [F, G] {
        let extended = mau(precision, Fma, true, 1, input(false, Some(Extend)));
        assert_eq!(extended, (0x3f80_0000_c000_0000, 0));
    }
    let extended = mau(D, Fma, true, 1, input(true, Some(Extend)));
    assert_eq!(extended.0, 0xbff0_0000_0000_0000);
}

#[test]
fn shortening_reads_both_long_words() {
    for (kind, n) in [(Fma, 0), (Fma, 1), (Mul, 0), (Mul, 1), (Add, 0), (Passa, 0)] {
        let shortened = mau(H, kind, false, n, input(true, Some(Shorten)));
        assert_eq!(shortened.0, 0xbe00_4000_c100_bc00);
    }
    let mut path = same(SINGLES.0, SINGLES.1);
    alu_input(&input(false, Some(Shorten)), &mut path);
    assert_eq!(path, same(0x3e00_c000_4100_3c00, 0));
    alu_input(&input(false, None), &mut path);
    assert_eq!(path, same(0x3e00_c000_4100_3c00, 0));
    // A zero keeps its sign (MN-D02); out of range is infinite or zero (MN-D28).
    let mut path = same(0x8012_3456_ff81_2345, 0x8080_0000_7f00_0000);
    alu_input(&input(false, Some(Shorten)), &mut path);
    assert_eq!(path, same(0x8000_fe00_8000_7e00, 0));
}

#[test]
fn every_element_of_the_input_changes_its_sign() {
    let tops = |bits| match bits {
        64 => 0x8000_0000_0000_0000,
        32 => 0x8000_0000_8000_0000,
        _ => 0x8000_8000_8000_8000,
    };
    let minus = input(true, None);
    for (precision, kind, matrix, n, bits) in [
        (D, Fma, false, 0, 64),
        (D, Fma, true, 0, 64),
        (D, Fma, true, 1, 64),
        (F, Fma, false, 2, 32),
        (F, Mul, true, 0, 32),
        (G, Fma, true, 0, 32),
        (G, Fma, true, 1, 32),
        (H, Fma, false, 0, 16),
        (H, Fma, false, 1, 16),
        (H, Fma, false, 2, 32),
        (H, Mul, false, 1, 16),
        (H, Add, false, 0, 16),
        (H, Add, false, 1, 32),
        (H, Passa, false, 0, 16),
        (H, Fma, true, 0, 16),
        (H, Fma, true, 1, 32),
        (H, Mul, true, 0, 16),
    ] {
        let flipped = mau(precision, kind, matrix, n, minus);
        assert_eq!(flipped, (tops(bits), tops(bits)), "{precision:?} {kind:?} {matrix} {n}");
        assert_eq!(mau(precision, kind, matrix, n, input(false, None)), (0, 0));
    }
}

#[test]
fn matrix_writes() {
    let write = |precision, from, (hi, lo): (u64, u64)| {
        let to = MatrixAccess { side: Side::X, width: Width::Long, index: 0 };
        let mut path = same(hi, lo);
        mwrite_input(&Mwrite { precision, from, to }, &mut path);
        assert_eq!(path, same(path.hi[0][0], path.lo[0][0]));
        (path.hi[0][0], path.lo[0][0])
    };
    let extended = write(D, input(true, Some(Extend)), SINGLES);
    assert_eq!(extended.0, 0xbff0_0000_0000_0000);
    for precision in [F, G] {
        let extended = write(precision, input(false, Some(Extend)), HALVES);
        assert_eq!(extended, (0x3f80_0000_c000_0000, 0));
    }
    // An extended zero or infinity keeps its mantissa (MN-D01).
    let extended = write(F, input(false, Some(Extend)), (0x8001_fe80_0000_0000, 0));
    assert_eq!(extended, (0x8000_4000_ffa0_0000, 0));
    let shortened = write(H, input(true, Some(Shorten)), SINGLES);
    assert_eq!(shortened.0, 0xbe00_4000_c100_bc00);
    let plain = write(H, input(true, None), (1, 2));
    assert_eq!(plain, (0x8000_8000_8000_8001, 0x8000_8000_8000_8002));
}
