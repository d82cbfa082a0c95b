//! The natural logarithm.

use super::Context;
use crate::enclosure::Enclosure;
use crate::enclosure::limbs;

impl<const N: usize> Context<N> {
    /// ln x; of what is not above 0 nothing is known.
    ///
    /// With `x = m 2^e` and `m r / 256 = 1 + z`, z below 2^-8: `e ln 2 - ln(r / 256) + ln(1 + z)`.
    #[inline]
    pub(crate) fn ln(&self, x: Enclosure<N>) -> Enclosure<N> {
        if x.is_unknown() || x.negative || x.is_zero() {
            return Enclosure::UNKNOWN;
        }
        let index = x.top() >> 55;
        let (mut e, mut r) = (x.exponent, (262_144 + index) / (2 * index + 1));
        if index == 256 {
            r = 512;
        }
        let (low, high) = limbs::mul_word(&x.significand, r);
        let negative = high < 256;
        let z = if negative { limbs::sub(&[0; N], &low).0 } else { low };
        let z = Enclosure::fraction(z, 0, 0).signed(negative).scaled(-8);
        if r == 512 {
            (e, r) = (e - 1, 256);
        }
        let mut sum = self.log1p_series(z);
        if r != 256 {
            sum = sum.sub(self.logarithms[r as usize - 256]);
        }
        if e != 0 {
            sum = self.ln2.times(e).add(sum);
        }
        // The significand is at least 1/2, so that units count twice; with d below 1/8,
        // |ln(1 - d)| is below d + d/8.
        let error = x.below.max(x.above);
        if error == 0 { sum } else { sum.blurred(error + error / 8 + 1, 1 + i64::from(x.shift)) }
    }

    /// ln(1 + x).
    #[inline]
    pub(crate) fn log1p(&self, x: Enclosure<N>) -> Enclosure<N> {
        if x.exponent <= -7 { self.log1p_series(x) } else { self.ln(Enclosure::ONE.add(x)) }
    }

    /// ln(1 + z) for z below 2^-7: `z (1 - z (1/2 - z/3 + ...))`.
    #[inline]
    fn log1p_series(&self, z: Enclosure<N>) -> Enclosure<N> {
        if z.is_unknown() || z.is_zero() {
            return z;
        }
        let t = z.as_fraction();
        let terms = self.terms(&t, false).min(self.reciprocals.len() - 2);
        let sum = self.horner(&self.reciprocals[2..2 + terms], &t, !z.negative);
        let w = limbs::mul_high(&t, &sum);
        let (below, above) = z.errors_of_fraction();
        z.mul(Self::one_and(&w, !z.negative, below.saturating_add(2), above.saturating_add(3)))
    }
}
