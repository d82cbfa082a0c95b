//! Sums.

use super::limbs;
use super::{Enclosure, up};

impl<const N: usize> Enclosure<N> {
    /// a + b.
    #[inline]
    pub(crate) fn add(self, b: Self) -> Self {
        #[cfg(test)]
        super::steps::count(N);
        if self.is_unknown() || b.is_unknown() {
            return Self::UNKNOWN;
        }
        if b.is_zero() {
            return self;
        }
        if self.is_zero() {
            return b;
        }
        if self.exponent < b.exponent { b.add_lower(self) } else { self.add_lower(b) }
    }

    /// a - b.
    #[inline]
    pub(crate) fn sub(self, b: Self) -> Self {
        self.add(b.neg())
    }

    /// a + b, neither 0, the exponent of b not above that of a.
    #[inline]
    fn add_lower(self, b: Self) -> Self {
        let distance = self.exponent - b.exponent;
        // The magnitude of b in units of a: [low - below, low + above].
        let (low, lost) = if distance > i64::from(Self::BITS) {
            ([0; N], true)
        } else {
            limbs::shr(&b.significand, distance as u32)
        };
        let (below, above);
        let mut a = self;
        if self.shift | b.shift == 0 {
            let cut = distance.min(64) as u32;
            (below, above) = (up(b.below, cut), up(b.above, cut) + u64::from(lost));
        } else {
            let distance = distance.min(1 << 20) as u32;
            let shift = self.shift.max(b.shift.saturating_sub(distance));
            (a.below, a.above) = self.errors_at(shift);
            a.shift = shift;
            let cut = shift + distance - b.shift;
            (below, above) = (up(b.below, cut), up(b.above, cut) + u64::from(lost));
        }
        // No magnitude is below 0: what b has below its own place is on its side of a.
        let below = if limbs::is_zero(&low) { 0 } else { below };
        if self.negative == b.negative {
            a.plus(low, below, above)
        } else {
            a.minus(low, below, above)
        }
    }

    #[inline]
    fn plus(self, low: limbs::Limbs<N>, below: u64, above: u64) -> Self {
        let (mut significand, carry) = limbs::add(&self.significand, &low);
        let (mut below, mut above) = (self.below + below, self.above + above);
        let mut exponent = self.exponent;
        if carry {
            let (half, lost) = limbs::shr(&significand, 1);
            significand = half;
            significand[N - 1] |= 1 << 63;
            exponent += 1;
            (below, above) = (below.div_ceil(2), (above + u64::from(lost)).div_ceil(2));
        }
        Self { exponent, significand, below, above, ..self }.checked()
    }

    #[inline]
    fn minus(self, low: limbs::Limbs<N>, below: u64, above: u64) -> Self {
        let (significand, negative) = limbs::sub(&self.significand, &low);
        let (down, up) = (self.below + above, self.above + below);
        if negative {
            // Equal exponents: the other magnitude is the larger.
            let significand = limbs::sub(&low, &self.significand).0;
            let swapped = Self { significand, below: up, above: down, ..self }.neg();
            return swapped.normalised();
        }
        Self { significand, below: down, above: up, ..self }.normalised()
    }
}
