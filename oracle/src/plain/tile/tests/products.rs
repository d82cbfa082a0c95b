//! MMA-01 to MMA-35, GEO-01 to GEO-08.

use super::{Bench, Kind, Profile, word};

const TO: u64 = 8;
const A: u64 = 32;
const B: u64 = 64;

/// Row 0 of A, column 0 of B, element 0 of D.
struct Case<'a> {
    code: u64,
    /// Bytes of the elements; 0 for four bits.
    bytes: usize,
    a: &'a [u64],
    b: &'a [u64],
    d: u64,
}

fn tmma(code: u64, further: u64) -> u64 {
    word(3, &[(10, code), (15, TO), (23, A), (31, B)]) | further
}

/// NOACC
const FRESH: u64 = 1 << 46;
/// neg1
const NEGATED: u64 = 1 << 49;

impl Case<'_> {
    fn bench(&self) -> Bench {
        let mut bench = Bench::new();
        for (tile, codes) in [(A, self.a), (B, self.b)] {
            match self.bytes {
                0 => {
                    let pairs: Vec<u64> = codes
                        .chunks(2)
                        .map(|pair| pair[0] | pair.get(1).map_or(0, |high| high << 4))
                        .collect();
                    bench.put(tile as usize, 0, 1, &pairs);
                }
                bytes => bench.put(tile as usize, 0, bytes, codes),
            }
        }
        for tile in [A, A + 1, A + 2, B, B + 1, B + 2] {
            bench.thread.scales[tile as usize] = [0x7f; 64];
        }
        bench.put(TO as usize, 0, if matches!(self.code, 5..=10) { 2 } else { 4 }, &[self.d]);
        bench
    }

    fn result(&self, bench: &mut Bench, further: u64) -> u64 {
        bench.ok(tmma(self.code, further));
        bench.get(TO as usize, 0, if matches!(self.code, 5..=10) { 2 } else { 4 })
    }

    fn gives(&self, expected: u64) {
        assert_eq!(self.result(&mut self.bench(), 0), expected, "code {}", self.code);
    }

    fn modes(&self, expected: [u64; 5]) {
        for (mode, expected) in (0..).zip(expected) {
            let mut bench = self.bench();
            bench.thread.rounding = mode;
            assert_eq!(self.result(&mut bench, 0), expected, "code {}, mode {mode}", self.code);
        }
    }
}

fn case<'a>(code: u64, bytes: usize, a: &'a [u64], b: &'a [u64], d: u64) -> Case<'a> {
    Case { code, bytes, a, b, d }
}

#[test]
fn sums_of_slices() {
    case(3, 1, &[0x40, 0x48, 0xc0], &[0x40, 0x40, 0x38], 0).gives(0x4020_0000);
    case(3, 1, &[0x40, 0x40], &[0x40, 0x40], 0x4b80_0000).gives(0x4b80_0001);
    case(1, 2, &[0x3f80, 0x3f80], &[0x3f80, 0x3f80], 0x4b80_0000).gives(0x4b80_0001);
    case(1, 2, &[0x5880, 0x3f80, 0xd880], &[0x5880, 0x3f80, 0x5880], 0).gives(0x3f80_0000);
    case(2, 2, &[1], &[1], 0).gives(0x2780_0000);
    case(1, 2, &[0x1a00], &[0x1a80], 0).gives(1);
    case(9, 1, &[0x44], &[0x44], 0x3c00).gives(0x4400);
}

#[test]
fn two_slices_are_rounded_twice() {
    let mut bench = case(1, 2, &[0x3f80], &[0x3f80], 0x4b80_0000).bench();
    bench.put(33, 0, 2, &[0x3f80]);
    bench.put(65, 0, 2, &[0x3f80]);
    bench.ok(tmma(1, 1 << 39));
    assert_eq!(bench.get(8, 0, 4), 0x4b80_0000);
}

#[test]
fn the_chain_rounds_each_product() {
    let chain = case(3, 1, &[0x40, 0x40], &[0x40, 0x40], 0x4b80_0000);
    let mut bench = chain.bench();
    bench.settings.profile = Profile::Chain;
    assert_eq!(chain.result(&mut bench, 0), 0x4b80_0000);
}

#[test]
fn directions() {
    let one = 0x3f80_0000;
    case(1, 2, &[0x3980], &[0x3900], one).modes([one, one, one, one + 1, one]);
    case(1, 2, &[0x3980], &[0x3980], one).modes([one, one, one, one + 1, one + 1]);
    case(5, 2, &[0x3c00], &[0x3c00], 0x6800).modes([0x6800, 0x6800, 0x6800, 0x6801, 0x6801]);
    case(5, 2, &[0x3c00], &[0x4200], 0x6800).modes([0x6802, 0x6801, 0x6801, 0x6802, 0x6802]);
    case(5, 2, &[0x3c00], &[0x4c00], 0x7bff).modes([0x7c00, 0x7bff, 0x7bff, 0x7c00, 0x7c00]);
    case(6, 2, &[0x3f80], &[0x3f80], 0x4380).modes([0x4380, 0x4380, 0x4380, 0x4381, 0x4381]);
    case(1, 2, &[0x3f80], &[0x3f80], 0xbf80_0000).modes([0, 0, 0x8000_0000, 0, 0]);
}

