//! MX blocks: published cases, and every small operand against a formula in binary64.

mod cases;
mod dot;
mod quantize;

use super::Block;
use crate::block::{self, BlockFormat};
use crate::format::{
    Bf16, Binary16, Binary32, Binary64, Fp4E2m1, Fp6E2m3, Fp6E3m2, Fp8E4m3Ocp, Fp8E5m2Ocp,
    MxInt4Elem, MxInt8Elem,
};
use crate::sum::Exact;
use crate::{Env, Flags, Format, Rounding, StaticFormat, Unrounded, Value, convert_any, mx};
use seeded::{Draw, Random};

/// The MX formats.
fn formats() -> impl Iterator<Item = &'static BlockFormat> {
    block::ALL.iter().filter(|b| b.name.starts_with("mx"))
}

fn named(name: &str) -> &'static BlockFormat {
    BlockFormat::by_name(name).expect("a block format")
}

/// An element's value by the formula of its format (OCP MX 1.0, 5.3), from the widths in the name.
fn element(block: &BlockFormat, code: u64) -> f64 {
    let (exp, man, bias) = match block.name {
        "mxfp8_e4m3" => (4, 3, 7),
        "mxfp8_e5m2" => (5, 2, 15),
        "mxfp6_e3m2" => (3, 2, 3),
        "mxfp6_e2m3" => (2, 3, 1),
        "mxfp4_e2m1" => (2, 1, 1),
        "mxint8" => return f64::from(code as u8 as i8) / 64.0,
        "mxint4" => return f64::from((code << 4) as u8 as i8 >> 4) / 4.0,
        other => unreachable!("{other}"),
    };
    let sign = if code >> (exp + man) & 1 == 1 { -1.0 } else { 1.0 };
    let field = code >> man & ((1 << exp) - 1);
    let fraction = code & ((1 << man) - 1);
    match (block.name, field, fraction) {
        ("mxfp8_e4m3", 15, 7) => return f64::NAN,
        ("mxfp8_e5m2", 31, 0) => return sign * f64::INFINITY,
        ("mxfp8_e5m2", 31, _) => return f64::NAN,
        _ => {}
    }
    let leading = if field == 0 { 0.0 } else { 1.0 };
    let significand = leading + fraction as f64 / f64::from(1 << man);
    sign * significand * power(field.max(1) as i32 - bias)
}

/// 2^n, for a normal result.
fn power(n: i32) -> f64 {
    f64::from_bits(u64::try_from(n + 1023).expect("a normal number") << 52)
}

/// The largest element: elements are in order but for their signs.
fn largest(block: &BlockFormat) -> f64 {
    let values = (0..1 << block.element.width).map(|code| element(block, code));
    values.filter(|v| v.is_finite()).fold(0.0, f64::max)
}

/// Every pair of formats, with any scales and an addend anywhere.
#[test]
fn every_pair_of_formats() {
    let mut random = Random::new(4);
    let pairs: Vec<_> = formats().flat_map(|a| formats().map(move |b| (a, b))).collect();
    let destinations = [Binary64::FORMAT, Binary32::FORMAT, Binary16::FORMAT];
    let mut checked = 0;
    for i in 0..60_000usize {
        let (a, b) = pairs[i % pairs.len()];
        let mut block = |format: &'static BlockFormat| {
            let mask = (1 << format.element.width) - 1;
            let codes: Vec<u64> =
                (0..1 + random.next() % 33).map(|_| random.next() & mask).collect();
            // Near the middle, or anywhere.
            let any = random.next();
            (if i % 2 == 0 { 120 + any % 16 } else { any % 255 }, codes)
        };
        let ((sa, x), (sb, y)) = (block(a), block(b));
        let to = &destinations[i / pairs.len() % 3];
        let addend = random.next() << 8 ^ random.next();
        let addend = addend & (u64::MAX >> (64 - to.width));

        let mut sum: Exact = Exact::new();
        let mut finite = true;
        let mut value = |value: Value<u64>| match value {
            Value::Finite(u) => u,
            _ => {
                finite = false;
                Unrounded::exact(false, 0, 0)
            }
        };
        sum.add(value(to.decode(addend)));
        for (&x, &y) in x.iter().zip(&y) {
            sum.add_product(value(a.decode(sa, x)), value(b.decode(sb, y)));
        }
        if !finite || sum.is_zero() {
            continue;
        }
        let env = Env::IEEE.rounding(Rounding::ALL[i % 6]);
        let right = to.round_pack(&env, sum.unrounded::<u128>());
        let [a, b] = [(a, sa, &x), (b, sb, &y)].map(|(format, scale, elements)| Block {
            format,
            scale,
            elements,
        });
        let made = a.dot(&b, addend, to, &env).unwrap();
        let said = format!("{a:x?} {b:x?} {addend:x} {env:?}");
        assert_eq!((u128::from(made.bits), made.flags), (right.bits, right.flags), "{said}");
        checked += 1;
    }
    assert!(checked > 30_000, "{checked}");
}

