use super::*;
use crate::format::{Bf16, Binary64, Fp4E2m1, Fp6E2m3, Fp6E3m2, Fp8E4m3Ocp, Fp8E5m2Ocp};
use crate::format::{MxInt4Elem, MxInt8Elem, Uint8, Uint64};
use crate::mx::{Quantization, ScaleRule, SpecialRule, quantize};
use crate::{Overflow, Rounded, Underflow, convert_any};

const RULES: [ScaleRule; 4] =
    [ScaleRule::Floor, ScaleRule::Ceil, ScaleRule::Even, ScaleRule::Nearest];

fn half(code: u64) -> f64 {
    let sign = if code >> 15 == 1 { -1.0 } else { 1.0 };
    let (field, fraction) = (code >> 10 & 31, (code & 1023) as f64 / 1024.0);
    match field {
        31 if fraction == 0.0 => sign * f64::INFINITY,
        31 => f64::NAN,
        0 => sign * fraction * power(-14),
        _ => sign * (1.0 + fraction) * power(field as i32 - 15),
    }
}

fn log2_floor(x: f64) -> i32 {
    (x.to_bits() >> 52) as i32 - 1023
}

/// The rules in the words of their definitions; every number here is exact in binary64.
fn exponent(rule: ScaleRule, amax: f64, block: &BlockFormat, largest: f64) -> i32 {
    let emax = log2_floor(largest);
    let floor = log2_floor(amax);
    match rule {
        ScaleRule::Floor => floor - emax,
        ScaleRule::Ceil => (-60..60).find(|&e| amax <= largest * power(e)).expect("a scale"),
        ScaleRule::Even => {
            let fraction = match block.name {
                "mxfp8_e4m3" | "mxfp6_e2m3" => 3,
                "mxfp8_e5m2" | "mxfp6_e3m2" => 2,
                "mxfp4_e2m1" => 1,
                "mxint8" => 6,
                "mxint4" => 2,
                other => unreachable!("{other}"),
            };
            let place = power(floor - fraction);
            log2_floor((amax / place + 0.5).floor() * place) - emax
        }
        ScaleRule::Nearest => {
            let up = amax * amax > power(2 * floor + 1);
            floor + i32::from(up) - emax
        }
    }
}

/// The elements that a format writes, and their values.
fn writable(block: &BlockFormat) -> Vec<(f64, u64)> {
    let all = (0..1u64 << block.element.width).map(|code| (element(block, code), code));
    let largest = largest(block);
    all.filter(|(value, _)| value.abs() <= largest).collect()
}

/// The nearest element, the even code at a tie; of two zeros that of the sign.
fn nearest(all: &[(f64, u64)], x: f64) -> u64 {
    let key = |(value, code): (f64, u64)| {
        ((value - x).abs(), code & 1, value.is_sign_negative() != x.is_sign_negative(), code)
    };
    let better = |x: &(f64, u64), y: &(f64, u64)| key(*x).partial_cmp(&key(*y)).unwrap();
    all.iter().copied().min_by(better).expect("elements").1
}

/// The element and its flags, by the conversion of the exact quotient.
fn converted(block: &BlockFormat, x: f64, env: &Env) -> Rounded<u64> {
    let env = Env { overflow: Overflow::Saturate, ..*env };
    let mut rounded = convert_any(&Binary64::FORMAT, &block.element, &env, x.to_bits());
    if rounded.flags == Flags::INVALID {
        rounded.flags = Flags::OVERFLOW | Flags::INEXACT;
    }
    rounded
}

/// Every binary16 number beside another one, under every rule.
#[test]
fn every_half_in_a_pair() {
    let halves: Vec<f64> = (0..1 << 16).map(half).collect();
    let mut seen = Flags::NONE;
    for (block, scale) in formats().flat_map(|b| RULES.map(|rule| (b, rule))) {
        let (all, largest) = (writable(block), largest(block));
        let rules = Quantization { scale, ..Quantization::OCP };
        for code in (0..1u64 << 16).filter(|code| code & 0x7c00 != 0x7c00) {
            let other = (code * 40_503 + 12_345) & 0xfbff;
            let pair = [code, other].map(|c| halves[c as usize]);
            let env = Env::IEEE.rounding(Rounding::ALL[code as usize % 6]);
            let mut elements = [u64::MAX; 2];
            let from = &Binary16::FORMAT;
            let made = block.quantize(&[code, other], from, &mut elements, rules, &env).unwrap();

            let amax = pair[0].abs().max(pair[1].abs());
            let exponent = if amax > 0.0 { exponent(scale, amax, block, largest) } else { -127 };
            let said = format!("{} {scale:?} {code:x} {other:x} {env:?}", block.name);
            assert_eq!(made.bits as i32 - 127, exponent, "{said}");
            let scaled = pair.map(|x| x * power(-exponent));
            let right = scaled.map(|x| converted(block, x, &env));
            assert_eq!(elements, right.map(|r| r.bits), "{said}");
            assert_eq!(made.flags, right[0].flags | right[1].flags, "{said}");
            if env.rounding == Rounding::NearestEven {
                assert_eq!(elements, scaled.map(|x| nearest(&all, x)), "{said}");
            }
            assert!(scale != ScaleRule::Ceil || !made.flags.contains(Flags::OVERFLOW), "{said}");
            seen |= made.flags;
        }
    }
    assert_eq!(seen, Flags::OVERFLOW | Flags::UNDERFLOW | Flags::INEXACT);
}

