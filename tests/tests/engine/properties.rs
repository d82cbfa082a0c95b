//! Laws of rounding that hold whatever the reference says.

use oracle::Rational;
use proptest::prelude::*;
use proptest::sample::select;
use quickcheck::{TestResult, quickcheck};
use rstest::rstest;
use softfloat::format::{Binary16, Binary32, Binary64};
use softfloat::{Category, Env, Flags, Format, NanRule, Overflow, Rounded, Rounding};
use softfloat::{Unrounded, Value, convert, convert_any};
use tests::bridge::{all, magnitude};

fn table_format() -> impl Strategy<Value = Format> {
    select(softfloat::format::ALL)
}

fn custom_format() -> impl Strategy<Value = Format> {
    (2u32..=15)
        .prop_flat_map(|e| (Just(e), 1..=63 - e))
        .prop_map(|(e, m)| Format::ieee(e, m).unwrap())
}

fn any_format() -> impl Strategy<Value = Format> {
    prop_oneof![table_format(), custom_format()]
}

/// A format with a sign and an exponent.
fn floating() -> impl Strategy<Value = Format> {
    any_format().prop_filter("has a sign and an exponent", |f| f.sign && f.has_exponent())
}

fn rounding() -> impl Strategy<Value = Rounding> {
    select(Rounding::ALL.as_slice())
}

/// A code that is any bits, or next to an end of the exponent range.
fn code(f: Format) -> impl Strategy<Value = u64> {
    let mask = u64::MAX >> (64 - f.width);
    let body = f.man_bits + f.pad;
    let fields = if f.has_exponent() { ((1 << f.exp_bits) - 1) << body } else { 0 };
    let low = (any::<u64>(), 0..4u64).prop_map(move |(bits, field)| {
        let field = field.checked_shl(body).unwrap_or(0) & fields;
        (bits & !fields | field) & mask
    });
    prop_oneof![any::<u64>().prop_map(move |bits| bits & mask), low]
}

/// A number near those of the format: between two codes, or beyond its ends.
fn number(f: Format) -> impl Strategy<Value = Unrounded<u64>> {
    (code(f), 0..=u64::from(u16::MAX), 0..17u32, -2..2i32, any::<bool>()).prop_map(
        move |(code, below, bits, shift, sticky)| {
            let ((Value::Finite(u), _) | (_, Value::Finite(u))) =
                (f.decode::<u64>(code), f.decode::<u64>(f.max_finite()))
            else {
                unreachable!("the largest number is finite")
            };
            let bits = bits.min(u.significand.leading_zeros());
            let low = below & ((1 << bits) - 1);
            let significand = u.significand << bits | low;
            let exponent = u.exponent - bits as i32 + shift;
            // A sticky bit wants two bits between it and the last place that is kept.
            let normalised = significand.leading_zeros() + f.precision() + 2 <= 64;
            let deep = normalised || !f.shares_exponent();
            let sticky = sticky && bits >= 4 && f.precision() <= 60 && deep;
            Unrounded { significand, exponent, sticky, ..u }
        },
    )
}

fn with<T: std::fmt::Debug + Clone + 'static, S: Strategy<Value = T> + 'static>(
    format: impl Strategy<Value = Format>,
    value: impl Fn(Format) -> S,
) -> impl Strategy<Value = (Format, T)> {
    format.prop_flat_map(move |f| (Just(f), value(f)))
}

/// The place of a code on the number line, infinities beyond all numbers; none for NaN.
fn place(f: &Format, code: u64) -> Option<Rational> {
    let (sign, size) = match f.decode::<u64>(code) {
        Value::Finite(u) => (u.sign, magnitude(&u)),
        Value::Infinite { sign } => (sign, Rational::from(1) << (1 << 15)),
        Value::Nan { .. } => return None,
    };
    Some(if sign { -size } else { size })
}

fn exact(u: &Unrounded<u64>) -> Rational {
    if u.sign { -magnitude(u) } else { magnitude(u) }
}

fn round(f: &Format, rounding: Rounding, u: Unrounded<u64>) -> Rounded<u64> {
    // NaN has no place on the line.
    let overflow = if f.has_infinity() { Overflow::Ieee } else { Overflow::Saturate };
    f.round_pack(&Env { overflow, ..Env::IEEE.rounding(rounding) }, u)
}

