//! Against `softfloat` element by element, with its own way of taking long words apart.

use super::{identity, reduce, reduce_shortened};
use crate::mncore2::isa::{Precision, Rrn, RrnOp};
use seeded::Random;
use softfloat::mncore2::integer::{self, Reduction};
use softfloat::mncore2::{Double, Half, Profile, Single, fadd, max, max_shortened, min};
use std::array::from_fn;

const PROFILE: &Profile = &Profile::DECIDED;

/// Number `n` of a stream.
pub(in crate::mncore2::exec) fn noise(stream: u64, n: u64) -> u64 {
    Random::at(stream << 32, n)
}

/// Every reduction there is.
pub(in crate::mncore2::exec) fn all() -> impl Iterator<Item = Rrn> {
    RrnOp::ALL.into_iter().flat_map(|op| {
        let letters = if op.is_float() { ['d', 'f', 'h'] } else { ['l', 'i', 's'] };
        letters.map(|p| Rrn { precision: Precision::of_letter(p).expect("a letter"), op })
    })
}

/// Long words whose floating-point elements of this width have signs, exponents of a few values, and
/// random mantissas, so that sums round; every eighth is anything.
fn operands(stream: u64, bits: u32, n: u64) -> u64 {
    let x = noise(stream, n);
    if x.is_multiple_of(8) {
        return noise(stream + 1, n);
    }
    let (mantissa, bias) = match bits {
        64 => (52, 1023),
        32 => (23, 127),
        _ => (9, 31),
    };
    (0..64 / bits).fold(0, |word, e| {
        let random = noise(stream + 2 + u64::from(e), n) & (u64::MAX >> (64 - bits));
        let exponent = bias + (random >> mantissa) % 6;
        let sign = random >> (bits - 1) << (bits - 1);
        let element = sign | exponent << mantissa | random & ((1 << mantissa) - 1);
        word << (bits - 1) << 1 | element
    })
}

/// The elements of a long word, element 0 first.
fn elements(word: u64, bits: u32) -> Vec<u64> {
    let bytes = word.to_be_bytes();
    let join = |part: &[u8]| part.iter().fold(0, |x, &b| x << 8 | u64::from(b));
    bytes.chunks(bits as usize / 8).map(join).collect()
}

fn reference(rrn: Rrn, x: &[u64], first: usize) -> u64 {
    let d = x.to_vec();
    let f: Vec<u32> = x.iter().map(|&x| x as u32).collect();
    let h: Vec<u16> = x.iter().map(|&x| x as u16).collect();
    let staged = first < x.len();
    match (rrn.op, rrn.precision.bits()) {
        (RrnOp::Fadd, 64) if staged => {
            let partial: Vec<u64> =
                d.chunks(first).map(|x| fadd::<Double, Double>(PROFILE, x)).collect();
            fadd::<Double, Double>(PROFILE, &partial)
        }
        (RrnOp::Fadd, 32) if staged => {
            let partial: Vec<u32> =
                f.chunks(first).map(|x| fadd::<Single, Single>(PROFILE, x)).collect();
            fadd::<Single, Single>(PROFILE, &partial).into()
        }
        (RrnOp::Fadd, 16) if staged => {
            let partial: Vec<u16> =
                h.chunks(first).map(|x| fadd::<Half, Half>(PROFILE, x)).collect();
            fadd::<Half, Half>(PROFILE, &partial).into()
        }
        (RrnOp::Fadd, 64) => fadd::<Double, Double>(PROFILE, &d),
        (RrnOp::Fadd, 32) => fadd::<Single, Single>(PROFILE, &f).into(),
        (RrnOp::Fadd, _) => fadd::<Half, Half>(PROFILE, &h).into(),
        (RrnOp::Max, 64) => max::<Double>(&d),
        (RrnOp::Max, 32) => max::<Single>(&f).into(),
        (RrnOp::Max, _) => max::<Half>(&h).into(),
        (RrnOp::Min, 64) => min::<Double>(&d),
        (RrnOp::Min, 32) => min::<Single>(&f).into(),
        (RrnOp::Min, _) => min::<Half>(&h).into(),
        (op, bits) => {
            let op = match op {
                RrnOp::Iadd => Reduction::Iadd,
                RrnOp::Band => Reduction::Band,
                RrnOp::Bor => Reduction::Bor,
                RrnOp::And => Reduction::And,
                _ => Reduction::Or,
            };
            integer::reduce(PROFILE, op, bits, x)
        }
    }
}

