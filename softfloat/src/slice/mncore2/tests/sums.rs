//! Sums of the RRN against their scalar form, at every level.

use crate::Bits;
use crate::mncore2::{Half, Precision, Profile, Single, fadd_arrays};
use crate::slice::mncore2::sums;
use crate::slice::{LengthError, Level};
use core::array::from_fn;
use seeded::{Draw, Random};

/// Codes near to one another, some far away, special or opposite.
fn code<P: Precision>(random: &mut Random, middle: u64) -> u64 {
    let f = &P::FORMAT;
    let (any, how) = (random.next(), random.next());
    let field = match how % 32 {
        0 => 0,
        1 => f.top() as u64 - (how >> 8) % 2,
        2 => (how >> 8) % (f.top() as u64 + 1),
        3..=8 => middle,
        _ => (middle + (how >> 8) % 13).saturating_sub(6).min(f.top() as u64 - 1),
    };
    let mantissa = match how >> 24 & 7 {
        0 => 0,
        1 => u64::mask(f.man_bits),
        2 => 1 << (any % u64::from(f.man_bits)),
        3 => any & !15,
        _ => any,
    };
    any >> 63 << (f.width - 1) | field << f.man_bits | mantissa & u64::mask(f.man_bits)
}

fn check<P: Precision, O: Precision, const STAGES: usize, const SIZE: usize>(
    random: &mut Random,
    words: usize,
) {
    let width = P::FORMAT.width;
    let mut sources: [[Vec<u64>; SIZE]; STAGES] = from_fn(|_| from_fn(|_| vec![0; words]));
    let mut expected = vec![0; words];
    for i in 0..words {
        for at in (0..64).step_by(width as usize) {
            let how = random.next();
            let middle = 1 + how % (P::FORMAT.top() as u64 - 1);
            let mut last = code::<P>(random, middle);
            let x = from_fn(|k| {
                from_fn(|n| {
                    // Often the opposite of the element before.
                    last = match how >> 16 >> (k * SIZE + n) & 1 {
                        0 => code::<P>(random, middle),
                        _ => last ^ 1 << (width - 1),
                    };
                    sources[k][n][i] |= last << at;
                    P::Bits::low(last.into())
                })
            });
            let sum = fadd_arrays::<P, O, STAGES, SIZE>(&Profile::DECIDED, &x);
            expected[i] |= (sum.wide() as u64) << at;
        }
    }
    let sources = sources.each_ref().map(|stage| stage.each_ref().map(|words| &words[..]));
    for level in Level::ALL {
        let mut out = vec![!0; words];
        sums::at::<P, O, STAGES, SIZE>(level, &sources, &mut out).unwrap();
        for i in 0..words {
            let x = sources.map(|stage| stage.map(|words| words[i]));
            assert_eq!(out[i], expected[i], "{x:x?} at {level:?}");
        }
    }
}

#[test]
fn sums_are_their_scalar_form() {
    fn all<P: Precision, O: Precision>(random: &mut Random, words: usize) {
        check::<P, O, 4, 4>(random, words);
        check::<P, O, 4, 2>(random, words);
        check::<P, O, 1, 2>(random, words);
        check::<P, O, 1, 4>(random, words);
        check::<P, O, 1, 8>(random, words);
    }
    let mut random = Random::new(0x5eed_ed00);
    for n in 0..20 * super::times() {
        // Whole chunks, and some words more.
        let words = 1000 + n % 5;
        all::<Single, Single>(&mut random, words);
        all::<Single, Half>(&mut random, words);
        all::<Half, Half>(&mut random, words);
    }
}

#[test]
fn lengths() {
    let x = [0; 4];
    let found = sums::fadd::<Single, Single, 1, 2>(&[[&x, &x[..3]]], &mut [0; 4]);
    assert_eq!(found, Err(LengthError { operand: 1, found: 3, expected: 4 }));
}
