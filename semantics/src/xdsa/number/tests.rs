//! Numbers against sums and quotients worked out by hand, and against softfloat.

use super::*;
use crate::xdsa::isa::Unit;
use functions::Function;
use rstest::rstest;
use seeded::Random;
use softfloat::{Env, NanRule};

fn fp32(x: f32) -> Number {
    Number::fp32(x.to_bits())
}

fn to(value: &Number, unit: Unit) -> u64 {
    round(value, unit, Fit::Clamp).0
}

#[rstest]
#[case(2, 1, Unit::Sint8, 2)]
#[case(5, 2, Unit::Sint8, 2)]
#[case(7, 2, Unit::Sint8, 4)]
#[case(-5, 2, Unit::Sint8, 0xfe)]
#[case(-300, 1, Unit::Sint8, 0x80)]
#[case(300, 1, Unit::Uint8, 0xff)]
#[case(-1, 3, Unit::Uint8, 0)]
#[case(-1, 1, Unit::Uint4, 0)]
#[case(1, 3, Unit::Fp16, 0x3555)]
#[case(65_520, 1, Unit::Fp16, 0x7c00)]
#[case(65_519, 1, Unit::Fp16, 0x7bff)]
fn rational_numbers_are_rounded_once(
    #[case] n: i64,
    #[case] d: i64,
    #[case] unit: Unit,
    #[case] element: u64,
) {
    assert_eq!(to(&Number::ratio(n, d), unit), element);
}

#[test]
fn integers_wrap_or_clamp() {
    let big = Number::of(Unit::Uint64, u64::MAX);
    let square = big.mul(&big); // 2^128 - 2^65 + 1
    assert_eq!(round(&square, Unit::Uint64, Fit::Wrap).0, 1);
    assert_eq!(round(&square, Unit::Uint64, Fit::Clamp).0, u64::MAX);
    assert_eq!(round(&square.neg(), Unit::Sint64, Fit::Wrap).0, u64::MAX);
    assert_eq!(round(&square.neg(), Unit::Sint64, Fit::Clamp).0, 1 << 63);
    let cube = square.mul(&big); // (2^64 - 1)^3, whose low bits are those of -1
    assert_eq!(round(&cube, Unit::Uint16, Fit::Wrap).0, 0xffff);
    assert_eq!(round(&cube.neg(), Unit::Uint16, Fit::Wrap).0, 1);
    assert_eq!(round(&Number::ratio(-29, 10), Unit::Sint8, Fit::Truncate).0, 0xfe);
    assert_eq!((store(200, Unit::Sint8, true), store(200, Unit::Sint8, false)), (127, 200));
}

#[test]
fn zeros_and_infinities() {
    let minus_zero = fp32(-0.0);
    let infinity = fp32(f32::INFINITY);
    assert!(minus_zero.add(&minus_zero).is_negative());
    assert!(!minus_zero.add(&Number::ZERO).is_negative());
    assert!(!fp32(1.0).sub(&fp32(1.0)).is_negative());
    assert!(Number::sum([minus_zero.clone(), minus_zero.clone()]).is_negative());
    assert!(!Number::sum([minus_zero.clone(), fp32(1.0), fp32(-1.0)]).is_negative());
    assert!(!Number::sum([]).is_negative());
    assert!(Number::sum([infinity.clone(), infinity.neg()]).is_nan());
    assert!(Number::sum([infinity.clone(), fp32(-3.0)]).is_infinite());
    assert!(infinity.mul(&minus_zero).is_nan());
    assert!(Number::ZERO.mul(&Number::integer(-5)).is_negative());
    assert!(fp32(1.0).div(&minus_zero).is_negative());
    assert_eq!(to(&minus_zero.sqrt(), Unit::Fp32), 0x8000_0000);
    assert!(fp32(-1.0).ln().is_nan() && fp32(-1.0).sqrt().is_nan());
    assert!(fp32(-1.0).log1p().is_infinite());
    assert_eq!(to(&minus_zero.max(&Number::ZERO), Unit::Fp16), 0);
    assert_eq!(to(&Number::ZERO.min(&minus_zero), Unit::Fp16), 0x8000);
    assert_eq!(to(&Number::Nan, Unit::Fp64), 0x7ff8_0000_0000_0000);
}

