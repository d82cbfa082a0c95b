//! Quotients and roots of quotients, to 126 bits at least; what is left is sticky.

use num_bigint::BigUint;
use softfloat::Unrounded;

use super::dyadic::{Dyadic, cut};

/// `n / d`; a quotient of 0 is exact.
///
/// ```
/// use functions::exact::{quotient, Dyadic};
/// let third = quotient(&Dyadic::integer(1), &Dyadic::integer(3));
/// let cut = u128::MAX / 3; // 0x5555...
/// assert_eq!((third.significand, third.exponent, third.sticky), (cut, -128, true));
/// ```
///
/// # Panics
/// Where d is 0.
#[must_use]
pub fn quotient(n: &Dyadic, d: &Dyadic) -> Unrounded<u128> {
    Unrounded { sign: n.is_negative() != d.is_negative(), ..root(1, n, d) }
}

/// The k-th root of the magnitude of `n / d`, neither of them 0: with `n / d = q 2^(k e)`, q of at
/// least 128 k - k bits, it is the root of the integral part of q, rounded down, times 2^e. For an
/// integer r, r^k <= q where r^k <= floor(q): so nothing is lost but whether it is exact, and that it
/// is where q is an integer and has an integer root.
///
/// ```
/// use functions::exact::{root, Dyadic};
/// let r = root(2, &Dyadic::integer(9), &Dyadic::integer(4)); // 1.5, exactly
/// assert!(Dyadic::of(r).compare(&Dyadic::integer(3).scaled(-1)).is_eq() && !r.sticky);
/// assert!(root(3, &Dyadic::integer(9), &Dyadic::integer(1)).sticky);
/// ```
///
/// # Panics
/// Where d or k is 0.
#[must_use]
pub fn root(k: u32, n: &Dyadic, d: &Dyadic) -> Unrounded<u128> {
    let exponent = n.exponent - d.exponent;
    let (n, d) = (n.integer.magnitude(), d.integer.magnitude());
    let wide = 128 * i64::from(k) - 1 - (n.bits() as i64 - d.bits() as i64);
    // q has no more than 128 k bits, and the exponent that is left is a multiple of k.
    let up = wide - (wide - exponent).rem_euclid(k.into());
    let (q, rest) = divide(n, d, up);
    let root = match k {
        1 => q.clone(),
        2 => q.sqrt(),
        3 => q.cbrt(),
        _ => q.nth_root(k),
    };
    let exact = !rest && (k == 1 || root.pow(k) == q);
    let u = cut(false, &root, (exponent - up) / i64::from(k));
    Unrounded { sticky: !exact, ..u }
}

/// `n / d * 2^up`, rounded down, and whether something is left.
fn divide(n: &BigUint, d: &BigUint, up: i64) -> (BigUint, bool) {
    let (n, lost) = if up >= 0 {
        (n << up, false)
    } else {
        (n >> -up, n.trailing_zeros().is_some_and(|zeros| zeros < up.unsigned_abs()))
    };
    let q = &n / d;
    let rest = lost || &q * d != n;
    (q, rest)
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;
    use seeded::{Draw, Random};
    use softfloat::format::{Binary32, Binary64};
    use softfloat::ieee::Exact;
    use softfloat::{Env, Format, Rounding, StaticFormat, Value};

    use super::*;

    fn number(format: &Format, code: u64) -> Option<Dyadic> {
        match format.decode(code) {
            Value::Finite(u) if u.significand != 0 => Some(Dyadic::of(u)),
            _ => None,
        }
    }

    /// What is rounded must have the same result and flags as softfloat's operation.
    #[test]
    fn quotients_and_square_roots_are_those_of_arithmetic() {
        let mut random = Random::of("quotients");
        let formats = [Binary32::FORMAT, Binary64::FORMAT, Format::ieee(15, 48).unwrap()];
        for i in 0..30_000 {
            let format = &formats[i % 3];
            let env = Env::IEEE.rounding(*random.pick(&Rounding::ALL));
            let (a, b) = (random.next(), random.next());
            let mask = u64::MAX >> (64 - format.width);
            let (a, b) = (a & mask, b & mask);
            let (Some(x), Some(y)) = (number(format, a), number(format, b)) else { continue };
            let rounded = |u| Exact::Unrounded(u).round(format, &env);
            assert_eq!(rounded(quotient(&x, &y)), format.div(a, b, &env), "{a:x} / {b:x}");
            if !x.is_negative() {
                let r = root(2, &x, &Dyadic::integer(1));
                assert_eq!(rounded(r), format.sqrt(a, &env), "sqrt {a:x}");
            }
        }
    }

    #[test]
    fn powers_have_exact_roots_and_neighbours_have_none() {
        let mut random = Random::of("roots");
        for i in 0..2_000 {
            let (k, r) = (1 + i % 7, BigInt::from(random.next() >> 2 | 1));
            let exponent = random.below(40_000) as i64 - 20_000;
            let power = Dyadic { integer: r.pow(k), exponent: exponent * i64::from(k) };
            let one = Dyadic::integer(1);
            let u = root(k, &power, &one);
            assert!(!u.sticky);
            assert!((&Dyadic::of(u) - &Dyadic { integer: r, exponent }).is_zero());
            let above = &power + &Dyadic { integer: 1.into(), exponent: power.exponent - 900 };
            let next = root(k, &above, &one);
            assert_eq!(next, Unrounded { sticky: true, ..u });
            assert!(u.significand.ilog2() >= 126);
        }
    }

    /// 2^16000 and its like are no more work than others.
    #[test]
    fn far_exponents() {
        let far = Dyadic { integer: 3.into(), exponent: 33_001 };
        let r = root(2, &(&far + &Dyadic { integer: 1.into(), exponent: -33_000 }), &far);
        assert_eq!((r.significand, r.exponent, r.sticky), (1 << 127, -127, true));
    }
}