/// The square root of 2 lies between two neighbours, in binary32 and in binary64.
#[test]
fn nearest_exponent_turns_at_the_square_root_of_2() {
    let rules = Quantization { scale: ScaleRule::Nearest, ..Quantization::OCP };
    let scale = |format: &Format, code| {
        named("mxint8").quantize(&[code], format, &mut [0], rules, &Env::IEEE).unwrap().bits
    };
    let root = u64::from(2f32.sqrt().to_bits()); // 1.41421354 < sqrt(2)
    assert_eq!([root, root + 1].map(|code| scale(&Binary32::FORMAT, code)), [127, 128]);
    let root = 2f64.sqrt().to_bits(); // 1.4142135623730951 > sqrt(2)
    assert_eq!([root - 1, root].map(|code| scale(&Binary64::FORMAT, code)), [127, 128]);
}

/// The scale's range ends at 2^-127 and 2^127.
#[test]
fn clamped_scales() {
    let one = |name, x: f64, rule| {
        let (mut element, from) = ([0], &Binary64::FORMAT);
        let rules = Quantization { scale: rule, ..Quantization::OCP };
        let made = named(name).quantize(&[x.to_bits()], from, &mut element, rules, &Env::IEEE);
        let made = made.unwrap();
        (made.bits, element[0], made.flags)
    };
    let overflow = Flags::OVERFLOW | Flags::INEXACT;
    for rule in RULES {
        assert_eq!(one("mxfp4_e2m1", power(200), rule), (254, 7, overflow));
        assert_eq!(one("mxint8", -power(200), rule), (254, 0x81, overflow));
        assert_eq!(one("mxint8", power(127), rule), (254, 0x40, Flags::NONE));
        // 2^-127 is the smallest scale and 2^-6 its smallest element.
        assert_eq!(one("mxint8", power(-133), rule), (0, 1, Flags::NONE));
        assert_eq!(one("mxint8", power(-135), rule), (0, 0, Flags::INEXACT));
        assert_eq!(one("mxfp4_e2m1", -power(-128), rule), (0, 9, Flags::NONE));
        let tiny = Flags::UNDERFLOW | Flags::INEXACT;
        assert_eq!(one("mxfp4_e2m1", -power(-200), rule), (0, 8, tiny));
    }
}

fn singles(name: &str, values: [u32; 3], rules: Quantization, env: &Env) -> (u64, [u64; 3], Flags) {
    let mut elements = [u64::MAX; 3];
    let from = &Binary32::FORMAT;
    let made = named(name).quantize(&values.map(u64::from), from, &mut elements, rules, env);
    let made = made.unwrap();
    (made.bits, elements, made.flags)
}

#[test]
fn nan_and_infinities() {
    let (one, nan, signalling) = (0x3f80_0000, 0xffc0_0000, 0x7f80_0001);
    let (infinity, minus_infinity) = (0x7f80_0000, 0xff80_0000);
    let env = &Env::IEEE;
    for block in formats() {
        for (special, flags) in [
            (nan, Flags::NONE),
            (signalling, Flags::INVALID),
            (infinity, Flags::NONE),
            (minus_infinity, Flags::NONE),
        ] {
            let right = (0xff, [0; 3], flags);
            let values = [one, special, 0x8000_0000];
            assert_eq!(singles(block.name, values, Quantization::OCP, env), right);
            let own = Quantization { special: SpecialRule::Element, ..Quantization::OCP };
            if !block.element.has_nan() {
                assert_eq!(singles(block.name, values, own, env), right);
            }
        }
    }
    let own = Quantization { special: SpecialRule::Element, ..Quantization::OCP };
    let (e4m3, e5m2) = ("mxfp8_e4m3", "mxfp8_e5m2");
    let quiet = singles(e4m3, [one, nan, infinity], own, env);
    assert_eq!(quiet, (0x77, [0x78, 0x7f, 0x7f], Flags::INVALID));
    let quiet = singles(e5m2, [one, nan, minus_infinity], own, env);
    assert_eq!(quiet, (0x70, [0x78, 0x7e, 0xfc], Flags::NONE));
    let loud = singles(e5m2, [0, signalling, infinity], own, env);
    assert_eq!(loud, (0, [0, 0x7e, 0x7c], Flags::INVALID));
}

