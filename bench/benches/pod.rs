//! PE instructions of POD a second: one packet over all PEs, measured by criterion.

use std::time::Instant;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use seeded::{Draw, Random};
use semantics::pod::isa::Packet;
use semantics::pod::{Array, Effects, Shape, text::parse_line};

/// Packets in a row. A sample is its fastest batch, so that other work on the machine counts less.
const BATCH: u64 = 50;

/// Packets, a line for each instruction.
const PACKETS: [(&str, &[&str]); 12] = [
    ("pfpadd.pack.sp", &["pfpadd.pack.sp xmm1 = xmm2, xmm3"]),
    ("pfpmul.pack.sp", &["pfpmul.pack.sp xmm1 = xmm2, xmm3"]),
    ("pfpfma++.pack.sp", &["pfpfma++.pack.sp xmm1 += xmm2, xmm3"]),
    ("pfpmin.pack.sp", &["pfpmin.pack.sp xmm1 = xmm2, xmm3"]),
    ("pfpcmp.lt.pack.sp", &["pfpcmp.lt.pack.sp xmm1 = xmm2, xmm3"]),
    ("pfpadd.scalar.sp", &["pfpadd.scalar.sp xmm1 = xmm2, xmm3"]),
    ("pfpadd.pack.dp", &["pfpadd.pack.dp xmm1 = xmm4, xmm5"]),
    ("pintadd4", &["pintadd4 xmm1 = xmm2, xmm3"]),
    ("add4zx", &["add4zx r1 = r2, r3"]),
    ("ld4.sxt", &["ld4.sxt r1 = local[ r8 + 0 ]"]),
    ("st4 podall", &["st4 podall[ r9 + 0 ] = r1"]),
    (
        "add4zx | pfpfma++ | ldxmm",
        &[
            "add4zx r1 = r2, 1",
            "pfpfma++.pack.sp xmm1 += xmm2, xmm3",
            "ldxmm.pack xmm6 = local[ r8 + 0 ]",
        ],
    ),
];

/// Numbers of all signs in the xmm registers, exponents within 8 of that of 1, addresses in r8 (own) and r9 (of the PE with the same number, backwards).
fn array(shape: Shape) -> Array {
    let mut array = Array::new(shape);
    let mut random = Random::new(0x0123_4567_89ab_cdef);
    for pe in 0..array.pes() {
        for n in 1..4 {
            let word = |x: u64| u128::from((x as u32 & 0x87ff_ffff) + 0x3b80_0000);
            let register = (0..4).fold(0, |all, _| all << 32 | word(random.next()));
            array.set_xmm(pe, n, register);
        }
        for n in 4..6 {
            let word = |x: u64| u128::from((x & 0x80ff_ffff_ffff_ffff) + 0x3f70_0000_0000_0000);
            array.set_xmm(pe, n, word(random.next()) << 64 | word(random.next()));
        }
        for n in 1..4 {
            array.set_general(pe, n, random.next());
        }
        array.set_general(pe, 8, 0x100 + random.below(0x1000) * 16);
        let (column, row) = shape.place(array.pes() - 1 - pe);
        array.set_general(pe, 9, (row << 24 | column << 20 | 0x100) as u64);
    }
    array
}

fn packets(criterion: &mut Criterion) {
    let mut effects = Effects::default();
    for (name, lines) in PACKETS {
        let mut packet = Packet::default();
        for line in lines {
            assert!(packet.join(parse_line(line).expect("an instruction")), "{line}");
        }
        let mut group = criterion.benchmark_group(format!("pod/{name}"));
        for side in [1, 8] {
            let mut array = array(Shape::new(side, side, Shape::SRAM).expect("a shape"));
            group.throughput(Throughput::Elements((array.pes() * lines.len()) as u64));
            group.bench_function(BenchmarkId::new("pes", side * side), |bencher| {
                bencher.iter_custom(|packets| {
                    let batch = |_| {
                        let start = Instant::now();
                        for _ in 0..BATCH {
                            array.step(&packet, &mut effects).expect("a packet");
                        }
                        start.elapsed()
                    };
                    let fastest = (0..packets.div_ceil(BATCH)).map(batch).min();
                    fastest.unwrap_or_default().mul_f64(packets as f64 / BATCH as f64)
                });
            });
        }
    }
}

criterion_group!(benches, packets);
criterion_main!(benches);