#[test]
fn values_by_hand() {
    let one = |precision, op, x: [u64; 2]| {
        let mut out = [0];
        reduce(Rrn { precision, op }, &[[&x[..1], &x[1..]]], &mut out);
        out[0]
    };
    use Precision::{D, F, H, I, L, S};
    // 1.5 + 2.5 = 4; in single [1, -2] + [3, 5] = [4, 3]; in half [1, 2, 3, 4] + [1, 1, 1, 1].
    assert_eq!(one(D, RrnOp::Fadd, [0x3ff8 << 48, 0x4004 << 48]), 0x4010 << 48);
    let (x, y) = (0x3f80_0000_c000_0000, 0x4040_0000_40a0_0000);
    assert_eq!(one(F, RrnOp::Fadd, [x, y]), 0x4080_0000_4040_0000);
    assert_eq!(one(F, RrnOp::Max, [x, y]), y);
    assert_eq!(one(F, RrnOp::Min, [x, y]), x);
    let (x, y) = (0x3e00_4000_4100_4200, 0x3e00_3e00_3e00_3e00);
    assert_eq!(one(H, RrnOp::Fadd, [x, y]), 0x4000_4100_4200_4280);
    let (x, y) = (0xffff_0001_8000_0000, 0x0001_ffff_8000_0000);
    assert_eq!(one(L, RrnOp::Iadd, [x, y]), 0x0001_0001_0000_0000);
    assert_eq!(one(I, RrnOp::Iadd, [x, y]), 0x0001_0000_0000_0000);
    assert_eq!(one(S, RrnOp::Iadd, [x, y]), 0);
    assert_eq!(one(S, RrnOp::Band, [x, y]), 0x0001_0001_8000_0000);
    assert_eq!(one(L, RrnOp::Bor, [x, y]), 0xffff_ffff_8000_0000);
    assert_eq!(one(S, RrnOp::And, [x, y]), 0x0001_0001_0001_0000);
    assert_eq!(one(L, RrnOp::And, [x, 0]), 0);
    assert_eq!(one(L, RrnOp::Or, [x, 0]), 1);
    assert_eq!(one(I, RrnOp::Or, [1 << 63, 0]), 1 << 32);
}

#[test]
fn shortened_results_round_to_half_once() {
    let words: [[u64; 64]; 16] =
        from_fn(|s| from_fn(|k| operands(7, 32, 64 * s as u64 + k as u64)));
    let sources: [[&[u64]; 4]; 4] = from_fn(|k| from_fn(|i| &words[4 * k + i][..]));
    let (mut sums, mut tops) = ([!0; 64], [!0; 64]);
    reduce_shortened(RrnOp::Fadd, &sources, &mut sums);
    reduce_shortened(RrnOp::Max, &sources, &mut tops);
    for k in 0..64 {
        for e in 0..2 {
            let x: Vec<u32> = words.iter().map(|w| elements(w[k], 32)[e] as u32).collect();
            let partial: Vec<u32> =
                x.chunks(4).map(|x| fadd::<Single, Single>(PROFILE, x)).collect();
            let half = fadd::<Single, Half>(PROFILE, &partial);
            assert_eq!(elements(sums[k], 32)[e], u64::from(half));
            assert_eq!(elements(tops[k], 32)[e], u64::from(max_shortened(PROFILE, &x)));
        }
    }
    // 1 + 2^-10 + 2^-25 is above the tie between 1 and 1 + 2^-9; as a single it would be the tie.
    let (large, small, zero) = ([0x3f80_2000], [0x3300_0000], [0]);
    let mut out = [0];
    reduce_shortened(RrnOp::Fadd, &[[&large[..], &small, &zero, &zero]], &mut out);
    assert_eq!(out, [0x3e01]);
    let zeros = [&zero[..]; 3];
    let stages = [&large[..], &small, &zero, &zero].map(|x| [x, zeros[0], zeros[1], zeros[2]]);
    reduce_shortened(RrnOp::Fadd, &stages, &mut out);
    assert_eq!(out, [0x3e01]);
    // Within a first stage they are the tie: a stage rounds to single.
    reduce_shortened(RrnOp::Fadd, &[[&large[..], &small, &zero, &zero], [&zero[..]; 4]], &mut out);
    assert_eq!(out, [0x3e00]);
}

#[test]
fn identities_change_nothing() {
    for rrn in all() {
        let bits = rrn.precision.bits();
        let words: [u64; 256] = from_fn(|k| operands(9, bits, k as u64));
        let none = [identity(rrn); 256];
        let mut out = [0; 256];
        reduce(rrn, &[[&none, &none, &none, &words, &none, &none, &none, &none]], &mut out);
        for (&out, &word) in out.iter().zip(&words) {
            let alone = elements(word, bits).into_iter().map(|x| reference(rrn, &[x], 1));
            assert_eq!(elements(out, bits), alone.collect::<Vec<_>>(), "{rrn:?} {word:x}");
        }
    }
    let f = |op| identity(Rrn { precision: Precision::F, op });
    assert_eq!([f(RrnOp::Fadd), f(RrnOp::Max), f(RrnOp::Min)], [0, !0, 0x7fff_ffff_7fff_ffff]);
    assert_eq!(identity(Rrn { precision: Precision::S, op: RrnOp::And }), !0);
}
