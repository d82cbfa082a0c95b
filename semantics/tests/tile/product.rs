//! One element of D: the numbers of the conformance cases MMA and GEO, in every shape that has the kind.

use crate::trial::Trial;
use semantics::tile::exec::product::{Geometry, KINDS, Shape, Side};
use softfloat::Rounding::{self, Down, NearestAway, NearestEven, TowardZero, Up};
use softfloat::{Flags, sum::tile::Profile};

const MODES: [Rounding; 5] = [NearestEven, TowardZero, Down, Up, NearestAway];

/// The same element in the shapes of a kind, at the first and at the last place of D.
fn all_shapes(mmauop: usize, set: impl Fn(&mut Trial, usize, usize), d: u64) -> (u64, Flags) {
    let mut found = Vec::new();
    for shape in Shape::ALL {
        for steps in [1, 4] {
            if Geometry::of(KINDS[mmauop], shape, steps).is_none() {
                continue;
            }
            for last in [false, true] {
                let mut trial = Trial::new(mmauop, shape, steps);
                let (i, j) =
                    if last { (trial.geometry.m - 1, trial.geometry.n - 1) } else { (0, 0) };
                trial.set_d(i, j, d);
                set(&mut trial, i, j);
                let signals = trial.run();
                found.push((trial.d(i, j), signals.flags));
            }
        }
    }
    assert!(found.iter().all(|one| *one == found[0]), "{found:x?}");
    found[0]
}

/// The products of these codes, in the order of K, and D.
fn dot(mmauop: usize, a: &[u64], b: &[u64], d: u64, change: impl Fn(&mut Trial)) -> (u64, Flags) {
    let set = |trial: &mut Trial, i: usize, _: usize| {
        for (k, (&a, &b)) in a.iter().zip(b).enumerate() {
            trial.set_a(i, k, a);
            // Every column: the flags are those of all elements.
            (0..trial.geometry.n).for_each(|column| trial.set_b(k, column, b));
        }
        change(trial);
    };
    all_shapes(mmauop, set, d)
}

fn sum(mmauop: usize, a: &[u64], b: &[u64], d: u64) -> u64 {
    dot(mmauop, a, b, d, |_| {}).0
}

fn modes(mmauop: usize, a: &[u64], b: &[u64], d: u64) -> [u64; 5] {
    MODES.map(|mode| dot(mmauop, a, b, d, |trial| trial.product.rounding = mode).0)
}

#[test]
fn mma_01_to_05_slices_are_exact() {
    assert_eq!(sum(3, &[0x40, 0x48, 0xc0], &[0x40, 0x40, 0x38], 0), 0x4020_0000);
    assert_eq!(sum(3, &[0x40, 0x40], &[0x40, 0x40], 0x4b80_0000), 0x4b80_0001);
    assert_eq!(sum(1, &[0x3f80, 0x3f80], &[0x3f80, 0x3f80], 0x4b80_0000), 0x4b80_0001);
    let cancel = ([0x5880, 0x3f80, 0xd880], [0x5880, 0x3f80, 0x5880]);
    assert_eq!(sum(1, &cancel.0, &cancel.1, 0), 0x3f80_0000);
    let chain = |trial: &mut Trial| trial.product.profile = Profile::Chain;
    assert_eq!(dot(3, &[0x40, 0x40], &[0x40, 0x40], 0x4b80_0000, chain).0, 0x4b80_0000);
    assert_eq!(dot(1, &cancel.0, &cancel.1, 0, chain).0, 0);
    // MMA-04: two slices, which S32 has in two steps.
    for (shape, steps) in [(Shape::S32, 2), (Shape::S16, 1), (Shape::S8, 1)] {
        let mut trial = Trial::new(1, shape, steps);
        trial.set_d(3, 2, 0x4b80_0000);
        for k in [0, 16] {
            trial.set_a(3, k, 0x3f80);
            trial.set_b(k, 2, 0x3f80);
        }
        assert_eq!((trial.run().flags, trial.d(3, 2)), (Flags::INEXACT, 0x4b80_0000));
        let full = (trial.product.profile, 0x4b80_0001);
        assert_eq!(full.0, Profile::Slice);
        trial.product.profile = Profile::Full;
        assert_eq!((trial.run().flags, trial.d(3, 2)), (Flags::NONE, full.1));
    }
}

