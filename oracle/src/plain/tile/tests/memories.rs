//! MEM-01 to MEM-09, ATM-01 to ATM-06, and copies.

use super::{Bench, Kind, word};

const BASE: u64 = 0x1000;

/// TMEM of x10 with tile 7.
fn tmem(memuop: u64, lsuop: u64, further: &[(u32, u64)]) -> u64 {
    word(0, &[(10, memuop), (16, lsuop), (18, 7), (26, 10)]) | word(0, further)
}

/// Global memory that tells where it is.
fn bench() -> Bench {
    let mut bench = Bench::new();
    for (at, byte) in bench.shared.global.iter_mut().enumerate() {
        *byte = (at / 32 % 251) as u8 + 1;
    }
    bench.thread.x[10] = BASE;
    bench
}

const fn tells(at: usize) -> u8 {
    (at / 32 % 251) as u8 + 1
}

#[test]
fn blocks() {
    let mut bench = bench();
    bench.thread.x[12] = 3;
    bench.ok(tmem(1, 1, &[(40, 1), (41, 12)]));
    assert_eq!(bench.thread.scales[7][0], tells(0x1cc0));
    assert_eq!(bench.thread.tiles[7][0], tells(0x1d00));
    assert_eq!(bench.thread.tiles[7][1023], tells(0x20ff));
    bench.ok(tmem(1, 0, &[(31, 0b1110)]));
    assert_eq!(bench.thread.tiles[7][0x200], tells(0x1000));
    assert_eq!(bench.thread.tiles[7][0x3ff], tells(0x14ff));
    assert_eq!(bench.thread.tiles[7][0x1ff], tells(0x1eff));
    bench.ok(tmem(1, 0, &[(31, 3), (36, 1)]));
    assert_eq!(bench.thread.tiles[7][0x300], tells(0x1000));
    assert_eq!(bench.thread.tiles[8][0x300], tells(0x1100));
    assert_eq!(bench.thread.tiles[8][0x2ff], 0);
    bench.thread.scales[9] = [1; 64];
    bench.ok(tmem(1, 2, &[]));
    assert_eq!(bench.thread.scales[8][63], tells(0x107f));
    assert_eq!(bench.thread.scales[9], [0; 64]);
    assert_eq!(bench.thread.tiles[9][1023], tells(0x1000 + 3199));
    for opinfo in [0b1000, 0b10000] {
        bench.fails(tmem(1, 0, &[(31, opinfo)]), Kind::Illegal);
        bench.fails(tmem(1, 1, &[(31, opinfo)]), Kind::Illegal);
    }
}

#[test]
fn slices() {
    let mut bench = bench();
    bench.thread.x[11] = 4;
    bench.ok(tmem(0, 1, &[(31, 11)]));
    assert_eq!(bench.thread.tiles[7][160], tells(0x1280));
    bench.thread.x[11] = 3;
    bench.ok(tmem(0, 1, &[(31, 11), (36, 1)]));
    assert_eq!(bench.thread.tiles[8][0], tells(0x1c00));
    bench.thread.v[4][124] = 0x40;
    bench.ok(tmem(0, 2, &[(31, 4)]));
    assert_eq!(bench.thread.tiles[7][0x3e0], tells(0x1040));
    bench.thread.x[10] = 0x1010;
    bench.fails(tmem(0, 0, &[]), Kind::Misaligned);
    bench.thread.x[10] = u64::MAX - 31;
    bench.fails(tmem(0, 0, &[]), Kind::AddressRange);
    bench.fails(tmem(0, 2, &[(31, 30), (36, 2)]), Kind::Illegal);
}

#[test]
fn masked_slices() {
    let mut bench = bench();
    bench.thread.mask = 0x8000_0001;
    // Only slices 0 and 31 are read: the others lie beyond the memory.
    bench.thread.x[10] = 0xfc40;
    bench.thread.x[11] = 1;
    bench.thread.tiles[7] = [0; 1024];
    bench.thread.x[10] = BASE;
    bench.ok(tmem(0, 0, &[(39, 1)]));
    assert_eq!(bench.thread.tiles[7][31], tells(0x1000));
    assert_eq!(bench.thread.tiles[7][32..992], [0; 960]);
    assert_eq!(bench.thread.tiles[7][992], tells(0x13e0));
    bench.fails(tmem(0, 0, &[(39, 1), (36, 1)]), Kind::Illegal);
    bench.thread.mask = 1;
    bench.thread.x[10] = 0xffe0;
    bench.ok(tmem(0, 0, &[(39, 1)]));
    bench.fails(tmem(0, 0, &[]), Kind::AddressRange);
}

