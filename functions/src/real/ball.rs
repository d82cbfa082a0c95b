//! Enclosures that may hold 0.

use num_bigint::BigUint;

use super::ratio::{Big, Ratio};
use crate::context::Context;
use crate::enclosure::Enclosure;

/// What is known of a real number.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ball<const N: usize> {
    /// An enclosure without 0, or exactly 0.
    Known(Enclosure<N>),
    /// A magnitude below 2^k, of either sign.
    Small(i64),
    /// Nothing.
    Unknown,
}

use Ball::{Known, Small, Unknown};

/// The magnitude of an enclosure's errors is below 2^this.
fn error_exponent<const N: usize>(e: &Enclosure<N>) -> Option<i64> {
    let error = e.below.max(e.above);
    if error == 0 {
        return None;
    }
    let bits = i64::from(64 - error.leading_zeros()) + i64::from(e.shift);
    Some(e.exponent - i64::from(Enclosure::<N>::BITS) + bits)
}

impl<const N: usize> Ball<N> {
    const BITS: i64 = 64 * N as i64;

    /// An enclosure, which must not have become unknown.
    pub(super) fn of(e: Enclosure<N>) -> Self {
        if e.is_unknown() { Unknown } else { Known(e) }
    }

    /// A natural number's leading bits.
    fn natural(n: &BigUint) -> Enclosure<N> {
        let bits = n.bits();
        if bits == 0 {
            return Enclosure::ZERO;
        }
        let width = Self::BITS as u64;
        let top = if bits > width { n >> (bits - width) } else { n << (width - bits) };
        let mut significand = [0; N];
        for (to, from) in significand.iter_mut().zip(top.iter_u64_digits()) {
            *to = from;
        }
        let lost = bits > width && n.trailing_zeros().is_some_and(|zeros| zeros < bits - width);
        let above = u64::from(lost);
        let exponent = bits as i64;
        Enclosure { negative: false, exponent, significand, below: 0, above, shift: 0 }
    }

    /// A rational number.
    pub(super) fn ratio(x: &Ratio) -> Self {
        match x {
            Ratio::Small { n, e } if n.unsigned_abs() >> 64 == 0 => {
                let n64 = n.unsigned_abs() as u64;
                let u = softfloat::Unrounded::exact(*n < 0, 0, n64);
                Known(Enclosure::exact(u).scaled(*e))
            }
            Ratio::Small { n, e } => {
                let magnitude = Self::natural(&BigUint::from(n.unsigned_abs()));
                Known(magnitude.scaled(*e).signed(*n < 0))
            }
            Ratio::Big(big) => {
                let Big { n, d, e } = &**big;
                let magnitude = Self::natural(n.magnitude());
                let quotient =
                    if d.bits() == 1 { magnitude } else { magnitude.div(Self::natural(d)) };
                Self::of(quotient.scaled(*e).signed(x.signum() < 0))
            }
        }
    }

    pub(super) fn neg(self) -> Self {
        match self {
            Known(e) => Known(e.neg()),
            other => other,
        }
    }

    /// A magnitude below 2^k.
    fn magnitude(&self) -> Option<i64> {
        match self {
            // The errors are below a sixteenth of the significand.
            Known(e) if e.is_zero() => None,
            Known(e) => Some(e.exponent + 1),
            Small(k) => Some(*k),
            Unknown => Some(i64::MAX),
        }
    }

    pub(super) fn add(self, other: Self) -> Self {
        match (self, other) {
            (Unknown, _) | (_, Unknown) => Unknown,
            (Small(a), Small(b)) => Small(a.max(b) + 1),
            (Known(e), Small(k)) | (Small(k), Known(e)) => {
                if e.is_zero() {
                    return Small(k);
                }
                let sum =
                    if k < e.exponent { e.blurred(1, k + Self::BITS) } else { Enclosure::UNKNOWN };
                if sum.is_unknown() { Small(k.max(e.exponent + 1) + 1) } else { Known(sum) }
            }
            (Known(a), Known(b)) => {
                let sum = a.add(b);
                if !sum.is_unknown() {
                    return Known(sum);
                }
                // What cancels is below 2^6 times the errors and what was cut.
                let last = a.exponent.max(b.exponent) - Self::BITS + 1;
                let errors = [error_exponent(&a), error_exponent(&b), Some(last)];
                Small(errors.into_iter().flatten().max().unwrap_or(last) + 8)
            }
        }
    }

    pub(super) fn mul(self, other: Self) -> Self {
        match (self, other) {
            (Known(a), _) if a.is_zero() => self,
            (_, Known(b)) if b.is_zero() => other,
            (Unknown, _) | (_, Unknown) => Unknown,
            (Known(a), Known(b)) => match a.mul(b) {
                product if product.is_unknown() => Small(a.exponent + b.exponent + 2),
                product => Known(product),
            },
            (a, b) => match (a.magnitude(), b.magnitude()) {
                (Some(a), Some(b)) => Small(a.saturating_add(b)),
                _ => Unknown,
            },
        }
    }

    pub(super) fn div(self, other: Self) -> Self {
        match (self, other) {
            (Known(a), Known(b)) => Self::of(a.div(b)),
            (Small(a), Known(b)) if !b.is_zero() => Small(a - b.exponent + 2),
            _ => Unknown,
        }
    }

    /// The root of what is not negative.
    pub(super) fn sqrt(self) -> Self {
        match self {
            Known(e) => Self::of(e.sqrt()),
            Small(k) => Small(k.div_euclid(2) + 1),
            Unknown => Unknown,
        }
    }

    /// A function f of f(0) = 0, with a slope below 2^`slope` for arguments below 1/2.
    pub(super) fn odd(self, slope: i64, f: impl Fn(Enclosure<N>) -> Enclosure<N>) -> Self {
        match self {
            Known(e) if e.is_zero() => self,
            Known(e) => Self::of(f(e)),
            Small(k) if k < 0 => Small(k + slope),
            _ => Unknown,
        }
    }

    pub(super) fn exp(self, c: &Context<N>) -> Self {
        match self {
            Known(e) if e.is_zero() => Known(Enclosure::ONE),
            Known(e) => Self::of(c.exp(e)),
            // |e^x - 1| < 2 |x|.
            Small(k) if k < -8 => Self::of(Enclosure::ONE).add(Small(k + 1)),
            _ => Unknown,
        }
    }

    pub(super) fn ln(self, c: &Context<N>) -> Self {
        let Known(e) = self else { return Unknown };
        let over = Self::of(e).add(Self::of(Enclosure::ONE.neg()));
        match over {
            Small(k) if k < -8 => Small(k + 1),
            Known(z) if z.exponent <= -7 => Self::of(c.log1p(z)),
            _ => Self::of(c.ln(e)),
        }
    }
}
