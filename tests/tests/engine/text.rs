//! Number text against the standard library, and against exact rationals where the standard
//! library has no such format or rounding.

use crate::random::{Codes, Draw, Random, cases, seed};
use oracle::Rational;
use oracle::reference::engine;
use proptest::prelude::*;
use rstest::rstest;
use rug::Integer;
use softfloat::format::{Binary32, Binary64, Uint64};
use softfloat::text::{parse, parse_into};
use softfloat::{Env, Flags, Rounding, Unrounded, Value};
use tests::bridge::{Pair, all, environments, expected, magnitude};

/// binary32 and binary64, by the standard library.
fn assert_like_std(text: &str) {
    let shown = || text.chars().take(60).collect::<String>();
    let single = parse_into::<Binary32>(text, &Env::IEEE).expect("a number");
    assert_eq!(single.bits, text.parse::<f32>().unwrap().to_bits(), "f32 of {}", shown());
    let double = parse_into::<Binary64>(text, &Env::IEEE).expect("a number");
    assert_eq!(double.bits, text.parse::<f64>().unwrap().to_bits(), "f64 of {}", shown());
}

#[rstest]
fn plain(
    #[values("", "-", "+")] sign: &str,
    #[values(
        "0",
        "0.0",
        ".0",
        "0.",
        "1",
        "1.",
        ".5",
        "0.1",
        "1.5",
        "00012.5000",
        "123456789012345678901",
        "3.14159265358979323846264338327950288",
        "16777217",
        "16777219",
        "9007199254740993",
        "9007199254740992.999999999999999999999999",
        "340282346638528859811704183484516925440",
        "340282356779733661637539395458142568447",
        "340282356779733661637539395458142568448",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "1e309",
        "4.9e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "5e-324",
        "2e-324",
        "2.2250738585072011e-308",
        "2.2250738585072012e-308",
        "2.2250738585072014e-308",
        "1.1754943508222875e-38",
        "7.006492321624085e-46",
        "7.006492321624086e-46",
        "1e-45",
        "6.631236846766476e-316",
        "1e23",
        "8.5e22",
        "1e999999",
        "1e-999999",
        "0e999999",
        "1E5",
        "1e+5",
        "1e-5",
        "1e05",
        "1e99999999999999999999999",
        "1e-99999999999999999999999",
        "inf",
        "Infinity",
        "INF",
        "0000000000000000000000000000000000000000000000000000.1e1"
    )]
    text: &str,
) {
    assert_like_std(&format!("{sign}{text}"));
}

/// A dyadic rational in full, 2^-n with n places: its digits, and the power of ten they count.
fn decimal(v: &Rational) -> (Integer, i32) {
    let places = v.to_dyadic().map_or(0, |(_, exponent)| (-exponent).max(0));
    let digits = (Rational::from(10).pow(places) * v).to_integer().expect("a dyadic number");
    (digits, -places)
}

/// Values halfway between two neighbours, written in full, and the same with a digit far below.
#[rstest]
#[case::binary32(&Pair::named("ieee_binary32"))]
#[case::binary64(&Pair::named("ieee_binary64"))]
fn halfway(#[case] pair: &Pair) {
    let mut random = Random::of_run();
    let (mut longest, mut count) = (0, 0);
    for _ in 0..cases() / 128 {
        let code = random.code(&pair.format, &pair.format);
        let Value::Finite(u) = pair.format.decode::<u64>(code) else { continue };
        let middle =
            Unrounded { significand: 2 * u.significand + 1, exponent: u.exponent - 1, ..u };
        let (digits, exponent) = decimal(&magnitude(&middle));
        let below = digits.clone() - 1;
        longest = longest.max(digits.to_string().len());
        let zeros = "0".repeat(random.below(900) as usize);
        assert_like_std(&format!("{digits}e{exponent}"));
        assert_like_std(&format!("{digits}.{zeros}1e{exponent}"));
        assert_like_std(&format!("{below}.{}e{exponent}", zeros.replace('0', "9") + "9"));
        count += 3;
    }
    println!("{count} numbers of up to {longest} digits, seed {}", seed());
    assert!(longest > if pair.format.width == 64 { 700 } else { 100 });
}

