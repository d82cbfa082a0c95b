//! The error function.

use super::Context;
use super::error_table::Table;
use crate::enclosure::Enclosure;

impl<const N: usize> Context<N> {
    /// erf x of a positive x.
    pub(crate) fn erf(&self, x: Enclosure<N>) -> Enclosure<N> {
        if N <= 2
            && let Some(erf) = self.error_table.get_or_init(|| Table::new((self.wide)())).erf(x)
        {
            return erf;
        }
        if Self::is_near(x) {
            self.erf_series(x)
        } else {
            Enclosure::ONE.sub(self.erfc_fraction(x))
        }
    }

    /// erfc x of a positive x: `1 - erf x` where that loses less than a quarter of the bits.
    pub(crate) fn erfc(&self, x: Enclosure<N>) -> Enclosure<N> {
        if Self::is_near(x) { Enclosure::ONE.sub(self.erf(x)) } else { self.erfc_fraction(x) }
    }

    /// Whether erfc x is not much below 2^(-64 N / 4).
    fn is_near(x: Enclosure<N>) -> bool {
        x.exponent <= 0
            || x.exponent <= 6 && {
                let x = x.top() as f64 / 18_446_744_073_709_551_616.0 * (x.exponent as f64).exp2();
                x * x < f64::from(Enclosure::<N>::BITS) / 8.0
            }
    }

    /// `2/sqrt(pi) x e^(-x^2) (1 + 2x^2/3 + (2x^2)^2/(3*5) + ...)`: all terms are positive. Once a term's
    /// ratio to the one before is below 1/2, the rest is below that term.
    fn erf_series(&self, x: Enclosure<N>) -> Enclosure<N> {
        if x.is_unknown() {
            return x;
        }
        let square = x.square();
        let twice = square.scaled(1);
        let (mut term, mut sum) = (Enclosure::ONE, Enclosure::ONE);
        let mut odd = 1;
        loop {
            odd += 2;
            term = term.mul(twice).over(odd);
            sum = sum.add(term);
            if term.is_unknown() || term.is_zero() {
                return Enclosure::UNKNOWN;
            }
            let falls = twice.exponent <= 0 || (odd + 2) >> (twice.exponent + 1).min(40) > 0;
            if falls && term.exponent < sum.exponent - i64::from(Enclosure::<N>::BITS) - 1 {
                break;
            }
        }
        let sum = sum.widened(0, 1);
        let root = self.pi.sqrt();
        x.scaled(1).mul(self.exp(square.neg())).mul(sum).div(root)
    }

    /// `e^(-x^2)/sqrt(pi) / (x + (1/2)/(x + (2/2)/(x + (3/2)/(x + ...))))`: of a fraction with
    /// positive terms, two convergents in turn enclose the value.
    fn erfc_fraction(&self, x: Enclosure<N>) -> Enclosure<N> {
        if x.is_unknown() {
            return x;
        }
        let bits = u64::from(Enclosure::<N>::BITS);
        // The convergents of n terms differ by about e^(-2 x sqrt(2n)): n = (bits / (2.88 x))^2 / 2.
        let whole = if x.exponent > 20 { 1 << 20 } else { (x.top() >> 40) << x.exponent >> 20 };
        // `whole` is 16 x.
        let n = bits * bits * 16 / whole.max(1) * 16 / (whole.max(1) * 16) + 4;
        let (low, high) = (self.convergent(x, n), self.convergent(x, n + 1));
        let e = self.exp(x.square().neg()).div(self.pi.sqrt());
        let (low, high) = (e.div(low), e.div(high));
        hull(low, high)
    }

    fn convergent(&self, x: Enclosure<N>, n: u64) -> Enclosure<N> {
        let mut tail = x;
        for k in (1..=n).rev() {
            tail = x.add(Enclosure::integer(k as i64).scaled(-1).div(tail));
        }
        tail
    }
}

/// What encloses both of two positive enclosures, next to each other.
fn hull<const N: usize>(a: Enclosure<N>, b: Enclosure<N>) -> Enclosure<N> {
    if a.is_unknown() || b.is_unknown() {
        return Enclosure::UNKNOWN;
    }
    let difference = b.middle().sub(a.middle());
    // Errors of b in a's units, if their exponents differ by one.
    let wide = a
        .blurred(b.below, b.exponent + i64::from(b.shift))
        .blurred(b.above, b.exponent + i64::from(b.shift));
    if difference.is_zero() {
        return wide;
    }
    if difference.is_unknown() {
        // Exact numbers of which nothing but the last places is left: at most 15 units, 32 of the other.
        return wide.widened(64, 64);
    }
    wide.blurred(1, difference.exponent + i64::from(Enclosure::<N>::BITS))
}
