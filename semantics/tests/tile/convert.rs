//! TCVT without blocks: the numbers of the conformance cases CVT, flags, property 2.

use crate::conversion::{MODES, OCP, all, fp8, masked, one};
use semantics::tile::exec::convert::{Conversion, Saturation};
use semantics::tile::exec::element::{Codes, Element};
use semantics::tile::exec::mask::Mask;
use softfloat::Flags;
use softfloat::Rounding::{Down, NearestEven, TowardZero, Up};

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

/// TILE-D113: a negated zero of a format without -0 stays +0.
#[test]
fn negated_zeros() {
    const MINUS: u64 = 1 << 31;
    let table = Codes::default();
    let without = [Element::MxInt8, Element::MxInt4, Element::E4m3, Element::E5m2];
    let without = without.map(|from| (from, table, 0));
    let with = [Element::MxE2m1, Element::E4m3, Element::E5m2].map(|from| (from, OCP, MINUS));
    for (from, codes, zero) in without.into_iter().chain(with) {
        let c = Conversion { codes, negate: true, ..Conversion::new(from, Element::F32) };
        assert_eq!(masked(&c, &[0], &[0x7f], Mask::ALL).elements[0], zero, "{from:?}");
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
