//! Powers of e and 2.

use super::Context;
use crate::enclosure::Enclosure;
use crate::enclosure::limbs::{self, Limbs};

/// Powers beyond 2^-FAR and 2^FAR: below and above all numbers of all formats, and of all that is made
/// of them here.
const FAR: i64 = 1 << 40;

impl<const N: usize> Context<N> {
    /// e^x.
    #[inline]
    pub(crate) fn exp(&self, x: Enclosure<N>) -> Enclosure<N> {
        if x.exponent <= -7 {
            return Enclosure::ONE.add(self.expm1(x));
        }
        self.power_of_two(x.mul(self.log2e))
    }

    /// 2^x.
    #[inline]
    pub(crate) fn exp2(&self, x: Enclosure<N>) -> Enclosure<N> {
        if x.exponent <= -7 {
            return Enclosure::ONE.add(self.expm1(x.mul(self.ln2)));
        }
        self.power_of_two(x)
    }

    /// 10^x.
    #[inline]
    pub(crate) fn exp10(&self, x: Enclosure<N>) -> Enclosure<N> {
        if x.exponent <= -9 {
            return Enclosure::ONE.add(self.expm1(x.mul(self.ln10)));
        }
        self.power_of_two(x.mul(self.log2_10))
    }

    /// e^x - 1.
    #[inline]
    pub(crate) fn expm1(&self, x: Enclosure<N>) -> Enclosure<N> {
        if x.exponent <= -7 {
            return x.mul(self.expm1_factor(x));
        }
        self.exp(x).sub(Enclosure::ONE)
    }

    /// (e^x - 1) / x for x below 2^-7: `1 + x (1/2! + x/3! + ...)`.
    #[inline]
    pub(crate) fn expm1_factor(&self, x: Enclosure<N>) -> Enclosure<N> {
        if x.is_unknown() {
            return x;
        }
        let t = x.as_fraction();
        let terms = self.terms(&t, true).min(self.factorials.len() - 2);
        let sum = self.horner(&self.factorials[2..2 + terms], &t, x.negative);
        let w = limbs::mul_high(&t, &sum);
        // t is cut below one unit, the sum is wrong by 3 times t, the product is cut; half of what x
        // itself is wrong by.
        let (below, above) = x.errors_of_fraction();
        Self::one_and(&w, x.negative, below.saturating_add(2), above.saturating_add(3))
    }

    /// `e^x - 1 - x`, which is positive: `x^2 (1/2! + x/3! + ...)`.
    pub(crate) fn expm1_rest(&self, x: Enclosure<N>) -> Enclosure<N> {
        if x.exponent > -7 || x.is_unknown() {
            return self.exp(x).sub(Enclosure::ONE).sub(x);
        }
        let t = x.as_fraction();
        let terms = self.terms(&t, true).min(self.factorials.len() - 2);
        let sum = self.horner(&self.factorials[2..2 + terms], &t, x.negative);
        let (below, above) = x.errors_of_fraction();
        if below.max(above) >= 1 << 58 {
            return Enclosure::UNKNOWN;
        }
        // The slope of the sum is below 1/4; t is cut below one unit.
        x.square().mul(Enclosure::fraction(sum, 4 + below + above, 4 + below + above))
    }

    /// `1 + w`, or `1 - w` where `minus`, w below 2^-1 and true within `[w - below, w + above]`, not
    /// below 0.
    #[inline]
    pub(super) fn one_and(w: &Limbs<N>, minus: bool, below: u64, above: u64) -> Enclosure<N> {
        if below.max(above) >= 1 << 58 {
            return Enclosure::UNKNOWN;
        }
        let one = Enclosure::ONE;
        if w[1..].iter().all(|&x| x == 0) && w[0] <= below {
            // A unit of 1 is two of w.
            let most = (w[0] + above) / 2 + 1;
            return if minus { one.widened(2 * most, 0) } else { one.widened(0, most) };
        }
        if minus {
            let significand = limbs::sub(&[0; N], w).0;
            return Enclosure { exponent: 0, significand, below: above, above: below, ..one };
        }
        let (mut significand, lost) = limbs::shr(w, 1);
        significand[N - 1] |= 1 << 63;
        let (below, above) = (below.div_ceil(2), (above + u64::from(lost)).div_ceil(2));
        Enclosure { significand, below, above, ..one }
    }

    /// 2^y, y at least 2^-8.
    ///
    /// With `y = k + j/256 + g`: `2^k 2^(j/256) e^(g ln 2)`.
    #[inline]
    fn power_of_two(&self, y: Enclosure<N>) -> Enclosure<N> {
        if y.is_unknown() {
            return y;
        }
        if y.exponent > 36 {
            // Two thirds of a power of two, so that no sum with it comes near a border.
            let exponent = if y.negative { -FAR } else { FAR };
            let mut significand = [0; N];
            significand[N - 1] = 0xaaaa_aaaa_aaaa_aaaa;
            return Enclosure { exponent, significand, ..Enclosure::ONE };
        }
        let (whole, f, below, above) = split(y);
        if !y.negative {
            return self.power_of_fraction(whole, &f, below, above);
        }
        if limbs::is_zero(&f) {
            return self.power_of_fraction(-whole, &f, above, below);
        }
        let rest = limbs::sub(&[0; N], &f).0;
        self.power_of_fraction(-whole - 1, &rest, above, below)
    }

    /// `2^(k + f)`, f true within the errors given.
    ///
    /// t = g ln 2 is at most 2 units too small (the product and ln 2 are cut), t^2 S another 3, so
    /// that `e^t - 1` is true within `[q - 1, q + 6]`; the root and its product are cut: 2 units more.
    /// The error of f counts with `2^f ln 2 / 2 < 1`.
    #[inline]
    fn power_of_fraction(&self, k: i64, f: &Limbs<N>, below: u64, above: u64) -> Enclosure<N> {
        let j = (f[N - 1] >> 56) as usize;
        let mut g = *f;
        g[N - 1] &= u64::MAX >> 8;
        // ln 2 has exponent 0: its significand is its fraction.
        let t = limbs::mul_high(&g, &self.ln2.significand);
        let terms = self.terms(&t, true).min(self.factorials.len() - 2);
        let sum = self.horner(&self.factorials[2..2 + terms], &t, false);
        let square = limbs::mul_high(&t, &t);
        let q = limbs::add(&t, &limbs::mul_high(&square, &sum)).0;
        let root = &self.roots[j];
        let (mut m, carry) = limbs::add(root, &limbs::mul_high(root, &q));
        if carry {
            m = [u64::MAX; N];
        }
        if below.max(above) >= 1 << 59 {
            return Enclosure::UNKNOWN;
        }
        Enclosure::fraction(m, 2 + below, 9 + above).scaled(k + 1)
    }
}

/// The integer part of a magnitude, the fraction, and the errors in its units.
#[inline]
fn split<const N: usize>(y: Enclosure<N>) -> (i64, Limbs<N>, u64, u64) {
    if y.exponent <= 0 {
        let (f, _) = limbs::shr(&y.significand, (-y.exponent) as u32);
        let (below, above) = y.errors_of_fraction();
        return (0, f, below.min(1 << 59), above.min(1 << 59) + 1);
    }
    let up = y.exponent as u32;
    let whole = (y.top() >> (64 - up)) as i64;
    let (below, above) = y.errors_of_fraction();
    (whole, limbs::shl(&y.significand, up), below.min(1 << 59), above.min(1 << 59))
}
