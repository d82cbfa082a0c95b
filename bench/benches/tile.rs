//! Tile's matrix products in multiply-adds a second, its conversions and functions in elements a second, on one core,
//! measured by criterion.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use seeded::{Draw, Random};
use semantics::tile::exec::alu::{Arithmetic, Source, Special, arithmetic, special};
use semantics::tile::exec::convert::{Conversion, Group, convert};
use semantics::tile::exec::element::{Codes, Element, pack};
use semantics::tile::exec::mask::Mask;
use semantics::tile::exec::product::{Geometry, KINDS, Operands, Product, Shape, multiply};
use softfloat::Env;

/// Registers of random numbers: floating-point ones within 2^-2 to 2^2, or of any exponent.
fn registers(random: &mut Random, element: Element, count: usize, any: bool) -> Vec<u8> {
    let format = element.format(Codes::default());
    let code = |random: &mut Random| {
        let code = random.next() >> (64 - format.width);
        if format.exp_bits < 4 || any && format.width <= 8 {
            return code;
        }
        let top = (1 << format.exp_bits) - 1;
        let body = format.man_bits + format.pad;
        let near = format.bias as u64 + random.below(4) - 2;
        let field = if any { 1 + random.below(top - 1) } else { near };
        code & !(top << body) | field << body
    };
    let mut bytes = vec![0; count * 1024];
    let codes: Vec<u64> = (0..count * 8192 / element.width()).map(|_| code(random)).collect();
    pack(element.width(), &codes, &mut bytes);
    bytes
}

/// Name, `mmauop`, shape, whether exponents are spread.
const PRODUCTS: [(&str, usize, Shape, bool); 10] = [
    ("f16.f32 S16", 2, Shape::S16, false),
    ("f16.f32 S16 spread", 2, Shape::S16, true),
    ("bf16.f32 S16", 1, Shape::S16, false),
    ("bf16.f32 S16 spread", 1, Shape::S16, true),
    ("tf32.f32 S32", 0, Shape::S32, false),
    ("e4m3.f32 S32", 3, Shape::S32, false),
    ("e5m2.f16 S8", 10, Shape::S8, true),
    ("mxe2m1.f32 S32", 24, Shape::S32, false),
    ("mxe3m2.f32 S32", 20, Shape::S32, false),
    ("s8.s32 S32", 12, Shape::S32, false),
];

fn products(c: &mut Criterion) {
    let mut group = c.benchmark_group("tile product");
    group.measurement_time(Duration::from_secs(3)).sample_size(20);
    let mut random = Random::new(0x0123_4567_89ab_cdef);
    for (name, mmauop, shape, any) in PRODUCTS {
        let product = Product::new(KINDS[mmauop]);
        let Some(geometry) = Geometry::of(product.kind, shape, 8) else { continue };
        let a = registers(&mut random, product.kind.a, geometry.a, any);
        let b = registers(&mut random, product.kind.b, geometry.b, any);
        let [a_scales, b_scales] = [geometry.a, geometry.b].map(|count| vec![0x7f; count * 64]);
        let operands = Operands { a: &a, a_scales: &a_scales, b: &b, b_scales: &b_scales };
        let start = vec![0; geometry.d * 1024];
        group.throughput(Throughput::Elements((geometry.m * geometry.n * geometry.k) as u64));
        group.bench_function(BenchmarkId::from_parameter(name), |bench| {
            bench.iter(|| {
                let mut d = start.clone();
                let signals = multiply(&product, &geometry, black_box(&operands), &mut d);
                (d, signals)
            });
        });
    }
}

const CONVERSIONS: [(&str, Element, Element); 7] = [
    ("f32 to fp8_e4m3", Element::F32, Element::E4m3),
    ("bf16 to fp8_e5m2", Element::Bf16, Element::E5m2),
    ("f32 to bf16", Element::F32, Element::Bf16),
    ("f32 to mxfp8_e4m3", Element::F32, Element::MxE4m3),
    ("f32 to mxfp4", Element::F32, Element::MxE2m1),
    ("f32 to mxint8", Element::F32, Element::MxInt8),
    ("mxfp4 to f32", Element::MxE2m1, Element::F32),
];

fn conversions(c: &mut Criterion) {
    let mut group = c.benchmark_group("tile convert");
    group.measurement_time(Duration::from_secs(3)).sample_size(20);
    let mut random = Random::new(0x0123_4567_89ab_cdef);
    for (name, from, to) in CONVERSIONS {
        let conversion = Conversion::new(from, to);
        let source = registers(&mut random, from, conversion.sources(), false);
        let source_scales = vec![0x7f; conversion.sources() * 64];
        let mut bytes = vec![0; conversion.targets() * 1024];
        let mut scales = vec![0; conversion.targets() * 64];
        group.throughput(Throughput::Elements(conversion.elements() as u64));
        group.bench_function(BenchmarkId::from_parameter(name), |bench| {
            bench.iter(|| {
                let mut target = Group { bytes: &mut bytes, scales: &mut scales };
                convert(&conversion, black_box(&source), &source_scales, Mask::ALL, &mut target)
            });
        });
    }
}

const ARITHMETIC: [(&str, Arithmetic, Element); 5] = [
    ("fma f32", Arithmetic::Fused, Element::F32),
    ("add bf16", Arithmetic::Add, Element::Bf16),
    ("mul f16", Arithmetic::Multiply, Element::F16),
    ("max f32", Arithmetic::Maximum, Element::F32),
    ("fma f16", Arithmetic::Fused, Element::F16),
];

const SPECIAL: [(&str, Special, Element); 4] = [
    ("exp f32", Special::Exp, Element::F32),
    ("tanh f32", Special::Tanh, Element::F32),
    ("rsqrt f32", Special::ReciprocalRoot, Element::F32),
    ("exp f16", Special::Exp, Element::F16),
];

fn functions(c: &mut Criterion) {
    let mut group = c.benchmark_group("tile function");
    group.measurement_time(Duration::from_secs(3)).sample_size(20);
    let mut random = Random::new(0x0123_4567_89ab_cdef);
    let mut tile = |element: Element| -> [u8; 1024] {
        let bytes = registers(&mut random, element, 1, false);
        std::array::from_fn(|i| bytes[i])
    };
    let mut out = [0; 1024];
    for (name, operation, element) in ARITHMETIC {
        let tiles = [0; 3].map(|_| tile(element));
        let sources = [0, 1, 2].map(|i| Source { tile: &tiles[i], negate: false });
        group.throughput(Throughput::Elements(8192 / element.width() as u64));
        group.bench_function(BenchmarkId::from_parameter(name), |bench| {
            bench.iter(|| {
                arithmetic(operation, element, black_box(sources), &Env::IEEE, Mask::ALL, &mut out)
            });
        });
    }
    for (name, function, element) in SPECIAL {
        let own = tile(element);
        let source = Source { tile: &own, negate: false };
        group.throughput(Throughput::Elements(8192 / element.width() as u64));
        group.bench_function(BenchmarkId::from_parameter(name), |bench| {
            bench.iter(|| {
                special(function, element, black_box(source), &Env::IEEE, Mask::ALL, &mut out)
            });
        });
    }
}

criterion_group!(benches, products, conversions, functions);
criterion_main!(benches);