/// Every format of the table and wide custom ones, under every rule.
#[test]
fn every_format_and_rule() {
    let mut random = Random::of_run();
    let mut formats = all();
    formats.extend([(15, 48), (15, 8), (11, 52), (2, 61), (5, 2)].map(|(e, m)| Pair::custom(e, m)));
    let environments = environments();
    for i in 0..cases() / 4 {
        let pair = &formats[i as usize % formats.len()];
        let digits = (Integer::from(random.next()) * random.next()) >> random.below(128) as u32;
        // Exponents near those of the format, and anywhere.
        let limit = if pair.format.has_exponent() { pair.format.bias / 3 + 20 } else { 22 };
        let exponent = random.below(2 * limit as u64) as i32 - limit;
        let sign = random.next() & 1 == 1;
        let text = format!("{}{digits}e{exponent}", if sign { "-" } else { "" });
        let power = Rational::from(10).pow(exponent);
        let exact = engine::Value::Finite { sign, magnitude: power * digits };
        let env = random.pick(&environments);
        let ours = pair.format.parse(env, &text).expect("a number");
        let theirs = expected(pair, &exact, pair, env);
        assert_eq!(ours, theirs, "{text} to {}, {env:?}, seed {}", pair.format.name, seed());
    }
}

/// Halfway cases of the widest exponent range, whose digits outnumber those of any other format:
/// 3/2 and 5/2 of the smallest number, both at a tie to 2 of them.
#[rstest]
#[case(3, [1, 2, 2])]
#[case(5, [2, 2, 3])]
fn eleven_thousand_digits(#[case] halves: u32, #[case] nearest: [u64; 3]) {
    let [below, tie, above] = nearest;
    let pair = Pair::custom(15, 48);
    let half = Rational::from(halves) << (2 - (1 << 14) - 48 - 1);
    let (digits, exponent) = decimal(&half);
    let count = digits.to_string().len();
    assert!(count > 11_000, "{digits}");
    let less = digits.clone() - 1;
    let zeros = "0".repeat(20_000);
    let nines = "9".repeat(20_000);
    let shifted = exponent - 20_000;
    for (text, nearest) in [
        (format!("{digits}e{exponent}"), tie),
        (format!("{digits}{zeros}e{shifted}"), tie),
        (format!("0.{zeros}{digits}e{}", exponent + 20_000 + count as i32), tie),
        (format!("{digits}.{zeros}1e{exponent}"), above),
        (format!("{digits}{zeros}1e{}", shifted - 1), above),
        (format!("{less}.{nines}e{exponent}"), below),
    ] {
        let r = pair.format.parse(&Env::IEEE, &text).unwrap();
        assert_eq!((r.bits, r.flags), (nearest, Flags::INEXACT | Flags::UNDERFLOW));
    }
}

#[rstest]
#[case("0x1.8p3", 12.0)]
#[case("-0X.8", -0.5)]
#[case("0x10", 16.0)]
#[case("0xA.p-1", 5.0)]
#[case("0x0p99999", 0.0)]
#[case("0x1p-1074", 5e-324)]
#[case("0x1p-1075", 0.0)]
#[case("0x1.000000000000000000000001p-1075", 5e-324)]
#[case("0x1.00000000000008p0", 1.0)]
#[case("0x1.000000000000080000000000000000000000000000001p0", 1.0000000000000002)]
#[case("0x1.fffffffffffff7fffffffffffp1023", f64::MAX)]
#[case("0x1.fffffffffffff8p1023", f64::INFINITY)]
#[case("0x1p999999999999999999999999", f64::INFINITY)]
#[case("-0x1p-999999999999999999999999", -0.0)]
#[case("0x100000000000000000000000000000000000000000p-160", 16.0)]
fn hexadecimal(#[case] text: &str, #[case] value: f64) {
    assert_eq!(parse_into::<Binary64>(text, &Env::IEEE).unwrap().bits, value.to_bits(), "{text}");
}

