//! TCVT back to binary32: the numbers of the conformance cases DEC, property 1, every scale.

use crate::conversion::{BLOCKS, OCP, all, fp8, masked};
use semantics::tile::exec::convert::{Conversion, Saturation};
use semantics::tile::exec::element::{Codes, Element};
use semantics::tile::exec::mask::Mask;
use softfloat::Flags;

fn decoded(from: Element, codes: Codes, inputs: &[u64]) -> Vec<u64> {
    let c = Conversion {
        codes,
        saturation: Saturation::Numbers,
        ..Conversion::new(from, Element::F32)
    };
    let done = masked(&c, inputs, &[0x7f; 64], Mask::ALL);
    done.elements[..inputs.len()].to_vec()
}

#[test]
fn dec_01_to_10() {
    let (t29, e4m3, e5m2) = (Codes::default(), Element::E4m3, Element::E5m2);
    let found = decoded(e4m3, t29, &[0x38, 0x40, 0x7f, 1, 7, 8, 0x80]);
    let expected =
        [0x3f000000, 0x3f800000, 0x43700000, 0x3a800000, 0x3be00000, 0x3c000000, 0x7fc00000];
    assert_eq!(found, expected);
    let expected = [0x3f800000, 0x43e00000, 0x3b000000, 0x7fc00000, 0x80000000];
    assert_eq!(decoded(e4m3, OCP, &[0x38, 0x7e, 1, 0x7f, 0x80]), expected);
    let expected = [0x3f800000, 0x47600000, 0x37000000, 0x7fc00000];
    assert_eq!(decoded(e5m2, t29, &[0x40, 0x7f, 1, 0x80]), expected);
    let expected = [0x3f800000, 0x47600000, 0x7f800000, 0x37800000];
    assert_eq!(decoded(e5m2, OCP, &[0x3c, 0x7b, 0x7c, 1]), expected);
    let block = |from, inputs: &[u64]| decoded(from, OCP, inputs);
    assert_eq!(block(Element::MxE3m2, &[0x1f, 1, 0xc]), [0x41e00000, 0x3d800000, 0x3f800000]);
    assert_eq!(block(Element::MxE2m3, &[0x1f, 1, 8]), [0x40f00000, 0x3e000000, 0x3f800000]);
    assert_eq!(block(Element::MxE2m1, &[7, 1, 9]), [0x40c00000, 0x3f000000, 0xbf000000]);
    let expected = [0x3f800000, 0x3ffe0000, 0xbffe0000, 0xc0000000];
    assert_eq!(block(Element::MxInt8, &[0x40, 0x7f, 0x81, 0x80]), expected);
    let expected = [0x3f800000, 0x3fe00000, 0xbfe00000, 0xc0000000];
    assert_eq!(block(Element::MxInt4, &[4, 7, 9, 8]), expected);
    // DEC-10: a scale is what it makes of 1.
    let c = Conversion::new(Element::MxE2m1, Element::F32);
    let scales = [0x7f, 0, 1, 0xfe, 0xff];
    let done = masked(&c, &[2; 160], &scales, Mask::ALL);
    let found: Vec<u64> = (0..5).map(|i| done.elements[32 * i]).collect();
    assert_eq!(found, [0x3f800000, 0x00400000, 0x00800000, 0x7f000000, 0x7fc00000]);
}

/// Property 1: what a code of a narrow format means is written back as that code, NaN as the canonical one.
#[test]
fn codes_survive_the_way_over_binary32() {
    let (e4m3, e5m2, t29) = (Element::E4m3, Element::E5m2, Codes::default());
    for (element, codes) in [(e4m3, t29), (e4m3, OCP), (e5m2, t29), (e5m2, OCP)] {
        let every: Vec<u64> = (0..256).collect();
        let wide = decoded(element, codes, &every);
        let back = all(&fp8(element, codes), &wide).elements;
        let format = element.format(codes);
        for code in every {
            let nan = matches!(format.decode(code), softfloat::Value::Nan { .. });
            let expected = if nan { format.canonical_nan().unwrap() } else { code };
            assert_eq!(back[code as usize], expected, "{} {code:x}", format.name);
        }
    }
    for element in [Element::Bf16, Element::F16] {
        let (wide, narrow) =
            (Conversion::new(element, Element::F32), Conversion::new(Element::F32, element));
        let [wide, narrow] =
            [wide, narrow].map(|c| Conversion { saturation: Saturation::Numbers, ..c });
        for first in (0..0x1_0000).step_by(512) {
            let codes: Vec<u64> = (first..first + 512).collect();
            let back = all(&narrow, &all(&wide, &codes).elements).elements;
            for (code, back) in codes.iter().zip(back) {
                let nan = matches!(element.format(OCP).decode(*code), softfloat::Value::Nan { .. });
                let canonical = element.format(OCP).canonical_nan().unwrap();
                assert_eq!(back, if nan { canonical } else { *code });
            }
        }
    }
}

/// Every element of every narrow format under every scale is the rounded product.
#[test]
fn elements_under_every_scale() {
    use semantics::tile::exec::convert::{Rules, element, value};
    let narrow = [Element::E4m3, Element::E5m2].into_iter().chain(BLOCKS);
    for from in narrow {
        for codes in [Codes::default(), Codes { mxfp8_table29: true, ..OCP }] {
            let format = from.format(codes);
            for (turn, saturation) in Saturation::ALL.into_iter().enumerate() {
                let negate = turn % 2 == 1;
                let c =
                    Conversion { codes, saturation, negate, ..Conversion::new(from, Element::F32) };
                let every: Vec<u64> = (0..c.elements() as u64)
                    .map(|i| (i / 32 * 7 + i) & ((1 << format.width) - 1))
                    .collect();
                for start in (0..256usize).step_by(64) {
                    let scales: Vec<u8> = (0..64).map(|i| (start + i) as u8).collect();
                    let done = masked(&c, &every, &scales, Mask::ALL);
                    let rules = Rules { rounding: c.rounding, saturation };
                    let mut flags = Flags::NONE;
                    for (i, &code) in every.iter().enumerate() {
                        let scale =
                            from.is_block().then(|| scales.get(i / 32).copied().unwrap_or(0));
                        let to = Element::F32.format(codes);
                        let right = element(value(&format, code, scale, negate), &to, rules);
                        flags |= right.flags;
                        assert_eq!(done.elements[i], right.bits, "{c:?} {code:x} {scale:x?}");
                    }
                    assert_eq!(done.flags, flags, "{c:?}");
                }
            }
        }
    }
}
