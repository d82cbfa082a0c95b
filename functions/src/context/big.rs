//! Constants as integers: `floor(c * 2^bits)` up to a few units, on `num-bigint`.
//!
//! Every sum here is of at most `bits` terms, each cut by less than one unit, so 20 guard bits
//! keep the errors below 2^-8 of what is kept.

use num_bigint::BigUint;

/// Bits that are computed and not kept.
const GUARD: u32 = 32;

/// A natural number of many bits.
pub(super) fn one(bits: u32) -> BigUint {
    BigUint::from(1u32) << bits
}

/// Without the guard bits.
fn kept(x: BigUint) -> BigUint {
    x >> GUARD
}

/// `arctan(1/n)` or `artanh(1/n)` (`sum of (+-1)^k / ((2k + 1) n^(2k + 1))`).
fn inverse_tangent(n: u64, hyperbolic: bool, bits: u32) -> BigUint {
    let mut power = one(bits) / n;
    let (mut positive, mut negative) = (power.clone(), BigUint::ZERO);
    let mut k = 1u64;
    loop {
        power /= n * n;
        let term = &power / (2 * k + 1);
        if term == BigUint::ZERO {
            return positive - negative;
        }
        if hyperbolic || k.is_multiple_of(2) {
            positive += term
        } else {
            negative += term
        }
        k += 1;
    }
}

/// `pi = 16 arctan(1/5) - 4 arctan(1/239)` (Machin).
pub(super) fn pi(bits: u32) -> BigUint {
    let b = bits + GUARD;
    kept((inverse_tangent(5, false, b) << 4u32) - (inverse_tangent(239, false, b) << 2u32))
}

/// `2 artanh(1 / (2n + 1)) = ln((n + 1) / n)`.
fn step_of_logarithm(n: u64, bits: u32) -> BigUint {
    inverse_tangent(2 * n + 1, true, bits) << 1u32
}

/// `ln 2`.
pub(super) fn ln2(bits: u32) -> BigUint {
    kept(step_of_logarithm(1, bits + GUARD))
}

/// `ln 10 = 3 ln 2 + ln(10/8) = 3 ln 2 + ln(5/4)`.
pub(super) fn ln10(bits: u32) -> BigUint {
    let b = bits + GUARD;
    kept(step_of_logarithm(1, b) * 3u32 + step_of_logarithm(4, b))
}

/// `a / b` of numbers with as many bits behind the point.
pub(super) fn ratio(a: &BigUint, b: &BigUint, bits: u32) -> BigUint {
    (a << bits) / b
}

/// `2^(j / 256)` for j = 0 to 255.
pub(super) fn roots_of_two(bits: u32) -> Vec<BigUint> {
    let b = bits + GUARD;
    let mut root = one(b) << 1u32;
    for _ in 0..8 {
        root = (root << b).sqrt();
    }
    let mut powers = vec![one(b)];
    for j in 1..256 {
        powers.push((&powers[j - 1] * &root) >> b);
    }
    powers.into_iter().map(kept).collect()
}

/// `ln(n / 256)` for n = 256 to 512.
pub(super) fn logarithms(bits: u32) -> Vec<BigUint> {
    let b = bits + GUARD;
    let mut sum = BigUint::ZERO;
    let mut all = vec![sum.clone()];
    for n in 256..512 {
        sum += step_of_logarithm(n, b);
        all.push(sum.clone());
    }
    all.into_iter().map(kept).collect()
}

/// `arctan(j / 64)` for j = 0 to 64: the step from j to j + 1 is `arctan(64 / (4096 + j (j + 1)))`.
pub(super) fn angles(bits: u32) -> Vec<BigUint> {
    let b = bits + GUARD;
    let mut sum = BigUint::ZERO;
    let mut all = vec![sum.clone()];
    for j in 0..64u64 {
        let (n, d) = (BigUint::from(64u32), BigUint::from(4096 + j * (j + 1)));
        let mut power = (&n << b) / &d;
        let (mut positive, mut negative) = (power.clone(), BigUint::ZERO);
        let mut k = 1u64;
        loop {
            power = power * &n * &n / &d / &d;
            let term = &power / (2 * k + 1);
            if term == BigUint::ZERO {
                break;
            }
            if k.is_multiple_of(2) {
                positive += term
            } else {
                negative += term
            }
            k += 1;
        }
        sum += positive - negative;
        all.push(sum.clone());
    }
    all.into_iter().map(kept).collect()
}

/// `sin(j / 128)` and `cos(j / 128)` for j = 0 to 127.
pub(super) fn circle(bits: u32) -> Vec<(BigUint, BigUint)> {
    let b = bits + GUARD;
    // Terms of both series at 1/128, in turn: 1, x, x^2/2, ...
    let mut term = one(b);
    let mut sums = [BigUint::ZERO, BigUint::ZERO, BigUint::ZERO, BigUint::ZERO];
    let mut k = 0u32;
    while term != BigUint::ZERO {
        sums[(k % 4) as usize] += &term;
        k += 1;
        term = (term >> 7u32) / k;
    }
    let [c0, s0, c1, s1] = sums;
    let (c, s) = (c0 - c1, s0 - s1);
    let mut all = vec![(BigUint::ZERO, one(b))];
    for j in 0..127 {
        let (sine, cosine): &(BigUint, BigUint) = &all[j];
        all.push((((sine * &c) + (cosine * &s)) >> b, ((cosine * &c) - (sine * &s)) >> b));
    }
    all.into_iter().map(|(s, c)| (kept(s), kept(c))).collect()
}
