//! Sums.

use super::{Enclosure, limbs, up};

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

impl<const N: usize> Enclosure<N> {
    /// a * b.
    ///
    /// Of magnitudes `A + x`, `B + y` (significands below 2^64N, errors in units of the last place)
    /// the product in units of 2^64N is `AB + xB + yA + xy`: with B, A below 2^64N the errors add up,
    /// and `xy / 2^64N` is counted as if N were 1, or by `y <= B / 16` where errors have outgrown a word.
    #[inline]
    pub(crate) fn mul(self, b: Self) -> Self {
        if self.is_unknown() || b.is_unknown() {
            return Self::UNKNOWN;
        }
        if self.is_zero() || b.is_zero() {
            return Self::ZERO;
        }
        let (high, low) = limbs::mul(&self.significand, &b.significand);
        let negative = self.negative != b.negative;
        let exponent = self.exponent + b.exponent;
        let shift = self.shift.max(b.shift);
        let ((x_below, x_above), (y_below, y_above)) = (self.errors_at(shift), b.errors_at(shift));
        let both = match (u128::from(x_above) * u128::from(y_above)) >> 64 {
            // An error is below 2^-4 of its significand.
            _ if shift != 0 => (x_above >> 4) + 1,
            0 => u64::from(x_above != 0 && y_above != 0),
            product => product as u64 + 1,
        };
        let below = x_below + y_below;
        let above = x_above + y_above + both;
        if high[N - 1] >> 63 == 1 {
            let above = above + u64::from(!limbs::is_zero(&low));
            return Self { negative, exponent, significand: high, below, above, shift }.checked();
        }
        // One place more, whose bit comes from the lower half.
        let mut significand = limbs::shl(&high, 1);
        significand[0] |= low[N - 1] >> 63;
        let lost = low[N - 1] << 1 != 0 || low[..N - 1].iter().any(|&x| x != 0);
        let above = 2 * above + u64::from(lost);
        Self { negative, exponent: exponent - 1, significand, below: 2 * below, above, shift }
            .checked()
    }

    /// a^2.
    #[inline]
    pub(crate) fn square(self) -> Self {
        self.mul(self)
    }

    /// a * n.
    #[inline]
    pub(crate) fn times(self, n: i64) -> Self {
        self.mul(Self::integer(n))
    }
}
