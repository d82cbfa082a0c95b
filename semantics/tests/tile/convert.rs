//! TCVT: the numbers of the conformance cases CVT, MXQ and DEC, masks, and the way back.

use semantics::tile::exec::convert::{Conversion, Group, Saturation, convert};
use semantics::tile::exec::element::{Codes, Element, pack, unpack};
use semantics::tile::exec::mask::Mask;
use softfloat::Flags;
use softfloat::Rounding::{self, Down, NearestAway, NearestEven, TowardZero, Up};
use softfloat::mx::ScaleRule;

const MODES: [Rounding; 5] = [NearestEven, TowardZero, Down, Up, NearestAway];
const OCP: Codes = Codes { fp8_ocp: true, mxfp8_table29: false };

/// Registers after a conversion: elements, scales, flags.
struct Done {
    elements: Vec<u64>,
    bytes: Vec<u8>,
    scales: Vec<u8>,
    flags: Flags,
}

/// Converts these codes and +0 behind them; the target holds 5a in every byte before.
fn masked(c: &Conversion, codes: &[u64], scales: &[u8], mask: Mask) -> Done {
    let mut source = vec![0; c.sources() * 1024];
    let mut all = codes.to_vec();
    all.resize(c.elements(), 0);
    pack(c.from.width(), &all, &mut source);
    let mut source_scales = scales.to_vec();
    source_scales.resize(c.sources() * 64, 0);
    let (mut bytes, mut scales) = (vec![0x5a; c.targets() * 1024], vec![0x5a; c.targets() * 64]);
    let mut target = Group { bytes: &mut bytes, scales: &mut scales };
    let flags = convert(c, &source, &source_scales, mask, &mut target);
    let mut elements = Vec::new();
    unpack(c.to.width(), &bytes, |code| elements.push(code));
    Done { elements, bytes, scales, flags }
}

fn all(c: &Conversion, codes: &[u64]) -> Done {
    masked(c, codes, &[], Mask::ALL)
}

fn one(c: &Conversion, code: u64) -> u64 {
    all(c, &[code]).elements[0]
}

fn fp8(to: Element, codes: Codes) -> Conversion {
    let sat = Saturation::Numbers;
    Conversion { codes, saturation: sat, ..Conversion::new(Element::F32, to) }
}

fn modes(c: Conversion, code: u64) -> [u64; 5] {
    MODES.map(|rounding| one(&Conversion { rounding, ..c }, code))
}

fn saturations(c: Conversion, code: u64) -> [u64; 4] {
    Saturation::ALL.map(|saturation| one(&Conversion { saturation, ..c }, code))
}

#[test]
fn cvt_01_to_09_table_29() {
    let c = fp8(Element::E4m3, Codes::default());
    assert_eq!(modes(c, 0x3f88_0000), [0x40, 0x40, 0x40, 0x41, 0x41]);
    assert_eq!(modes(c, 0xbf88_0000), [0xc0, 0xc0, 0xc1, 0xc0, 0xc1]);
    assert_eq!(modes(c, 0x3f8c_0000), [0x41, 0x40, 0x40, 0x41, 0x41]);
    assert_eq!(saturations(c, 0x4378_0000), [0x7f, 0x7f, 0x7f, 0x80]);
    assert_eq!(saturations(c, 0x4370_0000), [0x7f; 4]);
    assert_eq!(saturations(c, 0x4377_0000), [0x7f; 4]);
    assert_eq!(saturations(c, 0x7f80_0000), [0x80, 0x7f, 0x7f, 0x80]);
    assert_eq!(saturations(c, 0xff80_0000), [0x80, 0x00, 0xff, 0x80]);
    assert_eq!(saturations(c, 0x7fc0_0000), [0x80; 4]);
}

