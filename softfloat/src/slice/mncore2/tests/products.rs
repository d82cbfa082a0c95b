//! Matrix products against their scalar form, at every level.

use crate::Bits;
use crate::mncore2::{Half, Precision, Profile, PseudoSingle, Single, matrix};
use crate::slice::Level;
use crate::slice::mncore2::products::{Factor, Matrices, Row};
use seeded::{Draw, Random};

/// How often what happens, of 64.
#[derive(Clone, Copy)]
struct Odds {
    /// A block of the top or lowest exponent field.
    border: u64,
    /// An element whose field is 0 or another.
    other: u64,
}

/// The four words of a block around an exponent field.
fn block<P: Precision>(random: &mut Random, odds: Odds) -> [u64; 4] {
    let f = &P::FORMAT;
    let how = random.next();
    let spread = 1 + (how >> 32) % 24;
    let mut field = (f.bias as u64 + how / 64 % spread).wrapping_sub(spread / 2);
    if how % 64 < odds.border {
        field = [0, 1, f.top() as u64 - 1, f.top() as u64][(how >> 16) as usize % 4];
    }
    let mut element = || {
        let (any, how) = (random.next(), random.next());
        let field = match how % 64 {
            n if n < odds.other => {
                [0, 0, 0, (how >> 8) & f.top() as u64 & !1][(how >> 6) as usize % 4]
            }
            _ => field,
        };
        let mantissa = match how >> 20 & 7 {
            0 => 0,
            1 => u64::mask(f.man_bits),
            2 => any & !31,
            _ => any,
        };
        any >> 63 << (f.width - 1) | field << f.man_bits | mantissa & u64::mask(f.man_bits)
    };
    [0; 4].map(|_| (0..64 / f.width).fold(0, |word, k| word | element() << (f.width * k)))
}

fn rows<P: Precision>(random: &mut Random, odds: Odds) -> Row {
    let mut row = [0; 64];
    row.chunks_exact_mut(4).for_each(|words| words.copy_from_slice(&block::<P>(random, odds)));
    row
}

/// The codes of a block, from the first word on and there from the top.
fn codes<P: Precision>(words: &[u64]) -> Vec<P::Bits> {
    let width = P::FORMAT.width;
    let of_word = P::BLOCK as u32 / 4;
    words
        .iter()
        .flat_map(|&word| {
            (0..of_word).map(move |k| P::Bits::low((word << (width * k) >> (64 - width)).into()))
        })
        .collect()
}

/// A matrix and two cycles of vectors, `count` times.
fn check<P: Factor, O: Precision>(count: usize, seed: u64) {
    let mut random = Random::new(seed);
    let mut matrices = Matrices::<P>::default();
    for n in 0..(count * super::times()) as u64 {
        let odds = Odds { border: [0, 0, 4][n as usize % 3], other: [0, 6, 0, 20][n as usize % 4] };
        let physical: [Row; 16] = core::array::from_fn(|_| rows::<P>(&mut random, odds));
        matrices.load(&physical);
        let odds = Odds { other: [0, 0, 6][n as usize % 3], ..odds };
        let x: [Row; 2] = [(); 2].map(|()| rows::<P>(&mut random, odds));
        let mut addend = || {
            let (any, how) = (random.next(), random.next());
            let field = match how % 64 {
                0 => 255,
                1 => 0,
                _ => (127 + (how >> 8) % 60).wrapping_sub(if how & 1 << 40 == 0 { 40 } else { 30 }),
            };
            any & 0x807f_ffff | field << 23
        };
        let z: [[Row; 2]; 2] =
            [(); 2].map(|()| [(); 2].map(|()| [0; 64].map(|_| addend() << 32 | addend())));
        let of_pe = 64 / P::FORMAT.width as usize;
        let place = |bits: u32, k: usize| {
            let of_word = 64 / bits as usize;
            (k / of_word, 64 - bits * (k % of_word + 1) as u32)
        };
        let mut expected = [[[0u64; 64]; 2]; 2];
        for c in 0..2 {
            for i in 0..64 {
                let vector = codes::<P>(&x[c][i / 4 * 4..i / 4 * 4 + 4]);
                for k in 0..of_pe {
                    let row = (i % 4 * of_pe + k) * 4 / of_pe;
                    let row = codes::<P>(&physical[row][i / 4 * 4..i / 4 * 4 + 4]);
                    let (word, at) = place(32, k);
                    let z = Bits::low((z[word][c][i] >> at & 0xffff_ffff).into());
                    let r = matrix::fma::<P, O>(&Profile::DECIDED, &row, &vector, z);
                    assert_eq!(r.flag, !r.bits.bit(O::FORMAT.width - 1));
                    let (word, at) = place(O::FORMAT.width, k);
                    expected[word][c][i] |= (r.bits.wide() as u64) << at;
                }
            }
        }
        for level in Level::ALL {
            let mut out = [[[!0; 64]; 2]; 2];
            let [hi, lo] = &mut out;
            matrices
                .at::<O>(level, &x.each_ref(), [&z[0].each_ref(), &z[1].each_ref()], [hi, lo])
                .unwrap();
            for (word, (out, expected)) in out.iter().zip(&expected).enumerate() {
                for (c, i) in (0..2).flat_map(|c| (0..64).map(move |i| (c, i))) {
                    assert!(
                        out[c][i] == expected[c][i],
                        "{:x}, not {:x}: word {word} of cycle {c}, PE {i}, case {n} at {level:?}",
                        out[c][i],
                        expected[c][i],
                    );
                }
            }
        }
    }
}

#[test]
fn half() {
    check::<Half, Single>(1000, 1);
    check::<Half, Half>(1000, 2);
}

#[test]
fn single() {
    check::<Single, Single>(2000, 3);
    check::<PseudoSingle, Single>(2000, 4);
}