#[test]
fn mma_06_to_13_modes_and_ranges() {
    let one = 0x3f80_0000;
    let up = one + 1;
    assert_eq!(modes(1, &[0x3980], &[0x3900], one), [one, one, one, up, one]);
    assert_eq!(modes(1, &[0x3980], &[0x3980], one), [one, one, one, up, up]);
    assert_eq!(modes(5, &[0x3c00], &[0x3c00], 0x6800), [0x6800, 0x6800, 0x6800, 0x6801, 0x6801]);
    assert_eq!(modes(5, &[0x3c00], &[0x4200], 0x6800), [0x6802, 0x6801, 0x6801, 0x6802, 0x6802]);
    assert_eq!(modes(5, &[0x3c00], &[0x4c00], 0x7bff), [0x7c00, 0x7bff, 0x7bff, 0x7c00, 0x7c00]);
    assert_eq!(modes(6, &[0x3f80], &[0x3f80], 0x4380), [0x4380, 0x4380, 0x4380, 0x4381, 0x4381]);
    assert_eq!(sum(2, &[1], &[1], 0), 0x2780_0000);
    assert_eq!(sum(1, &[0x1a00], &[0x1a80], 0), 1);
}

#[test]
fn mma_14_to_20_specials_and_zeros() {
    let nan = 0x7fc0_0000;
    let plain = |_: &mut Trial| {};
    assert_eq!(dot(1, &[0x7f80], &[0], 0, plain), (nan, Flags::INVALID));
    assert_eq!(dot(1, &[0x7f80, 0xff80], &[0x3f80; 2], 0, plain), (nan, Flags::INVALID));
    assert_eq!(dot(3, &[0x80], &[0x40], 0, plain), (nan, Flags::NONE));
    let negate = |trial: &mut Trial| trial.product.negate = true;
    assert_eq!(dot(1, &[0x3f80, 0x4000], &[0x3f80; 2], 0x3f80_0000, negate).0, 0xc000_0000);
    let fresh = |trial: &mut Trial| trial.product.no_accumulator = true;
    assert_eq!(dot(1, &[0x3f80], &[0x3f80], nan, fresh).0, 0x3f80_0000);
    let mut zeros = Trial::new(1, Shape::S32, 1);
    let expect = |trial: &mut Trial, d: u64, expected: u64| {
        trial.set_d(0, 0, d);
        trial.run();
        assert_eq!(trial.d(0, 0), expected);
    };
    for k in 0..16 {
        zeros.set_a(0, k, 0x8000);
        zeros.set_b(k, 0, 0x3f80);
    }
    expect(&mut zeros, 0x8000_0000, 0x8000_0000);
    expect(&mut zeros, 0, 0);
    zeros.product.no_accumulator = true;
    expect(&mut zeros, 0x8000_0000, 0);
    let cancelled = modes(1, &[0x3f80], &[0x3f80], 0xbf80_0000);
    assert_eq!((cancelled[0], cancelled[2]), (0, 0x8000_0000));
}

#[test]
fn mma_21_to_24_tf32_and_mixed_fp8() {
    assert_eq!(sum(0, &[0x3f80_1fff], &[0x3f80_0000], 0), 0x3f80_0000);
    assert_eq!(sum(0, &[0x3fff_ffff], &[0x3fff_ffff], 0), 0x407f_c004);
    assert_eq!(sum(0, &[0x7f80_0001], &[0x3f80_0000], 0), 0x7f80_0000);
    assert_eq!(sum(9, &[0x44], &[0x44], 0x3c00), 0x4400);
}

#[test]
fn mma_25_to_29_integers() {
    assert_eq!(sum(12, &[0x80; 32], &[0x80; 32], 0), 0x0008_0000);
    assert_eq!(sum(12, &[1], &[1], 0x7fff_ffff), 0x8000_0000);
    let mut clamped = Trial::new(12, Shape::S8, 1);
    clamped.product.saturate = true;
    clamped.set_a(1, 0, 1);
    clamped.set_b(0, 1, 1);
    clamped.set_d(1, 1, 0x7fff_ffff);
    assert!(clamped.run().clamped);
    assert_eq!(clamped.d(1, 1), 0x7fff_ffff);
    assert_eq!(sum(11, &[0xff; 32], &[0xff; 32], 0), 0x001f_c020);
    assert_eq!(sum(14, &[8; 64], &[8; 64], 0), 0x1000);
    assert_eq!(sum(16, &[0x80; 64], &[7; 64], 0), 0xffff_2000);
}