/// The memory after a scalar atomic of TSMEM.
fn scalar(memuop: u64, lanes: u64, size: usize, old: u64, source: u64) -> u64 {
    let mut bench = Bench::new();
    bench.thread.x[10] = 0x40;
    bench.thread.x[6] = source;
    bench.shared.local[0][0x40..0x48].copy_from_slice(&old.to_le_bytes());
    bench.ok(word(1, &[(10, memuop), (16, 2), (18, 5), (26, 10), (31, 6), (36, lanes)]));
    assert_eq!(bench.thread.x[5], old, "the old value");
    super::super::state::little(&bench.shared.local[0][0x40..][..size])
}

#[test]
fn atomics() {
    assert_eq!(scalar(56, 0, 4, 5, 5), 0);
    assert_eq!(scalar(56, 0, 4, 4, 5), 5);
    assert_eq!(scalar(57, 0, 4, 0, 5), 5);
    assert_eq!(scalar(57, 0, 4, 9, 5), 5);
    assert_eq!(scalar(57, 0, 4, 3, 5), 2);
    assert_eq!(scalar(34, 0, 4, 0x7fc0_0000, 0x3f80_0000), 0x3f80_0000);
    assert_eq!(scalar(34, 0, 4, 0, 0x8000_0000), 0x8000_0000);
    let (old, source) = (0x3c00_3c00_3c00_3c00, 0x3c00_4000_3c00_7bff);
    assert_eq!(scalar(28, 2, 8, old, source), 0x4000_4200_4000_7bff);
    assert_eq!(scalar(27, 1, 4, 0x4380_3f80, 0x3f80_3f80), 0x4380_4000);
    assert_eq!(scalar(33, 0, 4, 0xffff_ffff, 1), 0xffff_ffff);
    assert_eq!(scalar(32, 0, 4, 0xffff_ffff, 1), 1);
}

#[test]
fn atomics_of_tiles() {
    let mut bench = Bench::new();
    bench.thread.tiles[7] = [1; 1024];
    bench.thread.x[10] = 0x1008;
    let add = word(1, &[(10, 24), (16, 1), (18, 7), (26, 10)]);
    bench.ok(add);
    assert_eq!(bench.shared.local[0][0x1007], 0);
    assert_eq!(bench.shared.local[0][0x1008..0x1408], [1; 1024]);
    assert_eq!(bench.shared.local[0][0x1408], 0);
    bench.thread.x[10] = 0x1004;
    bench.fails(add, Kind::Misaligned);
    bench.fails(word(1, &[(10, 56), (16, 1)]), Kind::Illegal);
}

#[test]
fn compare_and_swap() {
    let mut bench = Bench::new();
    (bench.thread.x[7], bench.thread.x[12]) = (9, 0);
    let cas = word(1, &[(10, 59), (16, 2), (18, 6), (31, 12)]);
    bench.ok(cas);
    bench.ok(cas);
    assert_eq!((bench.thread.x[6], bench.shared.local[0][0]), (9, 9));
    bench.fails(word(1, &[(10, 59), (18, 31)]), Kind::Illegal);
}

/// TACP of x10, x11, x12 or v4.
fn tacp(further: &[(u32, u64)]) -> u64 {
    word(0, &[(10, 19), (20, 10), (25, 11)]) | word(0, further)
}

#[test]
fn linear_copies() {
    let mut bench = bench();
    (bench.thread.x[11], bench.thread.x[12]) = (0x1001, 100);
    bench.thread.x[10] = 0x203;
    bench.thread.x[13] = 0x40;
    bench.shared.local[0][0x40..0x48].copy_from_slice(&0x0008_0000_0080_0008_u64.to_le_bytes());
    bench.ok(tacp(&[(30, 12), (39, 1), (40, 1), (43, 13)]));
    assert_eq!(bench.shared.local[0][0x203..0x267], bench.shared.global[0x1001..0x1065]);
    // 256 bytes were expected, 100 have come.
    let word = super::super::state::little(&bench.shared.local[0][0x40..0x48]);
    assert_eq!(word, 0x0080_0008 | 156 << 43);
    bench.ok(tacp(&[(30, 12), (39, 1), (42, 1)]));
    assert_eq!(bench.shared.local[3][0x203..0x267], bench.shared.global[0x1001..0x1065]);
    bench.fails(tacp(&[(30, 12), (42, 1)]), Kind::Illegal);
    bench.shared.semaphores[9] = u32::MAX;
    bench.fails(tacp(&[(30, 12), (39, 1), (40, 2), (43, 9)]), Kind::SemaphoreRange);
}