/// Every element beside every scale, to binary64, where it is exact, and from there to others.
#[test]
fn every_element_and_scale() {
    for block in formats() {
        for (scale, code) in
            (0..=255).flat_map(|s| (0..1 << block.element.width).map(move |e| (s, e)))
        {
            let factor = if scale == 255 { f64::NAN } else { power(scale as i32 - 127) };
            let exact = element(block, code) * factor;
            // The signalling NaN among E5M2's three.
            let signalling = scale != 255 && block.name == "mxfp8_e5m2" && code & 0x7f == 0x7d;
            for to in [Binary64::FORMAT, Binary32::FORMAT, Bf16::FORMAT, Binary16::FORMAT] {
                for env in Rounding::ALL.map(|rounding| Env::IEEE.rounding(rounding)) {
                    let mut value = [0];
                    let flags = block.dequantize(scale, &[code], &to, &mut value, &env);
                    let mut right = convert_any(&Binary64::FORMAT, &to, &env, exact.to_bits());
                    right.flags |= Flags::INVALID.when(signalling);
                    let said = format!("{} {scale:x} {code:x} to {}", block.name, to.name);
                    assert_eq!((value[0], flags), (right.bits, right.flags), "{said}");
                }
            }
            let mut value = [0];
            block.dequantize(scale, &[code], &Binary32::FORMAT, &mut value, &Env::IEEE);
            if !exact.is_nan() {
                assert_eq!(value[0] as u32, (exact as f32).to_bits());
            }
        }
    }
}

/// The typed form and the other do the same.
#[test]
fn typed() {
    macro_rules! same {
        ($element:ty, $name:literal) => {
            for scale in [0u8, 1, 100, 127, 200, 254, 255] {
                let codes: [u8; 256] = core::array::from_fn(|i| i as u8);
                let codes = codes.map(|c| c & ((1u16 << <$element>::FORMAT.width) - 1) as u8);
                let (mut typed, mut any) = ([0; 256], [0; 256]);
                let env = &Env::IEEE;
                let flags = mx::dequantize::<$element, Binary32>(scale, &codes, &mut typed, env);
                let (codes, to) = (codes.map(u64::from), &Binary32::FORMAT);
                let right = named($name).dequantize(scale.into(), &codes, to, &mut any, env);
                assert_eq!((typed.map(u64::from), flags), (any, right));
            }
        };
    }
    same!(Fp8E4m3Ocp, "mxfp8_e4m3");
    same!(Fp8E5m2Ocp, "mxfp8_e5m2");
    same!(Fp6E3m2, "mxfp6_e3m2");
    same!(Fp6E2m3, "mxfp6_e2m3");
    same!(Fp4E2m1, "mxfp4_e2m1");
    same!(MxInt8Elem, "mxint8");
    same!(MxInt4Elem, "mxint4");
}

/// Every element of a block with a common exponent has its value too.
#[test]
fn common_exponent() {
    let block = named("mncore2_bf_half");
    let mut values = [0; 2];
    let elements = [31 << 9 | 0x100, 31 << 9 | 1];
    let flags = block.dequantize(31, &elements, &Binary64::FORMAT, &mut values, &Env::IEEE);
    assert_eq!((values.map(f64::from_bits), flags), ([1.0, 1.0 / 256.0], Flags::NONE));
}
