//! Machine words to instructions and back, and text to words: RISC-V Tile and xDSA.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use semantics::tile::isa::Instruction as TileInstruction;
use semantics::tile::text;
use semantics::xdsa::isa::{Instruction, Operation, Sync, TABLE, Table, Width, Word};
use std::hint::black_box;

/// Instructions of different forms.
const LINES: [&str; 8] = [
    "tmma.bf16.f32 t8, t0, t4, n=1",
    "talu.add.fp32 t8, t7, t9",
    "tgmem.ld_b32.unit t7, 64(x10), n=2",
    "tsmem.st_b32.stride t7, (x10), x11",
    "tacp.linear cta, global, x11, x12, x13, sem=3",
    "tctrl.twait.mem tgld=0",
    "tmv.mv2t t3, #5, bc",
    "tctrl.tsem.wait id=3, #1",
];

fn tile(c: &mut Criterion) {
    let instructions: Vec<TileInstruction> =
        LINES.iter().map(|line| text::parse(line).expect("an instruction")).collect();
    let words: Vec<u64> = instructions.iter().map(TileInstruction::word).collect();
    let mut group = c.benchmark_group("tile codec");
    group.throughput(Throughput::Elements(LINES.len() as u64));
    group.bench_function("decode", |b| {
        b.iter(|| words.iter().filter(|w| TileInstruction::decode(black_box(**w)).is_ok()).count());
    });
    group.bench_function("parse", |b| {
        b.iter(|| LINES.iter().filter(|line| text::parse(black_box(line)).is_ok()).count());
    });
    group.finish();
}

fn xdsa(c: &mut Criterion) {
    let operations: Vec<Operation> = TABLE.iter().map(|row| row.operation).collect();
    let instruction = |operation: &Operation| Instruction {
        operation: *operation,
        width: Width::A32,
        sync: Sync::default(),
        descriptor: 0x1000,
    };
    let instructions: Vec<Instruction> = operations.iter().map(instruction).collect();
    let words: Vec<Word> = instructions.iter().map(Instruction::word).collect();
    let tables: Vec<Table> =
        operations.iter().map(|o| Table::new(o.layout(), Width::A32)).collect();
    let mut group = c.benchmark_group("xdsa codec");
    group.throughput(Throughput::Elements(words.len() as u64));
    group.bench_function("decode", |b| {
        b.iter(|| words.iter().filter(|w| black_box(**w).decode(false).is_ok()).count());
    });
    group.bench_function("encode", |b| {
        b.iter(|| {
            instructions.iter().filter(|i| black_box(black_box(i).word()) == Word::END).count()
        });
    });
    group.bench_function("tables to bytes", |b| {
        b.iter(|| tables.iter().map(|t| black_box(t).bytes().len()).sum::<usize>());
    });
    group.finish();
}

criterion_group!(benches, tile, xdsa);
criterion_main!(benches);
