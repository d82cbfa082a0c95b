use super::*;
use crate::format::{Bf16, Binary64, Fp4E2m1, Fp8E4m3Ocp, Fp8E5m2Ocp, MxInt8Elem};
use crate::mx::{Block, dot};
use crate::{NanRule, Rounded, Unrounded, convert_any};

/// x + y rounded to odd in binary64, so that one more rounding to half its precision is right
/// (the error of a sum is a binary64 number, and found exactly).
fn sum_to_odd(x: f64, y: f64) -> f64 {
    let sum = x + y;
    let back = sum - x;
    let error = (x - (sum - back)) + (y - back);
    if error == 0.0 || sum.to_bits() & 1 == 1 {
        return sum;
    }
    // Toward the exact value: away from zero where the error has the sum's sign.
    let away = error.is_sign_positive() == sum.is_sign_positive();
    f64::from_bits(if away { sum.to_bits() + 1 } else { sum.to_bits() - 1 })
}

fn dot_any(
    names: [&str; 2],
    scales: [u64; 2],
    elements: [&[u64]; 2],
    addend: u64,
    to: &Format,
    env: &Env,
) -> Rounded<u64> {
    let [a, b] =
        [0, 1].map(|i| Block { format: named(names[i]), scale: scales[i], elements: elements[i] });
    a.dot(&b, addend, to, env).expect("blocks with a scale")
}

/// Blocks whose exact sum of products is a binary64 number, and an addend that lies anywhere.
#[test]
fn addend_anywhere() {
    let pairs = [
        ["mxfp4_e2m1"; 2],
        ["mxfp6_e2m3", "mxfp6_e3m2"],
        ["mxint8", "mxint4"],
        ["mxfp8_e4m3", "mxfp4_e2m1"],
    ];
    let mut random = Random::new(1);
    for (i, names) in (0..200_000).zip(pairs.iter().cycle()) {
        let mut block = |name| {
            let format = named(name);
            let mask = (1 << format.element.width) - 1;
            let code = |_| random.next() & mask;
            let codes: Vec<u64> = (0..1 + i % 32).map(code).collect();
            (100 + random.next() % 55, codes)
        };
        let (a, b) = (block(names[0]), block(names[1]));
        let products =
            a.1.iter()
                .zip(&b.1)
                .map(|(&x, &y)| element(named(names[0]), x) * element(named(names[1]), y));
        // E4M3 has NaN.
        let products: Vec<f64> = products.collect();
        if products.iter().any(|p| p.is_nan()) {
            continue;
        }
        let sum = products.iter().sum::<f64>() * power(a.0 as i32 + b.0 as i32 - 254);
        // Around the sum, or anywhere below 2^100.
        let near =
            ((sum as f32).to_bits() as u64 ^ 1 << 31).wrapping_add(random.next() % 64) as u32;
        let addend = if i % 3 == 0 { near } else { random.next() as u32 & 0xbfff_ffff };
        let c = f64::from(f32::from_bits(addend));
        let exact = sum_to_odd(sum, c);
        if exact == 0.0 || !c.is_finite() {
            continue;
        }
        for (j, to) in [Binary32::FORMAT, Bf16::FORMAT].iter().enumerate() {
            let env = Env::IEEE.rounding(Rounding::ALL[(i + j) % 6]);
            let addend = if j == 0 { addend } else { addend >> 16 };
            let exact = if j == 0 {
                exact
            } else {
                sum_to_odd(sum, f64::from(f32::from_bits(addend << 16)))
            };
            let right = convert_any(&Binary64::FORMAT, to, &env, exact.to_bits());
            let made = dot_any(*names, [a.0, b.0], [&a.1, &b.1], addend.into(), to, &env);
            if exact != 0.0 {
                assert_eq!(made, right, "{names:?} {a:x?} {b:x?} {addend:x} {env:?}");
            }
        }
    }
}

