//! BAR-01 to BAR-08; CSRs, waits, semaphores, barriers; the words of ENC-01 to ENC-22.

use super::super::{Kind, Settings, Shared, Thread, run};
use super::{Bench, word};

/// MBAR_ARRIVE or MBAR_ARRIVE_DROP with an operand, on a word.
fn arrive(drop: u64, old: u64, operand: Option<u64>) -> Result<u64, Kind> {
    let mut bench = Bench::new();
    bench.thread.x[6] = operand.unwrap_or(7);
    bench.shared.local[0][..8].copy_from_slice(&old.to_le_bytes());
    let source = if operand.is_some() { 6 } else { 0 };
    bench.run(word(1, &[(10, 16 + drop), (31, source)]))?;
    Ok(super::super::state::little(&bench.shared.local[0][..8]))
}

#[test]
fn barrier_words() {
    assert_eq!(arrive(0, 0x0100_0010, None), Ok(0x0080_0010));
    assert_eq!(arrive(0, 0x0080_0010, None), Ok(0x0100_0011));
    let expecting = 0x0008_0000_0000_0008;
    assert_eq!(arrive(0, 0x0080_0008, Some(256 << 32 | 1)), Ok(expecting));
    assert_eq!(super::super::barrier::complete(expecting, 256), Ok(0x0080_0009));
    assert_eq!(super::super::barrier::complete(0x0080_0008, 64), Ok(0xfffe_0000_0080_0008));
    assert_eq!(arrive(1, 0x0100_0010, None), Ok(0x0080_0008));
    assert_eq!(arrive(0, 0x0080_0008, None), Ok(0x0080_0009));
    assert_eq!(arrive(0, 0x0080_000f, None), Ok(0x0080_0008));
    assert_eq!(arrive(0, 8, None), Err(Kind::BarrierWord));
    // A transaction count of -2^20 (TILE-D93).
    assert_eq!(arrive(0, 0x0080_0008, Some(1 << 52)), Err(Kind::BarrierWord));
}

#[test]
fn registers_of_control() {
    let mut bench = Bench::new();
    bench.ok(0x0000_0000_1000_a13f);
    assert_eq!(bench.thread.control, 1);
    let csr = |operation: u64, index: u64, register: u64, further: u64| {
        word(2, &[(13, operation), (15, index), (20, register), (25, further)])
    };
    bench.ok(csr(2, 16, 5, 2));
    assert_eq!(bench.thread.x[5..8], [1024, 64, 0x1ff]);
    bench.thread.x[5] = u64::MAX;
    bench.ok(csr(0, 1, 5, 0));
    assert_eq!(bench.thread.control, 0xff);
    bench.fails(csr(2, 16, 5, 1), Kind::Illegal);
    for (operation, index, register, further) in
        [(0, 3, 5, 0), (0, 16, 5, 0), (0, 2, 5, 1), (2, 30, 5, 0), (2, 2, 31, 1), (3, 0, 0, 0)]
    {
        bench.fails(csr(operation, index, register, further), Kind::Illegal);
    }
    // Only CSRs can be reached while trstart is not 0 (TILE-D86).
    bench.thread.start = 1;
    bench.fails(word(2, &[(10, 4)]), Kind::Illegal);
    bench.fails(word(4, &[(10, 2)]), Kind::Illegal);
    bench.ok(csr(1, 0, 0, 0));
    assert_eq!(bench.thread.start, 0);
}

#[test]
fn waits() {
    let mut bench = Bench::new();
    bench.ok(0x0000_0060_0004_893f);
    bench.fails(0x0000_0060_0000_893f, Kind::Illegal);
    bench.thread.x[6] = 1;
    let wait = word(2, &[(10, 2), (13, 2), (15, 1), (19, 5), (25, 6)]);
    bench.ok(wait);
    bench.thread.x[6] = 8;
    bench.fails(wait, Kind::Deadlock);
    bench.thread.x[5] = 4;
    bench.fails(wait, Kind::Misaligned);
}