#[test]
fn cvt_10_to_16_ocp() {
    let c = fp8(Element::E4m3, OCP);
    assert_eq!(saturations(c, 0x43e8_0000), [0x7e; 4]);
    assert_eq!(saturations(c, 0x43e8_8000), [0x7e, 0x7e, 0x7e, 0x7f]);
    assert_eq!(saturations(c, 0xc3e8_8000), [0xfe, 0x00, 0xfe, 0x7f]);
    assert_eq!(saturations(c, 0x7f80_0000), [0x7f, 0x7e, 0x7e, 0x7f]);
    assert_eq!(saturations(c, 0xff80_0000), [0x7f, 0x00, 0xfe, 0x7f]);
    let c = fp8(Element::E5m2, OCP);
    assert_eq!(saturations(c, 0x4770_0000), [0x7b, 0x7b, 0x7b, 0x7c]);
    assert_eq!(saturations(c, 0x476f_ffff), [0x7b; 4]);
    assert_eq!(saturations(c, 0x7f80_0000), [0x7c, 0x7b, 0x7b, 0x7c]);
}

#[test]
fn cvt_17_to_24_small_and_other_sources() {
    let c = fp8(Element::E4m3, Codes::default());
    assert_eq!(modes(c, 0x3a00_0000), [0, 0, 0, 1, 1]);
    assert_eq!(modes(c, 0x3a00_0001), [1, 0, 0, 1, 1]);
    assert_eq!(modes(c, 0x3a40_0000), [1, 0, 0, 1, 1]);
    assert_eq!(modes(c, 0xba00_0000), [0, 0, 0x81, 0, 0x81]);
    assert_eq!(modes(c, 0xb980_0000), [0, 0, 0x81, 0, 0]);
    let zeros = [Element::E4m3, Element::E5m2]
        .map(|to| [Codes::default(), OCP].map(|codes| one(&fp8(to, codes), 0x8000_0000)));
    assert_eq!(zeros, [[0x00, 0x80], [0x00, 0x80]]);
    let half = Conversion { from: Element::F16, ..fp8(Element::E5m2, OCP) };
    assert_eq!(saturations(half, 0x7bff), [0x7b, 0x7b, 0x7b, 0x7c]);
    let off = Conversion { saturation: Saturation::Off, ..half };
    assert_eq!(one(&Conversion { rounding: TowardZero, ..off }, 0x7bff), 0x7b);
    let bf16 = Conversion { from: Element::Bf16, ..fp8(Element::E4m3, OCP) };
    let off = Conversion { saturation: Saturation::Off, ..bf16 };
    let found = [bf16, off, Conversion { rounding: Up, ..off }].map(|c| one(&c, 0xc3e8));
    assert_eq!(found, [0xfe; 3]);
}

/// The flags of one element (TILE-D83).
#[test]
fn flags_of_elements() {
    let c = fp8(Element::E4m3, OCP);
    let over = Flags::OVERFLOW | Flags::INEXACT;
    let tiny = Flags::UNDERFLOW | Flags::INEXACT;
    let flags = |code: u64| {
        Saturation::ALL.map(|saturation| all(&Conversion { saturation, ..c }, &[code]).flags)
    };
    assert_eq!(flags(0x43e8_8000), [over; 4]);
    assert_eq!(flags(0xc3e8_8000), [over, Flags::NONE, over, over]);
    for silent in [0x7f80_0000, 0xff80_0000, 0x7fc0_0000, 0x3f80_0000, 0x8000_0000] {
        assert_eq!(flags(silent), [Flags::NONE; 4], "{silent:x}");
    }
    assert_eq!(flags(0x7f80_0001), [Flags::INVALID; 4]);
    assert_eq!(flags(0xff80_0001), [Flags::INVALID; 4]);
    assert_eq!(flags(0x0000_0001), [tiny; 4]);
    assert_eq!(flags(0x3f80_0001), [Flags::INEXACT; 4]);
}

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

const BLOCKS: [Element; 7] = [
    Element::MxE4m3,
    Element::MxE5m2,
    Element::MxE3m2,
    Element::MxE2m3,
    Element::MxE2m1,
    Element::MxInt8,
    Element::MxInt4,
];

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
