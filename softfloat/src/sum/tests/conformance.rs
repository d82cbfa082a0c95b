//! The conformance cases of the Tile proposal's matrix sums (MMA-01 to MMA-29); missing elements
//! are zeros. The block-scaled ones (MMA-30 to 35) are sums over scaled blocks and stand with those.

use crate::Rounding::{Down, NearestAway, NearestEven, TowardZero, Up};
use crate::format::{Bf16, Binary16, Binary32, Fp8E4m3Fnuz, Fp8E5m2Fnuz, Int4, Int8, Tf32, Uint8};
use crate::sum::{Datapath, tile};
use crate::{Format, Rounding, StaticFormat};

const RNE: &[Rounding] = &[NearestEven];
const TWO: &[Rounding] = &[NearestEven, Down];
/// RNE, RTZ, RDN, RUP, RMM.
const FIVE: &[Rounding] = &[NearestEven, TowardZero, Down, Up, NearestAway];

const F32: Format = Binary32::FORMAT;
const F16: Format = Binary16::FORMAT;
const BF16: Format = Bf16::FORMAT;
const TF32: Format = Tf32::FORMAT;
const E4M3: Format = Fp8E4m3Fnuz::FORMAT;
const E5M2: Format = Fp8E5m2Fnuz::FORMAT;

struct Case {
    id: &'static str,
    formats: [Format; 3],
    a: &'static [u64],
    b: &'static [u64],
    d: u64,
    modes: &'static [Rounding],
    expected: &'static [u64],
}

macro_rules! cases {
    ($($id:literal $a:ident $b:ident $d:ident, $x:expr, $y:expr, $c:literal, $modes:ident: $($r:literal)+;)*) => {
        const CASES: &[Case] = &[$(Case {
            id: $id, formats: [$a, $b, $d], a: &$x, b: &$y, d: $c, modes: $modes, expected: &[$($r),+],
        }),*];
    };
}

const fn first_and_17th(x: u64) -> [u64; 32] {
    let mut elements = [0; 32];
    (elements[0], elements[16]) = (x, x);
    elements
}

cases! {
    "MMA-01" E4M3 E4M3 F32, [0x40, 0x48, 0xc0], [0x40, 0x40, 0x38], 0, RNE: 0x4020_0000;
    "MMA-02" E4M3 E4M3 F32, [0x40, 0x40], [0x40, 0x40], 0x4b80_0000, RNE: 0x4b80_0001;
    "MMA-03" BF16 BF16 F32, [0x3f80, 0x3f80], [0x3f80, 0x3f80], 0x4b80_0000, RNE: 0x4b80_0001;
    "MMA-04" BF16 BF16 F32, first_and_17th(0x3f80), first_and_17th(0x3f80), 0x4b80_0000, RNE: 0x4b80_0000;
    "MMA-05" BF16 BF16 F32, [0x5880, 0x3f80, 0xd880], [0x5880, 0x3f80, 0x5880], 0, RNE: 0x3f80_0000;
    "MMA-06" BF16 BF16 F32, [0x3980], [0x3900], 0x3f80_0000, FIVE: 0x3f80_0000 0x3f80_0000 0x3f80_0000 0x3f80_0001 0x3f80_0000;
    "MMA-07" BF16 BF16 F32, [0x3980], [0x3980], 0x3f80_0000, FIVE: 0x3f80_0000 0x3f80_0000 0x3f80_0000 0x3f80_0001 0x3f80_0001;
    "MMA-08" F16 F16 F16, [0x3c00], [0x3c00], 0x6800, FIVE: 0x6800 0x6800 0x6800 0x6801 0x6801;
    "MMA-09" F16 F16 F16, [0x3c00], [0x4200], 0x6800, FIVE: 0x6802 0x6801 0x6801 0x6802 0x6802;
    "MMA-10" F16 F16 F16, [0x3c00], [0x4c00], 0x7bff, FIVE: 0x7c00 0x7bff 0x7bff 0x7c00 0x7c00;
    "MMA-11" BF16 BF16 BF16, [0x3f80], [0x3f80], 0x4380, FIVE: 0x4380 0x4380 0x4380 0x4381 0x4381;
    "MMA-12" F16 F16 F32, [1], [1], 0, RNE: 0x2780_0000;
    "MMA-13" BF16 BF16 F32, [0x1a00], [0x1a80], 0, RNE: 1;
    "MMA-14" BF16 BF16 F32, [0x7f80], [0], 0, RNE: 0x7fc0_0000;
    "MMA-15" BF16 BF16 F32, [0x7f80, 0xff80], [0x3f80, 0x3f80], 0, RNE: 0x7fc0_0000;
    "MMA-16" E4M3 E4M3 F32, [0x80], [0x40], 0, RNE: 0x7fc0_0000;
    "MMA-17" BF16 BF16 F32, [0xbf80, 0xc000], [0x3f80, 0x3f80], 0x3f80_0000, RNE: 0xc000_0000;
    "MMA-18" BF16 BF16 F32, [0x3f80], [0x3f80], 0, RNE: 0x3f80_0000;
    "MMA-19 -0" BF16 BF16 F32, [0x8000; 16], [0x3f80; 16], 0x8000_0000, RNE: 0x8000_0000;
    "MMA-19 +0" BF16 BF16 F32, [0x8000; 16], [0x3f80; 16], 0, RNE: 0;
    "MMA-20" BF16 BF16 F32, [0x3f80], [0x3f80], 0xbf80_0000, TWO: 0 0x8000_0000;
    "MMA-21" TF32 TF32 F32, [0x3f80_1fff], [0x3f80_0000], 0, RNE: 0x3f80_0000;
    "MMA-22" TF32 TF32 F32, [0x3fff_ffff], [0x3fff_ffff], 0, RNE: 0x407f_c004;
    "MMA-23" TF32 TF32 F32, [0x7f80_0001], [0x3f80_0000], 0, RNE: 0x7f80_0000;
    "MMA-24" E5M2 E4M3 F16, [0x44], [0x44], 0x3c00, RNE: 0x4400;
}