/// Powers by IEEE 754, 9.2.1.
#[rstest]
#[case(-0.0, -3.0, f32::NEG_INFINITY)]
#[case(-0.0, -2.0, f32::INFINITY)]
#[case(-0.0, 3.0, -0.0)]
#[case(0.0, 0.5, 0.0)]
#[case(-1.0, f32::INFINITY, 1.0)]
#[case(0.5, f32::INFINITY, 0.0)]
#[case(0.5, f32::NEG_INFINITY, f32::INFINITY)]
#[case(-2.0, f32::INFINITY, f32::INFINITY)]
#[case(f32::NEG_INFINITY, 3.0, f32::NEG_INFINITY)]
#[case(f32::NEG_INFINITY, -3.0, -0.0)]
#[case(f32::INFINITY, -0.5, 0.0)]
#[case(-8.0, 3.0, -512.0)]
#[case(f32::NAN, 0.0, 1.0)]
#[case(1.0, f32::NAN, 1.0)]
#[case(16.0, 0.25, 2.0)]
#[case(2.0, -149.0, 1.0e-45)]
fn powers(#[case] x: f32, #[case] y: f32, #[case] power: f32) {
    assert_eq!(to(&fp32(x).pow(&fp32(y)), Unit::Fp32), u64::from(power.to_bits()));
}

#[test]
fn functions_and_expressions_agree() {
    for x in [1f32, -2.5, 0.001, 30.0, -80.0, 1e-30] {
        let by_name = Number::function(Function::Exp, Unit::Fp32, x.to_bits().into());
        assert_eq!(to(&by_name, Unit::Fp32), to(&fp32(x).exp(), Unit::Fp32), "{x}");
        let tanh = Number::function(Function::Tanh, Unit::Fp32, x.to_bits().into());
        assert_eq!(to(&tanh, Unit::Fp64), to(&fp32(x).tanh(), Unit::Fp64), "{x}");
    }
    // e^44 = 12851600114359308275.81
    let e44 = Number::function(Function::Exp, Unit::Uint8, 44);
    assert_eq!(to(&e44, Unit::Uint64), 12_851_600_114_359_308_276);
    assert_eq!(to(&e44, Unit::Sint64), i64::MAX as u64);
}

/// Sums, products and quotients of elements of one floating-point unit, against softfloat.
#[test]
fn one_unit_is_ieee_arithmetic() {
    let mut random = Random::of("xdsa number");
    let env = Env { nan: NanRule::Canonical, ..Env::IEEE };
    for i in 0..30_000 {
        let unit = [Unit::Fp16, Unit::Fp32, Unit::Fp64][i % 3];
        let format = unit.format().unwrap();
        let code = seeded::code!(format);
        let [a, b] = [code.any(&mut random), code.any(&mut random)];
        let (x, y) = (Number::of(unit, a), Number::of(unit, b));
        let results = [
            (x.add(&y), format.add(a, b, &env)),
            (x.sub(&y), format.sub(a, b, &env)),
            (x.mul(&y), format.mul(a, b, &env)),
            (x.div(&y), format.div(a, b, &env)),
            (x.sqrt(), format.sqrt(a, &env)),
        ];
        for (ours, right) in results {
            assert_eq!(to(&ours, unit), right.bits, "{unit} {a:x} {b:x}");
        }
    }
}

#[rstest]
#[case(5, 1, 3)]
#[case(-5, 1, -2)]
#[case(-1, 90, 0)]
#[case(3, 0, 3)]
#[case(3, -2, 12)]
fn rounding_shifts(#[case] x: i128, #[case] s: i64, #[case] shifted: i128) {
    let shifted = Number::integer(shifted).compare(&round_shift(&Number::integer(x), s));
    assert_eq!(shifted, Some(core::cmp::Ordering::Equal));
}

/// What is nearer to the middle of two neighbours than 2^-1200 of the value counts as the middle (XDSA-D31).
#[test]
fn borders() {
    let tiny = Number::integer(-2000).exp();
    let less = Number::integer(-500).exp();
    let one = Number::integer(2049);
    assert_eq!(to(&one.add(&tiny), Unit::Fp16), 0x6800);
    assert_eq!(to(&one.add(&less), Unit::Fp16), 0x6801);
    let two = Number::integer(2).sqrt().expm1().log1p();
    let zero = two.sub(&Number::integer(2).sqrt());
    assert_eq!(to(&zero, Unit::Fp32), 0);
    assert_eq!(to(&zero.add(&Number::integer(7)), Unit::Fp32), u64::from(7f32.to_bits()));
    // The sign of what is below every number is known.
    let product = Number::integer(-100_000).exp().mul(&Number::integer(-1));
    assert_eq!(to(&product, Unit::Fp64), 1 << 63);
}
