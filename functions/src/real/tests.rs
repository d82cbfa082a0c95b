//! Exact numbers against identities, and against functions of one number.

use super::*;
use crate::evaluate;
use rstest::rstest;
use seeded::{Draw, Random};
use softfloat::format::{Binary16, Binary32, Binary64};
use softfloat::{Env, Format, StaticFormat};

fn n(x: i64) -> Real {
    Real::from(x)
}

fn q(a: i64, b: i64) -> Real {
    Real::ratio(a, b).unwrap()
}

fn bits(x: &Real, format: &Format) -> u64 {
    format.round_pack(&Env::IEEE, x.nearest(Grid::of(format))).bits as u64
}

fn double(x: &Real) -> f64 {
    f64::from_bits(bits(x, &Binary64::FORMAT))
}

#[test]
fn rational_numbers_are_folded() {
    assert!((q(1, 3) + q(1, 6)).compare(&q(1, 2)).is_eq());
    assert!((q(1, 3) - q(2, 6)).is_zero());
    assert!((q(7, 12) * q(-12, 7)).compare(&n(-1)).is_eq());
    assert!(q(9, 4).sqrt().unwrap().compare(&q(3, 2)).is_eq());
    assert!(q(8, 18).sqrt().unwrap().compare(&q(2, 3)).is_eq());
    assert!(q(-1, 4).sqrt().is_none());
    assert!(!n(8).sqrt().unwrap().is_rational());
    let root = n(8).sqrt().unwrap();
    assert!((&root * &n(2).sqrt().unwrap()).compare(&n(4)).is_eq());
    assert!(root.div(&n(2).sqrt().unwrap()).unwrap().compare(&n(2)).is_eq());
    assert!(n(16).pow(&q(3, 4)).unwrap().compare(&n(8)).is_eq());
    assert!(n(2).powi(-3).unwrap().compare(&q(1, 8)).is_eq());
    assert!(n(5).exp().ln().unwrap().is_rational());
    assert_eq!(q(-7, 2).floor(), Some((-4).into()));
    assert_eq!(Real::dyadic(-7, -1).floor(), Some((-4).into()));
    assert_eq!(Real::dyadic(3, 200).floor(), Some(BigInt::from(3) << 200));
}

/// Sums of 128 and more bits, against big integers.
#[test]
fn sums_of_many_bits() {
    let mut random = Random::of("real sums");
    for _ in 0..3000 {
        let mut draw = || {
            let n =
                i128::from(random.next() as i64) << random.below(64) | i128::from(random.next());
            (n >> random.below(127), random.below(200) as i64 - 100)
        };
        let ((a, i), (b, j)) = (draw(), draw());
        let (x, y) = (Real::dyadic(a, i), Real::dyadic(b, j));
        let at = |n: i128, e: i64| BigInt::from(n) << (e + 200);
        let right = |x: &Real| x.shifted(200).floor().unwrap();
        assert_eq!(right(&(&x + &y)), at(a, i) + at(b, j));
        assert_eq!(right(&(&x - &y)), at(a, i) - at(b, j));
        assert_eq!((&x * &y).shifted(400).floor().unwrap(), at(a, i) * at(b, j));
        assert_eq!(x.compare(&y), at(a, i).cmp(&at(b, j)));
    }
}

#[rstest]
#[case(1, 4, 0.5f64.sqrt())]
#[case(1, 6, 0.5)]
#[case(-5, 6, -0.5)]
#[case(7, 2, -1.0)]
#[case(8, 4, 0.0)]
#[case(1, 12, 0.258_819_045_102_520_76)]
#[case(5, 12, 0.965_925_826_289_068_3)]
#[case(13, 12, -0.258_819_045_102_520_76)]
fn sines(#[case] a: i64, #[case] b: i64, #[case] sine: f64) {
    let x = q(a, b);
    assert_eq!(double(&x.sin_pi().unwrap()), sine);
    let (s, c) = (x.sin_pi().unwrap(), x.cos_pi().unwrap());
    assert_eq!(double(&(&s * &s + &c * &c)), 1.0);
}

/// What is exact without looking so.
#[test]
fn identities_are_borders() {
    let (a, b) = (n(2).exp(), n(3).exp());
    assert_eq!(double(&((&a * &b) - n(5).exp())), 0.0);
    assert_eq!((&a * &b - n(5).exp()).signum(), 0);
    let half = Real::dyadic(1, -1);
    let logarithm = n(2).ln().unwrap() + half.ln().unwrap();
    assert_eq!((&logarithm + &half).nearest(Grid::INTEGERS).significand, 1);
    assert_eq!(double(&(logarithm.exp() + n(2))), 3.0);
    // cos(pi/7) - cos(2 pi/7) + cos(3 pi/7) = 1/2
    let c = |k| q(k, 7).cos_pi().unwrap();
    assert_eq!(double(&(c(1) - c(2) + c(3))), 0.5);
    // A sum that passes 0 on its way.
    let zero = (n(2).ln().unwrap() + n(3).ln().unwrap()) - n(6).ln().unwrap();
    assert_eq!(double(&Real::sum([zero.clone(), n(7).ln().unwrap()])), 7f64.ln());
    assert_eq!(double(&(zero.exp() * n(3).exp())), 3f64.exp());
}