/// The scales of both operands of the element, for the blocks given by an element of each.
fn scaled(
    mmauop: usize,
    (x, y, count): (u64, u64, usize),
    scales: &[(u8, u8)],
    d: u64,
    mode: Rounding,
) -> u64 {
    let set = |trial: &mut Trial, i: usize, j: usize| {
        trial.product.rounding = mode;
        for k in 0..count {
            trial.set_a(i, k, x);
            trial.set_b(k, j, y);
        }
        for (block, &(a, b)) in scales.iter().enumerate() {
            trial.scale_a(i, block * 32, a);
            trial.scale_b(block * 32, j, b);
        }
    };
    all_shapes(mmauop, set, d).0
}

#[test]
fn mma_30_to_35_blocks() {
    let rne = NearestEven;
    assert_eq!(scaled(24, (7, 7, 32), &[(0x80, 0x7e)], 0, rne), 0x4490_0000);
    let far = [(0x7f, 0x7f), (0x97, 0x7f)];
    assert_eq!(scaled(24, (2, 2, 64), &far, 0, rne), 0x4e00_0000);
    assert_eq!(scaled(17, (0x40, 0x20, 32), &[(0x7f, 0x7f)], 0, rne), 0x4180_0000);
    assert_eq!(scaled(22, (0x1f, 0x1f, 32), &[(0x7f, 0x80)], 0x3f80_0000, rne), 0x4652_0400);
    assert_eq!(scaled(24, (2, 2, 32), &[(0xff, 0x7f)], 0, rne), 0x7fc0_0000);
    assert_eq!(scaled(24, (7, 7, 32), &[(0xfe, 0xfe)], 0, rne), 0x7f80_0000);
    assert_eq!(scaled(24, (1, 1, 1), &[(0, 0)], 0, rne), 0);
    assert_eq!(scaled(24, (1, 1, 1), &[(0, 0)], 0, Up), 1);
}

/// TILE-D34: what is cut signals nothing; the sum is rounded toward zero in every direction.
#[test]
fn aligned_sums_cut_in_silence() {
    let align = |x: u32| {
        move |trial: &mut Trial| {
            trial.product.profile = Profile::Align(x);
            trial.product.rounding = Up;
        }
    };
    // 1 + 2^-24: the term is below the last place, one more bit keeps it for the rounding.
    let one = 0x3f80_0000;
    assert_eq!(dot(1, &[0x3980], &[0x3980], one, align(0)), (one, Flags::NONE));
    assert_eq!(dot(1, &[0x3980], &[0x3980], one, align(1)), (one, Flags::INEXACT));
    assert_eq!(dot(1, &[0x3980; 2], &[0x3980; 2], one, align(1)), (one + 1, Flags::NONE));
}

/// TILE-D83: a NaN beside infinities of both signs, or beside an infinity times zero.
#[test]
fn mixed_slices_signal() {
    let plain = |_: &mut Trial| {};
    let (nan, one) = (0x7fc0_0000, 0x3f80);
    let both = [0x7fc0, 0x7f80, 0xff80];
    assert_eq!(dot(1, &both, &[one; 3], 0, plain), (nan, Flags::INVALID));
    assert_eq!(dot(1, &both[..2], &[one; 2], 0, plain), (nan, Flags::NONE));
    assert_eq!(dot(1, &both[..2], &[one; 2], 0xff80_0000, plain), (nan, Flags::INVALID));
    assert_eq!(dot(1, &both[..2], &[one, 0], 0, plain), (nan, Flags::INVALID));
    assert_eq!(dot(1, &[0x7f81], &[one], 0, plain), (nan, Flags::INVALID));
    assert_eq!(dot(1, &[], &[], 0x7f80_0001, plain), (nan, Flags::INVALID));
}