/// The direction for the negative of a value.
fn mirrored(rounding: Rounding) -> Rounding {
    match rounding {
        Rounding::Up => Rounding::Down,
        Rounding::Down => Rounding::Up,
        other => other,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::random::cases() as u32 / 8))]

    /// Decoding and encoding gives a code back; what gives another code is another code of the
    /// same value, and that one is given back.
    #[test]
    fn round_trip((f, code) in with(any_format(), code), rounding in rounding()) {
        let env = Env { nan: NanRule::Propagate, ..Env::IEEE.rounding(rounding) };
        let once = convert_any(&f, &f, &env, code);
        let again = convert_any(&f, &f, &env, once.bits);
        prop_assert_eq!(again, Rounded { bits: once.bits, flags: Flags::NONE });

        let class = f.classify::<u64>(code);
        let most_negative = f.is_read_only(code);
        if class.category == Category::SignallingNan {
            prop_assert_eq!(once.flags, Flags::INVALID);
        } else if most_negative {
            prop_assert_eq!(once.flags, Flags::INVALID);
        } else {
            prop_assert_eq!(once.flags, Flags::NONE);
            prop_assert_eq!(place(&f, once.bits), place(&f, code));
        }
        let one_code = !f.shares_exponent() && f.pad == 0
            && matches!(class.category, Category::Normal | Category::Subnormal | Category::QuietNan);
        prop_assert!(!one_code || most_negative || once.bits == code, "{:#x}", once.bits);
    }

    #[test]
    fn monotonic(
        (f, (x, y)) in with(any_format(), |f| (number(f), number(f))),
        rounding in rounding(),
    ) {
        prop_assume!(f.sign || f.is_fixed() || !x.sign && !y.sign);
        let (x, y) = if exact(&x) <= exact(&y) { (x, y) } else { (y, x) };
        let [rx, ry] = [x, y].map(|u| place(&f, round(&f, rounding, u).bits));
        prop_assert!(rx <= ry, "{:?} {:?}", rx, ry);
    }

    #[test]
    fn sign_symmetry((f, x) in with(floating(), number), rounding in rounding()) {
        let minus = Unrounded { sign: !x.sign, ..x };
        let a = round(&f, rounding, x);
        let b = round(&f, mirrored(rounding), minus);
        prop_assert_eq!(a.flags, b.flags);
        prop_assert_eq!(place(&f, a.bits), place(&f, b.bits).map(|v| -v));
    }

    /// Down <= x <= Up, with nothing between but x; every other direction takes one of the two,
    /// nearest the nearer.
    #[test]
    fn brackets((f, x) in with(floating(), number)) {
        let at = |rounding| place(&f, round(&f, rounding, x).bits).unwrap();
        let (down, up, v) = (at(Rounding::Down), at(Rounding::Up), exact(&x));
        let largest = place(&f, f.max_finite()).unwrap();
        // Not between two codes: beyond the largest where there is no infinity, and below the
        // smallest where tiny numbers are flushed.
        let size = v.clone().abs();
        prop_assume!(f.has_infinity() || size <= largest);
        let gradual = f.subnormal || f.shares_exponent();
        prop_assume!(gradual || size >= place(&f, f.min_normal()).unwrap());
        prop_assert!(down <= v && v <= up);
        let flags = round(&f, Rounding::NearestEven, x).flags;
        prop_assert_eq!(down == up, !flags.contains(Flags::INEXACT));
        for rounding in Rounding::ALL {
            let r = at(rounding);
            prop_assert!(r == down || r == up, "{:?}", rounding);
        }
        prop_assert!(at(Rounding::TowardZero).abs() <= size);
        prop_assume!(size <= largest);
        let error = |r: Rational| (r - &v).abs();
        prop_assert!(error(at(Rounding::NearestEven)) <= error(down.clone()).min(error(up.clone())));
        prop_assert_eq!(error(at(Rounding::NearestAway)), error(down.clone()).min(error(up)));
    }

    /// Rounding to odd with two more bits first changes nothing.
    #[test]
    fn to_odd_first(
        (narrow, wide) in (2u32..=15)
            .prop_flat_map(|e| (Just(e), 1..=60 - e))
            .prop_flat_map(|(e, m)| (Just((e, m)), (e..=15, m + 2..=64 - e)))
            .prop_filter_map("fits 64 bits", |((e, m), (e2, m2))| {
                Some((Format::ieee(e, m).unwrap(), Format::ieee(e2, m2).ok()?))
            }),
        bits: u64, exponent in -40..40i32, sticky: bool, sign: bool, rounding in rounding(),
        end in 0..3usize,
    ) {
        let end = [0, narrow.bias, -narrow.bias][end];
        let sticky = sticky && bits >> 62 != 0 && wide.precision() <= 60;
        let x = Unrounded { sign, exponent: end + exponent - 63, significand: bits, sticky };
        let env = Env::IEEE.rounding(rounding);
        let odd = wide.round_pack(&Env::IEEE.rounding(Rounding::ToOdd), x);
        let twice = convert_any(&wide, &narrow, &env, odd.bits);
        let once = narrow.round_pack(&env, x);
        prop_assert_eq!(twice.bits, once.bits);
        // The largest number of the wide format may stand for one far beyond.
        prop_assert!(odd.flags.contains(Flags::OVERFLOW) || twice.flags == once.flags);
    }
}