/// A map of 64 x 32 bytes.
fn map(tiled: bool, base: u64) -> [u8; 128] {
    let mut map = [0; 128];
    map[..8].copy_from_slice(&base.to_le_bytes());
    map[8..12].copy_from_slice(&[2, 8, u8::from(tiled), 0]);
    for i in 0..5 {
        let count: u32 = [64, 32, 1, 1, 1][i];
        map[16 + 4 * i..][..4].copy_from_slice(&count.to_le_bytes());
        map[36 + 4 * i..][..4].copy_from_slice(&count.to_le_bytes());
        map[56 + 4 * i..][..4].copy_from_slice(&1_u32.to_le_bytes());
    }
    map[80..88].copy_from_slice(&(if tiled { 0 } else { 64_u64 }).to_le_bytes());
    map
}

#[test]
fn conversions_there_and_back() {
    let mut bench = bench();
    let data: Vec<u8> = (0..2048_u32).map(|i| (i * 7 % 253) as u8).collect();
    bench.shared.global[0x4000..0x4800].copy_from_slice(&data);
    bench.shared.global[0x100..0x180].copy_from_slice(&map(false, 0x4000));
    bench.shared.global[0x180..0x200].copy_from_slice(&map(false, 0x5000));
    (bench.thread.x[10], bench.thread.x[11]) = (0, 0x100);
    bench.ok(tacp(&[(16, 1), (19, 1), (30, 4), (39, 1)]));
    // Column 32 of row 1 is the second row of the second tile.
    assert_eq!(bench.shared.local[0][1024 + 32], data[64 + 32]);
    (bench.thread.x[10], bench.thread.x[11]) = (0x180, 0);
    bench.ok(tacp(&[(16, 1), (18, 1), (30, 4), (37, 1)]));
    assert_eq!(bench.shared.global[0x5000..0x5800], data);
    // Outside reads as fill, and is not written.
    (bench.thread.x[10], bench.thread.x[11]) = (0x180, 0x100);
    bench.thread.v[4][0..4].copy_from_slice(&(-1_i32).to_le_bytes());
    bench.thread.v[4][24..28].copy_from_slice(&31_u32.to_le_bytes());
    bench.ok(tacp(&[(16, 3), (18, 1), (19, 1), (30, 4), (37, 1), (39, 1)]));
    assert_eq!(bench.shared.global[0x5000 + 31 * 64], 0);
    assert_eq!(bench.shared.global[0x5001 + 31 * 64..0x5800], data[..63]);
    bench.thread.x[11] = 0x104;
    bench.fails(tacp(&[(16, 1), (19, 1), (30, 4), (39, 1)]), Kind::Misaligned);
}

/// TMV (TILE-D60, D96).
#[test]
fn moves() {
    let mut bench = Bench::new();
    bench.thread.v[8] = [3; 128];
    bench.ok(0x0000_0061_a014_3a3f);
    assert_eq!(bench.thread.tiles[5][384..512], [3; 128]);
    bench.thread.x[11] = 0x1_0061;
    bench.put(5, 0x61 * 4, 4, &[0x8000_0001]);
    bench.ok(0x0000_0005_a814_7a3f);
    assert_eq!(bench.thread.x[10], 0xffff_ffff_8000_0001);
    // An index of a vector above 7; a broadcast of a vector elsewhere.
    bench.fails(word(4, &[(10, 2), (12, 3), (31, 8), (36, 2), (38, 1)]), Kind::Illegal);
    bench.fails(word(4, &[(10, 2), (12, 3), (31, 1), (36, 2), (38, 1), (39, 1)]), Kind::Illegal);
    bench.ok(word(4, &[(10, 2), (12, 3), (26, 31), (36, 3), (31, 9), (38, 1), (39, 1)]));
    assert_eq!(bench.get(0, 1020, 4), 31);
}
