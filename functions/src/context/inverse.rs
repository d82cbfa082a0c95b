//! The arc tangent.

use super::Context;
use crate::enclosure::Enclosure;
use crate::enclosure::limbs;

impl<const N: usize> Context<N> {
    /// arctan(a / b), neither negative, not both 0.
    pub(crate) fn angle(&self, a: Enclosure<N>, b: Enclosure<N>) -> Enclosure<N> {
        if a.is_unknown() || b.is_unknown() {
            return Enclosure::UNKNOWN;
        }
        if a.is_zero() {
            return a;
        }
        if b.is_zero() {
            return self.pi.scaled(-1);
        }
        if Self::is_low(a, b) {
            self.angle_low(a, b)
        } else {
            self.pi.scaled(-1).sub(self.angle_low(b, a))
        }
    }

    /// arctan(a / b) over pi: above the diagonal `1/2 - arctan(b / a) / pi`, or 1/2 more than that
    /// where `obtuse`; below it that, or 1 less that. So it is next to 1/2 and 1 on its side of them.
    pub(crate) fn half_turns(
        &self,
        a: Enclosure<N>,
        b: Enclosure<N>,
        obtuse: bool,
    ) -> Enclosure<N> {
        if a.is_unknown() || b.is_unknown() || a.is_zero() || b.is_zero() {
            return Enclosure::UNKNOWN;
        }
        let low = Self::is_low(a, b);
        let small = if low { self.angle_low(a, b) } else { self.angle_low(b, a) }.div(self.pi);
        match (low, obtuse) {
            (true, false) => small,
            (true, true) => Enclosure::ONE.sub(small),
            (false, false) => Enclosure::power(-1).sub(small),
            (false, true) => Enclosure::power(-1).add(small),
        }
    }

    /// Whether a is not above b, by what their tops show.
    fn is_low(a: Enclosure<N>, b: Enclosure<N>) -> bool {
        (a.exponent, a.top()) <= (b.exponent, b.top())
    }

    /// arctan x.
    pub(crate) fn atan(&self, x: Enclosure<N>) -> Enclosure<N> {
        self.angle(x.abs(), Enclosure::ONE).signed(x.negative)
    }

    /// The same where a is not above b, but for what the tops do not show.
    ///
    /// `arctan(a/b) = arctan c + arctan((a - c b) / (b + c a))` with c = j/64 next to a/b.
    fn angle_low(&self, a: Enclosure<N>, b: Enclosure<N>) -> Enclosure<N> {
        let down = (b.exponent - a.exponent).min(64) as i32;
        let j = (a.top() as f64 / b.top() as f64 * 64.0 * (-f64::from(down)).exp2() + 0.5) as i64;
        if j == 0 {
            return self.atan_series(a.div(b));
        }
        let (six, j) = (6, j.min(64));
        let over = a.scaled(six).sub(b.times(j));
        if over.is_zero() {
            return self.angles[j as usize];
        }
        let t = over.div(b.scaled(six).add(a.times(j)));
        self.angles[j as usize].add(self.atan_series(t))
    }

    /// arctan t for t below 2^-6: `t (1 - t^2 (1/3 - t^2/5 + ...))`.
    fn atan_series(&self, t: Enclosure<N>) -> Enclosure<N> {
        if t.is_unknown() || t.is_zero() || t.exponent > -6 {
            return if t.is_zero() { t } else { Enclosure::UNKNOWN };
        }
        let magnitude = t.as_fraction();
        let u = limbs::mul_high(&magnitude, &magnitude);
        let terms = (self.terms(&u, false) + 1).min(self.odd_reciprocals.len());
        let sum = self.horner(&self.odd_reciprocals[..terms], &u, true);
        let w = limbs::mul_high(&u, &sum);
        let (below, above) = t.errors_of_fraction();
        let error = below.max(above).saturating_add(4);
        t.mul(Self::one_and(&w, true, error, error))
    }
}
