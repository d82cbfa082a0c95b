//! Time of one operation, measured by criterion beside Berkeley SoftFloat.

use std::time::Duration;

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

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(50)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = speed
}
criterion_main!(benches);
