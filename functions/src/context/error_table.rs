//! The error function of a narrow width by its Taylor series at sixteenths.
//!
//! With `b[n]` the n-th derivative at c over n!, `f'' = -2x f'` gives
//! `(n + 1)(n + 2) b[n + 2] = -2 (c (n + 1) b[n + 1] + n b[n])`. By Cramér's bound of Hermite's functions
//! `|b[n + 1]| <= 1.23 * 2^(n/2) / ((n + 1) sqrt(n!))`.

use super::Context;
use crate::enclosure::Enclosure;
use crate::enclosure::limbs::{self, Limbs};

/// Up to 6.5, from where on erf is below 1 by less than 2^-63.
const POINTS: usize = 104;

/// The coefficients at every sixteenth, times 16^-n, in two's complement behind the first.
pub(super) struct Table<const N: usize>(Vec<Vec<Limbs<N>>>);

impl<const N: usize> Table<N> {
    /// The terms: for one word the next is below 2^-69, for two below 2^-131.
    const TERMS: usize = if N == 1 { 13 } else { 24 };

    /// By enclosures of four words, cut to N.
    pub(super) fn new(c: &Context<4>) -> Self {
        Self((0..POINTS as i64).map(|j| coefficients(c, j, Self::TERMS)).collect())
    }

    /// erf x for x from 1/16 to 6.5.
    pub(super) fn erf(&self, x: Enclosure<N>) -> Option<Enclosure<N>> {
        // x in units of 1/16: the integer part and the fraction.
        let scaled = x.scaled(4);
        if !(1..=7).contains(&scaled.exponent) {
            return None;
        }
        let up = scaled.exponent as u32;
        let series = self.0.get((x.top() >> (64 - up)) as usize)?;
        let s = limbs::shl(&x.significand, up);
        let (first, rest) = series.split_first()?;
        let (last, rest) = rest.split_last()?;
        let mut sum = *last;
        for b in rest.iter().rev() {
            sum = limbs::add(b, &product(&sum, &s)).0;
        }
        // The sum is the mean slope, which is positive.
        let (erf, _) = limbs::add(first, &limbs::mul_high(&sum, &s));
        // Each step adds less than two units. The slope is at most 2/sqrt(pi) < 2.
        let (below, above) = x.errors_of_fraction();
        let own = 2 * Self::TERMS as u64 + 4;
        if below.max(above) >= 1 << 58 {
            return None;
        }
        Some(Enclosure::fraction(erf, own + 2 * below, own + 2 * above))
    }
}

/// `a * s` of a in two's complement, cut toward 0.
fn product<const N: usize>(a: &Limbs<N>, s: &Limbs<N>) -> Limbs<N> {
    if a[N - 1] >> 63 == 0 {
        return limbs::mul_high(a, s);
    }
    let magnitude = limbs::sub(&[0; N], a).0;
    limbs::sub(&[0; N], &limbs::mul_high(&magnitude, s)).0
}

fn coefficients<const N: usize>(c: &Context<4>, j: i64, terms: usize) -> Vec<Limbs<N>> {
    let x = Enclosure::integer(j).scaled(-4);
    let square = x.square();
    let power = if j == 0 { Enclosure::ONE } else { c.exp(square.neg()) };
    let slope = power.scaled(1).div(c.pi.sqrt());
    let value = if j == 0 { Enclosure::ZERO } else { c.erf(x) };
    let mut b = vec![value, slope];
    for n in 0..terms as i64 {
        let sum = x.times(n + 1).mul(b[n as usize + 1]).add(b[n as usize].times(n));
        b.push(sum.scaled(1).neg().over(((n + 1) * (n + 2)) as u64));
    }
    b.truncate(terms + 1);
    let cut = |(n, b): (usize, &Enclosure<4>)| fixed(b.scaled(-4 * n as i64));
    b.iter().enumerate().map(cut).collect()
}

/// The upper N words of a fraction in two's complement.
fn fixed<const N: usize>(b: Enclosure<4>) -> Limbs<N> {
    if b.is_zero() {
        return [0; N];
    }
    let wide = b.as_fraction();
    let mut out = [0; N];
    out.copy_from_slice(&wide[4 - N..]);
    if b.negative { limbs::sub(&[0; N], &out).0 } else { out }
}