/// A wider format holds every number of a narrower one: there and back is the identity.
#[rstest]
#[case("fp4_e2m1", "fp6_e2m3")]
#[case("fp4_e2m1", "fp6_e3m2")]
#[case("fp6_e2m3", "fp8_e4m3_ocp")]
#[case("fp6_e3m2", "fp8_e4m3_ocp")]
#[case("fp8_e4m3_ocp", "ieee_binary16")]
#[case("fp8_e5m2_ocp", "ieee_binary16")]
#[case("fp8_e4m3_fnuz", "mncore2_half")]
#[case("fp8_e5m2_fnuz", "bf16")]
#[case("ieee_binary16", "tf32")]
#[case("ieee_binary16", "mncore2_single")]
#[case("bf16", "tf32")]
#[case("bf16", "ieee_binary32")]
#[case("mncore2_half", "mncore2_single")]
#[case("mncore2_half", "ieee_binary32")]
#[case("mncore2_bf_half", "mncore2_single")]
#[case("mxint8_elem", "bf16")]
#[case("mxint4_elem", "fp8_e5m2_ocp")]
#[case("e8m0", "bf16")]
#[case("int4", "int8")]
#[case("uint4", "int8")]
#[case("int8", "bf16")]
#[case("int16", "ieee_binary32")]
#[case("uint16", "mncore2_double")]
fn there_and_back(#[case] narrow: &str, #[case] wide: &str) {
    let [narrow, wide] = [narrow, wide].map(|name| Format::by_name(name).unwrap());
    let mut exact = 0u64;
    for code in 0..1u64 << narrow.width {
        let Some(v) = place(narrow, code) else { continue };
        for rounding in Rounding::ALL {
            let env = Env::IEEE.rounding(rounding);
            let there = convert_any(narrow, wide, &env, code);
            let infinite = matches!(narrow.decode::<u64>(code), Value::Infinite { .. });
            assert_eq!(there.flags, Flags::NONE, "{code:#x}");
            assert!(infinite || place(wide, there.bits) == Some(v.clone()), "{code:#x}");
            let back = convert_any(wide, narrow, &env, there.bits);
            // The most negative MX integer is read but never written.
            if back.flags == Flags::NONE {
                assert_eq!(place(narrow, back.bits), Some(v.clone()), "{code:#x}");
                exact += 1;
            } else {
                assert!(narrow.is_read_only(code), "{code:#x}");
            }
        }
    }
    assert!(exact > 80);
}

/// The host's own conversions.
mod host {
    use super::*;

    quickcheck! {
        fn widened(bits: u32) -> TestResult {
            let x = f32::from_bits(bits);
            if x.is_nan() { return TestResult::discard(); }
            let r = convert::<Binary32, Binary64>(bits, &Env::IEEE);
            TestResult::from_bool(r.bits == f64::from(x).to_bits() && r.flags.is_empty())
        }

        fn narrowed(bits: u64) -> TestResult {
            let x = f64::from_bits(bits);
            if x.is_nan() { return TestResult::discard(); }
            let r = convert::<Binary64, Binary32>(bits, &Env::IEEE);
            TestResult::from_bool(r.bits == (x as f32).to_bits())
        }

        fn integers(x: i64, y: u64) -> bool {
            use softfloat::format::{Int64, Uint64};
            let signed = convert::<Int64, Binary64>(x as u64, &Env::IEEE).bits;
            let unsigned = convert::<Uint64, Binary32>(y, &Env::IEEE).bits;
            signed == (x as f64).to_bits() && unsigned == (y as f32).to_bits()
        }
    }
}

/// Rounding twice is not rounding once: 1 + 2^-11 + 2^-30 is above a tie of binary16, but a tie
/// after rounding to 24 bits.
#[test]
fn double_rounding_is_seen() {
    let x = (1.0 + 2f64.powi(-11) + 2f64.powi(-30)).to_bits();
    let once = convert::<Binary64, Binary16>(x, &Env::IEEE).bits;
    let single = convert::<Binary64, Binary32>(x, &Env::IEEE).bits;
    let twice = convert::<Binary32, Binary16>(single, &Env::IEEE).bits;
    assert_eq!((once, twice), (0x3c01, 0x3c00));
    assert_eq!(all().len(), softfloat::format::ALL.len());
}