#[test]
fn semaphores() {
    let mut bench = Bench::new();
    let semaphore = |operation: u64, value: u64| {
        word(2, &[(10, 3), (13, operation), (15, 3), (30, 1), (31, value)])
    };
    bench.ok(semaphore(0, 5));
    bench.ok(semaphore(1, 2));
    bench.ok(semaphore(2, 7));
    bench.fails(semaphore(2, 1), Kind::Deadlock);
    bench.ok(semaphore(1, 255));
    bench.ok(word(2, &[(10, 3), (13, 3), (15, 3), (20, 9)]));
    assert_eq!(bench.thread.x[9], 255);
    bench.thread.x[4] = u64::from(u32::MAX);
    bench.fails(word(2, &[(10, 3), (13, 1), (15, 3), (25, 4)]), Kind::SemaphoreRange);
}

#[test]
fn threads_meet() {
    let mut threads = [Thread::default(), Thread::default()];
    let mut shared = Shared::new(1 << 12, 1 << 12);
    let meet = word(2, &[(10, 1), (22, 4), (27, 1), (28, 2)]);
    let (set, wait) = (
        word(2, &[(10, 3), (13, 0), (30, 1), (31, 1)]),
        word(2, &[(10, 3), (13, 2), (30, 1), (31, 1)]),
    );
    let programs = [vec![wait, meet, meet], vec![set, meet, meet]];
    assert_eq!(run(&programs, &mut threads, &mut shared, Settings::default()), Ok(()));
    assert_eq!(shared.barriers[0][4].over, 2);
    let programs = [vec![meet], vec![wait]];
    let stop = run(&programs, &mut threads, &mut shared, Settings::default());
    assert_eq!(
        stop.map_err(|stop| (stop.thread, stop.index, stop.kind)),
        Err((0, 0, Kind::Deadlock))
    );
}

#[test]
fn barriers_count() {
    let mut bench = Bench::new();
    let sync =
        |count: u64, only: u64| word(2, &[(10, 1), (13, only), (22, 4), (27, 1), (28, count)]);
    bench.fails(sync(0, 0), Kind::BarrierCount);
    bench.ok(sync(1, 0));
    bench.ok(sync(3, 1));
    bench.fails(sync(2, 1), Kind::BarrierCount);
    bench.ok(sync(3, 1));
    bench.ok(sync(3, 0));
}

/// The words of the encodings are legal where the state allows them.
#[test]
fn words() {
    let words: [u64; 19] = [
        0x0000_0002_0004_05BF,
        0x0001_C114_1008_31BF,
        0x0000_0000_0010_023F,
        0x0000_0130_0812_123F,
        0x4000_0000_0806_663F,
        0x03F8_000C_0005_463F,
        0x0000_0000_080C_763F,
        0x0000_800C_0806_5A3F,
        0x0200_100C_0804_0E3F,
        0x0000_0061_A014_3A3F,
        0x0000_0005_A814_7A3F,
        0x0000_3E2F_A81C_003F,
        0x0000_1900_281D_24BF,
        0x0000_0023_2816_70BF,
        0x0000_0006_281A_ECBF,
        0x0000_0000_1000_A13F,
        0x0000_0060_0004_893F,
        0x0000_6923_16A0_4C3F,
        0x0000_0000_2800_40BF,
    ];
    for word in words {
        let mut bench = Bench::new();
        // A barrier word that expects more than one.
        bench.shared.local[0][..8].copy_from_slice(&0x0100_0010_u64.to_le_bytes());
        bench.ok(word);
    }
    let mut bench = Bench::new();
    bench.thread.control = 1;
    bench.ok(0x0002_387E_FF7F_95BF);
    for word in [0x0000_0002_0900_053F, 0x0000_0000_0025_053F] {
        let mut bench = Bench::new();
        bench.thread.x[5] = 2 << 8;
        assert_eq!(bench.run(word), Err(Kind::Deadlock));
    }
}
