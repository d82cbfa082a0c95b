//! Properties of matrix products: lanes are the definition, shapes and steps make no difference, integers are sums
//! modulo 2^32, A and B may change places (properties 3 to 5); two transposes (8).

use crate::tile::trial::Trial;
use seeded::{Draw, Random};
use semantics::tile::exec::alu::TRANSPOSES;
use semantics::tile::exec::element::{Codes, Element};
use semantics::tile::exec::product::{Geometry, KINDS, Shape};
use softfloat::Flags;
use softfloat::Rounding::{self, Down, NearestAway, NearestEven, TowardZero, Up};

const MODES: [Rounding; 5] = [NearestEven, TowardZero, Down, Up, NearestAway];

/// What codes a matrix is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    /// Any codes at all.
    Any,
    /// Numbers near 1.
    Near,
    /// Numbers of all exponents, few of them.
    Far,
    /// The same few magnitudes with both signs, so that sums cancel.
    Cancel,
    /// Subnormal numbers and zeros.
    Small,
    /// Numbers near 1, and here and there an infinity or a NaN.
    Special,
}

const SORTS: [Sort; 6] =
    [Sort::Any, Sort::Near, Sort::Far, Sort::Cancel, Sort::Small, Sort::Special];

/// A code of this sort.
fn code(random: &mut Random, element: Element, codes: Codes, sort: Sort) -> u64 {
    let format = element.format(codes);
    let any = random.next() >> (64 - format.width);
    if !format.has_exponent() {
        return if sort == Sort::Small { any & 1 } else { any };
    }
    let body = format.man_bits + format.pad;
    let sign = random.below(2) << (format.width - 1);
    let top = (1u64 << format.exp_bits) - 1;
    let field = |field: u64| sign | field.min(top) << body;
    let mantissa = any & ((1 << body) - 1);
    let near = (format.bias as u64).saturating_add(random.below(5)).saturating_sub(2).min(top - 1);
    match sort {
        Sort::Any => any,
        Sort::Near => field(near) | mantissa,
        Sort::Far => match random.below(4) {
            0 => field(random.below(top)) | mantissa,
            _ => 0,
        },
        Sort::Cancel => field(format.bias as u64),
        Sort::Small => sign | mantissa & random.next(),
        Sort::Special => match random.below(20) {
            0 => field(top),
            1 => field(top) | mantissa,
            2 => 1 << (format.width - 1),
            3 => 0,
            _ => field(near) | mantissa,
        },
    }
}

/// Fills A, B, D and the scales.
fn fill(trial: &mut Trial, random: &mut Random, sort: Sort) {
    let (kind, codes) = (trial.product.kind, trial.product.codes);
    let Geometry { m, n, k, .. } = trial.geometry;
    for line in 0..m {
        for at in 0..k {
            let a = code(random, kind.a, codes, sort);
            trial.set_a(line, at, a);
        }
    }
    for column in 0..n {
        for at in 0..k {
            let b = code(random, kind.b, codes, sort);
            trial.set_b(at, column, b);
        }
    }
    for i in 0..m {
        for j in 0..n {
            let d = code(random, kind.d, codes, sort);
            trial.set_d(i, j, d);
        }
    }
    let scale = |random: &mut Random| match (sort, random.below(8)) {
        (Sort::Special, 0) => 0xff,
        (Sort::Any | Sort::Far, _) => random.next() as u8,
        _ => 120 + random.below(16) as u8,
    };
    trial.a_scales.iter_mut().for_each(|entry| *entry = scale(random));
    trial.b_scales.iter_mut().for_each(|entry| *entry = scale(random));
}

