//! Quotients and square roots.

use super::Enclosure;
use super::limbs;

impl<const N: usize> Enclosure<N> {
    /// a / b.
    ///
    /// Of magnitudes `A + x`, `B + y` with `2^(W-1) <= A, B < 2^W` (W = 64 N) and the quotient
    /// `q = A/B 2^s` in `[2^(W-1), 2^W)`, `s <= W`: `(A + x)/B 2^s` is `q + x/B 2^s`, at most `2x`
    /// more; dividing by `B + y` instead of B changes a quotient below 2^W (1 + e) by less than
    /// `2y (1 + e)`, where errors below 2^60 units keep e below 2^-2; one unit pays for the rest where
    /// they are below 2^30, else errors are counted twice.
    #[inline]
    pub(crate) fn div(self, b: Self) -> Self {
        if self.is_unknown() || b.is_unknown() || b.is_zero() {
            return Self::UNKNOWN;
        }
        if self.is_zero() {
            return Self::ZERO;
        }
        let larger = !limbs::less(&self.significand, &b.significand);
        let mut lost = false;
        let dividend = if larger {
            // a / 2 is below b.
            let (half, bit) = limbs::shr(&self.significand, 1);
            lost = bit;
            half
        } else {
            self.significand
        };
        let (mut q, rest) = limbs::quotient(&dividend, &b.significand);
        let mut above = u64::from(rest);
        if lost {
            // The half unit that was cut adds half of 2^64N / b: one, if b is no power of two.
            above += 2;
        }
        if larger && q[N - 1] >> 63 == 0 {
            // a = b and the like: the quotient's half was below one half only by what was cut.
            (q, above) = (limbs::shl(&q, 1), 2 * above);
            return Self::quotient_of(self, b, q, above, 0);
        }
        Self::quotient_of(self, b, q, above, i64::from(larger))
    }

    #[inline]
    fn quotient_of(a: Self, b: Self, q: limbs::Limbs<N>, cut: u64, up: i64) -> Self {
        let shift = a.shift.max(b.shift);
        let ((a_below, a_above), (b_below, b_above)) = (a.errors_at(shift), b.errors_at(shift));
        let spread = |x: u64, y: u64| match x + y {
            0 => 0,
            sum if sum < 1 << 30 && shift == 0 => 2 * sum + 1,
            sum => 4 * sum,
        };
        Self {
            negative: a.negative != b.negative,
            exponent: a.exponent - b.exponent + up,
            significand: q,
            below: spread(a_below, b_above),
            above: spread(a_above, b_below) + cut,
            shift,
        }
        .checked()
    }

    /// 1 / a.
    #[inline]
    pub(crate) fn reciprocal(self) -> Self {
        Self::ONE.div(self)
    }

    /// a / n.
    #[inline]
    pub(crate) fn over(self, n: u64) -> Self {
        if self.is_unknown() {
            return Self::UNKNOWN;
        }
        if self.is_zero() {
            return self;
        }
        // With the divisor's leading one at the top, the quotient's is at most one place below it.
        let zeros = n.leading_zeros();
        let divisor = n << zeros;
        let (half, bit) = limbs::shr(&self.significand, 1);
        let (high, low) = (half[N - 1], half);
        let mut shifted = [0; N];
        shifted[1..].copy_from_slice(&low[..N - 1]);
        shifted[0] = u64::from(bit) << 63;
        let (q, rest) = limbs::div_word(high, &shifted, divisor);
        let exponent = self.exponent + 1 - (64 - i64::from(zeros));
        // The quotient has 64N bits of which the last weighs 1/n of a's last place at most: errors
        // divided by the divisor's fraction, which is 1/2 at least, of half the dividend.
        let out = |error: u64| if error == 0 { 0 } else { error + 1 };
        Self {
            exponent,
            significand: q,
            below: out(self.below),
            above: out(self.above) + u64::from(rest != 0),
            ..self
        }
        .normalised()
        .checked()
    }

    /// The square root; of a negative number nothing is known.
    ///
    /// s approximates the root of the middle, by Newton's method for its reciprocal, and is judged by
    /// `(s - d)^2 < a < (s + d)^2`. The slope of the root is at most 1 where a is at least 1/4.
    pub(crate) fn sqrt(self) -> Self {
        if self.is_zero() {
            return self;
        }
        if self.is_unknown() || self.negative {
            return Self::UNKNOWN;
        }
        let odd = self.exponent & 1;
        // a = m * 4^k with m in [1/4, 1).
        let k = (self.exponent + odd) / 2;
        let m = Self { exponent: -odd, ..self };
        let middle = m.middle();
        let s = middle.mul(middle.reciprocal_root(odd)).middle();
        for d in [256, 1 << 12, 1 << 20, 1 << 40] {
            let unit = Self::integer(d).scaled(-i64::from(Self::BITS));
            let (high, low) = (s.add(unit).square(), s.sub(unit).square());
            if high.sub(middle).is_positive() && middle.sub(low).is_positive() {
                let d = d as u64;
                let (below, above) = (m.below + 1, m.above + 1);
                let root = Self { below, above, shift: m.shift, ..s }.checked();
                return root.blurred(d, 0).scaled(k);
            }
        }
        Self::UNKNOWN
    }

    /// About 1 / sqrt(m), m in [1/4, 1).
    fn reciprocal_root(self, odd: i64) -> Self {
        let scale = if odd == 1 { 2.0 } else { 1.0 };
        let m = self.top() as f64 / 18_446_744_073_709_551_616.0 / scale;
        let mut y = Self::from_f64(1.0 / m.sqrt());
        let mut bits = 45;
        while bits < Self::BITS + 4 {
            // y (3 - m y^2) / 2, errors forgotten: the result is judged.
            let t = Self::integer(3).sub(self.mul(y.square())).middle();
            y = y.mul(t).scaled(-1).middle();
            bits *= 2;
        }
        y
    }

    /// The nearest number to a positive finite one of binary64.
    fn from_f64(x: f64) -> Self {
        let bits = x.to_bits();
        let exponent = (bits >> 52) as i32 - 1075;
        Self::exact(softfloat::Unrounded::exact(false, exponent, bits << 12 >> 12 | 1 << 52))
    }

    /// Whether the value is surely above 0.
    fn is_positive(self) -> bool {
        !self.is_unknown() && !self.negative && !self.is_zero()
    }
}
