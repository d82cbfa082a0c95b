//! Time of xDSA's convolutions and matrix products, all of them exact.
//!
//! `cargo bench -p bench --bench tensors`: 64 filters of 3 x 3 over 64 channels of 56 x 56, and 256 x 256 by 256 x 256.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use semantics::xdsa::exec::{Environment, Profile, Request, plan};
use semantics::xdsa::isa::{Operation, Table, Unit, Width};
use std::hint::black_box;

/// Numbers of a unit, spread over a few binades.
fn elements(unit: Unit, count: u128, seed: &mut u64) -> Vec<u64> {
    let element = |_| {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let word = *seed >> 24;
        match unit {
            Unit::Fp16 => 0x3000 | word & 0x8fff,
            Unit::Fp32 => 0x3e00_0000 | word & 0x81ff_ffff,
            _ => word & unit.mask(),
        }
    };
    (0..count).map(element).collect()
}

/// An instruction with these fields, on numbers, without memory.
fn instruction(
    criterion: &mut Criterion,
    name: &str,
    operation: Operation,
    fields: &[(&str, u64)],
    macs: u64,
) {
    let mut table = Table::new(operation.layout(), Width::A64);
    for (field, value) in fields {
        table.set(field, *value).expect("a field of the layout");
    }
    let profile = Profile::default();
    let mut group = criterion.benchmark_group("xdsa");
    group.throughput(Throughput::Elements(macs)).sample_size(10);
    let mut seed = 14;
    let planned = || plan(operation, &mut Request::new(&table, &profile, false)).expect("a plan");
    let read: Vec<Vec<u64>> = planned()
        .reads
        .iter()
        .map(|region| elements(region.unit, region.count(), &mut seed))
        .collect();
    let environment = Environment { profile: &profile, seed: 0, drawn: 0 };
    group.bench_function(name, |x| {
        x.iter(|| black_box((planned().work)(&read, &environment).expect("results")));
    });
}

fn convolution(criterion: &mut Criterion, unit: Unit) {
    let one = if unit == Unit::Sint8 { 1 } else { 0x3c00 };
    let codes = ["fm_unit", "w_unit", "result_unit", "bias_unit", "mul_unit", "scale_unit"];
    let mut fields: Vec<(&str, u64)> = codes.map(|field| (field, unit.code())).to_vec();
    fields.extend([("mul", one), ("scale_o", one), ("shift", 10), ("k_num", 64)]);
    fields.extend([("fm_c", 64), ("fm_h", 56), ("fm_w", 56), ("k_h", 3), ("k_w", 3)]);
    fields.extend(
        ["t_pad", "b_pad", "l_pad", "r_pad", "h_stride", "v_stride"].map(|field| (field, 1)),
    );
    let name = format!("conv2d {unit} 64x56x56 by 64 of 3x3");
    instruction(criterion, &name, Operation::Conv2d, &fields, 64 * 56 * 56 * 64 * 9);
}

fn product(criterion: &mut Criterion) {
    let unit = Unit::Fp32.code();
    let mut fields = ["fm_unit", "w_unit", "result_unit"].map(|field| (field, unit)).to_vec();
    fields.extend(["fm_h", "k_h", "k_w", "h_stride", "v_stride"].map(|field| (field, 1)));
    fields.extend(["fm_c", "fm_w", "k_num"].map(|field| (field, 256)));
    instruction(criterion, "matrix_mul fp32 256", Operation::MatrixMul, &fields, 1 << 24);
}

fn all(criterion: &mut Criterion) {
    convolution(criterion, Unit::Sint8);
    convolution(criterion, Unit::Fp16);
    product(criterion);
}

criterion_group!(benches, all);
criterion_main!(benches);