/// Every kind in its smallest shape, every sort of operands, all options and directions by turns.
#[test]
fn lanes_are_the_definition() {
    let mut random = Random::of("tile lanes");
    for (number, kind) in KINDS.iter().enumerate() {
        for (turn, sort) in SORTS.into_iter().enumerate() {
            for rounding in MODES {
                let shape = Shape::ALL[(number + turn) % 3];
                let shape = if kind.a.registers() == 3 { Shape::S32 } else { shape };
                let mut trial = Trial::new(number, shape, 1);
                let product = &mut trial.product;
                product.rounding = rounding;
                product.negate = random.below(2) == 1 && !kind.a.is_integer();
                product.no_accumulator = random.below(4) == 0;
                product.saturate = random.below(2) == 1;
                product.transposed = [0, 1]
                    .map(|_| shape == Shape::S32 && kind.may_transpose() && random.below(2) == 1);
                product.codes =
                    Codes { fp8_ocp: random.below(2) == 1, mxfp8_table29: random.below(2) == 1 };
                fill(&mut trial, &mut random, sort);
                let (d, signals) = trial.defined();
                let found = trial.run();
                assert_eq!(found, signals, "{kind:?} {sort:?} {rounding:?}");
                assert!(trial.d == d, "{kind:?} {sort:?} {rounding:?}");
            }
        }
    }
}

/// Sets the elements of A, B and D and the scales by their places in the matrices.
fn place(trial: &mut Trial, matrices: &Matrices) {
    let Geometry { m, n, k, .. } = trial.geometry;
    for at in 0..k {
        for i in 0..m {
            trial.set_a(i, at, matrices.a[(i % 8) * 256 + at]);
            trial.scale_a(i, at, matrices.a_scales[(i % 8) * 8 + at / 32]);
        }
        for j in 0..n {
            trial.set_b(at, j, matrices.b[(j % 8) * 256 + at]);
            trial.scale_b(at, j, matrices.b_scales[(j % 8) * 8 + at / 32]);
        }
    }
}

/// Eight rows of A and eight columns of B, of 256 elements of K.
struct Matrices {
    a: Vec<u64>,
    b: Vec<u64>,
    a_scales: Vec<u8>,
    b_scales: Vec<u8>,
}

/// Property 3: one instruction in any shape, or one after the other over the same K, give the same bits and flags.
#[test]
fn shapes_and_steps_make_no_difference() {
    let mut random = Random::of("tile shapes");
    for (number, kind) in KINDS.iter().enumerate() {
        if kind.a.registers() == 3 {
            continue;
        }
        for sort in SORTS {
            let mut codes = |element| {
                let code = |_| code(&mut random, element, Codes::default(), sort);
                (0..2048).map(code).collect::<Vec<u64>>()
            };
            let (a, b) = (codes(kind.a), codes(kind.b));
            let mut scales = || (0..64).map(|_| 120 + random.below(16) as u8).collect::<Vec<u8>>();
            let matrices = Matrices { a, b, a_scales: scales(), b_scales: scales() };
            let mut results: Vec<(Vec<u64>, Flags)> = Vec::new();
            for shape in Shape::ALL {
                let step = Geometry::of(*kind, shape, 1).unwrap().k;
                let whole = Geometry::of(*kind, Shape::S8, 1).unwrap().k;
                for steps in [1, 2, 4, 8].into_iter().filter(|steps| step * steps <= whole) {
                    let (mut flags, mut d) = (Flags::NONE, Vec::new());
                    for from in (0..whole).step_by(step * steps) {
                        let mut trial = Trial::new(number, shape, steps);
                        place(&mut trial, &matrices.from(from));
                        let set = d.iter().enumerate();
                        set.for_each(|(at, d)| trial.set_d(at / 8, at % 8, *d));
                        // What is no part of the eight rows and columns repeats them.
                        let Geometry { m, n, .. } = trial.geometry;
                        let all = (0..m).flat_map(|i| (0..n).map(move |j| (i, j)));
                        if !d.is_empty() {
                            all.for_each(|(i, j)| trial.set_d(i, j, d[i % 8 * 8 + j % 8]));
                        }
                        flags |= trial.run().flags;
                        let place = |at: usize| (at / 8, at % 8);
                        d = (0..64).map(place).map(|(i, j)| trial.d(i, j)).collect();
                    }
                    results.push((d, flags));
                }
            }
            assert!(results.iter().all(|one| *one == results[0]), "{kind:?} {sort:?}");
        }
    }
}

