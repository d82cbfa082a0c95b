//! The lanes answer as the definition does.

use super::{Output, Profile, Truncated};
use crate::format::{
    Bf16, Binary16, Binary32, Fp4E2m1, Fp6E2m3, Fp6E3m2, Fp8E4m3Ocp, Fp8E5m2Ocp, Tf32,
};
use crate::{Format, StaticFormat};
use seeded::{Draw, Random};

const FACTORS: [Format; 8] = [
    Binary16::FORMAT,
    Bf16::FORMAT,
    Tf32::FORMAT,
    Fp8E4m3Ocp::FORMAT,
    Fp8E5m2Ocp::FORMAT,
    Fp6E3m2::FORMAT,
    Fp6E2m3::FORMAT,
    Fp4E2m1::FORMAT,
];

/// A code: near the bias, anything, or a corner of the exponents.
fn code(random: &mut Random, format: &Format) -> u64 {
    let mask = u64::MAX >> (64 - format.width);
    let any = random.next() & mask;
    let near = (format.bias as u64).wrapping_add(random.below(24)).wrapping_sub(12);
    let top = (1u64 << format.exp_bits) - 1;
    let place = format.man_bits + format.pad;
    let with = |field: u64| any & !(top << place) | (field & top) << place;
    match random.below(16) {
        0 => any,
        1 => with(0),
        2 => with(top),
        3 => any & 1 << (format.width - 1),
        4 => with(1),
        _ => with(near.min(top)),
    }
}

#[test]
fn lanes_answer_as_the_definition() {
    let mut random = Random::new(1);
    for (i, a) in FACTORS.into_iter().enumerate() {
        for (j, b) in FACTORS.into_iter().enumerate() {
            for output in [Output::Single, Output::Half, Output::E8m13] {
                for (group, bits, least) in
                    [(4, 23, None), (8, 24, Some(-132)), (16, 25, None), (32, 25, Some(-20))]
                {
                    let to = output.format();
                    let bits = if output == Output::E8m13 { 13 } else { bits };
                    let sum = Truncated { factors: [a, b], addend: to, group, bits, least, output };
                    let (k, n) = ([4, 16, 32][(i + j) % 3], 60);
                    let mut draw = |f: &Format, n: usize| -> Vec<u64> {
                        (0..n).map(|_| code(&mut random, f)).collect()
                    };
                    let (x, mut y, c) = (draw(&a, n * k), draw(&b, n * k), draw(&to, n));
                    // Of every second element products cancel in pairs, where the sides are alike.
                    for at in (0..x.len()).filter(|at| at / k % 2 == 0 && at % 2 == 1 && a == b) {
                        y[at] = y[at - 1] ^ 1 << (b.width - 1);
                    }
                    let mut out = vec![0; n];
                    sum.elements(k, &x, &y, &c, &mut out).expect("lengths that fit");
                    for (at, (x, y)) in x.chunks(k).zip(y.chunks(k)).enumerate() {
                        let right = sum.evaluate(&Profile::DECIDED, x, y, c[at], 0);
                        assert_eq!(out[at], right, "{sum:?} {x:x?} {y:x?} {:x}", c[at]);
                    }
                }
            }
        }
    }
}

/// A binary16 addend of a binary32 sum is converted.
#[test]
fn a_narrow_addend_is_converted() {
    let sum = Truncated {
        factors: [Binary16::FORMAT; 2],
        addend: Binary16::FORMAT,
        group: 4,
        bits: 23,
        least: None,
        output: Output::Single,
    };
    let mut out = [0u32];
    sum.elements(4, &[0x3c00u16; 4], &[0x3c00u16; 4], &[0x3c00u32], &mut out)
        .expect("lengths that fit");
    assert_eq!(out, [5f32.to_bits()]);
    assert_eq!(Binary32::FORMAT, sum.output.format());
}

/// An element is defined where the exponent of its leading one is the format's.
#[test]
fn exponents_of_elements_of_blocks() {
    for (bits, half) in [(3, true), (7, true), (3, false), (7, false)] {
        let block = super::tenstorrent::Block { bits, half };
        for code in 0..2u64 << bits {
            let lead = (0..bits).rev().position(|place| code >> place & 1 == 1);
            for exponent in 0..70 {
                let right = match lead {
                    Some(down) if half => (0..32).contains(&(exponent as i64 - down as i64)),
                    _ => true,
                };
                assert_eq!(block.is_defined(exponent, code), right, "{block:?} {exponent} {code}");
            }
        }
    }
}

/// SIL-D17: products that are zeros, and their sums, are +0, also where each step rounds.
#[test]
fn zeros_of_steps_are_positive() {
    let profile = Profile { cdna1: super::profile::Cdna1::Stepwise, ..Profile::DECIDED };
    let sum = super::Cdna1 { factor: Bf16::FORMAT, group: 2 };
    for (x, y) in [(0, 0x3f80), (0x8000, 0x3f80), (0, 0xbf80), (0x8000, 0xbf80), (0x8000, 0)] {
        for (a, b) in [([x; 2], [y; 2]), ([y; 2], [x; 2])] {
            assert_eq!(sum.evaluate(&profile, &a, &b, 0x8000_0000), 0, "{x:04x} {y:04x}");
        }
    }
}

/// SIL-O9, `cdna2_single=flushed`: what is subnormal counts as zero, as factor, addend and result; not where nothing is open.
#[test]
fn chains_flush_where_they_may() {
    use super::profile::Cdna2Single;
    let (one, half, least, tiny) = (0x3f80_0000, 0x3f00_0000, 0x0080_0000, 0x0000_0001);
    let minus = 1 << 31;
    for (a, b, c, kept, flushed) in [
        (least, half, 0, 0x0040_0000, 0),
        (least | minus, half, minus, 0x8040_0000, minus),
        (tiny, one, 0, tiny, 0),
        (0, 0, tiny, tiny, 0),
        (one, least, tiny, least | tiny, least),
        (one, one, tiny, one, one),
    ] {
        for (open, reading, right) in [
            (true, Cdna2Single::Flushed, flushed),
            (true, Cdna2Single::Kept, kept),
            (false, Cdna2Single::Flushed, kept),
        ] {
            let profile = Profile { cdna2_single: reading, ..Profile::DECIDED };
            let chain = super::Chain { format: Binary32::FORMAT, open };
            let found = chain.evaluate(&profile, &[a], &[b], c);
            assert_eq!(found, right, "{a:08x} {b:08x} {c:08x} {open} {reading:?}");
        }
    }
}
