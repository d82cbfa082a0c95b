//! The numbers of a block, and what its elements are.

use crate::cover::cross::Axis;
use crate::cover::exact::Real;
use crate::cover::port::Port;
use crate::draw::rng::Rng;

/// Numbers, and the elements that they become.
#[derive(Clone)]
pub(super) struct Sides {
    pub(super) len: usize,
    pub(super) from: Port,
    pub(super) to: Port,
    /// Whether subnormal numbers are read as 0.
    pub(super) daz: bool,
}

/// A power of two.
pub(super) fn one(sign: bool, exponent: i64) -> Real {
    Real { sign, exponent, significand: 1 << 127, more: false }
}

impl Sides {
    /// The number of a code; 0 has none, what is no number is an error.
    pub(super) fn number(&self, code: u64) -> Result<Option<Real>, ()> {
        let real = self.from.value(code).map(Real::of).ok_or(())?;
        let tiny = |real: &Real| self.daz && real.exponent < self.from.emin();
        Ok(real.filter(|real| !tiny(real)))
    }

    /// The numbers of a block and the largest exponent; `None` where one is no number or all are 0.
    pub(super) fn numbers(&self, x: &[u64]) -> Option<(Vec<Option<Real>>, Real)> {
        let all: Vec<_> = x.iter().map(|code| self.number(*code).ok()).collect::<Option<_>>()?;
        let size = |real: &Real| (real.exponent, real.significand);
        let largest = all.iter().flatten().copied().max_by_key(size)?;
        Some((all, largest))
    }

    /// The smallest exponent of a number.
    pub(super) fn least(&self) -> i64 {
        let below = self.from.format.subnormal && !self.daz;
        self.from.emin() - if below { self.from.precision() - 1 } else { 0 }
    }

    /// The exponent of the elements' last place at the largest exponent, and of the smallest element.
    pub(super) fn smallest(&self) -> i64 {
        self.to.last(i64::MIN / 4).max(-64)
    }

    pub(super) fn largest_exponent(&self) -> i64 {
        self.to.format.exponents().1.into()
    }

    /// A number of the format near a value, with bits of its own behind the leading one.
    pub(super) fn code(&self, real: &Real) -> u64 {
        self.from.toward_zero(real.value())
    }

    /// A number of this exponent.
    pub(super) fn any(&self, exponent: i64, rng: &mut Rng) -> u64 {
        let tail = if rng.one_in(3) { 0 } else { u128::from(rng.next()) << 63 };
        self.code(&Real { significand: 1 << 127 | tail, ..one(rng.one_in(2), exponent) })
    }

    /// Numbers of at most this exponent; some are 0.
    pub(super) fn below(&self, exponent: i64, rng: &mut Rng) -> Vec<u64> {
        let mut number = |_| match rng.below(4) {
            0 => self.code(&one(false, self.least())) ^ self.code(&one(false, self.least())),
            _ => self.any((exponent - rng.below(24) as i64).max(self.least()), rng),
        };
        (0..self.len).map(&mut number).collect()
    }

    pub(super) fn elements(&self) -> Axis {
        Axis { name: "element", values: (0..self.len).map(|i| i.to_string()).collect() }
    }

    pub(super) fn other(&self, at: usize, rng: &mut Rng) -> usize {
        (at + 1 + rng.below(self.len as u64 - 1) as usize) % self.len
    }
}
