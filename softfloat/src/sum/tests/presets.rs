//! The plain presets against the operations they are made of, and properties of the others.

use super::one_of;
use crate::format::{Bf16, Binary16, Binary32, Binary64, Fp8E4m3Ocp, Fp8E5m2Fnuz};
use crate::sum::*;
use crate::{Env, Flags, Format, IntegerRule, NanRule, Overflow, Rounded, Rounding, StaticFormat};
use crate::{Tininess, Underflow};
use seeded::{Draw, Random};

const FORMATS: [Format; 6] = [
    Binary16::FORMAT,
    Bf16::FORMAT,
    Binary32::FORMAT,
    Binary64::FORMAT,
    Fp8E4m3Ocp::FORMAT,
    Fp8E5m2Fnuz::FORMAT,
];

/// A code: special, near 1, near another one, or any.
fn code(state: &mut Random, f: &Format) -> u64 {
    let mask = u64::MAX >> (64 - f.width);
    let sign = state.below(2) << (f.width - 1);
    let inf = (f.top() as u64) << f.man_bits;
    match state.below(10) {
        0 => sign,
        1 => sign | inf,
        2 => sign | inf | state.below(1 << f.man_bits.min(20)) & mask,
        3 => sign | 1 << state.below(u64::from(f.man_bits)),
        4 => sign | f.max_finite(),
        5..=7 => {
            let field = (f.bias + state.below(7) as i32 - 3) as u64;
            sign | field << f.man_bits | state.next() & ((1 << f.man_bits) - 1)
        }
        _ => state.next() & mask,
    }
}

fn env(state: &mut Random) -> Env {
    Env {
        rounding: one_of(state, &Rounding::ALL),
        tininess: one_of(state, &[Tininess::Before, Tininess::After]),
        overflow: one_of(state, &[Overflow::Ieee, Overflow::Saturate]),
        underflow: one_of(state, &[Underflow::Gradual, Underflow::FlushSigned]),
        nan: one_of(state, &[NanRule::Canonical, NanRule::Propagate, NanRule::Sse, NanRule::Arm]),
        daz: state.below(2) == 1,
        integer: IntegerRule::RiscV,
    }
}

/// Sequences are the IEEE operations one after the other, with their flags, NaNs and zeros.
#[test]
fn sequences_are_their_operations() {
    let mut state = Random::new(1);
    for round in 0..300_000 {
        let (f, env) = (FORMATS[round % FORMATS.len()], env(&mut state));
        let n = state.below(5) as usize;
        let x: Vec<u64> = (0..n).map(|_| code(&mut state, &f)).collect();
        let y: Vec<u64> = (0..n).map(|_| code(&mut state, &f)).collect();
        let c = code(&mut state, &f);
        if n == 0 {
            continue;
        }
        let nearest = Rounding::NearestEven;
        let step = |operation: &dyn Fn(u64, usize) -> Rounded<u64>| {
            (0..n).fold(Rounded { bits: c, flags: Flags::NONE }, |sum, i| {
                let r = operation(sum.bits, i);
                Rounded { flags: sum.flags | r.flags, ..r }
            })
        };
        let add = step(&|sum, i| f.add(sum, x[i], &env));
        assert_eq!(
            plain::add(f, nearest).under(env).evaluate(&x, &[], c),
            add,
            "{x:x?} {c:x} {env:?} {f:?}"
        );
        let fma = step(&|sum, i| f.fma(x[i], y[i], sum, &env));
        let datapath = plain::fma(f, f, f, nearest).under(env);
        assert_eq!(datapath.evaluate(&x, &y, c), fma, "{x:x?} {y:x?} {c:x} {env:?} {f:?}");
    }
}

