//! TCVT to blocks: the numbers of the conformance cases MXQ, scales, masks, property 11.

use crate::conversion::{BLOCKS, MODES, OCP, all, fp8, masked};
use semantics::tile::exec::convert::{Conversion, Saturation};
use semantics::tile::exec::element::{Codes, Element, pack};
use semantics::tile::exec::mask::Mask;
use softfloat::Flags;
use softfloat::Rounding::{self, NearestAway, NearestEven, TowardZero};
use softfloat::mx::ScaleRule;

/// A block of these codes and +0: scale and the first elements.
fn block(to: Element, rounding: Rounding, codes: &[u64]) -> (u8, Vec<u64>) {
    let c = Conversion { rounding, ..Conversion::new(Element::F32, to) };
    let done = all(&c, codes);
    (done.scales[0], done.elements[..codes.len()].to_vec())
}

#[test]
fn mxq_01_to_09_floats() {
    let rne = |to, codes: &[u64]| block(to, NearestEven, codes);
    let (e4m3, e5m2, e2m1) = (Element::MxE4m3, Element::MxE5m2, Element::MxE2m1);
    let thirds = [0x3f80_0000, 0x3f00_0000, 0xbeaa_aaab];
    assert_eq!(rne(e4m3, &thirds), (0x77, vec![0x78, 0x70, 0xeb]));
    assert_eq!(rne(e4m3, &[0x3fff_ffff, 0x3f80_0000]), (0x77, vec![0x7e, 0x78]));
    assert_eq!(rne(e4m3, &[1, 0x8000_0000]), (0, vec![0, 0x80]));
    assert_eq!(rne(e5m2, &[0x3f80_0000, 0x3eaa_aaab]), (0x70, vec![0x78, 0x71]));
    let found = block(e5m2, TowardZero, &[0x3fff_ffff, 0xbf80_0000]);
    assert_eq!(found, (0x70, vec![0x7b, 0xf8]));
    let six = [0x40c0_0000, 0x4040_0000, 0x3f80_0000, 0x3e80_0000, 0xbf00_0000, 0x4020_0000];
    assert_eq!(rne(e2m1, &six), (0x7f, vec![7, 5, 2, 0, 9, 4]));
    assert_eq!(rne(e2m1, &[0x40e0_0000, 0xc060_0000]), (0x7f, vec![7, 0xe]));
    let e3m2 = [0x41e0_0000, 0x3f80_0000, 0x3d00_0000, 0x3dc0_0000];
    assert_eq!(rne(Element::MxE3m2, &e3m2), (0x7f, vec![0x1f, 0x0c, 0, 2]));
    let e2m3 = [0x40f0_0000, 0x3f80_0000, 0x3d80_0000, 0x3e40_0000];
    assert_eq!(rne(Element::MxE2m3, &e2m3), (0x7f, vec![0x1f, 8, 0, 2]));
}

#[test]
fn mxq_10_to_17_integers_and_limits() {
    let rne = |to, codes: &[u64]| block(to, NearestEven, codes);
    let (int8, int4, e2m1) = (Element::MxInt8, Element::MxInt4, Element::MxE2m1);
    let small = [0x3f80_0000, 0x3f00_0000, 0x3c00_0000, 0x3cc0_0000];
    assert_eq!(rne(int8, &small), (0x7f, vec![0x40, 0x20, 0, 2]));
    assert_eq!(rne(int8, &[0x3fff_ffff, 0xbfff_ffff]), (0x7f, vec![0x7f, 0x81]));
    let quarters = [0x3f80_0000, 0x3e00_0000, 0xbec0_0000];
    assert_eq!(rne(int4, &quarters), (0x7f, vec![4, 0, 0xe]));
    assert_eq!(block(int4, NearestAway, &quarters), (0x7f, vec![4, 1, 0xe]));
    assert_eq!(rne(e2m1, &[0, 0x8000_0000]), (0, vec![0, 8]));
    assert_eq!(rne(e2m1, &[0x3f80_0000, 0x7f80_0000]), (0xff, vec![0, 0]));
    assert_eq!(rne(Element::MxE4m3, &[0x7f7f_ffff]), (0xf6, vec![0x7e]));
    assert_eq!(rne(int8, &[0x7f7f_ffff]), (0xfe, vec![0x7f]));
}

