//! Time of one operation, measured by criterion beside Berkeley SoftFloat.

use bench::{CASES, SETS};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn speed(criterion: &mut Criterion) {
    for case in CASES {
        let mut group = criterion.benchmark_group(format!("{:?}", case.group).to_lowercase());
        group.throughput(Throughput::Elements(SETS as u64));
        let mut pass = (case.prepare)();
        group.bench_function(case.name, |bencher| bencher.iter(&mut pass));
    }
}

criterion_group!(benches, speed);
criterion_main!(benches);
