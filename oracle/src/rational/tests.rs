//! Every operation on operands of every kind, checked against `rug::Rational`.

use super::{Dyadic, Fraction, Rational};
use rug::float::Round;
use rug::ops::Pow;
use rug::{Float, Integer, Rational as Plain};
use seeded::{Draw, Kind, Random};
use std::cmp::Ordering;
use std::collections::HashSet;

/// The same number, whose representation is the one that it must have.
fn same(ours: &Rational, theirs: &Plain) -> bool {
    let power = theirs.denom().is_power_of_two();
    let normal = match &ours.0 {
        Dyadic { significand, exponent } => {
            power && (significand.is_odd() || *significand == 0 && *exponent == 0)
        }
        Fraction(_) => !power,
    };
    normal && Plain::from(ours) == *theirs
}

#[track_caller]
fn check(ours: &Rational, theirs: impl Into<Plain>, what: &str, operands: &[&Plain]) {
    let theirs = theirs.into();
    assert!(same(ours, &theirs), "{what} of {operands:?}: expected {theirs}, found {ours}");
}

/// Zeros, small and long integers, shifted a little or far, some divided by an odd number.
fn drawn(random: &mut Random) -> Plain {
    let integer = match random.below(4) {
        0 => Integer::from(random.below(9)),
        1 => Integer::from(random.next() >> random.below(64)),
        2 => Integer::from(random.next()) * random.next(),
        _ => Integer::from(random.next()) << random.below(70) as u32,
    };
    let denominator = *random.pick(&[1, 1, 1, 2, 3, 7, 12, 255]);
    let far = if random.one_in(8) { 3000 } else { 70 };
    let power = random.below(2 * far) as i32 - far as i32;
    let value = Plain::from((integer, denominator)) << power;
    if random.below(2) == 0 { -value } else { value }
}

/// Two operands: often of one size, equal, or opposite, so that sums cancel.
fn pair(random: &mut Random) -> [Plain; 2] {
    let a = drawn(random);
    let b = match random.below(8) {
        0 => a.clone(),
        1 => Plain::from(-&a),
        2 => Plain::from(&a * 3) >> 2,
        3 => a.clone() + (Plain::from(1) >> random.below(100) as u32),
        _ => drawn(random),
    };
    [a, b]
}

#[test]
fn two_operands() {
    let mut random = Random::of_run();
    for _ in 0..Kind::Code.cases() / 8 {
        let [p, q] = &pair(&mut random);
        let [a, b] = &[p, q].map(|plain| Rational::from(plain.clone()));
        let both = [p, q];
        check(a, p.clone(), "itself", &both);
        let sum = Plain::from(p + q);
        check(&(a + b), sum.clone(), "sum", &both);
        check(&(a.clone() + b), sum.clone(), "sum", &both);
        check(&(a + b.clone()), sum.clone(), "sum", &both);
        check(&(a.clone() + b.clone()), sum.clone(), "sum", &both);
        check(&[a, b].into_iter().sum(), sum.clone(), "total", &both);
        check(&[a.clone(), b.clone()].into_iter().sum(), sum.clone(), "total", &both);
        let difference = Plain::from(p - q);
        check(&(a - b), difference.clone(), "difference", &both);
        let product = Plain::from(p * q);
        check(&(a * b), product, "product", &both);
        if *q != 0 {
            check(&(a / b), Plain::from(p / q), "quotient", &both);
        }
        let mut assigned = a.clone();
        assigned += b;
        check(&assigned, sum.clone(), "+=", &both);
        assigned -= b.clone();
        check(&assigned, p.clone(), "-=", &both);
        assigned += b.clone();
        assigned -= a;
        check(&assigned, q.clone(), "+= and -=", &both);

        assert_eq!(a.cmp(b), p.cmp(q), "{p} and {q}");
        assert_eq!(a.partial_cmp(b), p.partial_cmp(q), "{p} and {q}");
        assert_eq!(a.cmp_abs(b), p.cmp_abs(q), "{p} and {q}");
        assert_eq!(a == b, p == q, "{p} and {q}");
        assert_eq!(HashSet::from([a, b]).len(), if p == q { 1 } else { 2 }, "{p} and {q}");
    }
}

