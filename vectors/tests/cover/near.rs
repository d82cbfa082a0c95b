//! Designs that double the result where exactly k places cancel of terms a given distance apart, and are right everywhere else: the model
//! set meets each of them. Distances and places are worked out here from the codes.

use rstest::rstest;
use std::collections::BTreeSet;
use vectors::cover::Model;

/// A number as an integer times a power of two, positive or negative.
#[derive(Clone, Copy)]
struct Number {
    negative: bool,
    magnitude: u128,
    exponent: i64,
}

impl Number {
    /// Of a format with so many fraction bits and so many of exponent; none of zeros and of what is no number.
    fn of(code: u64, fraction_bits: u32, exponent_bits: u32) -> Option<Self> {
        let low = |bits: u32| (1u64 << bits) - 1;
        let field = code >> fraction_bits & low(exponent_bits);
        let fraction = code & low(fraction_bits);
        let hidden = if field == 0 { 0 } else { 1 << fraction_bits };
        let bias = low(exponent_bits - 1) as i64;
        let magnitude = u128::from(fraction | hidden);
        (field != low(exponent_bits) && magnitude != 0).then_some(Self {
            negative: code >> (fraction_bits + exponent_bits) & 1 == 1,
            magnitude,
            exponent: field.max(1) as i64 - bias - i64::from(fraction_bits),
        })
    }

    fn times(self, other: Self) -> Self {
        Self {
            negative: self.negative != other.negative,
            magnitude: self.magnitude * other.magnitude,
            exponent: self.exponent + other.exponent,
        }
    }

    fn lead(self) -> i64 {
        self.exponent + i64::from(self.magnitude.ilog2())
    }

    /// How far the second one's leading bit lies above, and how many places cancel of both, which have other signs.
    fn cancelled(self, other: Self) -> Option<(i64, i64)> {
        let distance = other.lead() - self.lead();
        if self.negative == other.negative || !(-1..=1).contains(&distance) {
            return None;
        }
        let unit = self.exponent.min(other.exponent);
        let [a, b] = [self, other].map(|x| x.magnitude << (x.exponent - unit));
        let left = a.abs_diff(b);
        (left > 0).then(|| {
            let lead = unit + i64::from(left.ilog2());
            (distance, self.lead().max(other.lead()) - lead)
        })
    }
}

/// The places that can cancel, at each distance. Of a product below a power of two few bits are tried; of many any number is possible.
fn possible(operation: &str, p: i64) -> BTreeSet<(i64, i64)> {
    let simple = [(-1, p), (0, p - 1), (1, p)];
    let mut all: BTreeSet<(i64, i64)> =
        simple.iter().flat_map(|&(d, most)| (1..=most).map(move |k| (d, k))).collect();
    if operation != "fma" {
        return all;
    }
    if p > 11 {
        all.extend([0, 1].iter().flat_map(|&d| (p..2 * p).map(move |k| (d, k))));
        return all;
    }
    for x in 1u128 << (p - 1)..1 << p {
        for y in x..1 << p {
            let product = Number { negative: false, magnitude: x * y, exponent: 0 };
            let top = product.lead();
            let unit = top + 1 - p;
            let near = (x * y) >> unit;
            // The numbers of so many bits about it, and the power of two above.
            for (magnitude, exponent) in [(near, unit), (near + 1, unit), (1, top + 1)] {
                all.extend(product.cancelled(Number { negative: true, magnitude, exponent }));
            }
        }
    }
    all
}

#[rstest]
#[case("f16", 10, 5)]
#[case("bf16", 7, 8)]
#[case("f32", 23, 8)]
#[case("f64", 52, 11)]
fn every_number_of_places(
    #[case] format: &str,
    #[case] fraction: u32,
    #[case] exponent: u32,
    #[values("add", "sub", "fma")] operation: &str,
) {
    let op = vectors::operations().find(&format!("ieee.{format}.{operation}")).expect("listed");
    let plan = op.plan(&op.roundings()[0]);
    let model = Model::new(&plan);
    let mut met = BTreeSet::new();
    for x in model.cases().chunks(plan.elements()) {
        let all: Option<Vec<Number>> =
            x.iter().map(|&code| Number::of(code, fraction, exponent)).collect();
        let terms = match (all.as_deref(), operation) {
            (Some(&[x, y]), "add") => [x, y],
            (Some(&[x, y]), _) => [x, Number { negative: !y.negative, ..y }],
            (Some(&[x, y, z]), _) => [x.times(y), z],
            _ => continue,
        };
        // The design differs where twice the result is another one.
        let right = Number::of(plan.run(x).out()[0], fraction, exponent);
        if let Some(found) = terms[0].cancelled(terms[1]).filter(|_| right.is_some()) {
            met.insert(found);
        }
    }
    let passing: Vec<_> =
        possible(operation, i64::from(fraction) + 1).difference(&met).copied().collect();
    assert!(passing.is_empty(), "{format} {operation}: these designs pass: {passing:?}");
}