#[test]
fn mxq_18_packing_of_six_bits() {
    let mut bytes = [0; 3];
    pack(6, &[1, 2, 3, 4], &mut bytes);
    assert_eq!(bytes, [0x81, 0x30, 0x10]);
}

/// The three rules of the shared exponent (TILE-D45) beside 1.75 in E2M1 and 2 - 2^-23 in INT8.
#[test]
fn scale_rules() {
    let of = |to, code: u64| {
        [ScaleRule::Floor, ScaleRule::Ceil, ScaleRule::Even].map(|scale| {
            all(&Conversion { scale, ..Conversion::new(Element::F32, to) }, &[code]).scales[0]
        })
    };
    assert_eq!(of(Element::MxE2m1, 0x3fe0_0000), [0x7d, 0x7e, 0x7e]);
    assert_eq!(of(Element::MxInt8, 0x3fff_ffff), [0x7f, 0x80, 0x80]);
    assert_eq!(of(Element::MxInt8, 0x3ffe_0000), [0x7f, 0x7f, 0x7f]);
    assert_eq!(of(Element::MxE4m3, 0x3fe0_0000), [0x77, 0x77, 0x77]);
    assert_eq!(of(Element::MxE4m3, 0x3fe0_0001), [0x77, 0x78, 0x77]);
}

/// TILE-D46, D47: relu comes before the largest magnitude and before the look for infinities; a NaN stays.
#[test]
fn relu_of_blocks() {
    let c = Conversion::new(Element::F32, Element::MxE4m3);
    let relu = Conversion { saturation: Saturation::Relu, ..c };
    let done = all(&relu, &[0xff80_0000, 0x3f80_0000, 0xc700_0000]);
    assert_eq!((done.scales[0], &done.elements[..3]), (0x77, &[0, 0x78, 0][..]));
    let done = all(&relu, &[0xff80_0001, 0x3f80_0000]);
    assert_eq!((done.scales[0], done.flags), (0xff, Flags::INVALID));
    let done = all(&Conversion { negate: true, ..relu }, &[0x3f80_0000, 0xbf80_0000]);
    assert_eq!((done.scales[0], &done.elements[..2]), (0x77, &[0, 0x78][..]));
}

/// Scales that a format does not use become 0 (TILE-D23, D88).
#[test]
fn unused_scales() {
    let scales = |to| all(&Conversion::new(Element::Bf16, to), &[0x3f80; 4096]).scales;
    let used = |to| scales(to).iter().position(|&s| s == 0).unwrap_or(usize::MAX);
    assert_eq!(used(Element::MxE4m3), 32);
    assert_eq!(used(Element::MxE2m1), usize::MAX);
    assert_eq!(used(Element::MxE3m2), 128);
    assert_eq!(scales(Element::MxE3m2).len(), 192);
}

/// TILE-D18, D88: block 1 of an MXFP6 group is bytes 24 to 47, half in slice 0 and half in slice 1.
#[test]
fn masks() {
    let c = Conversion::new(Element::F32, Element::MxE3m2);
    let mut codes = vec![0x3f80_0000; 4096];
    codes[40] = 0x3f80_0001;
    codes[3000] = 0x7f80_0001;
    let whole = all(&c, &codes);
    assert_eq!(whole.flags, Flags::INVALID | Flags::INEXACT);
    let done = masked(&c, &codes, &[], Mask(2));
    assert_eq!(done.flags, Flags::INEXACT);
    for (i, (&byte, &own)) in done.bytes.iter().zip(&whole.bytes).enumerate() {
        let expected = if i % 1024 / 32 == 1 { own } else { 0x5a };
        assert_eq!(byte, expected, "byte {i}");
    }
    for (block, &scale) in done.scales.iter().enumerate() {
        let touched = (block * 24..block * 24 + 24).any(|byte| byte % 1024 / 32 == 1);
        let expected = match block {
            128.. => 0,
            _ if touched => whole.scales[block],
            _ => 0x5a,
        };
        assert_eq!(scale, expected, "block {block}");
    }
    let c = fp8(Element::E4m3, OCP);
    let mut codes = vec![0x3f80_0001; 1024];
    codes[32] = 0x3f80_0000;
    let done = masked(&c, &codes, &[], Mask(1));
    assert_eq!((done.bytes[31], done.bytes[32], done.flags), (0x38, 0x5a, Flags::INEXACT));
}

