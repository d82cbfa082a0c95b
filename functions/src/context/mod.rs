//! Constants and tables of one width, and the functions that everything is made of.

mod big;
mod error;
mod error_table;
mod exponential;
mod gamma;
mod inverse;
mod logarithm;
mod trigonometric;

pub(crate) use gamma::whole;

use crate::enclosure::Enclosure;
use crate::enclosure::limbs::{self, Limbs};
use num_bigint::BigUint;
use std::sync::OnceLock;

/// What computes with enclosures of N words.
pub(crate) struct Context<const N: usize> {
    /// pi.
    pub(crate) pi: Enclosure<N>,
    /// ln 2.
    pub(crate) ln2: Enclosure<N>,
    /// 1 / ln 2.
    pub(crate) log2e: Enclosure<N>,
    /// ln 10.
    pub(crate) ln10: Enclosure<N>,
    /// 1 / ln 10.
    pub(crate) log10e: Enclosure<N>,
    /// log2 10.
    pub(crate) log2_10: Enclosure<N>,
    /// 1 / n! for n = 0 to the last that a series needs; those of 0 and 1 are not used.
    factorials: Vec<Limbs<N>>,
    /// 1/3!, 1/5!, ...
    odd: Vec<Limbs<N>>,
    /// 1/2!, 1/4!, ...
    even: Vec<Limbs<N>>,
    /// 1/3, 1/5, ...
    odd_reciprocals: Vec<Limbs<N>>,
    /// 1 / n; those of 0 and 1 are not used.
    reciprocals: Vec<Limbs<N>>,
    /// 2^(j / 256) / 2.
    roots: Vec<Limbs<N>>,
    /// ln(n / 256) from n = 256 on.
    logarithms: Vec<Enclosure<N>>,
    /// arctan(j / 64).
    angles: Vec<Enclosure<N>>,
    /// sin(j / 128), cos(j / 128), halved.
    circle: Vec<(Limbs<N>, Limbs<N>)>,
    /// Four words, from which tables are made.
    wide: fn() -> &'static Context<4>,
    /// erf, of a narrow width.
    error_table: OnceLock<error_table::Table<N>>,
}

impl<const N: usize> Context<N> {
    /// The constants of this width; `wide` makes tables of narrow ones.
    pub(crate) fn new(wide: fn() -> &'static Context<4>) -> Self {
        let bits = 64 * N as u32;
        // Numbers below 2^8 with 64 bits more than are kept.
        let p = bits + 64;
        let (pi, ln2, ln10) = (big::pi(p), big::ln2(p), big::ln10(p));
        let one = big::one(p);
        let mut factorial = one.clone();
        let mut factorials = vec![[0; N]; 2];
        // The longest series has an argument below 2^-7.
        let mut n = 2u32;
        while factorials.len() < 8 || factorial != BigUint::ZERO && 7 * n < bits + 20 {
            factorial /= n;
            factorials.push(words(&(&factorial >> 64u32)));
            n += 1;
        }
        let count = (bits / 6 + 8).max(16);
        let reciprocals: Vec<_> = (0..count.max(2))
            .map(|n| if n < 2 { [0; N] } else { words(&((&one / n) >> 64u32)) })
            .collect();
        Self {
            wide,
            error_table: OnceLock::new(),
            log2e: enclosed(&big::ratio(&one, &ln2, p), p),
            log10e: enclosed(&big::ratio(&one, &ln10, p), p),
            log2_10: enclosed(&big::ratio(&ln10, &ln2, p), p),
            pi: enclosed(&pi, p),
            ln2: enclosed(&ln2, p),
            ln10: enclosed(&ln10, p),
            odd: every_other(&factorials[3..]),
            even: every_other(&factorials[2..]),
            factorials,
            odd_reciprocals: every_other(&reciprocals[3..]),
            reciprocals,
            roots: big::roots_of_two(p).iter().map(|x| words(&(x >> 65u32))).collect(),
            logarithms: big::logarithms(p).iter().map(|x| enclosed(x, p)).collect(),
            angles: big::angles(p).iter().map(|x| enclosed(x, p)).collect(),
            circle: big::circle(p)
                .iter()
                .map(|(s, c)| (words(&(s >> 65u32)), words(&(c >> 65u32))))
                .collect(),
        }
    }
}

fn every_other<const N: usize>(all: &[Limbs<N>]) -> Vec<Limbs<N>> {
    let pairs = all.chunks_exact(2);
    pairs.map(|pair| pair[0]).collect()
}

/// The low N words.
fn words<const N: usize>(x: &BigUint) -> Limbs<N> {
    let mut out = [0; N];
    for (to, from) in out.iter_mut().zip(x.iter_u64_digits()) {
        *to = from;
    }
    out
}

/// `x / 2^places`, of which the last 32 places may be wrong.
fn enclosed<const N: usize>(x: &BigUint, places: u32) -> Enclosure<N> {
    if *x == BigUint::ZERO {
        return Enclosure::ZERO;
    }
    let (bits, width) = (x.bits() as i64, 64 * N as i64);
    let significand = words(&(x >> (bits - width) as u64));
    let exponent = bits - i64::from(places);
    // Cut below, and 2^-32 of a unit and less wrong on either side.
    Enclosure { negative: false, exponent, significand, below: 1, above: 2, shift: 0 }
}

impl<const N: usize> Context<N> {
    /// `c[0] + s t (c[1] + s t (c[2] + ...))` with s = -1 where `alternating`: fixed point, coefficients
    /// falling and at most 1/2 from c[0] on, `t <= 2^-6`. The error is below 3 units on either side: every step cuts less
    /// than one unit off a product, has a coefficient cut by less than one, and passes on 2^-6
    /// of what was wrong before: less than 2 (1 + 2^-6 + ...) < 2.1 units, and the rest of the series is
    /// below the last term taken, which is below one half.
    #[inline]
    fn horner(&self, c: &[Limbs<N>], t: &Limbs<N>, alternating: bool) -> Limbs<N> {
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
    fn terms(&self, t: &Limbs<N>, factorial: bool) -> usize {
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
