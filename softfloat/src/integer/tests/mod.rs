mod large;
mod shift;

use super::*;
use crate::Rounding;
use seeded::{Draw, Random};

/// Widths 2 to 8 of both signs.
fn small() -> impl Iterator<Item = (u32, bool, Integer)> {
    (2..=8).flat_map(|w| [false, true].map(|s| (w, s, Integer::new(w, s).unwrap())))
}

fn codes(w: u32) -> std::ops::Range<u64> {
    0..1 << w
}

fn value(w: u32, signed: bool, code: u64) -> i128 {
    let v = i128::from(code);
    if signed && v >= 1 << (w - 1) { v - (1 << w) } else { v }
}

fn limits(w: u32, signed: bool) -> (i128, i128) {
    if signed { (-(1 << (w - 1)), (1 << (w - 1)) - 1) } else { (0, (1 << w) - 1) }
}

/// The two fits of an exact number, by the definition.
fn check(w: u32, signed: bool, exact: i128, x: Exact, what: &dyn std::fmt::Debug) {
    let (low, high) = limits(w, signed);
    let code = |n: i128| n.rem_euclid(1 << w) as u64;
    let overflow = exact < low || exact > high;
    let format = Integer::new(w, signed).unwrap();
    let wrapped = Fitted { bits: code(exact), overflow };
    assert_eq!(format.fit(Excess::Wrap, x), wrapped, "{what:?} {exact} i{w} {signed}");
    let clamped = Fitted { bits: code(exact.clamp(low, high)), overflow };
    assert_eq!(format.fit(Excess::Saturate, x), clamped, "{what:?} {exact} i{w} {signed}");
}

/// Words of all magnitudes.
fn random() -> impl Iterator<Item = u64> {
    let mut random = Random::new(1);
    std::iter::repeat_with(move || random.next() >> random.below(64))
}

#[test]
fn every_small_pair() {
    for (w, s, f) in small() {
        for (a, b) in codes(w).flat_map(|a| codes(w).map(move |b| (a, b))) {
            let (x, y) = (value(w, s, a), value(w, s, b));
            let (p, q) = (f.value(a), f.value(b));
            check(w, s, x + y, p + q, &(a, b, '+'));
            check(w, s, x - y, p - q, &(a, b, '-'));
            check(w, s, x * y, p * q, &(a, b, '*'));
            check(w, s, x.min(y), p.min(q), &(a, b, "min"));
            check(w, s, x.max(y), p.max(q), &(a, b, "max"));
            check(2 * w, s, x * y, p * q, &(a, b, "wide"));
            let (quotient, rest) = match y {
                0 if s => (-1, x),
                0 => ((1 << w) - 1, x),
                _ => (x / y, x % y),
            };
            check(w, s, quotient, f.quotient(a, b), &(a, b, '/'));
            check(w, s, rest, f.remainder(a, b), &(a, b, '%'));
        }
        for a in codes(w) {
            let x = value(w, s, a);
            check(w, s, -x, -f.value(a), &(a, "neg"));
            check(w, s, x.abs(), f.value(a).abs(), &(a, "abs"));
            check(w, s, x.signum(), f.value(a).signum(), &(a, "sign"));
        }
    }
}

#[test]
fn conversion_between_any_two_widths() {
    for from in (2..=64).flat_map(|w| [(w, false), (w, true)]) {
        let f = Integer::new(from.0, from.1).unwrap();
        let edges = [0, 1, u64::MAX, u64::MAX - 1, 1 << (from.0 - 1), (1 << (from.0 - 1)) - 1];
        for code in edges.into_iter().chain(random().take(50)) {
            let x = value(from.0, from.1, code & (u64::MAX >> (64 - from.0)));
            for to in (2..=64).flat_map(|w| [(w, false), (w, true)]) {
                check(to.0, to.1, x, f.value(code), &(from, code));
            }
        }
    }
}

#[test]
fn mixed_operands_and_64_bits() {
    let (i, u) = (Integer::new(64, true).unwrap(), Integer::new(64, false).unwrap());
    let all: Vec<u64> =
        [0, 1, 1 << 63, u64::MAX, i64::MAX as u64].into_iter().chain(random().take(400)).collect();
    for (&a, &b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
        let (sa, sb) = (a as i64, b as i64);
        let wrap = |f: Integer, x| f.fit(Excess::Wrap, x);
        let clamp = |f: Integer, x| f.fit(Excess::Saturate, x).bits;
        let fitted = |(bits, overflow): (u64, bool)| Fitted { bits, overflow };
        let signed = |(bits, overflow): (i64, bool)| Fitted { bits: bits as u64, overflow };
        assert_eq!(wrap(u, u.value(a) * u.value(b)), fitted(a.overflowing_mul(b)));
        assert_eq!(wrap(i, i.value(a) * i.value(b)), signed(sa.overflowing_mul(sb)));
        assert_eq!(wrap(u, u.value(a) - u.value(b)), fitted(a.overflowing_sub(b)));
        assert_eq!(wrap(u, u.value(a) + i.value(b)), fitted(a.overflowing_add_signed(sb)));
        assert_eq!(clamp(i, i.value(a) + u.value(b)), sa.saturating_add_unsigned(b) as u64);
        assert_eq!(clamp(i, i.value(a) * i.value(b)), sa.saturating_mul(sb) as u64);
        let wide = u128::from(a) * u128::from(b);
        assert_eq!((u.value(a) * u.value(b)).to_u128(), Some(wide));
        let mixed = i128::from(sa) * i128::from(b);
        assert_eq!((i.value(a) * u.value(b)).to_i128(), Some(mixed));
        if b != 0 {
            assert_eq!(wrap(i, i.quotient(a, b)), signed(sa.overflowing_div(sb)));
            assert_eq!(wrap(u, u.remainder(a, b)).bits, a % b);
        }
        assert_eq!(i.value(a).cmp(&u.value(b)), i128::from(sa).cmp(&i128::from(b)));
    }
}