#[test]
fn slices_sum_as_the_cases_say() {
    for case in CASES {
        let [a, b, d] = case.formats;
        for (&mode, &expected) in case.modes.iter().zip(case.expected) {
            let got = tile::slice(a, b, d, mode).evaluate(case.a, case.b, case.d);
            assert_eq!(got.bits, expected, "{} {mode:?}", case.id);
        }
        assert_eq!(case.modes.len(), case.expected.len());
    }
    assert_eq!(CASES.len(), 25);
}

/// What the cases say of the other profiles.
#[test]
fn the_chain_rounds_each_product() {
    let chain =
        |a, b, x: &[u64], y: &[u64], d| tile::chain(a, b, F32, NearestEven).evaluate(x, y, d).bits;
    assert_eq!(chain(E4M3, E4M3, &[0x40, 0x40], &[0x40, 0x40], 0x4b80_0000), 0x4b80_0000);
    let (a, b) = ([0x5880, 0x3f80, 0xd880], [0x5880, 0x3f80, 0x5880]);
    assert_eq!(chain(BF16, BF16, &a, &b, 0), 0);
}

#[test]
fn integers_sum_as_the_cases_say() {
    let sum = |d: Datapath, a: &[u64], b: &[u64], c| d.evaluate(a, b, c).bits;
    let (i8, u8, i4) = (Int8::FORMAT, Uint8::FORMAT, Int4::FORMAT);
    assert_eq!(sum(tile::integer(i8, i8, false), &[0x80; 32], &[0x80; 32], 0), 0x0008_0000);
    assert_eq!(sum(tile::integer(i8, i8, false), &[1], &[1], 0x7fff_ffff), 0x8000_0000);
    assert_eq!(sum(tile::integer(i8, i8, true), &[1], &[1], 0x7fff_ffff), 0x7fff_ffff);
    assert_eq!(sum(tile::integer(u8, u8, false), &[0xff; 32], &[0xff; 32], 0), 0x001f_c020);
    assert_eq!(sum(tile::integer(i4, i4, false), &[8; 64], &[8; 64], 0), 0x1000);
    assert_eq!(sum(tile::integer(i8, i4, false), &[0x80; 64], &[7; 64], 0), 0xffff_2000);
}

/// `align:x` by hand: 1 and three times 1.5 * 2^-24 at 23, 24 and 25 bits below the leading one.
#[test]
fn aligned_slices_cut_each_term() {
    let (a, b) = ([0x39c0, 0x39c0, 0x39c0], [0x3980, 0x3980, 0x3980]);
    let align = |x| tile::align(BF16, BF16, F32, x).evaluate(&a, &b, 0x3f80_0000).bits;
    assert_eq!(
        [align(0), align(1), align(2), align(9)],
        [0x3f80_0000, 0x3f80_0001, 0x3f80_0002, 0x3f80_0002]
    );
}
