//! Words of elements against the scalar forms, at every level.

mod plain;
mod products;
mod sums;
mod vector;

use super::words;
use crate::format::StaticFormat;
use crate::mncore2::{Flagged, Half, Precision, Profile, Single, vector as scalar};
use crate::slice::Level;
use crate::{Bits, Format};
use seeded::{Draw, Kind, Random};

/// A code: any, or one with a field near a border, with few low bits, or a special one.
fn code(random: &mut Random, f: &Format) -> u64 {
    let (any, how) = (random.next() & u64::mask(f.width), random.next());
    let (sign, mantissa) = (any & 1 << (f.width - 1), any & u64::mask(f.man_bits));
    let top = f.top() as u64;
    let near = |middle: u64, spread: u64| (middle + how / 64 % spread).min(top) << f.man_bits;
    match how % 8 {
        0 => any,
        1 => sign | near(0, 3) | mantissa,
        2 => sign | near(top - 2, 3) | mantissa,
        3 => sign | near(f.bias as u64 - 2, 5) | mantissa & !u64::mask(f.man_bits / 2),
        4 => sign | near(f.bias as u64 - 2, 5) | mantissa & u64::mask(6),
        5 => sign | near(f.bias as u64 / 2, 5) | mantissa,
        6 => sign | near(f.bias as u64 - 12, 25) | u64::mask(f.man_bits) & !(mantissa & 63),
        _ => sign | near(f.bias as u64 - 12, 25) | mantissa,
    }
}

/// Operands of one element; the addend often about as large as the product, of the other sign.
fn triple<P: Precision>(random: &mut Random) -> [u64; 3] {
    let (f, s) = (&P::FORMAT, &<P::Sum as StaticFormat>::FORMAT);
    let (x, y, z) = (code(random, f), code(random, f), code(random, s));
    let how = random.next();
    if how & 1 == 0 {
        return [x, y, z];
    }
    let field = |x: u64| (x >> f.man_bits) as i64 & i64::from(f.top());
    let near = field(x) + field(y) - 2 * i64::from(f.bias) + i64::from(s.bias);
    let near = (near + (how >> 8) as i64 % 53 - 26).clamp(0, i64::from(s.top()));
    [x, y, z & !(u64::mask(s.exp_bits) << s.man_bits) | (near as u64) << s.man_bits]
}

/// `words` words of elements at every level.
pub(super) fn check<P: Precision, O: Precision>(random: &mut Random, words: usize) {
    let per = 64 / P::FORMAT.width as usize;
    let mut operands = vec![vec![0u64; words]; 4];
    let mut expected = vec![vec![[0u64; 2]; words]; 2];
    let place = |bits: u32, k: usize| {
        let of_word = 64 / bits as usize;
        (k / of_word, 64 - bits * (k % of_word + 1) as u32)
    };
    for i in 0..words {
        for k in 0..per {
            let [x, y, z] = triple::<P>(random);
            operands[0][i] |= x << place(P::FORMAT.width, k).1;
            operands[1][i] |= y << place(P::FORMAT.width, k).1;
            operands[2 + place(32, k).0][i] |= z << place(32, k).1;
            let (x, y) = (P::Bits::low(x.into()), P::Bits::low(y.into()));
            let z = Bits::low(z.into());
            let fma = scalar::fma::<P, O>(&Profile::DECIDED, x, y, z);
            let add = scalar::add_sum::<P, O>(&Profile::DECIDED, x, z);
            for (expected, Flagged { bits, flag }) in expected.iter_mut().zip([fma, add]) {
                assert_eq!(flag, !bits.bit(O::FORMAT.width - 1));
                let (word, at) = place(O::FORMAT.width, k);
                expected[i][word] |= (bits.wide() as u64) << at;
            }
        }
    }
    let operands = [0, 1, 2, 3].map(|n| &operands[n][..]);
    for level in Level::ALL {
        for (fma, expected) in [true, false].into_iter().zip(&expected) {
            let mut out = [vec![!0; words], vec![!0; words]];
            let [hi, lo] = &mut out;
            if fma {
                words::at::<P, O, true>(level, operands, [hi, lo]).unwrap();
            } else {
                words::at::<P, O, false>(level, operands, [hi, lo]).unwrap();
            }
            for i in 0..words {
                let operands = operands.map(|x| x[i]);
                let found = [out[0][i], out[1][i]];
                assert_eq!(found, expected[i], "{operands:x?}, fma {fma} at {level:?}");
            }
        }
    }
}

/// How many times the random cases of the quick level.
fn times() -> usize {
    (Kind::Code.cases() >> 13) as usize
}

#[test]
fn words_are_their_scalar_form() {
    let mut random = Random::new(0x0bad_cafe);
    for _ in 0..30 * times() {
        check::<Single, Single>(&mut random, 3000);
        check::<Half, Single>(&mut random, 1500);
        check::<Half, Half>(&mut random, 1500);
    }
}

/// Every pair of 40 codes of corners with every such addend.
#[test]
fn corners() {
    fn corners(f: &Format) -> Vec<u64> {
        let top = f.top() as u64;
        let fields = [0, 1, 2, f.bias as u64 - 1, f.bias as u64, top - 1, top];
        let mantissas = [0, 1, 31, 32, u64::mask(f.man_bits)];
        fields
            .into_iter()
            .flat_map(|e| mantissas.map(|m| e << f.man_bits | m & u64::mask(f.man_bits)))
            .flat_map(|x| [x, x | 1 << (f.width - 1)])
            .collect()
    }
    fn all<P: Precision, O: Precision>() {
        let (factors, addends) = (corners(&P::FORMAT), corners(&<P::Sum>::FORMAT));
        let (mut x, mut y, mut z) = (Vec::new(), Vec::new(), Vec::new());
        let mut expected = Vec::new();
        for &a in &factors {
            for &b in &factors {
                for &c in &addends {
                    let up = 64 - P::FORMAT.width;
                    x.push(a << up);
                    y.push(b << up);
                    z.push(c << 32);
                    let (a, b) = (P::Bits::low(a.into()), P::Bits::low(b.into()));
                    let c = Bits::low(c.into());
                    let r = scalar::fma::<P, O>(&Profile::DECIDED, a, b, c);
                    expected.push((r.bits.wide() as u64) << (64 - O::FORMAT.width));
                }
            }
        }
        let zeros = vec![0; x.len()];
        for level in Level::ALL {
            let mut out = [zeros.clone(), zeros.clone()];
            let [hi, lo] = &mut out;
            words::at::<P, O, true>(level, [&x, &y, &z, &zeros], [hi, lo]).unwrap();
            assert!(out[0] == expected, "{level:?}");
        }
    }
    all::<Single, Single>();
    all::<Half, Single>();
    all::<Half, Half>();
}