#[test]
fn integers_on_the_right() {
    let mut random = Random::of_run();
    for _ in 0..Kind::Code.cases() / 8 {
        let p = drawn(&mut random);
        let a = &Rational::from(p.clone());
        let n = random.next() as i32 >> random.below(32);
        let m = random.next() as u32 >> random.below(32) | 1;
        let wide = Integer::from(random.next()) << random.below(100) as u32;
        check(&(a + n), Plain::from(&p + n), "sum", &[&p]);
        check(&(a - m), Plain::from(&p - m), "difference", &[&p]);
        check(&(a * n), Plain::from(&p * n), "product", &[&p]);
        check(&(a / m), Plain::from(&p / m), "quotient", &[&p]);
        check(&(a.clone() / u64::from(m)), Plain::from(&p / m), "quotient", &[&p]);
        check(&(a - &wide), Plain::from(&p - &wide), "difference", &[&p]);
        check(&(a.clone() * wide.clone()), Plain::from(&p * &wide), "product", &[&p]);
        assert_eq!(a.partial_cmp(&n), p.partial_cmp(&n), "{p} and {n}");
        assert_eq!((*a == n, *a == 0), (p == n, p == 0), "{p} and {n}");
        for integer in [wide, p.clone().floor().into_numer_denom().0] {
            assert_eq!(*a == integer, p == integer, "{p} and {integer}");
        }
        check(&Rational::from(n), n, "i32", &[]);
        check(&Rational::from((n, m)), (n, m), "fraction", &[]);
        let long = u128::from(random.next()) << random.below(65);
        check(&Rational::from(long), long, "u128", &[]);
        check(&Rational::from(-(long as i128 >> 1)), -(long as i128 >> 1), "i128", &[]);
    }
}

#[test]
fn one_operand() {
    let mut random = Random::of_run();
    for _ in 0..Kind::Code.cases() / 8 {
        let p = &drawn(&mut random);
        let a = &Rational::from(p.clone());
        let by = random.below(300) as i32 - 150;
        let shift = by.unsigned_abs();
        check(&(a << by), Plain::from(p << by), "<<", &[p]);
        check(&(a.clone() >> by), Plain::from(p >> by), ">>", &[p]);
        check(&(a.clone() << shift), Plain::from(p << shift), "<<", &[p]);
        check(&(a >> shift), Plain::from(p >> shift), ">>", &[p]);
        check(&-a, Plain::from(-p), "negation", &[p]);
        check(&a.clone().abs(), p.clone().abs(), "abs", &[p]);
        check(&a.clone().square(), p.clone().square(), "square", &[p]);
        let n = random.below(7) as i32;
        check(&a.pow(n), Plain::from(p.pow(n)), "power", &[p]);
        if *p != 0 {
            check(&a.clone().recip(), p.clone().recip(), "reciprocal", &[p]);
            check(&a.pow(-n), Plain::from(p.pow(-n)), "power", &[p]);
            let e = a.floor_log2();
            let power = Plain::from(1) << e;
            let below = p.cmp_abs(&power).is_ge() && p.cmp_abs(&(power << 1)).is_lt();
            assert!(below, "exponent {e} of {p}");
        }

        assert_eq!(a.floor(), Integer::from(p.floor_ref()), "floor of {p}");
        assert_eq!(a.ceil(), Integer::from(p.ceil_ref()), "ceil of {p}");
        assert_eq!(a.trunc(), Integer::from(p.trunc_ref()), "trunc of {p}");
        let (fraction, floor) = p.clone().fract_floor(Integer::new());
        check(&a.fract_floor().0, fraction, "fraction", &[p]);
        assert_eq!(a.fract_floor().1, floor, "floor of {p}");
        assert_eq!(a.is_integer(), p.is_integer(), "{p}");
        assert_eq!(a.to_integer(), p.is_integer().then(|| p.numer().clone()), "{p}");
        assert_eq!((a.is_zero(), a.cmp0()), (p.is_zero(), p.cmp0()), "{p}");
        assert_eq!(a.to_f64().to_bits(), p.to_f64().to_bits(), "{p}");
        assert_eq!(a.to_string(), p.to_string());
        if let Some((significand, exponent)) = a.to_dyadic() {
            assert_eq!(Plain::from(significand) << exponent, *p);
        }
        for (bits, round) in [(30, Round::Down), (53, Round::Up), (200, Round::Nearest)] {
            let ours = Float::with_val_round(bits, a, round);
            assert_eq!(ours, Float::with_val_round(bits, p, round), "{p} to {bits} bits");
            let number = ours.0.to_rational().expect("a finite number");
            check(&Rational::from_float(&ours.0).expect("a finite number"), number, "float", &[p]);
        }
    }
}

