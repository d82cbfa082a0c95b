//! Sine and cosine.

use super::{Context, big};
use crate::enclosure::Enclosure;
use crate::enclosure::limbs;
use softfloat::Unrounded;
use std::sync::OnceLock;

/// Words of 2/pi: for arguments below 2^16500, and 64 + 4 words more.
const WORDS: usize = 338;

/// The most words that an enclosure has.
const MOST: usize = 64;

/// 2/pi, the most significant word first.
fn two_over_pi() -> &'static [u64] {
    static DIGITS: OnceLock<Vec<u64>> = OnceLock::new();
    DIGITS.get_or_init(|| {
        let bits = 64 * (WORDS as u32 + 1);
        let quotient = (big::one(bits) << (bits + 1)) / big::pi(bits);
        let mut digits: Vec<u64> = quotient.iter_u64_digits().collect();
        digits.reverse();
        digits.truncate(WORDS);
        digits
    })
}

impl<const N: usize> Context<N> {
    /// `x = (q + r) pi/2` with `|r| <= 1/2`: q modulo 4, and the angle r pi/2.
    pub(crate) fn reduced(&self, x: Unrounded<u64>) -> (u64, Enclosure<N>) {
        let value = Enclosure::exact(x);
        if value.exponent <= -1 {
            return (0, value);
        }
        let (q, r) = turns::<N>(x);
        (q, r.mul(self.pi).scaled(-1))
    }

    /// Sine and cosine of an angle of at most 0.79.
    ///
    /// With `|y| = a + t`, a = j/128: `sin a cos t + cos a sin t` and `cos a cos t - sin a sin t`.
    #[inline]
    pub(crate) fn sin_cos(&self, y: Enclosure<N>) -> (Enclosure<N>, Enclosure<N>) {
        if y.is_unknown() || y.exponent > 0 {
            return (Enclosure::UNKNOWN, Enclosure::UNKNOWN);
        }
        let mut t = y.as_fraction();
        let j = (t[N - 1] >> 57) as usize;
        t[N - 1] &= u64::MAX >> 7;
        let u = limbs::mul_high(&t, &t);
        // sin t = t (1 - v), cos t = 1 - w, both true within 4 units: u is cut by less than 2 t + 1.
        let terms = (self.terms(&t, true) / 2 + 1).min(self.odd.len());
        let v = limbs::mul_high(&u, &self.horner(&self.odd[..terms], &u, true));
        let w = limbs::mul_high(&u, &self.horner(&self.even[..terms], &u, true));
        let (below, above) = y.errors_of_fraction();
        let error = below.max(above).saturating_add(4);
        if j == 0 {
            let sine = y.mul(Self::one_and(&v, true, error, error));
            return (sine, Self::one_and(&w, true, error, error));
        }
        if error >= 1 << 58 {
            return (Enclosure::UNKNOWN, Enclosure::UNKNOWN);
        }
        let (s, c) = &self.circle[j];
        let sine_t = limbs::sub(&t, &limbs::mul_high(&t, &v)).0;
        let sine = limbs::sub(s, &limbs::mul_high(s, &w)).0;
        let sine = limbs::add(&sine, &limbs::mul_high(c, &sine_t)).0;
        let cosine = limbs::sub(c, &limbs::mul_high(c, &w)).0;
        let cosine = limbs::sub(&cosine, &limbs::mul_high(s, &sine_t)).0;
        // Table values and products are cut (5 units), cos t and sin t are wrong by 4 and 7.
        let error = 16 + error;
        let whole = |x| Enclosure::fraction(x, error, error).scaled(1);
        (whole(sine).signed(y.negative), whole(cosine))
    }
}

/// The turns of pi/2 in x, at least 1/2: the integer nearest to `x 2/pi` modulo 4, and what is left.
///
/// `x = s 2^e`. Of 2/pi only the words count that leave bits below 4 behind the point, and N + 3 of
/// them: their product with s is too small by less than s in its last place, which lies at
/// least N + 2 words behind the point.
fn turns<const N: usize>(x: Unrounded<u64>) -> (u64, Enclosure<N>) {
    let first = (x.exponent - 2).max(0) as usize / 64;
    let Some(digits) = two_over_pi().get(first..first + N + 3) else {
        return (0, Enclosure::UNKNOWN);
    };
    // The product, the lowest word first, in N + 4 words.
    let mut product = [0u64; MOST + 4];
    let product = &mut product[..N + 4];
    let mut carry = 0u64;
    for (to, digit) in product.iter_mut().zip(digits.iter().rev()) {
        let p = u128::from(*digit) * u128::from(x.significand) + u128::from(carry);
        (*to, carry) = (p as u64, (p >> 64) as u64);
    }
    product[N + 3] = carry;
    let point = (64 * (first + N + 3)) as i64 - i64::from(x.exponent);
    let bit = |at: i64| {
        usize::try_from(at).map_or(0, |at| product.get(at / 64).map_or(0, |w| w >> (at % 64) & 1))
    };
    let (low, half) = (bit(point) | bit(point + 1) << 1, bit(point - 1) == 1);
    let quadrant = (low + u64::from(half)) & 3;
    let quadrant = if x.sign { quadrant.wrapping_neg() & 3 } else { quadrant };
    (quadrant, fraction(product, point, half).signed(x.sign))
}

/// The bits below `point`, those from `point` on set where `up` (then it is what is missing to the next
/// integer, negative), true within 2^64 units of the last bit.
fn fraction<const N: usize>(product: &mut [u64], point: i64, up: bool) -> Enclosure<N> {
    if up {
        // Two's complement; what is cut away makes one unit of difference, which the error holds.
        product.iter_mut().for_each(|w| *w = !*w);
    }
    let (words, bits) = ((point / 64) as usize, (point % 64) as u32);
    for (i, w) in product.iter_mut().enumerate() {
        if i > words {
            *w = 0;
        } else if i == words {
            *w &= (1u64 << bits) - 1;
        }
    }
    let Some(top) = product.iter().rposition(|&w| w != 0) else { return Enclosure::UNKNOWN };
    let zeros = product[top].leading_zeros();
    if top + 1 < N {
        return Enclosure::UNKNOWN;
    }
    let mut significand = [0; N];
    for (i, word) in significand.iter_mut().enumerate() {
        let at = top + 1 - N + i;
        *word = product[at] << zeros;
        if zeros > 0 && at > 0 {
            *word |= product[at - 1] >> (64 - zeros);
        }
    }
    // The last place of the significand is bit `last` of the product.
    let last = 64 * (top + 1 - N) as i64 - i64::from(zeros);
    let error = match last {
        64.. => 2,
        5..64 => 1 << (65 - last),
        _ => return Enclosure::UNKNOWN,
    };
    let exponent = 64 * (top as i64 + 1) - i64::from(zeros) - point;
    Enclosure { negative: up, exponent, significand, below: error, above: error, shift: 0 }
}
