//! Small posits against binary64, in which all that is computed here is exact; the rounding by its definition: between two
//! codes lies the code of a posit that has one bit more.

use super::{Posits, Quire, convert};
use crate::format::{Binary64, Int8, Uint8};
use crate::{Env, Flags, Format, Rounded, StaticFormat};
use core::cmp::Ordering;

/// The value of a code by the formula; NaN of NaR.
fn value(width: u32, es: u32, code: u64) -> f64 {
    let mask = (1u64 << width) - 1;
    if code == 0 {
        return 0.0;
    }
    if code == 1 << (width - 1) {
        return f64::NAN;
    }
    if code >> (width - 1) == 1 {
        return -value(width, es, code.wrapping_neg() & mask);
    }
    let bits: Vec<u64> = (0..width - 1).rev().map(|i| code >> i & 1).collect();
    let run = bits.iter().take_while(|bit| **bit == bits[0]).count();
    let k = if bits[0] == 1 { run as i32 - 1 } else { -(run as i32) };
    let rest = &bits[(run + 1).min(bits.len())..];
    let at = |i: usize| rest.get(i).copied().unwrap_or(0);
    let e = (0..es as usize).fold(0, |e, i| 2 * e + at(i));
    let fraction: f64 =
        (es as usize..rest.len()).map(|i| at(i) as f64 / 2f64.powi(i as i32 + 1 - es as i32)).sum();
    2f64.powi((k << es) + e as i32) * (1.0 + fraction)
}

fn small() -> impl Iterator<Item = (u32, u32)> {
    (3..=9).flat_map(|width| (0..=3).map(move |es| (width, es)))
}

/// The posit that a number becomes.
fn nearest(width: u32, es: u32, x: f64) -> u64 {
    if x == 0.0 || x.is_nan() {
        return if x == 0.0 { 0 } else { 1 << (width - 1) };
    }
    let largest = (1u64 << (width - 1)) - 1;
    let magnitude = x.abs();
    let below = (1..=largest).rev().find(|c| value(width, es, *c) <= magnitude);
    let code = match below {
        None => 1,
        Some(below) if below == largest => largest,
        Some(below) => match magnitude.total_cmp(&value(width + 1, es, 2 * below + 1)) {
            Ordering::Less => below,
            Ordering::Equal => below + (below & 1),
            Ordering::Greater => below + 1,
        },
    };
    if x < 0.0 { code.wrapping_neg() & ((1 << width) - 1) } else { code }
}

#[test]
fn values_of_all_codes() {
    for (width, es) in small() {
        let format = Format::posit(width, es).unwrap();
        for code in 0..1 << width {
            let found = convert(&format, &Binary64::FORMAT, &Env::IEEE, code);
            let (found, right) = (f64::from_bits(found.bits), value(width, es, code));
            assert!(found == right || found.is_nan() && right.is_nan(), "{width} {es} {code:x}");
        }
    }
}

#[test]
fn numbers_between_all_codes() {
    for (width, es) in small() {
        let format = Format::posit(width, es).unwrap();
        let mut check = |x: f64| {
            let Rounded { bits, flags } =
                convert(&Binary64::FORMAT, &format, &Env::IEEE, x.to_bits());
            let right = nearest(width, es, x);
            assert_eq!(bits, right, "{width} {es} {x:e}");
            assert_eq!(flags == Flags::INEXACT, value(width, es, right) != x, "{width} {es} {x:e}");
        };
        for code in 1..(1 << (width + 2)) {
            let x = value(width + 2, es, code);
            if !x.is_nan() {
                let near = [x, x.next_up(), x.next_down(), 1.0001 * x];
                near.into_iter().for_each(&mut check);
            }
        }
        [1e300, -1e300, f64::MIN_POSITIVE, -f64::from_bits(1)].into_iter().for_each(&mut check);
        for special in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
            let found = convert(&Binary64::FORMAT, &format, &Env::IEEE, special.to_bits());
            assert_eq!(found.bits, 1 << (width - 1));
        }
    }
}

