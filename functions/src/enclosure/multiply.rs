//! Products.

use super::Enclosure;
use super::limbs;

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