/// Expressions of one function, as functions of one number are rounded.
#[test]
fn expressions_are_functions() {
    type Expression = fn(&Real) -> Real;
    let list: [(Function, Expression); 11] = [
        (Function::Exp, Real::exp),
        (Function::Expm1, Real::expm1),
        (Function::Log, |x| x.abs().ln().unwrap()),
        (Function::Log1p, |x| x.abs().log1p().unwrap()),
        (Function::Tanh, Real::tanh),
        (Function::Erf, Real::erf),
        (Function::Erfc, Real::erfc),
        (Function::Sigmoid, |x| n(1).div(&(n(1) + (-x).exp())).unwrap()),
        (Function::Softplus, |x| x.exp().log1p().unwrap()),
        (Function::Cosh, |x| (x.exp() + (-x).exp()).shifted(-1)),
        (Function::TanhShrink, |x| x - &x.tanh()),
    ];
    let mut random = Random::of("expressions");
    for i in 0..6_000 {
        let (function, expression) = list[i % list.len()];
        let format = [Binary16::FORMAT, Binary32::FORMAT, Binary64::FORMAT][i / 11 % 3];
        let x =
            (random.below(1 << 20) as f64 - 524_288.0) / [16.0, 1024.0, 65_536.0, 1e9][i / 33 % 4];
        let x = if matches!(function, Function::Log | Function::Log1p) { x.abs() } else { x };
        let u = Real::ratio((x * 1e9) as i64 | 1, 1_000_000_000).unwrap();
        let code = bits(&u, &format);
        let Value::Finite(exact) = format.decode(code) else { continue };
        // x - 1 is a middle, and 2 e^-2x less than 2^-1200 of it.
        if function == Function::TanhShrink && x.abs() > 400.0 {
            continue;
        }
        let found = bits(&expression(&Real::of(exact)), &format);
        let right = evaluate(function, &format, &[code], &Env::IEEE).unwrap().bits;
        assert_eq!(found, right, "{function:?} {} {code:x}", format.name);
    }
}

/// Roots that are nearer to a border than any number of bits tells are the border; others are not.
#[test]
fn roots_near_borders() {
    // sqrt((1 + 2^-53)^2 + 2^-k) is above the middle of two numbers, its root without the rest on it.
    let middle = n(1) + Real::dyadic(1, -53);
    let square = &middle * &middle;
    let above = |k: i64| (&square + &Real::dyadic(1, -k)).sqrt().unwrap();
    assert_eq!(double(&above(1100)), 1.0 + f64::EPSILON);
    assert_eq!(double(&above(5000)), 1.0);
    assert_eq!(double(&square.sqrt().unwrap()), 1.0);
    assert_eq!(double(&(-above(1100).shifted(3))), -8.0 * (1.0 + f64::EPSILON));
}

/// Subnormal numbers are as far from each other as the least one from 0.
#[test]
fn subnormal_numbers() {
    let least = Real::dyadic(1, -1074);
    let of = |x: &Real| bits(x, &Binary64::FORMAT);
    let root = n(2).sqrt().unwrap();
    assert_eq!(of(&(&least * &root)), 1);
    assert_eq!(of(&(&least * &q(1, 4).exp().shifted(-1))), 1);
    assert_eq!(of(&(&least * &q(-1, 4).exp().shifted(-1))), 0);
    assert_eq!(of(&(&least * &n(1).exp())), 3);
    assert_eq!(of(&-n(-1000).exp()), 1 << 63);
    assert_eq!(of(&n(1000).exp()), f64::INFINITY.to_bits());
}

#[test]
fn a_million_terms_do_not_recurse() {
    let mut sum = n(1).exp();
    for i in 0..100_000 {
        sum = sum + Real::from(i % 3) * n(2).sqrt().unwrap();
    }
    assert!(double(&sum) > 1e5);
}

/// What has no value, or one that needs no expression, by zeros and ones.
#[test]
fn zeros_and_ones() {
    // 0, which no arithmetic of intervals tells from what is next to it.
    let zero = (n(2).ln().unwrap() + n(3).ln().unwrap()) - n(6).ln().unwrap();
    for nothing in [Real::ZERO, zero.clone()] {
        assert!(nothing.sqrt().unwrap().is_zero());
        assert!(nothing.powi(0).unwrap().compare(&n(1)).is_eq());
    }
    assert!(Real::ZERO.powi(-1).is_none());
    assert!(Real::ZERO.powi(1).unwrap().is_zero());
    assert!(n(5).div(&Real::ZERO).is_none() && n(2).sqrt().unwrap().div(&Real::ZERO).is_none());
    for y in [q(1, 3), q(-7, 5), n(3).ln().unwrap()] {
        assert!(n(1).pow(&y).unwrap().compare(&n(1)).is_eq());
    }
}

/// Powers of what is negative have its sign where they are odd, however they are made.
#[test]
fn signs_of_powers() {
    let root = n(3).sqrt().unwrap() - n(1);
    for k in [1, 2, 3, 63, 64, 65, 66, 67, 100, 101, -3, -64, -65, -66] {
        let (power, other) = (root.powi(k).unwrap(), (-&root).powi(k).unwrap());
        let right = 0.732_050_807_568_877_2_f64.powi(k as i32);
        assert!((double(&power) / right - 1.0).abs() < 1e-12, "{k}");
        assert_eq!(double(&other), double(&power) * if k % 2 == 0 { 1.0 } else { -1.0 }, "{k}");
    }
}

/// Integers of more than 64 bits beside expressions.
#[test]
fn long_integers_are_enclosed() {
    let root = n(2).sqrt().unwrap();
    for (integer, place) in [(1, 64), (3, 64), (-3, 70), (5, 120), (1, 63)] {
        let long = Real::dyadic(i128::from(integer) << place, 0);
        assert_eq!(double(&(&long + &root)), f64::from(integer) * 2f64.powi(place));
        assert_eq!(
            double(&(&long * &root)),
            double(&(&n(integer.into()) * &root)) * 2f64.powi(place)
        );
    }
}