#[test]
fn what_is_not_finite() {
    case(1, 2, &[0x7f80], &[0], 0).gives(0x7fc0_0000);
    case(1, 2, &[0x7f80, 0xff80], &[0x3f80, 0x3f80], 0).gives(0x7fc0_0000);
    case(3, 1, &[0x80], &[0x40], 0).gives(0x7fc0_0000);
}

#[test]
fn negated_and_fresh() {
    let negated = case(1, 2, &[0x3f80, 0x4000], &[0x3f80, 0x3f80], 0x3f80_0000);
    assert_eq!(negated.result(&mut negated.bench(), NEGATED), 0xc000_0000);
    let fresh = case(1, 2, &[0x3f80], &[0x3f80], 0x7fc0_0000);
    assert_eq!(fresh.result(&mut fresh.bench(), FRESH), 0x3f80_0000);
}

#[test]
fn signs_of_zero() {
    let (a, b) = ([0x8000; 16], [0x3f80; 16]);
    case(1, 2, &a, &b, 0x8000_0000).gives(0x8000_0000);
    case(1, 2, &a, &b, 0).gives(0);
    let fresh = case(1, 2, &a, &b, 0x8000_0000);
    assert_eq!(fresh.result(&mut fresh.bench(), FRESH), 0);
}

#[test]
fn tf32_drops_the_low_bits() {
    case(0, 4, &[0x3f80_1fff], &[0x3f80_0000], 0).gives(0x3f80_0000);
    case(0, 4, &[0x3fff_ffff], &[0x3fff_ffff], 0).gives(0x407f_c004);
    case(0, 4, &[0x7f80_0001], &[0x3f80_0000], 0).gives(0x7f80_0000);
}

#[test]
fn integers() {
    case(12, 1, &[0x80; 32], &[0x80; 32], 0).gives(0x0008_0000);
    let most = case(12, 1, &[1], &[1], 0x7fff_ffff);
    most.gives(0x8000_0000);
    let mut bench = most.bench();
    bench.thread.control = 0x10;
    assert_eq!(most.result(&mut bench, 0), 0x7fff_ffff);
    assert_eq!(bench.thread.control, 0x90);
    case(11, 1, &[0xff; 32], &[0xff; 32], 0).gives(0x001f_c020);
    case(14, 0, &[8; 64], &[8; 64], 0).gives(0x1000);
    let mut bench = case(16, 1, &[0x80; 32], &[], 0).bench();
    bench.put(33, 0, 1, &[0x80; 32]);
    bench.put(64, 0, 1, &[0x77; 32]);
    bench.ok(tmma(16, 0));
    assert_eq!(bench.get(8, 0, 4), 0xffff_2000);
}

#[test]
fn blocks() {
    let sixes = case(24, 0, &[7; 32], &[7; 32], 0);
    let scaled = |a: u8, b: u8| {
        let mut bench = sixes.bench();
        bench.thread.scales[32][0] = a;
        bench.thread.scales[64][0] = b;
        bench
    };
    assert_eq!(sixes.result(&mut scaled(0x80, 0x7e), 0), 0x4490_0000);
    assert_eq!(sixes.result(&mut scaled(0xfe, 0xfe), 0), 0x7f80_0000);
    let two = case(24, 0, &[2; 64], &[2; 64], 0);
    let mut bench = two.bench();
    bench.thread.scales[32][1] = 0x97;
    assert_eq!(two.result(&mut bench, 0), 0x4e00_0000);
    case(17, 1, &[0x40; 32], &[0x20; 32], 0).gives(0x4180_0000);
    let mut bench = two.bench();
    bench.thread.scales[32][0] = 0xff;
    assert_eq!(two.result(&mut bench, 0), 0x7fc0_0000);
    let tiny = case(24, 0, &[1], &[1], 0);
    for (mode, expected) in [(0, 0), (3, 1)] {
        let mut bench = tiny.bench();
        (bench.thread.scales[32], bench.thread.scales[64]) = ([0; 64], [0; 64]);
        bench.thread.rounding = mode;
        assert_eq!(tiny.result(&mut bench, 0), expected);
    }
}

#[test]
fn six_bits() {
    // 32 elements of 1F are 24 bytes.
    let row: Vec<u64> = (0..24).map(|i| [0xdf, 0xf7, 0x7d][i % 3]).collect();
    let mut bench = case(22, 1, &row, &row, 0x3f80_0000).bench();
    bench.thread.scales[64][0] = 0x80;
    bench.ok(tmma(22, 0));
    assert_eq!(bench.get(8, 0, 4), 0x4652_0400);
}

