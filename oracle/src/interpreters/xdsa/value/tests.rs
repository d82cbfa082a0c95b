//! Roundings and formulas against values worked out by hand and against the host's own arithmetic.

use super::{Function, Into, Real, Value};
use crate::Rational;
use seeded::{Code, Random};
use semantics::xdsa::isa::Unit;

const BINARY64: Code =
    Code { width: 64, sign: true, exp_bits: 11, man_bits: 52, pad: 0, bias: 1023 };

fn fp64(value: f64) -> Value {
    Value::of(Unit::Fp64, value.to_bits())
}

fn to_fp64(value: &Value) -> f64 {
    f64::from_bits(value.round(Unit::Fp64, Into::Clamp))
}

fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}

/// The host computes in binary64 as IEEE 754 says.
#[test]
fn operations_are_those_of_the_host() {
    let mut random = Random::of_run();
    for _ in 0..4000 {
        let code = BINARY64.any(&mut random);
        let [a, b] = [code, BINARY64.second(&mut random, code)].map(f64::from_bits);
        let (x, y) = (fp64(a), fp64(b));
        let checks = [
            (x.add(&y), a + b),
            (x.sub(&y), a - b),
            (x.mul(&y), a * b),
            (x.div(&y), a / b),
            (x.sqrt(), a.sqrt()),
            (x.neg().neg(), a),
        ];
        for (at, (value, host)) in checks.into_iter().enumerate() {
            assert!(same(to_fp64(&value), host), "operation {at} of {a:e} and {b:e}: {value:?}");
        }
        let narrow = f32::from_bits(x.round(Unit::Fp32, Into::Clamp) as u32);
        assert!(same(narrow.into(), (a as f32).into()), "{a:e} as fp32");
        assert_eq!(x.round(Unit::Sint32, Into::Truncate) as u32 as i32, a as i32);
        assert_eq!(x.round(Unit::Uint64, Into::Clamp), a.round_ties_even() as u64);
        assert_eq!(x.compare(&y), a.partial_cmp(&b));
    }
}

/// Values next to the middle of two numbers, at the ends of the exponent range and beyond them.
#[test]
fn borders_of_fp16() {
    let fp16 = |n: i64, d: i64| Value::ratio(n, d).round(Unit::Fp16, Into::Clamp);
    assert_eq!((fp16(2049, 1), fp16(2051, 1), fp16(4099, 2)), (0x6800, 0x6802, 0x6801));
    assert_eq!((fp16(65519, 1), fp16(65520, 1), fp16(-70000, 1)), (0x7bff, 0x7c00, 0xfc00));
    assert_eq!((fp16(1, 1 << 24), fp16(1, 1 << 25), fp16(-1, 1 << 25)), (1, 0, 0x8000));
    assert_eq!((fp16(3, 1 << 25), fp16(1023, 1 << 24), fp16(2047, 1 << 25)), (2, 0x3ff, 0x400));
    assert_eq!(fp16(4095, 4096), 0x3c00);
    let sint4 = |n, d, into| Value::ratio(n, d).round(Unit::Sint4, into);
    assert_eq!((sint4(5, 2, Into::Clamp), sint4(-7, 2, Into::Clamp)), (2, 0xc));
    assert_eq!((sint4(99, 1, Into::Clamp), sint4(-99, 1, Into::Clamp)), (7, 8));
    assert_eq!((sint4(99, 1, Into::Wrap), sint4(-7, 2, Into::Truncate)), (3, 0xd));
}

/// 2049 + e^-2049 lies in the middle of two numbers of fp16, as far as the rule of borders sees (XDSA-D31).
#[test]
fn a_border_is_a_border() {
    let sum = |terms: [i32; 2]| Value::real(Real::log_sum_exp(&terms.map(Rational::from)));
    assert_eq!(sum([2049, 0]).round(Unit::Fp16, Into::Clamp), 0x6800);
    assert_eq!(sum([2049, 2001]).round(Unit::Fp16, Into::Clamp), 0x6801);
    assert_eq!(sum([2049, 0]).neg().round(Unit::Fp16, Into::Clamp), 0xe800);
    assert_eq!(sum([2049, 0]).round(Unit::Sint16, Into::Clamp), 2049);
    let half = sum([2049, 0]).sub(&Value::ratio(1, 2));
    assert_eq!(half.round(Unit::Sint16, Into::Clamp), 2048);
}

/// What vanishes keeps its sign where it has one, and a sum that may be 0 is +0.
#[test]
fn the_border_zero() {
    let far = fp64(-1e300);
    assert!(same(to_fp64(&far.mul(&far.sigmoid())), -0.0));
    assert!(same(to_fp64(&far.mul(&far.normal())), -0.0));
    assert!(same(to_fp64(&Function::Exp.of(&far)), 0.0));
    let tiny = fp64(-f64::from_bits(1));
    assert!(same(to_fp64(&tiny.sub(&Function::Tanh.of(&tiny))), -0.0));
    let root = Value::from(2).sqrt();
    let nothing = root.sub(&root);
    assert!(same(to_fp64(&nothing), 0.0) && same(to_fp64(&nothing.neg()), 0.0));
    assert!(same(to_fp64(&root.mul(&root)), 2.0));
}

/// Published digits of well-known numbers.
#[test]
fn functions() {
    let fp32 = |value: &Value| value.round(Unit::Fp32, Into::Clamp) as u32;
    let one = Value::from(1);
    for (function, bits) in [
        (Function::Exp, 0x402d_f854),
        (Function::Sin, 0x3f57_6aa4),
        (Function::Tanh, 0x3f42_f7d6),
        (Function::Atan, std::f32::consts::FRAC_PI_4.to_bits()),
        (Function::Ln1p, std::f32::consts::LN_2.to_bits()),
    ] {
        assert_eq!(fp32(&function.of(&one)), bits, "{function:?}");
    }
    assert_eq!(fp32(&one.sigmoid()), 0x3f3b_26a8);
    assert_eq!(fp32(&Function::Log2.of(&Value::from(1 << 20))), 20f32.to_bits());
    assert_eq!(fp32(&Function::Log10.of(&Value::from(1000))), 3f32.to_bits());
    let eighths =
        [1.0, 0.5f64.sqrt(), 0.0, -(0.5f64.sqrt()), -1.0, -(0.5f64.sqrt()), 0.0, 0.5f64.sqrt()];
    for (eighth, cosine) in eighths.into_iter().enumerate() {
        let turn = Rational::from((eighth as u32, 8));
        assert_eq!(to_fp64(&Value::real(Real::circle(&turn, true))), cosine);
        let sine = eighths[(eighth + 6) % 8];
        assert_eq!(to_fp64(&Value::real(Real::circle(&turn, false))), sine);
    }
}

/// IEEE 754's powers, as the host has them where they are exact.
#[test]
fn powers() {
    let infinity = f64::INFINITY;
    for x in [-infinity, -4.0, -1.0, -0.25, -0.0, 0.0, 0.25, 1.0, 4.0, infinity, f64::NAN] {
        for y in [-infinity, -3.0, -1.5, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, infinity, f64::NAN] {
            assert!(same(to_fp64(&fp64(x).pow(&fp64(y))), x.powf(y)), "{x}^{y}");
        }
    }
    assert_eq!(to_fp64(&fp64(2.0).pow(&fp64(0.75))), 1.681_792_830_507_429);
}
