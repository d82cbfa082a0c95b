//! The plain presets against the operations they are made of, and properties of the others.

use super::{below, one_of, random};
use crate::format::{Bf16, Binary16, Binary32, Binary64, Fp4E2m1, Fp8E4m3Ocp, Fp8E5m2Seed, Int64};
use crate::sum::*;
use crate::{Env, Flags, Format, IntegerRule, NanRule, Overflow, Rounded, Rounding, StaticFormat};
use crate::{Tininess, Underflow, Unrounded, Value};

const FORMATS: [Format; 6] = [
    Binary16::FORMAT,
    Bf16::FORMAT,
    Binary32::FORMAT,
    Binary64::FORMAT,
    Fp8E4m3Ocp::FORMAT,
    Fp8E5m2Seed::FORMAT,
];

/// A code: special, near 1, near another one, or any.
fn code(state: &mut u64, f: &Format) -> u64 {
    let mask = u64::MAX >> (64 - f.width);
    let sign = below(state, 2) << (f.width - 1);
    let inf = (f.top() as u64) << f.man_bits;
    match below(state, 10) {
        0 => sign,
        1 => sign | inf,
        2 => sign | inf | below(state, 1 << f.man_bits.min(20)) & mask,
        3 => sign | 1 << below(state, u64::from(f.man_bits)),
        4 => sign | f.max_finite(),
        5..=7 => {
            let field = (f.bias + below(state, 7) as i32 - 3) as u64;
            sign | field << f.man_bits | random(state) & ((1 << f.man_bits) - 1)
        }
        _ => random(state) & mask,
    }
}

fn env(state: &mut u64) -> Env {
    Env {
        rounding: one_of(state, &Rounding::ALL),
        tininess: one_of(state, &[Tininess::Before, Tininess::After]),
        overflow: one_of(state, &[Overflow::Ieee, Overflow::Saturate]),
        underflow: one_of(state, &[Underflow::Gradual, Underflow::FlushSigned]),
        nan: one_of(state, &[NanRule::Canonical, NanRule::Propagate, NanRule::Sse, NanRule::Arm]),
        daz: below(state, 2) == 1,
        integer: IntegerRule::RiscV,
    }
}

/// A preset under other rules.
fn under(datapath: Datapath, env: Env) -> Datapath {
    let to = |target: Target| Target::new(target.format, env);
    let term = match datapath.term {
        Term::Product { a, b, rule: ProductRule::Rounded(target) } => {
            Term::Product { a, b, rule: ProductRule::Rounded(to(target)) }
        }
        term => term,
    };
    Datapath { term, partial: to(datapath.partial), result: to(datapath.result), ..datapath }
}

/// Sequences are the IEEE operations one after the other, with their flags, NaNs and zeros.
#[test]
fn sequences_are_their_operations() {
    let mut state = 1;
    for round in 0..300_000 {
        let (f, env) = (FORMATS[round % FORMATS.len()], env(&mut state));
        let n = below(&mut state, 5) as usize;
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
            under(plain::add(f, nearest), env).evaluate(&x, &[], c),
            add,
            "{x:x?} {c:x} {env:?} {f:?}"
        );
        let fma = step(&|sum, i| f.fma(x[i], y[i], sum, &env));
        let datapath = under(plain::fma(f, f, f, nearest), env);
        assert_eq!(datapath.evaluate(&x, &y, c), fma, "{x:x?} {y:x?} {c:x} {env:?} {f:?}");
    }
}

