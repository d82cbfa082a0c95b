//! What is common to instructions that work out numbers: elements as numbers, results rounded one by one.

use super::Done;
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
