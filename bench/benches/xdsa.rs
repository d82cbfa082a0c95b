//! Elements of xDSA instructions a second, from memory to memory, measured by criterion.

use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use seeded::{Draw, Random};
use semantics::xdsa::isa::{Instruction, Operation, Sync, Table, Unit, Width};
use semantics::xdsa::{Memory, Settings, evaluate};

/// Sources, destination.
const SOURCES: [u64; 2] = [0x100_0000, 0x200_0000];
const DESTINATION: u64 = 0x300_0000;
const TABLE: u64 = 0x100;

/// Elements of an elementwise instruction.
const LEN: u64 = 1 << 20;

/// Name, operation, fields beside addresses and length, the unit of the sources.
type Timed = (&'static str, Operation, &'static [(&'static str, Unit)], Unit);

const CASES: [Timed; 6] = [
    ("add fp32", Operation::Add, &ONE_UNIT, Unit::Fp32),
    ("mul fp16", Operation::Mul, &ONE_UNIT, Unit::Fp16),
    ("add sint8", Operation::Add, &ONE_UNIT, Unit::Sint8),
    ("add fp32 to sint8", Operation::Add, &[("des", Unit::Sint8)], Unit::Fp32),
    ("exp fp32", Operation::Exp, &ONE_UNIT, Unit::Fp32),
    ("exp fp16", Operation::Exp, &ONE_UNIT, Unit::Fp16),
];

/// The destination has the unit of the sources.
const ONE_UNIT: [(&str, Unit); 0] = [];

/// A memory with numbers within 2^-8 to 2^8 (integers: any), and the table.
fn memory(operation: Operation, fields: &[(&str, Unit)], unit: Unit) -> Memory {
    let (mut memory, mut random) = (Memory::default(), Random::new(0x0123_4567_89ab_cdef));
    for source in SOURCES {
        let bytes = (0..LEN).flat_map(|_| {
            let any = random.next();
            let element = match unit {
                Unit::Fp16 => (any & 0x8fff) + 0x3400,
                Unit::Fp32 => (any & 0x87ff_ffff) + 0x3b80_0000,
                _ => any,
            };
            element.to_le_bytes().into_iter().take(unit.bits() as usize / 8)
        });
        memory.write(source, &bytes.collect::<Vec<u8>>());
    }
    let mut table = Table::new(operation.layout(), Width::A32);
    let code = unit.code();
    let plain = [
        ("s", SOURCES[0]),
        ("s0", SOURCES[0]),
        ("s1", SOURCES[1]),
        ("d", DESTINATION),
        ("len", LEN),
        ("src", code),
        ("src0", code),
        ("src1", code),
        ("des", code),
    ];
    let own = fields.iter().map(|&(field, unit)| (field, unit.code()));
    for (field, value) in plain.into_iter().chain(own) {
        // Layouts have some of these fields.
        let _ = table.set(field, value);
    }
    memory.write(TABLE, &table.bytes());
    memory
}

fn elementwise(c: &mut Criterion) {
    let mut group = c.benchmark_group("xdsa");
    group.measurement_time(Duration::from_secs(3)).sample_size(20);
    for (name, operation, fields, unit) in CASES {
        let mut memory = memory(operation, fields, unit);
        let instruction =
            Instruction { operation, width: Width::A32, sync: Sync::default(), descriptor: TABLE };
        let settings = Settings::default();
        group.throughput(Throughput::Elements(LEN));
        group.bench_function(BenchmarkId::from_parameter(name), |b| {
            b.iter(|| {
                let effect = evaluate(&instruction, &memory, &settings, 0).expect("an effect");
                effect.commit(&mut memory);
            });
        });
    }
}

criterion_group!(benches, elementwise);
criterion_main!(benches);
