//! Every operation's result encloses what exact arithmetic makes of the operands' ends.

use super::Enclosure;
use num_bigint::{BigInt, BigUint};
use seeded::{Draw, Random};

/// The ends of a magnitude with its sign, as integers times 2^scale.
fn ends<const N: usize>(e: &Enclosure<N>, scale: i64) -> (BigInt, BigInt) {
    let words = e.significand.iter().flat_map(|w| [*w as u32, (*w >> 32) as u32]).collect();
    let middle = BigInt::from(BigUint::new(words));
    let up = e.exponent - i64::from(Enclosure::<N>::BITS) - scale;
    assert!(up >= 0, "the scale is low enough");
    let end = |x: BigInt| (if e.negative { -x } else { x }) << up;
    let low = end(&middle - (BigInt::from(e.below) << e.shift));
    let high = end(&middle + (BigInt::from(e.above) << e.shift));
    if e.negative { (high, low) } else { (low, high) }
}

/// Numbers of all sizes of significand and error, now and then next to each other or short.
fn draw<const N: usize>(rng: &mut Random) -> Enclosure<N> {
    let mut significand = [0; N];
    for word in &mut significand {
        *word = match rng.below(4) {
            0 => 0,
            1 => u64::MAX,
            _ => rng.next(),
        };
    }
    significand[N - 1] |= 1 << 63;
    let error = |rng: &mut Random| match rng.below(3) {
        0 => 0,
        1 => rng.below(4),
        _ => rng.next() >> (10 + rng.below(53)),
    };
    let (below, above) = (error(rng), error(rng));
    let shift = if N > 1 && rng.below(4) == 0 { rng.below(64) as u32 } else { 0 };
    let exponent = rng.below(9) as i64 - 4;
    Enclosure { negative: rng.below(2) == 1, exponent, significand, below, above, shift }.checked()
}

const SCALE: i64 = -1200;

/// The products of the ends at twice the scale.
fn corners(a: &(BigInt, BigInt), b: &(BigInt, BigInt)) -> Vec<BigInt> {
    vec![&a.0 * &b.0, &a.0 * &b.1, &a.1 * &b.0, &a.1 * &b.1]
}

fn judge<const N: usize>() {
    let mut rng = Random::new(0x0e7c_1000 + N as u64);
    for _ in 0..20_000 {
        let (a, b) = (draw::<N>(&mut rng), draw::<N>(&mut rng));
        if a.is_unknown() || b.is_unknown() {
            continue;
        }
        let (x, y) = (ends(&a, SCALE), ends(&b, SCALE));
        let case = || format!("{a:?}\n{b:?}");
        let sum = a.add(b);
        if !sum.is_unknown() {
            let (low, high) = ends(&sum, SCALE);
            assert!(low <= &x.0 + &y.0 && &x.1 + &y.1 <= high, "a + b: {}", case());
        }
        let product = a.mul(b);
        if !product.is_unknown() {
            let (low, high) = ends(&product, 2 * SCALE);
            let all = corners(&x, &y);
            assert!(all.iter().all(|c| low <= *c && *c <= high), "a b: {}", case());
        }
        let quotient = a.div(b);
        if !quotient.is_unknown() {
            // a = q b for every a and b: each end of a over each end of b lies within.
            let (low, high) = ends(&quotient, SCALE);
            for (n, d) in [(&x.0, &y.0), (&x.0, &y.1), (&x.1, &y.0), (&x.1, &y.1)] {
                let (n, d) = if d.sign() == num_bigint::Sign::Minus {
                    (-n, -d)
                } else {
                    (n.clone(), d.clone())
                };
                let n = n << -SCALE;
                assert!(&low * &d <= n && n <= &high * &d, "a / b: {}", case());
            }
        }
        let n = rng.below(1 << 20) + 1;
        let part = a.over(n);
        if !part.is_unknown() {
            let (low, high) = ends(&part, SCALE);
            assert!(low * n <= x.0 && x.1 <= high * n, "a / {n}: {}", case());
        }
        let root = a.abs().sqrt();
        if !root.is_unknown() {
            let (low, high) = ends(&root, SCALE);
            let (least, most) = ends(&a.abs(), 2 * SCALE);
            assert!(&low * &low <= least && most <= &high * &high, "sqrt a: {}", case());
        }
    }
}

#[test]
fn one_word() {
    judge::<1>();
}

#[test]
fn two_words() {
    judge::<2>();
}

#[test]
fn four_words() {
    judge::<4>();
}