/// Sums and products of all pairs are exact in binary64; quotients and roots are told by products.
#[test]
fn arithmetic_of_all_pairs() {
    for (width, es) in small().filter(|(width, es)| *width <= 7 && *es <= 2) {
        let posits = Posits::new(width, es).unwrap();
        for a in 0..1 << width {
            let x = value(width, es, a);
            for b in 0..1 << width {
                let y = value(width, es, b);
                let near = |x: f64| nearest(width, es, x);
                assert_eq!(posits.add(a, b), near(x + y), "{width} {es}: {x} + {y}");
                assert_eq!(posits.sub(a, b), near(x - y), "{width} {es}: {x} - {y}");
                assert_eq!(posits.mul(a, b), near(x * y), "{width} {es}: {x} * {y}");
                let quotient = if y == 0.0 { f64::NAN } else { x / y };
                assert_eq!(posits.div(a, b), near(quotient), "{width} {es}: {x} / {y}");
                let order = match (x.is_nan(), y.is_nan()) {
                    (false, false) => x.partial_cmp(&y).unwrap(),
                    (a, b) => b.cmp(&a),
                };
                assert_eq!(posits.compare(a, b), order, "{width} {es}: {x} {y}");
            }
            assert_eq!(posits.sqrt(a), nearest(width, es, x.sqrt()), "{width} {es}: {x}");
        }
    }
}

#[test]
fn functions_of_all_codes() {
    for (width, es) in small() {
        let posits = Posits::new(width, es).unwrap();
        for a in 0..1 << width {
            let x = value(width, es, a);
            let near = |x: f64| nearest(width, es, x);
            assert_eq!(posits.negate(a), near(-x));
            assert_eq!(posits.abs(a), near(x.abs()));
            assert_eq!(posits.sign(a), near(if x == 0.0 { 0.0 } else { x.signum() }));
            assert_eq!(posits.nearest_int(a), near(x.round_ties_even()), "{width} {es}: {x}");
            assert_eq!(posits.floor(a), near(x.floor()), "{width} {es}: {x}");
            assert_eq!(posits.ceil(a), near(x.ceil()), "{width} {es}: {x}");
            assert_eq!((posits.prior(posits.next(a)), posits.next(posits.prior(a))), (a, a));
            let next = posits.next(a);
            assert_eq!(
                next,
                if x.is_nan() { posits.nar() + 1 } else { (a + 1) & ((1 << width) - 1) }
            );
        }
    }
}

#[test]
fn integers() {
    let env = &Env::IEEE;
    for (width, es) in small() {
        let format = Format::posit(width, es).unwrap();
        for n in 0..256u64 {
            let (signed, code) = (f64::from(n as u8 as i8), |x| nearest(width, es, x));
            let right = if n == 0x80 { 1 << (width - 1) } else { code(signed) };
            assert_eq!(convert(&Int8::FORMAT, &format, env, n).bits, right);
            assert_eq!(convert(&Uint8::FORMAT, &format, env, n).bits, code(n as f64));
        }
        for a in 0..1 << width {
            let x = value(width, es, a).round_ties_even();
            let signed = if (-128.0..128.0).contains(&x) { x as i8 as u8 } else { 0x80 };
            assert_eq!(convert(&format, &Int8::FORMAT, env, a).bits, signed.into(), "{x}");
            assert_eq!(convert(&format, &Uint8::FORMAT, env, a).bits, (x as u8).into(), "{x}");
        }
    }
}

