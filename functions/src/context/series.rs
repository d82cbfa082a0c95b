//! Power series in a small argument, in fixed point.

use super::Context;
use crate::enclosure::Enclosure;
use crate::enclosure::limbs::{self, Limbs};

impl<const N: usize> Context<N> {
    /// `c[0] + s t (c[1] + s t (c[2] + ...))` with s = -1 where `alternating`: fixed point, coefficients
    /// falling and at most 1/2 from c[0] on, `t <= 2^-6`. The error is below 3 units on either side: every step cuts less
    /// than one unit off a product, has a coefficient cut by less than one, and passes on 2^-6
    /// of what was wrong before: less than 2 (1 + 2^-6 + ...) < 2.1 units, and the rest of the series is
    /// below the last term taken, which is below one half.
    #[inline]
    pub(super) fn horner(&self, c: &[Limbs<N>], t: &Limbs<N>, alternating: bool) -> Limbs<N> {
        let Some((last, rest)) = c.split_last() else { return [0; N] };
        let mut sum = *last;
        for c in rest.iter().rev() {
            let product = limbs::mul_high(&sum, t);
            sum = if alternating { limbs::sub(c, &product).0 } else { limbs::add(c, &product).0 };
        }
        sum
    }

    /// How many terms a series in t below 2^-k needs, if its coefficients are below those of
    /// 1/n! (`factorial`) or below 1: the next term is below 2^-(64 N + 1).
    #[inline]
    pub(super) fn terms(&self, t: &Limbs<N>, factorial: bool) -> usize {
        let k = limbs::leading_zeros(t).max(1);
        let wanted = Enclosure::<N>::BITS + 2;
        if !factorial {
            return (wanted / k + 1) as usize;
        }
        // n! > 2^(n (log2 n - 1.5)): enough to save a few terms, in integers.
        let mut n = 1;
        let mut bits = k;
        while bits < wanted {
            n += 1;
            bits += k + (31 - (n as u32).leading_zeros());
        }
        n
    }
}