/// TILE-D84: of Table 29 a zero product has the sign of the factors, of MX integers none.
#[test]
fn zero_products_of_formats_without_minus_zero() {
    // All 32 products are +0 * -1.
    let minus = |mmauop: usize, one: u64| {
        let set = |trial: &mut Trial, i: usize, j: usize| {
            for k in 0..trial.geometry.k {
                trial.set_a(i, k, 0);
                trial.set_b(k, j, one);
            }
        };
        all_shapes(mmauop, set, 0x8000_0000).0
    };
    assert_eq!(minus(3, 0xc0), 0x8000_0000);
    assert_eq!(minus(17, 0xc0), 0);
    assert_eq!(minus(1, 0xbf80), 0x8000_0000);
    assert_eq!(minus(24, 0xa), 0x8000_0000);
}

/// TILE-D37: a zero and the NaN of Table 29 stay what they are; -2 of MX integers becomes 2.
#[test]
fn negated_operands() {
    let negate = |trial: &mut Trial| trial.product.negate = true;
    let nan = 0x7fc0_0000;
    assert_eq!(dot(3, &[0x00], &[0x40], 0x3f80_0000, negate), (0x3f80_0000, Flags::NONE));
    assert_eq!(dot(3, &[0x80], &[0x40], 0, negate), (nan, Flags::NONE));
    assert_eq!(dot(17, &[0x80], &[0x40], 0, negate).0, 0x4000_0000);
    assert_eq!(dot(18, &[0x8], &[0x4], 0, negate).0, 0x4000_0000);
}

#[test]
fn geometry_01_to_08() {
    let of = |mmauop: usize, shape| Geometry::of(KINDS[mmauop], shape, 1).unwrap();
    let part = |g: Geometry, side, line| g.part(side, line, 0);
    assert_eq!(part(of(3, Shape::S32), Side::A, 3).at + 7, 0x67);
    assert_eq!(part(of(14, Shape::S32), Side::A, 1).at, 0x20);
    assert_eq!(of(3, Shape::S32).result(9, 5), 0x400 + 0x94);
    assert_eq!(of(5, Shape::S16).result(2, 20), 0xa8);
    assert_eq!(of(1, Shape::S8).result(7, 31), 0x3fc);
    assert_eq!(part(of(1, Shape::S8), Side::B, 19).at, 2 * 0x400 + 0x180);
    let six = of(20, Shape::S32);
    assert_eq!(part(six, Side::A, 1).at, 0x60);
    let last = part(six, Side::A, 31);
    assert_eq!(last.at + last.len - 1, 2 * 0x400 + 0x3ff);
    assert_eq!(part(six, Side::A, 10).scale + 2, 0x2a);
    assert_eq!(part(six, Side::A, 20).scale, 64 + 0x10);
    assert_eq!(Geometry::of(KINDS[20], Shape::S16, 1), None);
}

/// The table of section 1.4: m, n, D registers, A and B registers of a step.
#[test]
fn sizes_of_the_shape_table() {
    let rows = [
        (Shape::S32, 1, 32, 32, 4, 1, 1),
        (Shape::S32, 5, 32, 32, 2, 1, 1),
        (Shape::S16, 1, 16, 16, 1, 1, 1),
        (Shape::S16, 5, 16, 32, 1, 1, 2),
        (Shape::S8, 1, 8, 32, 1, 1, 4),
        (Shape::S8, 5, 8, 64, 1, 1, 8),
        (Shape::S32, 16, 32, 32, 4, 2, 1),
        (Shape::S32, 21, 32, 32, 4, 3, 3),
    ];
    for (shape, mmauop, m, n, d, a, b) in rows {
        for steps in [1, 2, 4, 8] {
            let g = Geometry::of(KINDS[mmauop], shape, steps).unwrap();
            assert_eq!((g.m, g.n, g.d, g.a, g.b), (m, n, d, a * steps, b * steps));
        }
    }
    let k = |mmauop: usize| {
        Shape::ALL.map(|shape| Geometry::of(KINDS[mmauop], shape, 1).map_or(0, |g| g.k))
    };
    assert_eq!(k(0), [8, 16, 32]);
    assert_eq!(k(1), [16, 32, 64]);
    assert_eq!(k(12), [32, 64, 128]);
    assert_eq!(k(24), [64, 128, 256]);
    assert_eq!(k(19), [64, 128, 256]);
    assert_eq!(k(23), [128, 0, 0]);
}