#[test]
fn quires_hold_all_and_end_in_nar() {
    for width in [8, 16, 32, 64] {
        let posits = Posits::new(width, 2).unwrap();
        let (largest, least) = (posits.nar() - 1, 1);
        let zero = Quire::new(&posits, &[]).unwrap();
        let both = zero
            .add_product(&posits, largest, largest, false)
            .add_product(&posits, least, least, true)
            .add_product(&posits, largest, largest, true);
        assert_eq!(both.words().iter().map(|w| w.count_ones()).sum::<u32>(), 16 * width);
        assert_eq!(both.posit(&posits), posits.negate(least));
        assert_eq!((both.abs(), both.negate().negate()), (both.negate(), both));
        assert_eq!(both.add_quire(&both.negate(), false), zero);
        let mut end = vec![u64::MAX; both.words().len()];
        *end.last_mut().unwrap() >>= 1;
        let end = Quire::new(&posits, &end).unwrap();
        assert_eq!(end.posit(&posits), largest);
        assert!(end.add_product(&posits, least, least, false).is_nar());
        assert!(end.negate().add_product(&posits, least, least, true).is_nar());
        assert!(!end.add_product(&posits, least, least, true).is_nar());
        assert!(zero.add(&posits, posits.nar(), false).negate().is_nar());
        assert!(Quire::of_posit(&posits, posits.nar()).unwrap().add_quire(&zero, true).is_nar());
        for code in [1, 2, 0x40, posits.nar() - 2, posits.nar() + 3, posits.nar()] {
            assert_eq!(Quire::of_posit(&posits, code).unwrap().posit(&posits), code);
        }
    }
    assert!(Quire::words_of(&Posits::new(16, 1).unwrap()).is_none());
}

#[test]
fn sums_round_once() {
    let posits = Posits::new(8, 2).unwrap();
    assert_eq!(posits.sum(&[0x7f, 1, 0x81]), 1);
    assert_eq!(posits.sum(&[0x7f, 0x80]), 0x80);
    assert_eq!(posits.products(&[1, 0x80], &[1], false, 0), 1);
    assert_eq!(posits.products(&[0x40], &[0x40], true, 0x40), 0);
    // 1 - 2^-48, whose nearest posit of 8 bits is 1, and with another 1 taken away it is not 0.
    assert_eq!(posits.products(&[1, 0x40], &[1, 0x40], true, 0x40), 0xff);
    assert_eq!(posits.products(&[], &[], false, 0x80), 0x80);
}

/// NaR has its name in text, and of other formats the name is refused where it stands.
#[test]
fn nar_in_text() {
    use crate::format::{Binary32, Posit16};
    use crate::text::Style;
    let (posit, float) = (Posit16::FORMAT, Binary32::FORMAT);
    for style in [Style::SHORTEST, Style::EXACT] {
        assert_eq!(posit.print(0x8000, style, &Env::IEEE).to_string(), "NaR");
    }
    for text in ["NaR", "nar", "nan"] {
        assert_eq!(posit.parse(&Env::IEEE, text).map(|r| r.bits), Ok(0x8000), "{text}");
    }
    assert!(posit.parse(&Env::IEEE, "nary").is_err());
    let why = float.parse(&Env::IEEE, "-nar").unwrap_err().to_string();
    assert_eq!(why, "at byte 1: expected `nan`: NaR is a posit, found 'n'");
}

/// What is read as a posit begins half way to its neighbours, of one more bit, and the even one has both ends; NaR has no payload.
#[test]
fn neighbours_of_posits() {
    use crate::Value;
    use crate::format::{Posit8, Posit16};
    for (format, wider) in [(Posit8::FORMAT, 9), (Posit16::FORMAT, 17)] {
        let nar = 1 << (format.width - 1);
        assert_eq!(
            format.decode::<u64>(nar),
            Value::Nan { sign: true, signalling: false, payload: 0 }
        );
        let between = *Posits::new(wider, 2).unwrap().format();
        let number = |f: &crate::Format, code| match f.decode::<u64>(code) {
            Value::Finite(u) => u,
            other => panic!("{other:?}"),
        };
        for code in 1..nar - 1 {
            let (low, high, even) = format.posit_middles(&number(&format, code)).unwrap();
            let right = [2 * code - 1, 2 * code + 1].map(|middle| number(&between, middle));
            assert_eq!([low, high], right, "{code:x}");
            assert_eq!(even, code % 2 == 0, "{code:x}");
        }
    }
}