/// Property 11: quantised, read back and quantised again, a block is unchanged (`mxscale` 0).
#[test]
fn blocks_survive_the_way_over_binary32() {
    use seeded::{Draw, Random};
    let mut random = Random::of("tile blocks");
    for element in BLOCKS {
        for codes in [Codes::default(), Codes { mxfp8_table29: true, ..OCP }] {
            let there = Conversion { codes, ..Conversion::new(Element::F32, element) };
            let back = Conversion { codes, ..Conversion::new(element, Element::F32) };
            let values: Vec<u64> = (0..there.elements())
                .map(|i| {
                    let wide = random.next() & 0xffff_ffff;
                    let near = (wide & 0x83ff_ffff) + 0x3c00_0000;
                    if i / 32 % 4 == 0 { wide } else { near }
                })
                .collect();
            let first = all(&there, &values);
            let wide = masked(&back, &first.elements, &first.scales, Mask::ALL);
            let again = all(&there, &wide.elements);
            for block in 0..first.elements.len() / 32 {
                if first.scales[block] == 0xff {
                    assert_eq!(again.scales[block], 0xff);
                    continue;
                }
                let own = block * 32..block * 32 + 32;
                assert_eq!(first.scales[block], again.scales[block], "{element:?} block {block}");
                assert_eq!(first.elements[own.clone()], again.elements[own], "{element:?}");
            }
        }
    }
}

/// Blocks in slices are blocks by the definition: elements, scales, and the flags of one block at a time.
#[test]
fn blocks_are_quantised() {
    use seeded::{Draw, Random};
    use softfloat::block::{BlockFormat, Scale};
    use softfloat::mx::Quantization;
    use softfloat::{Env, StaticFormat, format::E8m0};
    let mut random = Random::of("tile quantised");
    for to in BLOCKS {
        for from in [Element::F32, Element::Bf16, Element::F16] {
            for (turn, rounding) in MODES.into_iter().cycle().take(150).enumerate() {
                let scale = [ScaleRule::Floor, ScaleRule::Ceil, ScaleRule::Even][turn / 5 % 3];
                let codes = Codes { mxfp8_table29: random.below(2) == 1, ..OCP };
                let c = Conversion { rounding, scale, codes, ..Conversion::new(from, to) };
                let format = from.format(codes);
                let body = format.man_bits;
                // Most numbers stand near the largest of their block; some are far below, few are special.
                let block = |random: &mut Random| -> Vec<u64> {
                    let top = 1 + random.below((1 << format.exp_bits) - 2);
                    let number = |random: &mut Random| {
                        let any = random.next() >> (64 - format.width);
                        let (sign, fraction) =
                            (any & 1 << (format.width - 1), any & ((1 << body) - 1));
                        let fraction = [fraction, fraction & !0 << (body - 3), 0, (1 << body) - 1]
                            [random.below(4) as usize];
                        let field = match random.below(40) {
                            0 => 0,
                            1 => top / 2,
                            2 if top > 250 => 255,
                            _ => top.saturating_sub(random.below(8)),
                        };
                        sign | field << body | fraction
                    };
                    (0..32).map(|_| number(random)).collect()
                };
                let values = block(&mut random);
                let at = random.below(c.elements() as u64 / 32) as usize;
                let mut all_values = vec![0; c.elements()];
                all_values[at * 32..at * 32 + 32].copy_from_slice(&values);
                let done = all(&c, &all_values);
                let element = to.format(codes);
                let factor = Scale::Factor(E8m0::FORMAT);
                let format_of = BlockFormat { name: "block", element, len: 32, scale: factor };
                let (rules, env) =
                    (Quantization { scale, ..Quantization::OCP }, Env::IEEE.rounding(rounding));
                let mut right = [0; 32];
                let defined =
                    format_of.quantize(&values, &format, &mut right, rules, &env).unwrap();
                let found = &done.elements[at * 32..at * 32 + 32];
                let what = format!("{c:?} {values:x?}");
                assert_eq!(
                    (u64::from(done.scales[at]), done.flags),
                    (defined.bits, defined.flags),
                    "{what}"
                );
                assert_eq!(found, right, "{what}");
            }
        }
    }
}
