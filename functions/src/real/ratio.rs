//! Rational numbers: `n / d * 2^e`, d odd; those of few bits on the stack.

use core::cmp::Ordering;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint, Sign};
use softfloat::Unrounded;

use crate::exact::{Dyadic, cut, quotient};

/// A rational number.
#[derive(Clone, Debug)]
pub(super) enum Ratio {
    /// `n * 2^e`.
    Small { n: i128, e: i64 },
    /// More bits, or a denominator.
    Big(Arc<Big>),
}

/// `n / d * 2^e`, d odd.
#[derive(Clone, Debug)]
pub(super) struct Big {
    pub(super) n: BigInt,
    pub(super) d: BigUint,
    pub(super) e: i64,
}

/// Denominators are reduced when they have grown by so many bits.
const REDUCED: u64 = 192;

impl Ratio {
    pub(super) const ZERO: Self = Self::Small { n: 0, e: 0 };

    pub(super) fn one() -> BigUint {
        BigUint::from(1u32)
    }

    /// `n / d * 2^e`, d not 0.
    pub(super) fn new(n: BigInt, d: BigUint, e: i64) -> Self {
        let Some(up) = n.trailing_zeros() else { return Self::ZERO };
        let down = d.trailing_zeros().unwrap_or(0);
        let (mut n, mut d) = (n >> up, d >> down);
        let e = e + up as i64 - down as i64;
        if d.bits() > REDUCED {
            let common = common(n.magnitude(), &d);
            if common.bits() > 1 {
                n /= BigInt::from(common.clone());
                d /= common;
            }
        }
        if d.bits() == 1
            && let Ok(n) = i128::try_from(&n)
        {
            return Self::Small { n, e };
        }
        Self::Big(Arc::new(Big { n, d, e }))
    }

    /// The same in three parts.
    pub(super) fn big(&self) -> Big {
        match self {
            Self::Small { n, e } => Big { n: BigInt::from(*n), d: Self::one(), e: *e },
            Self::Big(big) => Big::clone(big),
        }
    }

    /// -1, 0 or 1.
    pub(super) fn signum(&self) -> i32 {
        match self {
            Self::Small { n, .. } => n.signum() as i32,
            Self::Big(big) => match big.n.sign() {
                Sign::Minus => -1,
                Sign::NoSign => 0,
                Sign::Plus => 1,
            },
        }
    }

    pub(super) fn neg(&self) -> Self {
        match self {
            Self::Small { n, e } => match n.checked_neg() {
                Some(n) => Self::Small { n, e: *e },
                None => Self::new(-BigInt::from(*n), Self::one(), *e),
            },
            Self::Big(big) => Self::Big(Arc::new(Big { n: -&big.n, d: big.d.clone(), e: big.e })),
        }
    }

    pub(super) fn add(&self, other: &Self) -> Self {
        if let (Self::Small { n: a, e: i }, Self::Small { n: b, e: j }) = (self, other)
            && let Some(sum) = small_sum((*a, *i), (*b, *j))
        {
            return sum;
        }
        match (self.signum(), other.signum()) {
            (0, _) => return other.clone(),
            (_, 0) => return self.clone(),
            _ => {}
        }
        let (a, b) = (self.big(), other.big());
        let e = a.e.min(b.e);
        let (x, y) = (a.n << (a.e - e), b.n << (b.e - e));
        if a.d == b.d {
            return Self::new(x + y, a.d, e);
        }
        let n = x * BigInt::from(b.d.clone()) + y * BigInt::from(a.d.clone());
        Self::new(n, a.d * b.d, e)
    }

    pub(super) fn mul(&self, other: &Self) -> Self {
        if let (Self::Small { n: a, e: i }, Self::Small { n: b, e: j }) = (self, other)
            && let Some(n) = a.checked_mul(*b)
        {
            return Self::Small { n, e: i + j };
        }
        let (a, b) = (self.big(), other.big());
        Self::new(a.n * b.n, a.d * b.d, a.e + b.e)
    }

    /// 1 / x; x is not 0.
    pub(super) fn reciprocal(&self) -> Self {
        if let Self::Small { n: n @ (1 | -1), e } = self {
            return Self::Small { n: *n, e: -e };
        }
        let Big { n, d, e } = self.big();
        let (sign, magnitude) = n.into_parts();
        Self::new(BigInt::from_biguint(sign, d), magnitude, -e)
    }

    pub(super) fn cmp(&self, other: &Self) -> Ordering {
        let (s, t) = (self.signum(), other.signum());
        if s != t || s == 0 {
            return s.cmp(&t);
        }
        if let (Self::Small { n: a, e: i }, Self::Small { n: b, e: j }) = (self, other)
            && i == j
        {
            return a.cmp(b);
        }
        let (a, b) = (self.big(), other.big());
        let (x, y) = (a.n.magnitude() * b.d, b.n.magnitude() * a.d);
        // The place of the leading bits first, so that nothing is shifted far.
        let magnitudes = (x.bits() as i64 + a.e).cmp(&(y.bits() as i64 + b.e)).then_with(|| {
            let e = a.e.min(b.e);
            (x << (a.e - e)).cmp(&(y << (b.e - e)))
        });
        if s < 0 { magnitudes.reverse() } else { magnitudes }
    }