#[test]
fn without_saturation() {
    // Just below 2: e is 0 less emax, and the largest element lies below 1.99.
    let values = [0x3fff_ffff, 0xbfff_ffff, 0x3f80_0000];
    let rules = Quantization { saturate: false, ..Quantization::OCP };
    let flags = Flags::OVERFLOW | Flags::INEXACT;
    let env = &Env::IEEE;
    let e5m2 = |env: &Env| singles("mxfp8_e5m2", values, rules, env);
    assert_eq!(e5m2(env), (0x70, [0x7c, 0xfc, 0x78], flags));
    assert_eq!(e5m2(&env.rounding(Rounding::Up)), (0x70, [0x7c, 0xfb, 0x78], flags));
    assert_eq!(e5m2(&Env { overflow: Overflow::Nan, ..*env }), (0x70, [0x7e, 0x7e, 0x78], flags));
    let e4m3 = singles("mxfp8_e4m3", values, rules, env);
    assert_eq!(e4m3, (0x77, [0x7f, 0xff, 0x78], flags));
    // Nothing beyond the largest number.
    assert_eq!(singles("mxfp4_e2m1", values, rules, env), (0x7d, [7, 15, 6], flags));
    assert_eq!(singles("mxint8", values, rules, env), (0x7f, [0x7f, 0x81, 0x40], flags));
}

#[test]
fn subnormal_numbers_of_both_sides() {
    // The largest subnormal binary32 number, negative, and a third of it.
    let values = [0x807f_ffff, 0x002a_aaaa, 0];
    let rules = Quantization::OCP;
    let kept = singles("mxfp4_e2m1", values, rules, &Env::IEEE);
    assert_eq!(kept.0, 0);
    // Beside 2^-127 they are just below 2, and 2/3.
    assert_eq!(kept.1, [0xc, 0x1, 0x0]);
    let daz = Env { daz: true, ..Env::IEEE };
    assert_eq!(singles("mxfp4_e2m1", values, rules, &daz), (0, [8, 0, 0], Flags::NONE));
    // 4 and 1/2 beside the scale 1: the smaller one is a subnormal element.
    let values = [0x4080_0000, 0x3f00_0000, 0xbf00_0000];
    assert_eq!(singles("mxfp4_e2m1", values, rules, &daz), (127, [6, 1, 9], Flags::NONE));
    let flush = Env { underflow: Underflow::FlushSigned, ..Env::IEEE };
    let flags = Flags::UNDERFLOW | Flags::INEXACT;
    assert_eq!(singles("mxfp4_e2m1", values, rules, &flush), (127, [6, 0, 8], flags));
}

/// The typed forms do the same as the method, from every kind of source.
#[test]
fn typed() {
    macro_rules! same {
        ($from:ty, $element:ty, $name:literal) => {
            for i in 0..3000u64 {
                let width = <$from>::FORMAT.width;
                let values: [u64; 5] = core::array::from_fn(|j| {
                    Random::at(1, i * 5 + j as u64) & (u64::MAX >> (64 - width))
                });
                let env = Env::IEEE.rounding(Rounding::ALL[i as usize % 6]);
                let rules = Quantization { scale: RULES[i as usize % 4], ..Quantization::OCP };
                let (mut typed, mut any) = ([0; 5], [0; 5]);
                let from = &<$from>::FORMAT;
                let right = named($name).quantize(&values, from, &mut any, rules, &env).unwrap();
                let made =
                    quantize::<$from, $element>(&values.map(|x| x as _), &mut typed, rules, &env);
                assert_eq!((u64::from(made.bits), made.flags), (right.bits, right.flags));
                assert_eq!(typed.map(u64::from), any);
            }
        };
    }
    same!(Binary32, Fp8E4m3Ocp, "mxfp8_e4m3");
    same!(Bf16, Fp8E5m2Ocp, "mxfp8_e5m2");
    same!(Binary16, Fp6E3m2, "mxfp6_e3m2");
    same!(Binary64, Fp6E2m3, "mxfp6_e2m3");
    same!(Fp8E4m3Ocp, Fp4E2m1, "mxfp4_e2m1");
    same!(Uint8, MxInt8Elem, "mxint8");
    same!(Uint64, MxInt4Elem, "mxint4");
}

/// Quantised, dequantised and quantised again, a block does not change.
#[test]
fn again() {
    for block in formats() {
        for seed in 0..4000u64 {
            let values: [u64; 8] = core::array::from_fn(|i| {
                let x = Random::at(2, seed * 8 + i as u64);
                // Within some binades of 1, where no scale is clamped.
                x >> 41 | (120 + (x & 15)) << 23 | (x & 16) << 27
            });
            let (from, env, rules) = (&Binary32::FORMAT, &Env::IEEE, Quantization::OCP);
            let (mut first, mut second, mut back) = ([0; 8], [0; 8], [0; 8]);
            let scale = block.quantize(&values, from, &mut first, rules, env).unwrap().bits;
            block.dequantize(scale, &first, from, &mut back, env);
            let again = block.quantize(&back, from, &mut second, rules, env).unwrap();
            assert_eq!((again.bits, second, again.flags), (scale, first, Flags::NONE));
        }
    }
}