#[test]
fn carries() {
    for (w, _, f) in small() {
        for (a, b) in codes(w).flat_map(|a| codes(w).map(move |b| (a, b))) {
            for c in [0, 1] {
                let flags = |unsigned: i128, signed: i128| {
                    let (low, high) = limits(w, true);
                    Carried {
                        bits: unsigned.rem_euclid(1 << w) as u64,
                        carry: unsigned < 0 || unsigned >= 1 << w,
                        overflow: signed < low || signed > high,
                    }
                };
                let ((x, y), (sx, sy)) = (
                    (value(w, false, a), value(w, false, b)),
                    (value(w, true, a), value(w, true, b)),
                );
                let sum = flags(x + y + c, sx + sy + c);
                assert_eq!(f.add_with_carry(a, b, c == 1), sum, "{a} + {b} + {c}, {w} bits");
                let difference = flags(x - y - c, sx - sy - c);
                assert_eq!(f.sub_with_borrow(a, b, c == 1), difference, "{a} - {b} - {c}");
            }
        }
    }
    let f = Integer::new(64, false).unwrap();
    for (a, b) in random().zip(random().skip(1)).take(10_000) {
        let (bits, carry) = a.overflowing_add(b);
        let overflow = (a as i64).checked_add(b as i64).is_none();
        assert_eq!(f.add_with_carry(a, b, false), Carried { bits, carry, overflow });
        let (bits, carry) = a.overflowing_sub(b);
        let overflow = (a as i64).checked_sub(b as i64).is_none();
        assert_eq!(f.sub_with_borrow(a, b, false), Carried { bits, carry, overflow });
    }
}

#[test]
fn dot_products() {
    let (i8, u8) = (Integer::new(8, true).unwrap(), Integer::new(8, false).unwrap());
    let (i4, i32) = (Integer::new(4, true).unwrap(), Integer::new(32, true).unwrap());
    let zero = Exact::default();
    let wrap = |x| i32.fit(Excess::Wrap, x).bits;
    assert_eq!(wrap(i8.dot(&[0x80; 32], i8, &[0x80; 32], zero)), 0x0008_0000);
    assert_eq!(wrap(u8.dot(&[0xff; 32], u8, &[0xff; 32], zero)), 0x001f_c020);
    assert_eq!(wrap(i4.dot(&[8; 64], i4, &[8; 64], zero)), 0x1000);
    assert_eq!(wrap(i8.dot(&[0x80; 64], i4, &[7; 64], zero)), 0xffff_2000);
    // 2^64 - 1 squared, three times: 3 * 2^128 - 6 * 2^64 + 3.
    let u64 = Integer::new(64, false).unwrap();
    let total = u64.dot(&[u64::MAX; 3], u64, &[u64::MAX; 3], zero);
    let two_to_64 = Exact::from(1u128 << 64);
    let three = Exact::new(3);
    assert_eq!(total, three * two_to_64 * two_to_64 - Exact::new(6) * two_to_64 + three);
    assert_eq!((total.to_u128(), total.to_i128()), (None, None));
    assert_eq!((0..5).map(Exact::new).sum::<Exact>(), Exact::new(10));
}

#[test]
fn formats() {
    use crate::StaticFormat;
    use crate::format::{Int8, MxInt8Elem, Uint64};
    assert_eq!(Integer::of(&Int8::FORMAT), Integer::new(8, true).ok());
    assert_eq!(Integer::of(&Uint64::FORMAT), Integer::new(64, false).ok());
    assert_eq!(Integer::of(&MxInt8Elem::FORMAT), None);
    assert!(Integer::new(1, true).is_err() && Integer::new(65, false).is_err());
    for (w, s) in (2..=64).flat_map(|w| [(w, false), (w, true)]) {
        let (format, f) = (Format::integer(w, s).unwrap(), Integer::new(w, s).unwrap());
        assert_eq!(Integer::of(&format), Some(f));
        assert_eq!(f.fit(Excess::Wrap, f.max()).bits, format.max_finite());
        assert_eq!((f.min().to_i128(), f.max().to_i128()), {
            let (low, high) = limits(w, s);
            (Some(low), Some(high))
        });
    }
}

/// An integer is no operand of floating-point arithmetic: a NaN without a payload.
#[test]
fn integers_have_no_arithmetic_here() {
    use crate::{Env, StaticFormat, Value};
    let none = Value::Nan { sign: false, signalling: true, payload: 0 };
    for format in [crate::format::Int8::FORMAT, crate::format::Uint64::FORMAT] {
        for code in [0, 1, 0x80] {
            assert_eq!(format.operand(&Env::IEEE, code), none);
        }
    }
}
