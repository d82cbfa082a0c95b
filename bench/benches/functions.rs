//! Time of a correctly rounded function, beside MPFR's at the same precision: 4096 random arguments
//! over the range where the function is neither trivial nor overflows.
//!
//! Softmax and its logarithm, of blocks of 256, 1024 and 4096 numbers that no narrow sum decides: subnormal ones, and
//! such of all exponents.
//!
//! `cargo bench -p bench --bench functions`: the throughput line says how many a second; criterion's time
//! is that of 4096.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use functions::{Evaluator, Function, exact_blocks};
use rug::Float;
use rug::ops::{AssignRound, Pow};
use seeded::{Draw, Random};
use softfloat::format::{Binary16, Binary32, Binary64};
use softfloat::{Env, Flags, Format, StaticFormat, convert_any};

/// Arguments in a slice.
const LENGTH: usize = 4096;

type Peer = fn(&Float, &Float, &mut Float);

/// A function, the ends of its arguments, and MPFR's.
const FUNCTIONS: &[(Function, [f64; 2], Peer)] = &[
    (Function::Exp, [-9.0, 9.0], |x, _, r| set(r, x.exp_ref())),
    (Function::Log, [1e-4, 1e4], |x, _, r| set(r, x.ln_ref())),
    (Function::Sin, [-10.0, 10.0], |x, _, r| set(r, x.sin_ref())),
    (Function::Tanh, [-8.0, 8.0], |x, _, r| set(r, x.tanh_ref())),
    (Function::Erf, [-3.5, 3.5], |x, _, r| set(r, x.erf_ref())),
    (Function::Atan, [-10.0, 10.0], |x, _, r| set(r, x.atan_ref())),
    (Function::Asin, [-1.0, 1.0], |x, _, r| set(r, x.asin_ref())),
    (Function::Lgamma, [0.1, 30.0], |x, _, r| set(r, x.ln_gamma_ref())),
    (Function::Tgamma, [0.1, 8.0], |x, _, r| set(r, x.gamma_ref())),
    (Function::Pow, [0.1, 6.0], |x, y, r| set(r, x.pow(y))),
    (Function::Atan2, [0.1, 6.0], |x, y, r| set(r, x.atan2_ref(y))),
];

fn set<T>(to: &mut Float, value: T)
where
    Float: AssignRound<T, Round = rug::float::Round, Ordering = std::cmp::Ordering>,
{
    to.assign_round(value, rug::float::Round::Nearest);
}

fn numbers(random: &mut Random, [low, high]: [f64; 2]) -> Vec<f64> {
    let unit = |random: &mut Random| (random.next() >> 11) as f64 / (1u64 << 53) as f64;
    (0..LENGTH).map(|_| low + (high - low) * unit(random)).collect()
}

fn codes(x: &[f64], format: &Format) -> Vec<u64> {
    let code = |x: &f64| convert_any(&Binary64::FORMAT, format, &Env::IEEE, x.to_bits()).bits;
    x.iter().map(code).collect()
}

fn one(criterion: &mut Criterion, format: Format, row: &(Function, [f64; 2], Peer)) {
    let (function, ends, peer) = *row;
    let mut random = Random::new(1);
    let (x, y) = (numbers(&mut random, ends), numbers(&mut random, ends));
    let (a, b) = (codes(&x, &format), codes(&y, &format));
    let evaluator = Evaluator::new(function, format);
    let (mut out, mut flags) = (vec![0; LENGTH], vec![Flags::NONE; LENGTH]);
    let mut group = criterion.benchmark_group(format!("{} {}", function.row().name, format.name));
    group.throughput(Throughput::Elements(LENGTH as u64));
    let env = black_box(Env::IEEE);
    group.bench_function("assay", |bencher| {
        bencher.iter(|| evaluator.slice([&a, &b], &mut out, &mut flags, &env));
    });
    let wide = |x: &[f64]| -> Vec<Float> {
        x.iter().map(|x| Float::with_val(format.precision(), x)).collect()
    };
    let (a, b) = (wide(&x), wide(&y));
    let mut result = Float::new(format.precision());
    group.bench_function("mpfr", |bencher| {
        bencher.iter(|| {
            for (x, y) in a.iter().zip(&b) {
                peer(x, y, &mut result);
            }
        });
    });
}

fn functions(criterion: &mut Criterion) {
    for format in [Binary16::FORMAT, Binary32::FORMAT, Binary64::FORMAT] {
        FUNCTIONS.iter().for_each(|row| one(criterion, format, row));
    }
}

fn blocks(criterion: &mut Criterion) {
    for format in [Binary32::FORMAT, Binary64::FORMAT] {
        let fraction = (1u64 << format.man_bits) - 1;
        let sign = 1u64 << (format.width - 1);
        for function in [Function::Softmax, Function::LogSoftmax] {
            for (name, mask) in [("subnormal", sign | fraction), ("all exponents", u64::MAX)] {
                let mut group = criterion.benchmark_group(format!(
                    "{} {} {name}",
                    function.row().name,
                    format.name
                ));
                for length in [256, 1024, 4096] {
                    let mut random = Random::new(1);
                    // No infinities and NaN: the top bit of the exponent and another are not both set.
                    let top = sign >> 1 | sign >> 2;
                    let finite = |x: u64| if x & top == top { x ^ sign >> 2 } else { x };
                    let draw = || finite(random.next() >> (64 - format.width) & mask);
                    let x: Vec<u64> = std::iter::repeat_with(draw).take(length).collect();
                    group.throughput(Throughput::Elements(length as u64));
                    group.bench_function(length.to_string(), |bencher| {
                        bencher
                            .iter(|| exact_blocks(function, &format, &[&x], &black_box(Env::IEEE)));
                    });
                }
            }
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(700))
        .sample_size(20);
    targets = functions, blocks
}
criterion_main!(benches);