/// E5M2 spans 64 bits of products: integers of 128 bits hold the sum and a near addend.
#[test]
fn widest_products() {
    let mut random = Random::new(2);
    let integer = |code: u64| {
        let (field, fraction) = (code >> 2 & 31, code & 3);
        let magnitude = if field == 0 { fraction } else { (4 | fraction) << (field - 1) };
        if code & 0x80 != 0 { -(magnitude as i128) } else { magnitude as i128 }
    };
    for i in 0..100_000 {
        let mut codes = || -> Vec<u64> {
            let code = |r: u64| if r & 0x7c == 0x7c { r & 0x83 } else { r & 0xff };
            (0..32).map(|_| code(random.next())).collect()
        };
        let (a, b) = (codes(), codes());
        let products: i128 = a.iter().zip(&b).map(|(&x, &y)| integer(x) * integer(y)).sum();
        // The addend: a whole number of the smallest product's unit, 2^-32 beside scales of 1.
        let code = (random.next() % (1 << 23)) | (127 - 9 + random.next() % 90) << 23;
        let sign = random.next() & 1;
        let u = (code & 0x7f_ffff | 0x80_0000) as i128;
        let place = (code >> 23) as i32 - 127 - 23 + 32;
        let addend = if place >= 0 { u << place } else { continue };
        let total = products + if sign == 1 { -addend } else { addend };
        if total == 0 {
            continue;
        }
        let env = Env::IEEE.rounding(Rounding::ALL[i % 6]);
        let exact = Unrounded::exact(total < 0, -32, total.unsigned_abs());
        for scale in [127, 1, 200] {
            // Equal factors on both sides and on the addend, where it stays normal.
            let shift = scale as i32 - 127;
            if shift != 0 && !(1..200).contains(&((code >> 23) as i32 + shift)) {
                continue;
            }
            let addend = (code as i64 + i64::from(shift) * (1 << 23)) as u64 | sign << 31;
            let to = &Binary32::FORMAT;
            let right = to.round_pack(&env, Unrounded { exponent: shift - 32, ..exact });
            let names = ["mxfp8_e5m2"; 2];
            let made = dot_any(names, [scale, 127], [&a, &b], addend, to, &env);
            assert_eq!((u128::from(made.bits), made.flags), (right.bits, right.flags));
        }
    }
}

#[test]
fn special_values() {
    let (one, inf, minus_inf, nan, signalling) = (0x3c, 0x7c, 0xfc, 0x7e, 0x7d);
    let to = &Binary32::FORMAT;
    let (quiet, infinity) = (0x7fc0_0000, 0x7f80_0000);
    let invalid = Flags::INVALID;
    for (a, b, addend, right, flags) in [
        ([inf, one], [one, one], 0, infinity, Flags::NONE),
        ([minus_inf, one], [one, one], 0, 0xff80_0000, Flags::NONE),
        ([inf, minus_inf], [one, minus_inf], 0, infinity, Flags::NONE),
        ([inf, minus_inf], [one, one], 0, quiet, invalid),
        ([inf, one], [one, one], 0xff80_0000, quiet, invalid),
        ([inf, one], [one, one], infinity, infinity, Flags::NONE),
        ([one, one], [one, one], 0xff80_0000, 0xff80_0000, Flags::NONE),
        ([inf, one], [0, one], 0, quiet, invalid),
        ([inf, one], [0, nan], 0, quiet, invalid),
        ([inf, minus_inf], [one, nan], 0, quiet, Flags::NONE),
        ([inf, minus_inf], [one, one], quiet, quiet, Flags::NONE),
        ([nan, one], [one, one], 0, quiet, Flags::NONE),
        ([one, one], [one, signalling], 0, quiet, invalid),
        ([one, one], [one, one], 0x7f80_0001, quiet, invalid),
    ] {
        let names = ["mxfp8_e5m2"; 2];
        let made = dot_any(names, [127; 2], [&a, &b], addend, to, &Env::IEEE);
        assert_eq!((made.bits, made.flags), (right, flags), "{a:x?} {b:x?} {addend:x}");
    }
    // A NaN scale hides what the elements are.
    let blocks: [&[u64]; 2] = [&[inf], &[signalling]];
    let made = dot_any(["mxfp8_e5m2"; 2], [255, 127], blocks, 0, to, &Env::IEEE);
    assert_eq!((made.bits, made.flags), (quiet, Flags::NONE));
    let sse = Env { nan: NanRule::Sse, ..Env::IEEE };
    let made = dot_any(["mxfp8_e5m2"; 2], [127; 2], [&[nan], &[one]], 0, to, &sse);
    assert_eq!((made.bits, made.flags), (0xffc0_0000, Flags::NONE));
}

