//! Sums of many numbers of any exponents: one accumulator as wide as they lie apart, so that each
//! costs three words and not the width.

use num_bigint::{BigInt, BigUint};
use softfloat::Unrounded;

use super::dyadic::Dyadic;

/// `(-1)^sign * magnitude * 2^exponent`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    pub sign: bool,
    pub magnitude: u128,
    pub exponent: i64,
}

impl Term {
    /// A number.
    pub(crate) fn of(x: Unrounded<u64>) -> Self {
        Self { sign: x.sign, magnitude: x.significand.into(), exponent: x.exponent.into() }
    }

    /// A product.
    pub(crate) fn product(x: Unrounded<u64>, y: Unrounded<u64>) -> Self {
        Self {
            sign: x.sign != y.sign,
            magnitude: u128::from(x.significand) * u128::from(y.significand),
            exponent: i64::from(x.exponent) + i64::from(y.exponent),
        }
    }
}

/// The exact sum of at most 2^60 numbers.
pub(crate) fn sum(terms: impl Iterator<Item = Term> + Clone) -> Dyadic {
    let terms = terms.filter(|t| t.magnitude != 0);
    let exponents = terms.clone().map(|t| t.exponent);
    let Some(low) = exponents.clone().min() else { return Dyadic::integer(0) };
    let width = exponents.max().map_or(0, |high| high - low) as usize;
    // Three words for the highest term, one for carries.
    let mut sums = [vec![0u64; width / 64 + 4], vec![0u64; width / 64 + 4]];
    for t in terms {
        add(&mut sums[usize::from(t.sign)], t.magnitude, (t.exponent - low) as usize);
    }
    let [plus, minus] = sums.map(|words| BigInt::from(integer(&words)));
    Dyadic { integer: plus - minus, exponent: low }
}

/// Adds `x * 2^up`.
fn add(words: &mut [u64], x: u128, up: usize) {
    let (at, up) = (up / 64, up % 64);
    let high = if up == 0 { 0 } else { (x >> (128 - up)) as u64 };
    let mut carry = false;
    for (i, word) in words[at..].iter_mut().enumerate() {
        let part = match i {
            0 => (x << up) as u64,
            1 => (x << up >> 64) as u64,
            2 => high,
            _ if !carry => return,
            _ => 0,
        };
        let (sum, first) = word.overflowing_add(part);
        let (sum, second) = sum.overflowing_add(carry.into());
        (*word, carry) = (sum, first || second);
    }
}

fn integer(words: &[u64]) -> BigUint {
    BigUint::new(words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect())
}

#[cfg(test)]
mod tests {
    use seeded::{Draw, Random};

    use super::*;

    #[test]
    fn it_is_the_sum_one_by_one() {
        let mut random = Random::of("sums");
        for spread in [1, 64, 300, 66_000] {
            let terms: Vec<Term> = (0..100)
                .map(|_| Term {
                    sign: random.one_in(2),
                    magnitude: u128::MAX >> random.below(128),
                    exponent: random.below(spread) as i64 - 33_000,
                })
                .collect();
            let plain = terms.iter().fold(Dyadic::integer(0), |sum, t| {
                let magnitude = BigInt::from(t.magnitude);
                let integer = if t.sign { -magnitude } else { magnitude };
                &sum + &Dyadic { integer, exponent: t.exponent }
            });
            assert!((&sum(terms.into_iter()) - &plain).is_zero(), "{spread}");
        }
        assert!(sum([].into_iter()).is_zero());
    }
}