#[test]
fn numbers_of_the_host() {
    let mut random = Random::of_run();
    for _ in 0..Kind::Code.cases() / 8 {
        let value = f64::from_bits(random.next());
        let ours = Rational::from_f64(value);
        match Plain::from_f64(value) {
            Some(plain) => check(&ours.expect("a finite number"), plain, "f64", &[]),
            None => assert_eq!(ours, None),
        }
    }
    check(
        &Rational::from_f32(0.1).expect("finite"),
        Plain::from_f32(0.1).expect("finite"),
        "f32",
        &[],
    );
    assert_eq!(Rational::from_f64(f64::NAN), None);
    assert_eq!(Rational::from_float(&Float::with_val(9, f64::INFINITY)), None);
}

/// What an aligned comparison would need billions of bits for.
#[test]
fn exponents_far_apart() {
    let far = 2_000_000_000;
    let [huge, tiny] = [Rational::from(3) << far, Rational::from(5) >> far];
    let third = Rational::from((1, 3));
    for (a, b) in [(&tiny, &third), (&third, &huge), (&tiny, &huge), (&Rational::new(), &tiny)] {
        let orders = [a.cmp(b), b.cmp(a).reverse(), (-b).cmp(&-a), a.cmp_abs(b)];
        assert_eq!(orders, [Ordering::Less; 4], "{:?} and {:?}", a.to_dyadic(), b.to_dyadic());
        assert_ne!(a, b);
    }
    assert!(-&huge < tiny && -&huge < third && tiny > -1 && huge > i32::MAX);
    assert_eq!((huge.floor_log2(), tiny.floor_log2()), (far + 1, 2 - far));
    assert_eq!(&huge * &tiny, 15);
    assert_eq!(&huge / (Rational::from(1) << far), 3);
    assert_eq!(&tiny + Rational::new(), tiny);
    assert_eq!((tiny.floor(), (-&tiny).floor()), (Integer::new(), Integer::from(-1)));
    assert_eq!((tiny.ceil(), (-&tiny).ceil()), (Integer::from(1), Integer::new()));
    assert_eq!((huge.is_integer(), tiny.is_integer()), (true, false));
}

/// Numbers that are dyadic again after they were not.
#[test]
fn fractions_that_end() {
    let third = Rational::from((1, 3));
    assert_eq!(&third + &third + &third, 1);
    assert_eq!(&third * 12, 4);
    assert_eq!(&third - &third, Rational::new());
    assert_eq!(&third / &third, 1);
    assert_eq!((&third << 40) * 3, Rational::from(1) << 40);
    assert_eq!(Rational::from((6, 12)), Rational::from(1) >> 1);
    assert_eq!(Rational::from((0, 5)), Rational::default());
    assert_eq!(
        (Rational::from((4, 3)).floor_log2(), Rational::from((-1, 3)).floor_log2()),
        (0, -2)
    );
}

#[test]
#[should_panic(expected = "exponents have 32 bits")]
fn an_exponent_too_large() {
    let _ = (Rational::from(1) << i32::MAX).square();
}

#[test]
#[should_panic(expected = "division by 0")]
fn a_quotient_without_a_value() {
    let _ = Rational::from(1) / 0;
}
