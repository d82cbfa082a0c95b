//! Matrix-vector products against the manual's pseudocode.

use super::{ONE, TWO, compute, form, logical, path, split};
use crate::mncore2::isa::{Mau, MauKind, Pair, Precision};
use crate::mncore2::state::{CYCLES, LANES, MATRIX_ROWS, Matrix, Path};
use MauKind::{Fma, Mul};
use Precision::{D, F, G, H};
use seeded::{Draw, Random};
use softfloat::mncore2::{Double, Half, Profile, PseudoSingle, Single, matrix::fma};

/// Words whose elements have one of two exponents.
fn blocks(rng: &mut Random, precision: Precision) -> u64 {
    let (fields, value) = match precision {
        D => (0x7ff0_0000_0000_0000, 0x3ff0_0000_0000_0000),
        F | G => (0x7f80_0000_7f80_0000, 0x3f80_0000_3f80_0000),
        _ => (0x7e00_7e00_7e00_7e00, 0x3e00_3e00_3e00_3e00),
    };
    let field = if precision == H && rng.next().is_multiple_of(4) { 0 } else { value };
    rng.next() & !fields | field
}

/// One MAB in one cycle, after the pseudocode of s. 3.6.9.2 to 3.6.9.8; results in order.
fn product(e: &Mau, a: &[Vec<u64>], x: &[u64], y: &[u64]) -> Vec<(u64, bool)> {
    let half = |v: &[u64]| v.iter().map(|&x| x as u16).collect::<Vec<_>>();
    let single = |v: &[u64]| v.iter().map(|&x| x as u32).collect::<Vec<_>>();
    let profile = &Profile::DECIDED;
    let one = |i: usize| {
        let (row, y) = (&a[i], y[i]);
        let taken = match e.pair {
            Some(Pair::Upper) => i < 2,
            Some(Pair::Lower) => i >= 2,
            None => true,
        };
        let (row, x) = if taken { (&row[..], x) } else { (&[0; 16][..], &[0; 16][..]) };
        match (e.precision, e.shorten) {
            (D, false) => {
                let r = fma::<Double, Double>(profile, &row[..4], &x[..4], y);
                (r.bits, r.flag)
            }
            (D, true) => {
                let r = fma::<Double, Single>(profile, &row[..4], &x[..4], y);
                (r.bits.into(), r.flag)
            }
            (F, _) => {
                let row: Vec<u64> = row.iter().copied().step_by(2).collect();
                let r = fma::<Single, Single>(profile, &single(&row), &single(x), y as u32);
                (r.bits.into(), r.flag)
            }
            (G, _) => {
                let r = fma::<PseudoSingle, Single>(profile, &single(row), &single(x), y as u32);
                (r.bits.into(), r.flag)
            }
            (_, false) => {
                let r = fma::<Half, Single>(profile, &half(row), &half(x), y as u32);
                (r.bits.into(), r.flag)
            }
            (_, true) => {
                let r = fma::<Half, Half>(profile, &half(row), &half(x), y as u32);
                (r.bits.into(), r.flag)
            }
        }
    };
    (0..a.len()).map(one).collect()
}

/// A matrix form against the pseudocode, on random operands.
fn matrix_form(e: &Mau, seed: u64) {
    let mut rng = Random::new(seed);
    let bits = e.precision.bits();
    let mut side: Matrix = [[0; LANES]; MATRIX_ROWS];
    side.iter_mut().flatten().for_each(|w| *w = blocks(&mut rng, e.precision));
    let (mut x, mut y) = (path(|_, _| (0, 0)), path(|_, _| (0, 0)));
    x.hi.iter_mut().flatten().for_each(|w| *w = blocks(&mut rng, e.precision));
    let sum = if e.precision == D { D } else { F };
    y.hi.iter_mut().chain(&mut y.lo).flatten().for_each(|w| *w = blocks(&mut rng, sum));
    let (out, flags) = compute(e, Some(&side), [x.clone(), y.clone(), Path::ZERO]);
    let result_bits = if e.shorten { sum.bits() / 2 } else { sum.bits() };
    for (c, mab) in (0..CYCLES).flat_map(|c| (0..16).map(move |mab| (c, mab))) {
        let lanes = 4 * mab..4 * mab + 4;
        let elements = |word: u64| split(word, bits).take(if e.precision == F { 1 } else { 4 });
        let xs: Vec<u64> = x.hi[c][lanes.clone()].iter().flat_map(|&w| elements(w)).collect();
        let both = |p: &Path, lane: usize| [p.hi[c][lane], p.lo[c][lane]];
        let of_pe = 64 / bits as usize;
        let ys = lanes.clone().flat_map(|lane| {
            both(&y, lane).into_iter().flat_map(|w| split(w, sum.bits())).take(of_pe)
        });
        let ys: Vec<u64> = if e.kind == Fma { ys.collect() } else { vec![0; 16] };
        let expected = product(e, &logical(&side, mab, bits), &xs, &ys);
        for (pe, lane) in lanes.enumerate() {
            let expected = &expected[pe * of_pe..(pe + 1) * of_pe];
            let got: Vec<u64> =
                both(&out, lane).into_iter().flat_map(|w| split(w, result_bits)).collect();
            let rest = &got[of_pe..];
            assert!(rest.iter().all(|&w| w == 0), "{e:?}");
            for (k, &(word, flag)) in expected.iter().enumerate() {
                assert_eq!(got[k], word, "{e:?} cycle {c} lane {lane} element {k}");
                for bit in k * 4 / of_pe..(k + 1) * 4 / of_pe {
                    assert_eq!(flags[c][lane] >> (3 - bit) & 1 == 1, flag, "{e:?}");
                }
            }
        }
    }
}

#[test]
fn matrix_forms_follow_the_pseudocode() {
    for kind in [Fma, Mul] {
        let plain = |precision| form(precision, kind);
        for e in [plain(F), plain(G), plain(H), Mau { shorten: true, ..plain(H) }] {
            matrix_form(&e, 1);
        }
        for (pair, shorten) in
            [(Pair::Upper, false), (Pair::Lower, false), (Pair::Upper, true), (Pair::Lower, true)]
        {
            matrix_form(&Mau { pair: Some(pair), shorten, ..plain(D) }, 2);
        }
    }
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
