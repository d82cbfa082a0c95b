//! Roundings to a place, in every direction, against integers.

use super::*;
use crate::{convert_any, format};

/// `n / d` as an integer, rounded.
fn quotient(n: u128, d: u128, rounding: Rounding, sign: bool) -> (u128, bool) {
    let (q, r) = (n / d, n % d);
    let up = match rounding {
        Rounding::NearestEven => 2 * r > d || 2 * r == d && q % 2 == 1,
        Rounding::NearestAway => 2 * r >= d,
        Rounding::TowardZero => false,
        Rounding::Up => r > 0 && !sign,
        Rounding::Down => r > 0 && sign,
        Rounding::ToOdd => r > 0 && q % 2 == 0,
    };
    (q + u128::from(up), r > 0)
}

#[test]
fn decimals() {
    for name in ["fp8_e4m3_ocp", "fp8_e5m2_fnuz", "fp6_e3m2", "fp4_e2m1", "mxint8_elem", "int8"] {
        let format = Format::by_name(name).unwrap();
        for (code, rounding) in all(format) {
            let Value::Finite(u) = format.decode::<u64>(code) else { continue };
            // All numbers of these formats are multiples of 2^-20.
            let scaled = u128::from(u.significand) << (u.exponent + 20);
            for places in 0..9 {
                let ten = 10u128.pow(places);
                let (n, lost) = quotient(scaled * ten, 1 << 20, rounding, u.sign);
                let minus = if u.sign { "-" } else { "" };
                let width = places as usize;
                let right = match places {
                    0 => format!("{minus}{n}"),
                    _ => format!("{minus}{}.{:0width$}", n / ten, n % ten),
                };
                let env = Env::IEEE.rounding(rounding);
                let text = format.print(code, Style::fixed(places), &env);
                assert_eq!(text.to_string(), right, "{name} {code:x} {rounding:?}");
                assert_eq!(text.flags(), Flags::INEXACT.when(lost), "{name} {code:x} {rounding:?}");
            }
        }
    }
}

fn all(format: &Format) -> impl Iterator<Item = (u64, Rounding)> + use<> {
    (0..1 << format.width).flat_map(|code| Rounding::ALL.map(|rounding| (code, rounding)))
}

#[test]
fn significant() {
    for name in ["fp8_e4m3_fnuz", "fp8_e5m2_ocp", "fp6_e2m3", "mxint4_elem", "uint8"] {
        let format = Format::by_name(name).unwrap();
        for (code, rounding) in all(format) {
            let Value::Finite(u) = format.decode::<u64>(code) else { continue };
            if u.significand == 0 {
                continue;
            }
            let scaled = u128::from(u.significand) << (u.exponent + 20);
            for digits in 1..8 {
                // d.ddd * 10^exponent with so many digits: the value is scaled / 2^20.
                let mut exponent = -20i32;
                let power = |e: i32| 10u128.pow(e.max(0) as u32);
                while scaled * power(-exponent - 1) >= power(exponent + 1) << 20 {
                    exponent += 1;
                }
                let shift = digits - 1 - exponent;
                let (n, d) = (scaled * power(shift), power(-shift) << 20);
                let (mut n, lost) = quotient(n, d, rounding, u.sign);
                if n == power(digits) {
                    (n, exponent) = (n / 10, exponent + 1);
                }
                let (first, rest) = (n / power(digits - 1), n % power(digits - 1));
                let minus = if u.sign { "-" } else { "" };
                let width = digits as usize - 1;
                let fraction = if width > 0 { format!(".{rest:0width$}") } else { String::new() };
                let env = Env::IEEE.rounding(rounding);
                let text = format.print(code, Style::scientific(width as u32), &env);
                assert_eq!(text.to_string(), format!("{minus}{first}{fraction}e{exponent:+03}"));
                assert_eq!(text.flags(), Flags::INEXACT.when(lost), "{name} {code:x} {rounding:?}");
            }
        }
    }
}

/// Cut to n hexadecimal digits: the number of a format of 4 n fraction bits, where its exponents
/// reach everything.
#[test]
fn hexadecimal() {
    let mut random = Random::new(4);
    for format in format::ALL.iter().filter(|f| f.has_infinity() || f.width == 8) {
        let codes = 0..if format.width == 8 { 256 } else { 300 };
        for code in codes.map(|i| if format.width == 8 { i } else { random.next() }) {
            let code = code & (u64::MAX >> (64 - format.width));
            if !matches!(format.decode::<u64>(code), Value::Finite(u) if u.significand > 0) {
                continue;
            }
            for (n, rounding) in (1..13).flat_map(|n| Rounding::ALL.map(|r| (n, r))) {
                let env = Env::IEEE.rounding(rounding);
                let wide = Format::ieee(13, 4 * n).unwrap();
                let right = convert_any(format, &wide, &env, code);
                let text = format.print(code, Style::Hex(Some(n)), &env);
                let said = text.to_string();
                let back = wide.parse(&env, &said).unwrap();
                assert_eq!(back.bits, right.bits, "{} {code:x} {rounding:?} {said}", format.name);
                assert_eq!((text.flags(), back.flags), (right.flags, Flags::NONE), "{said}");
                let fraction = said.split_once('.').unwrap().1.split_once('p').unwrap().0;
                assert_eq!(fraction.len() as u32, n, "{said}");
                assert!(said.trim_start_matches('-').starts_with("0x1."), "{said}");
            }
        }
    }
}
