//! The standard library's texts of binary32 and binary64. Its digits are rounded to nearest even,
//! but for the shortest ones: where two numbers are as short and as near, it writes the larger one.

use super::*;
use crate::format::{Binary32, Binary64};

/// `1.5e-7` as C writes it: `1.5e-07`.
fn as_c(text: &str) -> String {
    let (digits, exponent) = text.split_once('e').expect("an exponent");
    format!("{digits}e{:+03}", exponent.parse::<i32>().unwrap())
}

/// The exact value ends with a 5 behind our even digit; theirs is one more.
fn assert_tie(exact: &str, ours: &str, theirs: &str) {
    assert_eq!(exact, format!("{ours}5"));
    let last = |text: &str| text.bytes().last().unwrap_or_default();
    assert_eq!(ours[..ours.len() - 1], theirs[..theirs.len() - 1]);
    assert_eq!((last(ours) & 1, last(theirs)), (0, last(ours) + 1));
}

macro_rules! like_std {
    ($name:ident, $format:ty, $float:ty, $bits:ty) => {
        fn $name(bits: $bits, most: u32) {
            let x = <$float>::from_bits(bits);
            if !x.is_finite() {
                return;
            }
            let text = |style| print::<$format>(bits, style, &Env::IEEE).to_string();
            let shortest = |notation| text(Style::Decimal(Precision::Shortest, notation));
            let (ours, theirs) = (shortest(Notation::Plain), format!("{x}"));
            if ours != theirs {
                assert_tie(&text(Style::EXACT), &ours, &theirs);
                return;
            }
            assert_eq!(shortest(Notation::Scientific), as_c(&format!("{x:e}")));
            for n in 0..most {
                let (n, width) = (n * n, (n * n) as usize);
                assert_eq!(text(Style::fixed(n)), format!("{x:.width$}"), "{x:e} to {n}");
                assert_eq!(text(Style::scientific(n)), as_c(&format!("{x:.width$e}")), "{x:e}");
            }
        }
    };
}
like_std!(binary32_like_std, Binary32, f32, u32);
like_std!(binary64_like_std, Binary64, f64, u64);

#[test]
fn binary32() {
    let mut random = Random::new(2);
    (0..100_000).for_each(|_| binary32_like_std(random.next() as u32, 3));
    (0..2_000).for_each(|_| binary32_like_std(random.next() as u32, 14));
    for power in (0..=255u32).map(|e| e << 23) {
        for near in [power.wrapping_sub(1), power, power + 1, power | 1 << 22] {
            binary32_like_std(near, 5);
        }
    }
}

#[test]
fn binary64() {
    let mut random = Random::new(3);
    (0..60_000).for_each(|_| binary64_like_std(random.next(), 2));
    (0..1_000).for_each(|_| binary64_like_std(random.next(), 34));
    for power in (0..=2047u64).map(|e| e << 52) {
        for near in [power.wrapping_sub(1), power, power + 1] {
            binary64_like_std(near, 4);
        }
    }
    // Ties of few digits, and their neighbours.
    for i in 0..4000u64 {
        let bits = (i as f64 / 64.0).to_bits();
        for near in [bits.wrapping_sub(1), bits, bits + 1] {
            binary64_like_std(near, 3);
        }
    }
}