    /// The largest integer that is not above it.
    pub(super) fn floor(&self) -> BigInt {
        if let Self::Small { n, e } = self
            && (-127..=0).contains(e)
        {
            return BigInt::from(n >> -e);
        }
        let (n, d) = self.fraction();
        let (sign, magnitude) = n.into_parts();
        let q = &magnitude / &d;
        let exact = sign != Sign::Minus || &q * &d == magnitude;
        BigInt::from_biguint(sign, q) - i32::from(!exact)
    }

    /// Numerator and denominator.
    pub(super) fn fraction(&self) -> (BigInt, BigUint) {
        let Big { n, d, e } = self.big();
        if e >= 0 { (n << e, d) } else { (n, d << -e) }
    }

    /// Its leading bits; sticky where it has more.
    pub(super) fn unrounded(&self) -> Unrounded<u128> {
        match self {
            Self::Small { n, e } => {
                let e = (*e).clamp(-(1 << 24), 1 << 24) as i32;
                Unrounded::exact(*n < 0, e, n.unsigned_abs())
            }
            Self::Big(big) if big.d.bits() == 1 => {
                cut(big.n.sign() == Sign::Minus, big.n.magnitude(), big.e)
            }
            Self::Big(big) => quotient(
                &Dyadic { integer: big.n.clone(), exponent: big.e },
                &Dyadic { integer: BigInt::from(big.d.clone()), exponent: 0 },
            ),
        }
    }

    /// The square root of a positive number, where it is rational.
    pub(super) fn root(&self) -> Option<Self> {
        let Big { n, d, e } = self.big();
        // n/d = nd / d^2.
        let up = e.rem_euclid(2);
        let square = (n.magnitude() * &d) << up as u64;
        let zeros = square.trailing_zeros().unwrap_or(0);
        if zeros % 2 == 1 {
            return None;
        }
        let odd = &square >> zeros;
        // An odd square is 1 modulo 8.
        if odd.iter_u32_digits().next().unwrap_or(0) % 8 != 1 {
            return None;
        }
        let r = odd.sqrt();
        if &r * &r != odd {
            return None;
        }
        Some(Self::new(BigInt::from(r) << (zeros / 2), d, (e - up) / 2))
    }

    /// A power, if it has at most `most` bits or so; x is not 0 where `k` is negative.
    pub(super) fn power(&self, k: i64, most: u64) -> Option<Self> {
        let Big { n, d, e } = self.big();
        let times = u32::try_from(k.unsigned_abs()).ok()?;
        let bits = (n.bits().max(d.bits()) - 1).checked_mul(times.into())?;
        let exponent = e.checked_mul(times.into()).filter(|e| e.unsigned_abs() < 1 << 20)?;
        if bits > most {
            return None;
        }
        let power = Self::new(n.pow(times), d.pow(times), exponent);
        Some(if k < 0 { power.reciprocal() } else { power })
    }

    /// The integer that it is, if it has at most 62 bits.
    pub(super) fn to_integer(&self) -> Option<i64> {
        let Self::Small { n, e } = self else { return None };
        let zeros = if *n == 0 { 0 } else { n.trailing_zeros() };
        let (n, e) = (n >> zeros, e + i64::from(zeros));
        if n == 0 {
            return Some(0);
        }
        let bits = 128 - i64::from(n.unsigned_abs().leading_zeros());
        (e >= 0 && bits.checked_add(e)? <= 62).then(|| (n as i64) << e)
    }
}

/// The sum of two numbers of few bits, if it has few.
fn small_sum((a, i): (i128, i64), (b, j): (i128, i64)) -> Option<Ratio> {
    if i == j {
        return a.checked_add(b).map(|n| Ratio::Small { n, e: i });
    }
    let ((a, i), (b, j)) = if i > j { ((a, i), (b, j)) } else { ((b, j), (a, i)) };
    if a == 0 {
        return Some(Ratio::Small { n: b, e: j });
    }
    // Zeros at the end of b may make room.
    let zeros = if b == 0 { 127 } else { i64::from(b.trailing_zeros()).min(i - j) };
    let (b, j) = if b == 0 { (0, i) } else { (b >> zeros, j + zeros) };
    let up = i - j;
    if up >= i64::from(a.unsigned_abs().leading_zeros()) - 1 {
        return None;
    }
    (a << up).checked_add(b).map(|n| Ratio::Small { n, e: j })
}

/// The greatest common divisor, by Euclid's algorithm.
pub(super) fn common(a: &BigUint, b: &BigUint) -> BigUint {
    let (mut a, mut b) = (a.clone(), b.clone());
    while b != BigUint::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    a
}
