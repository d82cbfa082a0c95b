//! TCVT there and back: properties 1 and 2, every scale. The numbers are cases (`tests/golden/tile`).

use crate::tile::conversion::{BLOCKS, OCP, all, fp8, masked, one};
use semantics::tile::exec::convert::{Conversion, Saturation};
use semantics::tile::exec::element::{Codes, Element};
use semantics::tile::exec::mask::Mask;
use softfloat::Flags;
use softfloat::Rounding::{Down, NearestEven, Up};

fn decoded(from: Element, codes: Codes, inputs: &[u64]) -> Vec<u64> {
    let c = Conversion {
        codes,
        saturation: Saturation::Numbers,
        ..Conversion::new(from, Element::F32)
    };
    let done = masked(&c, inputs, &[0x7f; 64], Mask::ALL);
    done.elements[..inputs.len()].to_vec()
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

/// Property 2: rounding is monotone, and RDN <= RNE <= RUP.
#[test]
fn directions_are_in_order() {
    for to in [Element::E4m3, Element::E5m2] {
        for codes in [Codes::default(), OCP] {
            // Ascending magnitudes below the largest number.
            let mut inputs: Vec<u64> = (0..1024).map(|i| 0x3600_0000 + i * 0x0004_1235).collect();
            inputs.retain(|&x| x < 0x4370_0000);
            let value = |code: u64| {
                let c = Conversion { codes, ..Conversion::new(to, Element::F32) };
                f32::from_bits(one(&c, code) as u32)
            };
            let table: Vec<f32> = (0..128).map(value).collect();
            let [down, even, up] = [Down, NearestEven, Up].map(|rounding| {
                let c = Conversion { rounding, ..fp8(to, codes) };
                let found = all(&c, &inputs).elements;
                found[..inputs.len()].iter().map(|&c| table[c as usize]).collect::<Vec<f32>>()
            });
            assert!(up.is_sorted() && even.is_sorted() && down.is_sorted());
            for (i, &x) in inputs.iter().enumerate() {
                assert!(down[i] <= even[i] && even[i] <= up[i], "{x:x}");
                let x = f32::from_bits(x as u32);
                assert!(down[i] <= x && x <= up[i], "{x}");
            }
        }
    }
}
