//! Time of an element in slices that lie in the L1 and L2 caches, normal operands.
//!
//! `cargo bench -p bench --bench slices`: criterion's time over 4096 is that of an element; the
//! throughput line holds it too (1 Gelem/s is 1 ns).

use std::time::Duration;

use bench::normal_numbers;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use softfloat::format::{
    Bf16, Binary16, Binary32, Binary64, Fp4E2m1, Fp6E2m3, Fp8E4m3Ocp, Fp8E5m2Ocp, Tf32,
};
use softfloat::mncore2::{self, Flagged, Half, Precision, Profile, Single};
use softfloat::slice::each;
use softfloat::slice::mncore2::vector;
use softfloat::{Bits, Env, Flags, StaticFormat, slice};
use std::hint::black_box;
use vectors::registry::{Codes, CodesMut, Options};

/// Elements in a slice.
const LENGTH: usize = 4096;

fn arithmetic<F: StaticFormat>(criterion: &mut Criterion) {
    let [a, b, c] = [1, 2, 3].map(|seed| normal_numbers::<F>(seed, LENGTH));
    let mut out = vec![F::Bits::default(); LENGTH];
    let mut group = criterion.benchmark_group(format!("slice {}", F::FORMAT.name));
    group.throughput(Throughput::Elements(LENGTH as u64));
    let env = black_box(Env::IEEE);
    group.bench_function("add", |x| x.iter(|| slice::add::<F>(&a, &b, &mut out, &env)));
    group.bench_function("mul", |x| x.iter(|| slice::mul::<F>(&a, &b, &mut out, &env)));
    group.bench_function("fma", |x| x.iter(|| slice::fma::<F>(&a, &b, &c, &mut out, &env)));
    group.bench_function("div", |x| x.iter(|| slice::div::<F>(&a, &b, &mut out, &env)));
    let sign = F::Bits::ONE << (F::FORMAT.width - 1);
    let positive: Vec<_> = a.iter().map(|&x| x & !sign).collect();
    group.bench_function("sqrt", |x| x.iter(|| slice::sqrt::<F>(&positive, &mut out, &env)));
}

fn conversion<A: StaticFormat, B: StaticFormat>(criterion: &mut Criterion) {
    let a = normal_numbers::<A>(1, LENGTH);
    let mut out = vec![B::Bits::default(); LENGTH];
    let mut group = criterion.benchmark_group("slice convert");
    group.throughput(Throughput::Elements(LENGTH as u64));
    let env = black_box(Env::IEEE);
    let name = format!("{} to {}", A::FORMAT.name, B::FORMAT.name);
    group.bench_function(name, |x| x.iter(|| slice::convert::<A, B>(&a, &mut out, &env)));
}

/// MN-Core 2's vector unit: in slices, and the scalar form in a loop.
fn vector_unit<P: Precision, O: Precision>(criterion: &mut Criterion, name: &str) {
    let [x, y] = [1, 2].map(|seed| normal_numbers::<P>(seed, LENGTH));
    let z = normal_numbers::<P::Sum>(3, LENGTH);
    let mut out = vec![Flagged { bits: O::Bits::ZERO, flag: false }; LENGTH];
    let mut group = criterion.benchmark_group(format!("mncore2 {name}"));
    group.throughput(Throughput::Elements(LENGTH as u64));
    let profile = black_box(&Profile::DECIDED);
    group.bench_function("slice", |bencher| {
        bencher.iter(|| vector::fma::<P, O>(profile, &x, &y, &z, &mut out));
    });
    group.bench_function("scalar", |bencher| {
        bencher.iter(|| {
            for (((out, &x), &y), &z) in out.iter_mut().zip(&x).zip(&y).zip(&z) {
                *out = mncore2::vector::fma::<P, O>(&Profile::DECIDED, x, y, z);
            }
        });
    });
}

/// What arrays of other languages ask for: a million cases with the flags of each, as a slice and as an operation of the registry.
fn million(criterion: &mut Criterion) {
    const MILLION: usize = 1_000_000;
    let [a, b, c] = [1, 2, 3].map(|seed| normal_numbers::<Binary32>(seed, MILLION));
    let mut out = vec![0; MILLION];
    let mut group = criterion.benchmark_group("million binary32 fma");
    group.throughput(Throughput::Elements(MILLION as u64));
    let env = black_box(Env::IEEE);
    let mut flags = vec![Flags::NONE; MILLION];
    group.bench_function("slice", |x| {
        x.iter(|| each::fma::<Binary32>(&a, &b, &c, &mut out, &mut flags, &env));
    });
    let plan = vectors::operations().find("ieee.f32.fma").expect("is registered");
    let plan = plan.plan(&Options::NONE);
    let mut flags = vec![0; MILLION];
    group.bench_function("registry", |x| {
        let operands = [Codes::U32(&a), Codes::U32(&b), Codes::U32(&c)];
        x.iter(|| plan.run_arrays(&operands, &mut [CodesMut::U32(&mut out)], &mut flags));
    });
}

fn slices(criterion: &mut Criterion) {
    million(criterion);
    vector_unit::<Single, Single>(criterion, "fvfma");
    vector_unit::<Half, Single>(criterion, "hvfma");
    vector_unit::<Half, Half>(criterion, "hvfmar");

    arithmetic::<Binary32>(criterion);
    arithmetic::<Binary16>(criterion);
    arithmetic::<Bf16>(criterion);
    arithmetic::<Tf32>(criterion);
    arithmetic::<Fp8E4m3Ocp>(criterion);
    arithmetic::<Fp8E5m2Ocp>(criterion);
    arithmetic::<Fp6E2m3>(criterion);
    arithmetic::<Fp4E2m1>(criterion);
    arithmetic::<Binary64>(criterion);
    conversion::<Binary32, Fp8E4m3Ocp>(criterion);
    conversion::<Binary32, Fp4E2m1>(criterion);
    conversion::<Binary32, Bf16>(criterion);
    conversion::<Binary32, Binary16>(criterion);
    conversion::<Binary16, Binary32>(criterion);
    conversion::<Fp8E4m3Ocp, Binary32>(criterion);
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(30)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(600));
    targets = slices
}
criterion_main!(benches);
