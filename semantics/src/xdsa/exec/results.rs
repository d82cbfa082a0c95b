//! What is common to instructions that work out numbers: elements as numbers, results rounded one by one.

use super::Done;
use super::exact::{Order, Sum, Zeros, decode, encode, nan};
use crate::xdsa::isa::Unit;
use crate::xdsa::number::{Fit, Number, round};
use functions::real::Real;
use softfloat::Flags;

/// The numbers of elements.
pub(super) fn numbers(unit: Unit, elements: &[u64]) -> Vec<Number> {
    elements.iter().map(|element| Number::of(unit, *element)).collect()
}

/// The number of a word of an operand table that holds an fp32 pattern.
pub(super) fn word(word: u64) -> Number {
    Number::fp32(word as u32)
}

/// `n * 2^exponent`
pub(super) fn dyadic(n: i128, exponent: i64) -> Number {
    Number::from(Real::dyadic(n, exponent))
}

/// Elements of a unit, each rounded once: to nearest, ties to even, integers clamped (XDSA-D27, D28).
#[derive(Debug)]
pub(super) struct Results {
    /// Their unit.
    pub(super) unit: Unit,
    elements: Vec<u64>,
    flags: Flags,
}

impl Results {
    /// None yet.
    pub(super) fn new(unit: Unit, capacity: usize) -> Self {
        Self { unit, elements: Vec::with_capacity(capacity), flags: Flags::NONE }
    }

    /// One more.
    pub(super) fn push(&mut self, number: &Number) {
        let element = self.round(number);
        self.elements.push(element);
    }

    /// The element of a number that is not among the results.
    pub(super) fn round(&mut self, number: &Number) -> u64 {
        let (element, flags) = round(number, self.unit, Fit::Clamp);
        self.flags |= flags;
        element
    }

    /// The number that is left of a number.
    pub(super) fn step(&mut self, number: &Number) -> Number {
        let element = self.round(number);
        Number::of(self.unit, element)
    }

    /// One more, rounded before.
    pub(super) fn push_element(&mut self, element: u64) {
        self.elements.push(element);
    }

    /// Others behind them.
    pub(super) fn append(&mut self, others: Self) {
        self.elements.extend(others.elements);
        self.flags |= others.flags;
    }

    /// The only destination.
    pub(super) fn done(self) -> Done {
        Done { written: vec![self.elements], flags: self.flags, ..Done::default() }
    }

    /// The flags of all.
    pub(super) const fn flags(&self) -> Flags {
        self.flags
    }
}

// Elements to one: what reductions and pooling have in common (XDSA-D28 to D30, D32, D47, D64, D86).

/// The greatest or the least element, NaN if there is one; -0 is less than +0.
pub(super) fn extreme(
    unit: Unit,
    greatest: bool,
    elements: impl Iterator<Item = u64>,
) -> (u64, Flags) {
    let order = Order::new(unit, Zeros::Ordered);
    let mut best = None;
    for element in elements {
        let Some(key) = order.key(element) else { return (nan(unit), Flags::NONE) };
        if best.is_none_or(|(known, _)| if greatest { key > known } else { key < known }) {
            best = Some((key, element));
        }
    }
    (best.map_or(0, |(_, element)| element), Flags::NONE)
}

/// The middle element by value, of an even number the lower one; NaN if there is one.
pub(super) fn median(unit: Unit, elements: impl Iterator<Item = u64>) -> (u64, Flags) {
    let order = Order::new(unit, Zeros::Ordered);
    let keyed: Option<Vec<_>> =
        elements.map(|element| Some((order.key(element)?, element))).collect();
    let Some(mut keyed) = keyed else { return (nan(unit), Flags::NONE) };
    keyed.sort_unstable();
    let middle = keyed.get(keyed.len().saturating_sub(1) / 2);
    (middle.map_or(0, |(_, element)| *element), Flags::NONE)
}

/// The exact sum divided by the number of elements, rounded once.
pub(super) fn mean(unit: Unit, elements: impl Iterator<Item = u64>) -> (u64, Flags) {
    let (mut sum, mut count) = (Sum::new(), 0);
    for element in elements {
        sum.add(decode(unit, element));
        count += 1;
    }
    encode(unit, sum.over(count.max(1)))
}