/// Unfused sequences, horizontal additions and trees under one NaN rule.
#[test]
fn trees_and_products_are_their_operations() {
    let mut state = 2;
    for round in 0..200_000 {
        let f = FORMATS[round % FORMATS.len()];
        let env = Env { nan: NanRule::Canonical, ..env(&mut state) };
        let x: [u64; 5] = core::array::from_fn(|_| code(&mut state, &f));
        let (y, c) = (code(&mut state, &f), code(&mut state, &f));
        let nearest = Rounding::NearestEven;
        let product = f.mul(x[0], y, &env);
        let sum = f.add(c, product.bits, &env);
        let expected = Rounded { flags: sum.flags | product.flags, ..sum };
        let mul_add = under(plain::mul_add(f, nearest), env);
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
        let tree = under(plain::tree(f, 2, nearest), env);
        assert_eq!(tree.evaluate(&x, &[], 0), Rounded { bits, flags }, "{x:x?} {f:?}");
        assert_eq!(pod::hadd(f, env).evaluate(&x[..2], &[], c), f.add(x[0], x[1], &env));
    }
}

/// The operations of this processor.
#[test]
fn fused_multiply_adds_are_the_hardware_s() {
    let mut state = 3;
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

/// Two products of FP4 numbers and an addend, all of them, in every direction: against integers.
#[test]
fn two_products_of_four_bits_are_complete() {
    let f = Fp4E2m1::FORMAT;
    // In halves.
    let value = |code: u64| {
        [0, 1, 2, 3, 4, 6, 8, 12][code as usize & 7] * if code & 8 == 0 { 1i64 } else { -1 }
    };
    for rounding in Rounding::ALL {
        let datapath = tile::slice(f, f, Fp8E4m3Ocp::FORMAT, rounding);
        for codes in 0..1u64 << 16 {
            let digit = |i: u32| codes >> (4 * i) & 15;
            let (a, b) = ([digit(0), digit(1)], [digit(2), digit(3)]);
            for c in [0, 0x38, 0xb8, 0x7e, 0x01, 0x81, 0x5d] {
                let Value::Finite(addend) = Fp8E4m3Ocp::FORMAT.decode(c) else { unreachable!() };
                // In units of 2^-9, the addend's smallest.
                let addend = (addend.significand as i64) << (addend.exponent + 9);
                let addend = if c & 0x80 == 0 { addend } else { -addend };
                let dot = (value(a[0]) * value(b[0]) + value(a[1]) * value(b[1])) << 7;
                let total = dot + addend;
                if total == 0 {
                    continue;
                }
                let exact = Unrounded::exact(total < 0, -9, total.unsigned_abs());
                let expected = Fp8E4m3Ocp::FORMAT.round_pack(&datapath.result.env, exact);
                assert_eq!(datapath.evaluate(&a, &b, c), expected, "{codes:x} {c:x} {rounding:?}");
            }
        }
    }
}

/// Pairs of FP8 numbers and an FP4 addend, all of them, in every direction: against integers.
#[test]
fn pairs_of_eight_bits_are_complete() {
    let (f, c) = (Fp8E4m3Ocp::FORMAT, Fp4E2m1::FORMAT);
    // In units of 2^-9, the smallest of E4M3.
    let value = |code: u64| {
        let (e, m) = ((code >> 3 & 15) as i32, (code & 7) as i64);
        let magnitude = if e == 0 { m } else { (m + 8) << (e - 1) };
        if code & 0x80 == 0 { magnitude } else { -magnitude }
    };
    let halves = |code: u64| [0, 1, 2, 3, 4, 6, 8, 12][code as usize & 7] << 8;
    for rounding in Rounding::ALL {
        let sum = plain::exact(f, c, rounding);
        let sum = Datapath { result: Target::new(f, sum.result.env), ..sum };
        for codes in (0..1u64 << 16).filter(|x| x & 0x7f != 0x7f && x >> 8 & 0x7f != 0x7f) {
            let pair = [codes & 0xff, codes >> 8];
            for addend in 0..16 {
                let c = halves(addend) * if addend & 8 == 0 { 1 } else { -1 };
                let total = value(pair[0]) + value(pair[1]) + c;
                if total == 0 {
                    continue;
                }
                let exact = Unrounded::exact(total < 0, -9, total.unsigned_abs());
                let expected = f.round_pack(&sum.result.env, exact);
                assert_eq!(sum.evaluate(&pair, &[], addend), expected, "{codes:x} {addend:x}");
            }
        }
    }
}

/// Random codes without NaN and infinities, of exponents all over the range.
fn finite(state: &mut u64, f: &Format) -> u64 {
    loop {
        let code = random(state) & (u64::MAX >> (64 - f.width));
        if matches!(f.decode(code), Value::Finite(_)) {
            return code;
        }
    }
}

/// Slices do not depend on how K is split, exact sums not on the order of the terms.
#[test]
fn splits_and_orders_do_not_matter() {
    let mut state = 4;
    for round in 0..20_000 {
        let (a, d) = one_of(
            &mut state,
            &[
                (Binary16::FORMAT, Binary32::FORMAT),
                (Bf16::FORMAT, Bf16::FORMAT),
                (Fp8E4m3Ocp::FORMAT, Binary16::FORMAT),
                (Binary32::FORMAT, Binary32::FORMAT),
            ],
        );
        let rounding = Rounding::ALL[round % 6];
        let mut terms: Vec<[u64; 2]> =
            (0..96).map(|_| [finite(&mut state, &a), finite(&mut state, &a)]).collect();
        let c = finite(&mut state, &d);
        let split = |terms: &[[u64; 2]]| -> (Vec<u64>, Vec<u64>) {
            terms.iter().map(|&[x, y]| (x, y)).unzip()
        };
        let (x, y) = split(&terms);
        for slice in [tile::slice(a, a, d, rounding), tile::align(a, a, d, round as u32 % 5)] {
            let whole = slice.evaluate(&x, &y, c);
            let at = tile::slice_len(&a, &a) * below(&mut state, 4) as usize;
            let first = slice.evaluate(&x[..at], &y[..at], c);
            let second = slice.evaluate(&x[at..], &y[at..], if at == 0 { c } else { first.bits });
            assert_eq!(second.bits, whole.bits);
            let flags = if at == 0 { second.flags } else { first.flags | second.flags };
            assert_eq!(flags, whole.flags);
        }
        let full = tile::full(a, a, d, rounding);
        let whole = full.evaluate(&x, &y, c);
        for i in (1..terms.len()).rev() {
            terms.swap(i, below(&mut state, i as u64 + 1) as usize);
        }
        let (x, y) = split(&terms);
        assert_eq!(full.evaluate(&x, &y, c), whole);
    }
}

/// Formats of 15 exponent bits: products far beyond binary64's, exact all the same.
#[test]
fn the_widest_formats_are_exact() {
    let f = Format::ieee(15, 48).unwrap();
    let (max, min) = (f.max_finite(), 1);
    let datapath = plain::exact_dot(f, f, f, Rounding::NearestEven);
    // max^2 + max*min*... - max^2 leaves the smallest number's product with 1.
    let one = (f.bias as u64) << f.man_bits;
    let negative = max | 1 << 63;
    let r = datapath.evaluate(&[max, min, negative], &[max, one, max], 0);
    assert_eq!((r.bits, r.flags), (min, Flags::NONE));
    let r = datapath.evaluate(&[max, min, negative], &[max, min, max], 0);
    assert_eq!((r.bits, r.flags), (0, Flags::INEXACT | Flags::UNDERFLOW));
}

/// Sums of 64-bit products wrap by their low bits however large they are.
#[test]
fn wide_integers_wrap() {
    let int = Int64::FORMAT;
    let wrap = xdsa::dot(int, int, int, int, xdsa::OutOfRange::Wrap);
    let mut state = 6;
    for _ in 0..20_000 {
        let x: [u64; 9] = core::array::from_fn(|_| random(&mut state));
        let y: [u64; 9] = core::array::from_fn(|_| random(&mut state));
        let c = random(&mut state);
        let low = x.iter().zip(&y).fold(c, |sum, (&x, &y)| sum.wrapping_add(x.wrapping_mul(y)));
        assert_eq!(wrap.evaluate(&x, &y, c).bits, low);
    }
    let min = 1u64 << 63;
    assert_eq!(wrap.evaluate(&[min; 8], &[min; 8], 5).bits, 5);
}

/// No codes, and all ones, in every preset; each is named once and means something.
#[test]
fn presets_are_sound() {
    for preset in PRESETS {
        assert_eq!(preset.datapath.check(), Ok(()), "{} {}", preset.name, preset.types);
        let same = |p: &&Preset| (p.name, p.types) == (preset.name, preset.types);
        assert_eq!(PRESETS.iter().filter(same).count(), 1, "{} {}", preset.name, preset.types);
        let d = preset.datapath;
        for (codes, addend) in [(vec![], 0), (vec![u64::MAX; 100], u64::MAX), (vec![0; 5], 1)] {
            let r = d.evaluate(&codes, &codes, addend);
            assert!(d.result.format.holds(r.bits));
        }
        assert_eq!(Preset::find(preset.name, preset.types).unwrap().datapath, d);
    }
}

/// Meaningless descriptions are told, and evaluated without a panic.
#[test]
fn meaningless_descriptions_are_told() {
    let f = Binary16::FORMAT;
    let fine = plain::fma(f, f, f, Rounding::NearestEven);
    let product = |rule| Term::Product { a: Operand::Scalar(f), b: Operand::Scalar(f), rule };
    let rounding = Rounding::Up;
    let block = Operand::Shared { element: crate::format::MnBfHalf::FORMAT, len: 0 };
    let wrong = [
        (Datapath { order: Order::Sequential { chunk: 0 }, ..fine }, DatapathError::Empty),
        (
            Datapath { order: Order::Groups { size: 0, strided: true }, ..fine },
            DatapathError::Empty,
        ),
        (Datapath { order: Order::Tree { fan_in: 17 }, ..fine }, DatapathError::FanIn(17)),
        (Datapath { order: Order::Tree { fan_in: 1 }, ..fine }, DatapathError::FanIn(1)),
        (
            Datapath { term: product(ProductRule::Precision { bits: 0, rounding }), ..fine },
            DatapathError::NoPrecision,
        ),
        (
            Datapath { term: product(ProductRule::Omitted { bits: 40, correction: 1 }), ..fine },
            DatapathError::Omitted(40),
        ),
        (
            Datapath {
                term: Term::Product { a: block, b: block, rule: ProductRule::Exact },
                ..fine
            },
            DatapathError::Empty,
        ),
        (Datapath { width: Some(Width { bits: 9, saturate: true }), ..fine }, DatapathError::Width),
        (
            Datapath { normalise: Normalise::End, order: Order::Tree { fan_in: 2 }, ..fine },
            DatapathError::Normalise,
        ),
        (
            Datapath { normalise: Normalise::End, join: Join::After, ..fine },
            DatapathError::JoinAtEnd,
        ),
    ];
    for (datapath, error) in wrong {
        assert_eq!(datapath.check(), Err(error));
        assert!(!error.to_string().is_empty());
        let r = datapath.evaluate(&[0x3c00; 40], &[0x4000; 40], 0x3c00);
        assert!(f.holds(r.bits));
    }
    let width = Some(Width { bits: u32::MAX, saturate: true });
    for unit in [i32::MIN, -40_000, 40_000, i32::MAX] {
        for cut in [Cut::Sticky, Cut::StickyFloor, Cut::Round(Rounding::Up)] {
            let far = Datapath { alignment: Alignment::Fixed { unit, cut }, width, ..fine };
            assert_eq!(far.check(), Err(DatapathError::Unit(unit)));
            assert!(f.holds(far.evaluate(&[0x3c00], &[0x3c00], 0xbc01).bits));
        }
    }
}