#[test]
fn specials() {
    let nan = Value::Nan { sign: true, signalling: false, payload: 0 };
    assert_eq!(parse("-NaN"), Ok(nan));
    assert_eq!(parse("+inFinity"), Ok(Value::Infinite { sign: false }));
    assert_eq!(parse_into::<Binary32>("nan", &Env::IEEE).unwrap().bits, 0x7fc0_0000);
}

/// A text never becomes a zero, an infinity or exact by being long or far away.
#[rstest]
#[case("1e-99999999999", Rounding::Up, 1)]
#[case("1e99999999999", Rounding::TowardZero, 0x7fef_ffff_ffff_ffff)]
#[case("1.0000000000000000000000000000000000000000001", Rounding::Up, 0x3ff0_0000_0000_0001)]
#[case(
    "-0.9999999999999999999999999999999999999999999",
    Rounding::TowardZero,
    0xbfef_ffff_ffff_ffff
)]
fn sticky(#[case] text: &str, #[case] rounding: Rounding, #[case] bits: u64) {
    let r = parse_into::<Binary64>(text, &Env::IEEE.rounding(rounding)).unwrap();
    assert_eq!(r.bits, bits);
    assert!(r.flags.contains(Flags::INEXACT));
}

/// Integers of 64 bits have no room for a guard bit in 64.
#[rstest]
#[case("18446744073709551614.5", u64::MAX - 1, Flags::INEXACT)]
#[case("18446744073709551614.50000000000000000001", u64::MAX, Flags::INEXACT)]
#[case("18446744073709551615", u64::MAX, Flags::NONE)]
#[case("18446744073709551615.5", u64::MAX, Flags::INVALID)]
fn wide_integers(#[case] text: &str, #[case] bits: u64, #[case] flags: Flags) {
    let r = parse_into::<Uint64>(text, &Env::IEEE).unwrap();
    assert_eq!((r.bits, r.flags), (bits, flags));
}

#[rstest]
#[case("", 0, None)]
#[case("-", 1, None)]
#[case("x", 0, Some('x'))]
#[case(" 1", 0, Some(' '))]
#[case(".", 1, None)]
#[case("1.5x", 3, Some('x'))]
#[case("1.5.2", 3, Some('.'))]
#[case("1e", 2, None)]
#[case("1e+", 3, None)]
#[case("0x", 2, None)]
#[case("0x.p1", 3, Some('p'))]
#[case("0x1p", 4, None)]
#[case("0x1e5g", 5, Some('g'))]
#[case("infinit", 3, Some('i'))]
#[case("nan(1", 5, None)]
#[case("nan(1)x", 6, Some('x'))]
#[case("nan(x)", 4, Some('x'))]
#[case("--1", 1, Some('-'))]
#[case("1\u{e9}", 1, Some('\u{e9}'))]
fn errors(#[case] text: &str, #[case] offset: usize, #[case] found: Option<char>) {
    let error = parse(text).unwrap_err();
    assert_eq!((error.offset, error.found), (offset, found), "{error}");
    assert!(error.to_string().starts_with(&format!("at byte {offset}: expected ")), "{error}");
}

proptest! {
    #[test]
    fn as_printed(bits: u64) {
        let x = f64::from_bits(bits);
        prop_assume!(!x.is_nan());
        for text in [format!("{x}"), format!("{x:e}"), format!("{x:.3}"), format!("{x:.40e}")] {
            assert_like_std(&text);
        }
    }

    #[test]
    fn any_number(text in r"[+-]?([0-9]{1,30}\.?[0-9]{0,30}|\.[0-9]{1,30})([eE][+-]?[0-9]{1,3})?") {
        assert_like_std(&text);
    }

    /// A number or an error, never a panic.
    #[test]
    fn any_text(text in r"[-+.0-9a-fxpinty]{0,12}|\PC{0,8}") {
        let plain = text.parse::<f64>().map(f64::to_bits).ok();
        if let Ok(value) = parse(&text) {
            let same = parse_into::<Binary64>(&text, &Env::IEEE).unwrap().bits;
            let hex = text.contains(['x', 'X']);
            let nan = matches!(value, Value::Nan { .. });
            prop_assert!(hex || nan || plain == Some(same), "{text:?}");
        } else {
            prop_assert!(plain.is_none(), "{text:?} is a number");
        }
    }
}
