//! The gamma function of positive arguments.

use super::Context;
use crate::enclosure::Enclosure;
use num_bigint::BigInt;
use std::sync::OnceLock;

/// Bernoulli's numbers `B(2k)` for k from 1 on, as fractions.
fn bernoulli() -> &'static [(BigInt, BigInt)] {
    static NUMBERS: OnceLock<Vec<(BigInt, BigInt)>> = OnceLock::new();
    NUMBERS.get_or_init(|| numbers(260))
}

/// By the tangent numbers: `B(2k) = (-1)^(k-1) 2k T(k) / (4^k (4^k - 1))` (Brent and Harvey, "Fast
/// computation of Bernoulli, tangent and secant numbers", 2011, algorithm 2).
fn numbers(n: usize) -> Vec<(BigInt, BigInt)> {
    let mut t = vec![BigInt::from(0); n + 1];
    t[1] = BigInt::from(1);
    for k in 2..=n {
        t[k] = &t[k - 1] * (k - 1);
    }
    for k in 2..=n {
        for j in k..=n {
            t[j] = &t[j - 1] * (j - k) + &t[j] * (j - k + 2);
        }
    }
    let fraction = |k: usize| {
        let four = BigInt::from(1) << (2 * k);
        let sign = if k % 2 == 1 { 1 } else { -1 };
        (&t[k] * (2 * k) * sign, &four * (&four - 1))
    };
    (1..=n).map(fraction).collect()
}

impl<const N: usize> Context<N> {
    /// ln gamma(x) of a positive x.
    pub(crate) fn lgamma(&self, x: Enclosure<N>) -> Enclosure<N> {
        let (shifted, product) = self.shifted(x);
        let stirling = self.stirling(shifted);
        match product {
            Some(product) => stirling.sub(self.ln(product)),
            None => stirling,
        }
    }

    /// gamma(x) of a positive x.
    pub(crate) fn gamma(&self, x: Enclosure<N>) -> Enclosure<N> {
        let (shifted, product) = self.shifted(x);
        let gamma = self.exp(self.stirling(shifted));
        match product {
            Some(product) => gamma.div(product),
            None => gamma,
        }
    }

    /// `x + n` from which Stirling's series is good for this width, and `x (x + 1) ... (x + n - 1)`.
    fn shifted(&self, x: Enclosure<N>) -> (Enclosure<N>, Option<Enclosure<N>>) {
        let least = i64::from(Enclosure::<N>::BITS) / 7 + 3;
        if x.is_unknown() || x.exponent > 30 {
            return (x, None);
        }
        let whole = if x.exponent > 0 { (x.top() >> (64 - x.exponent)) as i64 } else { 0 };
        let (mut shifted, mut product) = (x, None);
        for _ in whole..least {
            product = Some(product.map_or(shifted, |p: Enclosure<N>| p.mul(shifted)));
            shifted = shifted.add(Enclosure::ONE);
        }
        (shifted, product)
    }

    /// `(x - 1/2) ln x - x + ln(2 pi)/2 + sum of B(2k) / (2k (2k - 1) x^(2k - 1))`: for a positive x
    /// the sum's error is below the first term that is left out, and of its sign (DLMF 5.11(ii)).
    fn stirling(&self, x: Enclosure<N>) -> Enclosure<N> {
        if x.is_unknown() {
            return x;
        }
        let half = Enclosure::power(-1);
        let main = x.sub(half).mul(self.ln(x)).sub(x);
        let constant = self.ln(self.pi.scaled(1)).scaled(-1);
        let mut total = main.add(constant);
        let (inverse, mut power) = (x.reciprocal(), x.reciprocal());
        let square = inverse.square();
        let mut sum = Enclosure::ZERO;
        let last = total.exponent - i64::from(Enclosure::<N>::BITS) - 2;
        for (k, (over, under)) in (1u64..).zip(bernoulli()) {
            let b = self.rational(over, under);
            let term = b.mul(power).over(2 * k * (2 * k - 1));
            if term.is_unknown() {
                return term;
            }
            if term.exponent <= last.min(0) {
                total = total.add(sum);
                return total.widened(1, 1);
            }
            sum = sum.add(term);
            power = power.mul(square);
        }
        Enclosure::UNKNOWN
    }

    /// A fraction of integers.
    pub(crate) fn rational(&self, over: &BigInt, under: &BigInt) -> Enclosure<N> {
        whole(over).div(whole(under))
    }
}

/// An integer, cut where it has too many bits.
pub(crate) fn whole<const N: usize>(x: &BigInt) -> Enclosure<N> {
    let (sign, magnitude) = (x.sign() == num_bigint::Sign::Minus, x.magnitude());
    let bits = magnitude.bits();
    if bits == 0 {
        return Enclosure::ZERO;
    }
    let width = u64::from(Enclosure::<N>::BITS);
    let cut = bits.saturating_sub(width);
    let kept = magnitude >> cut;
    let zeros = width.saturating_sub(bits);
    let significand = super::words(&(kept << zeros));
    let above = u64::from(magnitude.trailing_zeros().is_some_and(|z| z < cut));
    Enclosure { negative: sign, exponent: bits as i64, significand, below: 0, above, shift: 0 }
}
