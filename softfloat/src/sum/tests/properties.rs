//! Small formats complete, and properties of the presets.

use super::one_of;
use crate::format::{Bf16, Binary16, Binary32, Fp4E2m1, Fp8E4m3Ocp, Int64, P3109};
use crate::sum::*;
use crate::{Flags, Format, Rounding, StaticFormat, Unrounded, Value};
use seeded::{Draw, Random};

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
fn finite(state: &mut Random, f: &Format) -> u64 {
    loop {
        let code = state.next() & (u64::MAX >> (64 - f.width));
        if matches!(f.decode(code), Value::Finite(_)) {
            return code;
        }
    }
}

/// Slices do not depend on how K is split, exact sums not on the order of the terms.
#[test]
fn splits_and_orders_do_not_matter() {
    let mut state = Random::new(4);
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
            let at = tile::slice_len(&a, &a) * state.below(4) as usize;
            let first = slice.evaluate(&x[..at], &y[..at], c);
            let second = slice.evaluate(&x[at..], &y[at..], if at == 0 { c } else { first.bits });
            assert_eq!(second.bits, whole.bits);
            let flags = if at == 0 { second.flags } else { first.flags | second.flags };
            assert_eq!(flags, whole.flags);
        }
        let full = tile::full(a, a, d, rounding);
        let whole = full.evaluate(&x, &y, c);
        for i in (1..terms.len()).rev() {
            terms.swap(i, state.below(i as u64 + 1) as usize);
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

/// Of 16 exponent bits: `binary16p1uf` has the powers of two from 2^-32767 to 2^32766.
#[test]
fn products_of_the_widest_exponents_are_exact() {
    let f = P3109 { width: 16, precision: 1, signed: false, extended: false }.format().unwrap();
    let dot = plain::exact_dot(f, f, f, Rounding::NearestEven);
    let (least, most, one) = (1, f.max_finite(), 1 << 15);
    assert_eq!(dot.evaluate(&[least], &[most], 0).bits, most - one + least);
    // 2^32765 twice is the largest number, 2^32766, and so is that with a little more.
    assert_eq!(dot.evaluate(&[most - 1, most - 1], &[one, one], 0).bits, most);
    assert_eq!(dot.evaluate(&[most, least, least], &[one, least, one], 0).bits, most);
    assert_eq!(
        dot.evaluate(&[least, least], &[least, least], 0).flags,
        Flags::INEXACT | Flags::UNDERFLOW
    );
}

/// Sums of 64-bit products wrap by their low bits however large they are.
#[test]
fn wide_integers_wrap() {
    let int = Int64::FORMAT;
    let wrap = xdsa::dot(int, int, int, int, xdsa::OutOfRange::Wrap);
    let mut state = Random::new(6);
    for _ in 0..20_000 {
        let x: [u64; 9] = core::array::from_fn(|_| state.next());
        let y: [u64; 9] = core::array::from_fn(|_| state.next());
        let c = state.next();
        let low = x.iter().zip(&y).fold(c, |sum, (&x, &y)| sum.wrapping_add(x.wrapping_mul(y)));
        assert_eq!(wrap.evaluate(&x, &y, c).bits, low);
    }
    let min = 1u64 << 63;
    assert_eq!(wrap.evaluate(&[min; 8], &[min; 8], 5).bits, 5);
}

/// No codes, and all ones, in every preset; each is named once and means something.
#[test]
fn presets_are_sound() {
    for preset in Preset::all() {
        assert_eq!(preset.datapath.check(), Ok(()), "{} {}", preset.name, preset.types);
        let same = |p: &&Preset| (p.name, p.types) == (preset.name, preset.types);
        assert_eq!(Preset::all().filter(same).count(), 1, "{} {}", preset.name, preset.types);
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