#[test]
fn sign_of_zero_sums() {
    let to = &Binary32::FORMAT;
    let (zero, minus_zero, one, minus_one) = (0, 8, 2, 10);
    let (plus, minus) = (0, 0x8000_0000);
    for (a, b, addend, right, down) in [
        ([minus_zero, zero], [one, minus_one], minus, minus, minus),
        ([minus_zero, zero], [one, minus_one], plus, plus, minus),
        ([zero, minus_zero], [one, minus_one], plus, plus, plus),
        ([zero, minus_zero], [one, minus_one], minus, plus, minus),
        ([one, minus_one], [one, one], minus, plus, minus),
        ([one, minus_one], [one, one], plus, plus, minus),
        ([one, zero], [one, one], 0xbf80_0000, plus, minus),
    ] {
        for (rounding, right) in [(Rounding::NearestEven, right), (Rounding::Down, down)] {
            let env = Env::IEEE.rounding(rounding);
            let made = dot_any(["mxfp4_e2m1"; 2], [127; 2], [&a, &b], addend, to, &env);
            assert_eq!((made.bits, made.flags), (right, Flags::NONE), "{a:?} {b:?} {addend:x}");
        }
    }
}

/// The addend beyond every product by so much that it decides alone, but for directed rounding.
#[test]
fn sticky_products() {
    let to = &Binary64::FORMAT;
    let dot = |rounding, sign: u64| {
        let env = Env::IEEE.rounding(rounding);
        let element = [1 | sign << 3];
        dot_any(["mxfp4_e2m1"; 2], [0; 2], [&element, &[1]], 1f64.to_bits(), to, &env).bits
    };
    let one = 1f64.to_bits();
    assert_eq!(dot(Rounding::NearestEven, 0), one);
    assert_eq!(dot(Rounding::Up, 0), one + 1);
    assert_eq!(dot(Rounding::Up, 1), one);
    assert_eq!(dot(Rounding::TowardZero, 1), one - 1);
    assert_eq!(dot(Rounding::ToOdd, 1), one - 1);
}

#[test]
fn daz_and_other_destinations() {
    let daz = Env { daz: true, ..Env::IEEE };
    let to = &Binary32::FORMAT;
    let made = dot_any(["mxfp4_e2m1"; 2], [0, 127 - 10], [&[1], &[1]], 0x0000_8000, to, &Env::IEEE);
    let flushed = dot_any(["mxfp4_e2m1"; 2], [0, 127 - 10], [&[1], &[1]], 0x0000_8000, to, &daz);
    // 2^-139 is 400 in units of the last place, and an element of 1/2 is no zero.
    assert_eq!((made.bits, flushed.bits), (0x8000 + 0x400, 0x400));
    // Into integers and formats without infinity.
    let uint8 = Format::by_name("uint8").unwrap();
    let made =
        dot_any(["mxint8"; 2], [127; 2], [&[0x60, 0x40], &[0x40; 2]], 200, uint8, &Env::IEEE);
    assert_eq!((made.bits, made.flags), (202, Flags::INEXACT));
    let made = dot_any(["mxint8"; 2], [140; 2], [&[0x60], &[0x40]], 0, &Fp8E4m3Ocp::FORMAT, &daz);
    assert_eq!((made.bits, made.flags), (0x7f, Flags::OVERFLOW | Flags::INEXACT));
}

#[test]
fn typed() {
    let mut random = Random::new(3);
    for i in 0..20_000 {
        let mut codes = || -> [u8; 32] { core::array::from_fn(|_| random.next() as u8) };
        let (a, b, c) = (codes(), codes(), codes());
        let [sa, sb] = [c[0], c[1]];
        let addend = u32::from_le_bytes([c[2], c[3], c[4], c[5]]);
        let env = &Env::IEEE.rounding(Rounding::ALL[i % 6]);
        let to = &Binary32::FORMAT;
        macro_rules! same {
            ($a:ty, $b:ty, $names:expr, $mask:literal) => {{
                let (a, b) = (a.map(|x| x & $mask), b.map(|x| x & $mask));
                let made = dot::<$a, $b, Binary32>((sa, &a), (sb, &b), addend, env);
                let scales = [sa, sb].map(u64::from);
                let elements: [&[u64]; 2] = [&a.map(u64::from), &b.map(u64::from)];
                let right = dot_any($names, scales, elements, addend.into(), to, env);
                assert_eq!((u64::from(made.bits), made.flags), (right.bits, right.flags));
            }};
        }
        same!(Fp8E5m2Ocp, Fp8E4m3Ocp, ["mxfp8_e5m2", "mxfp8_e4m3"], 0xdf);
        same!(Fp4E2m1, Fp4E2m1, ["mxfp4_e2m1"; 2], 0x0f);
        same!(MxInt8Elem, MxInt8Elem, ["mxint8"; 2], 0xff);
    }
}