/// GEO-01 to GEO-08: one product of 1 alone reaches one element of D.
#[test]
fn places() {
    let mut bench = Bench::new();
    // A[3][7] = 1, B[7][5] = 1 give D[3][5].
    bench.put(32, 0x67, 1, &[1]);
    bench.put(64, 5 * 32 + 7, 1, &[1]);
    bench.ok(tmma(12, 0));
    assert_eq!(bench.get(8, (3 * 32 + 5) * 4, 4), 1);
    // A[1][1] of four bits is the high nibble of byte 20.
    let mut bench = Bench::new();
    bench.put(32, 0x20, 1, &[0x10]);
    bench.put(64, 0, 1, &[0x10]);
    bench.ok(tmma(14, 0));
    assert_eq!(bench.get(8, 32 * 4, 4), 1);
    // D[9][5] in S32.
    let mut bench = Bench::new();
    bench.put(32, 9 * 32, 1, &[1]);
    bench.put(64, 5 * 32, 1, &[1]);
    bench.ok(tmma(12, 0));
    assert_eq!(bench.get(9, 0x94, 4), 1);
    // D[2][20] of 16 bits in S16.
    let mut bench = Bench::new();
    bench.thread.control = 1;
    bench.put(32, 2 * 64, 2, &[0x3c00]);
    bench.put(65, 4 * 64, 2, &[0x3c00]);
    bench.ok(tmma(5, 0));
    assert_eq!(bench.get(8, 0xa8, 2), 0x3c00);
    // D[7][31] in S8; column 19 of B in BF16 is row 3 of the third tile.
    let mut bench = Bench::new();
    bench.thread.control = 2;
    bench.put(32, 7 * 128, 2, &[0x3f80]);
    bench.put(67, 7 * 128, 2, &[0x3f80]);
    bench.put(66, 0x180, 2, &[0x4000]);
    bench.ok(tmma(1, 0));
    assert_eq!(bench.get(8, 0x3fc, 4), 0x3f80_0000);
    assert_eq!(bench.get(8, (7 * 32 + 19) * 4, 4), 0x4000_0000);
}

#[test]
fn places_of_six_bits() {
    // E2M3 08 is 1: A[1][0] at byte 60, A[31][127] in the last six bits; scales 2A and 10 of the second register.
    let mut bench = Bench::new();
    for tile in 32..35 {
        bench.thread.scales[tile] = [0x7f; 64];
        bench.thread.scales[tile + 32] = [0x7f; 64];
    }
    bench.put(32, 0x60, 1, &[8]);
    bench.put(34, 0x3ff, 1, &[8 << 2]);
    bench.put(64, 0, 1, &[8]);
    bench.put(64, 95, 1, &[8 << 2]);
    // A[10][64] and A[20][0].
    bench.put(32, (10 * 128 + 64) * 6 / 8, 1, &[8]);
    bench.put(33, 20 * 128 * 6 / 8 - 1024, 1, &[8]);
    bench.put(64, 48, 1, &[8]);
    bench.thread.scales[32][0x2a] = 0x80;
    bench.thread.scales[33][0x10] = 0x81;
    bench.ok(tmma(23, 0));
    let d = |i: usize| i * 128;
    assert_eq!(bench.get(8, d(1), 4), 0x3f80_0000);
    assert_eq!(bench.get(8, d(31), 4), 0x3f80_0000);
    assert_eq!(bench.get(8, d(10), 4), 0x4000_0000);
    assert_eq!(bench.get(8, d(20), 4), 0x4080_0000);
}

#[test]
fn illegal_products() {
    for further in [1 << 41, 1 << 42, 1 << 50, 1 << 47, 1 << 48] {
        Bench::new().fails(tmma(1, further), Kind::Illegal);
    }
    Bench::new().fails(tmma(12, NEGATED), Kind::Illegal);
    Bench::new().fails(tmma(29, 0), Kind::Illegal);
    for control in [1, 2, 3] {
        let mut bench = Bench::new();
        bench.thread.control = control;
        bench.fails(tmma(20, 0), Kind::Illegal);
        bench.fails(tmma(12, 1 << 47), Kind::Illegal);
    }
    let mut bench = Bench::new();
    bench.thread.rounding = 5;
    bench.fails(tmma(1, 0), Kind::Illegal);
    bench.ok(tmma(12, 0));
    // Groups past the last register.
    Bench::new().fails(word(3, &[(10, 1), (15, 253)]), Kind::Illegal);
    Bench::new().fails(word(3, &[(10, 1), (23, 255), (39, 1)]), Kind::Illegal);
    Bench::new().fails(word(3, &[(10, 20), (31, 254)]), Kind::Illegal);
}

/// `align:x` cuts below the largest term, and rounds toward 0.
#[test]
fn aligned_terms() {
    let terms = case(1, 2, &[0x3980], &[0x3980], 0x3f80_0000);
    for (extra, inexact) in [(0, 0), (1, 1)] {
        let mut bench = terms.bench();
        bench.settings.profile = Profile::Align(extra);
        bench.thread.rounding = 3;
        assert_eq!(terms.result(&mut bench, 0), 0x3f80_0000);
        assert_eq!(bench.thread.flags, inexact);
    }
}