/// Unfused sequences, horizontal additions and trees under one NaN rule.
#[test]
fn trees_and_products_are_their_operations() {
    let mut state = Random::new(2);
    for round in 0..200_000 {
        let f = FORMATS[round % FORMATS.len()];
        let env = Env { nan: NanRule::Canonical, ..env(&mut state) };
        let x: [u64; 5] = core::array::from_fn(|_| code(&mut state, &f));
        let (y, c) = (code(&mut state, &f), code(&mut state, &f));
        let nearest = Rounding::NearestEven;
        let product = f.mul(x[0], y, &env);
        let sum = f.add(c, product.bits, &env);
        let expected = Rounded { flags: sum.flags | product.flags, ..sum };
        let mul_add = plain::mul_add(f, nearest).under(env);
        assert_eq!(mul_add.evaluate(&x[..1], &[y], c), expected);
        let mut flags = Flags::NONE;
        let mut add = |x, y| {
            let r = f.add(x, y, &env);
            flags |= r.flags;
            r.bits
        };
        let left = add(x[0], x[1]);
        let right = add(x[2], x[3]);
        let four = add(left, right);
        let bits = add(four, x[4]);
        let tree = plain::tree(f, 2, nearest).under(env);
        assert_eq!(tree.evaluate(&x, &[], 0), Rounded { bits, flags }, "{x:x?} {f:?}");
        assert_eq!(pod::hadd(f, env).evaluate(&x[..2], &[], c), f.add(x[0], x[1], &env));
    }
}

/// The operations of this processor.
#[test]
fn fused_multiply_adds_are_the_hardware_s() {
    let mut state = Random::new(3);
    for _ in 0..200_000 {
        let [a, b, c] = core::array::from_fn(|_| code(&mut state, &Binary64::FORMAT));
        let got = pod::fma(Binary64::FORMAT, pod::MXCSR).evaluate(&[a], &[b], c).bits;
        let expected = f64::from_bits(a).mul_add(f64::from_bits(b), f64::from_bits(c));
        let (got, nan) = (f64::from_bits(got), f64::from_bits(got).is_nan());
        assert!(
            nan && expected.is_nan() || got.to_bits() == expected.to_bits(),
            "{a:x} {b:x} {c:x}"
        );
    }
}

/// Conformance cases of POD: T30, T31, T33.
#[test]
fn pod_sums_as_its_cases_say() {
    let single = |x: f32| u64::from(x.to_bits());
    let hadd = pod::hadd(Binary32::FORMAT, pod::MXCSR);
    assert_eq!(hadd.evaluate(&[single(1.0), single(2.0)], &[], 0).bits, single(3.0));
    assert_eq!(hadd.evaluate(&[0x4180_0000, 0x4200_0000], &[], 0).bits, 0x4240_0000);
    let fma = pod::fma(Binary64::FORMAT, pod::MXCSR);
    let double = f64::to_bits;
    assert_eq!(fma.evaluate(&[double(2.0)], &[double(3.0)], double(10.0)).bits, double(16.0));
    assert_eq!(fma.evaluate(&[double(-2.0)], &[double(3.0)], double(10.0)).bits, double(4.0));
}

/// XC-14: ASUM is a loop; the exact sum is not.
#[test]
fn asum_is_sequential() {
    let half = Binary16::FORMAT;
    let x = [0x6800, 0x3c00, 0x3c00, 0x3c00];
    let clamp = xdsa::OutOfRange::Clamp;
    assert_eq!(xdsa::asum(half, half, clamp).evaluate(&x, &[], 0).bits, 0x6800);
    assert_eq!(xdsa::sum(half, half, clamp).evaluate(&x, &[], 0).bits, 0x6802);
    let int = crate::format::Int8::FORMAT;
    let bytes = [0x7f, 0x7f, 0x81];
    assert_eq!(xdsa::asum(int, int, clamp).evaluate(&bytes, &[], 0).bits, 0);
    assert_eq!(xdsa::sum(int, int, clamp).evaluate(&bytes, &[], 0).bits, 0x7f);
    let wrap = xdsa::OutOfRange::Wrap;
    assert_eq!(xdsa::asum(int, int, wrap).evaluate(&bytes, &[], 0).bits, 0x7f);
}

/// A rounded product is added to the running value, which comes first: of two NaNs it is kept, but
/// a fused addend comes after the factors.
#[test]
fn the_running_value_precedes_a_rounded_product() {
    let half = Binary16::FORMAT;
    let nearest = Rounding::NearestEven;
    let env = Env { nan: NanRule::Sse, ..Env::IEEE };
    let (x, y, running) = ([0xfc01], [0xbc00], 0x7dff);
    let kept = |d: Datapath| d.under(env).evaluate(&x, &y, running);
    assert_eq!(
        kept(plain::mul_add(half, nearest)),
        Rounded { bits: 0x7fff, flags: Flags::INVALID }
    );
    let fma = plain::fma(half, half, half, nearest);
    assert_eq!(kept(fma), Rounded { bits: 0xfe01, flags: Flags::INVALID });
}