impl Matrices {
    /// The same from an element of K on.
    fn from(&self, k: usize) -> Self {
        let turned = |codes: &Vec<u64>| {
            let line = |line: &[u64]| [&line[k..], &line[..k]].concat();
            codes.chunks(256).flat_map(line).collect()
        };
        let scales = |scales: &Vec<u8>| {
            let line = |line: &[u8]| [&line[k / 32..], &line[..k / 32]].concat();
            scales.chunks(8).flat_map(line).collect()
        };
        Self {
            a: turned(&self.a),
            b: turned(&self.b),
            a_scales: scales(&self.a_scales),
            b_scales: scales(&self.b_scales),
        }
    }
}

/// Property 4: integer products are 64-bit sums modulo 2^32.
#[test]
fn integers_are_sums_modulo_two_to_the_32() {
    let mut random = Random::of("tile integers");
    for number in 11..17 {
        for shape in Shape::ALL {
            let mut trial = Trial::new(number, shape, 2);
            let kind = trial.product.kind;
            let Geometry { m, n, k, .. } = trial.geometry;
            let value = |element: Element, code: u64| match element {
                Element::S8 => i64::from(code as i8),
                Element::S4 => (code as i64 ^ 8) - 8,
                _ => code as i64,
            };
            let mut draw = |element: Element, count: usize| {
                let mask = (1 << element.width()) - 1;
                (0..count).map(|_| random.next() & mask).collect::<Vec<u64>>()
            };
            let (a, b) = (draw(kind.a, m * k), draw(kind.b, n * k));
            let d = draw(Element::S32, m * n);
            for at in 0..k {
                (0..m).for_each(|i| trial.set_a(i, at, a[i * k + at]));
                (0..n).for_each(|j| trial.set_b(at, j, b[j * k + at]));
            }
            (0..m * n).for_each(|at| trial.set_d(at / n, at % n, d[at]));
            trial.run();
            for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                let products =
                    (0..k).map(|at| value(kind.a, a[i * k + at]) * value(kind.b, b[j * k + at]));
                let sum = products.sum::<i64>() + d[i * n + j] as i64;
                assert_eq!(trial.d(i, j), sum as u32 as u64, "{kind:?} {shape:?} {i} {j}");
            }
        }
    }
}

/// Property 5: in S32, A and B in each other's place give D transposed.
#[test]
fn sides_change_places() {
    let mut random = Random::of("tile sides");
    for number in [0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 17, 18, 20, 23, 24, 25, 28] {
        for sort in SORTS {
            let mut trial = Trial::new(number, Shape::S32, 1);
            fill(&mut trial, &mut random, sort);
            let mut swapped = Trial::new(number, Shape::S32, 1);
            (swapped.a, swapped.b) = (trial.b.clone(), trial.a.clone());
            (swapped.a_scales, swapped.b_scales) = (trial.b_scales.clone(), trial.a_scales.clone());
            let places = || (0..32).flat_map(|i| (0..32).map(move |j| (i, j)));
            places().for_each(|(i, j)| swapped.set_d(j, i, trial.d(i, j)));
            assert_eq!(trial.run(), swapped.run());
            assert!(places().all(|(i, j)| trial.d(i, j) == swapped.d(j, i)), "{number} {sort:?}");
        }
    }
}

/// Property 8: two transposes are the identity.
#[test]
fn transposes_undo_each_other() {
    let tile: [u8; 1024] = std::array::from_fn(|i| (i * 7 + i / 256) as u8);
    for (there, back) in [(0, 0), (1, 2), (2, 1), (3, 4), (4, 3)] {
        assert_eq!(TRANSPOSES[back].of(&TRANSPOSES[there].of(&tile)), tile);
        assert_ne!(TRANSPOSES[there].of(&tile), tile);
    }
}
