use super::*;
use crate::format::{Bf16, Binary64};
use crate::format::{Fp4E2m1, Fp6E2m3, Fp6E3m2, Fp8E4m3Ocp, Fp8E5m2Ocp, MxInt4Elem, MxInt8Elem};
use crate::{convert_any, mx};

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
