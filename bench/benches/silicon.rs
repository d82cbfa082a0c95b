//! Time of an element of truncated sums in slices, ordinary operands.
//!
//! `cargo bench -p bench --bench silicon`: criterion's throughput line is in elements of the result.

use bench::normal_numbers;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use softfloat::StaticFormat;
use softfloat::format::{Binary16, Binary32, Fp8E4m3Ocp};
use softfloat::silicon::{Output, Truncated};
use std::hint::black_box;

/// Elements of the result.
const LENGTH: usize = 4096;

fn unit<A: StaticFormat, C: StaticFormat>(
    criterion: &mut Criterion,
    (name, k, bits): (&str, usize, i32),
    output: Output,
) {
    let [a, b] = [1, 2].map(|seed| normal_numbers::<A>(seed, LENGTH * k));
    let c = normal_numbers::<C>(3, LENGTH);
    let mut out = vec![C::Bits::default(); LENGTH];
    let factors = [A::FORMAT; 2];
    let least = Some(-133);
    let sum = Truncated { factors, addend: C::FORMAT, group: k, bits, least, output };
    let mut group = criterion.benchmark_group("silicon");
    group.throughput(Throughput::Elements(LENGTH as u64));
    group.bench_function(name, |x| x.iter(|| black_box(&sum).elements(k, &a, &b, &c, &mut out)));
}

fn silicon(criterion: &mut Criterion) {
    let single = Output::Single;
    unit::<Binary16, Binary32>(criterion, ("hopper wgmma f16 f32, K = 16", 16, 25), single);
    unit::<Binary16, Binary16>(criterion, ("hopper wgmma f16 f16, K = 16", 16, 25), Output::Half);
    unit::<Fp8E4m3Ocp, Binary32>(
        criterion,
        ("hopper wgmma e4m3 f32, K = 32", 32, 13),
        Output::E8m13,
    );
    unit::<Fp8E4m3Ocp, Binary32>(criterion, ("blackwell e4m3 f32, K = 32", 32, 25), single);
    unit::<Binary16, Binary32>(criterion, ("volta f16 f32, K = 4", 4, 23), single);
}

criterion_group!(benches, silicon);
criterion_main!(benches);
