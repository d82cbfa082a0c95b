//! The operations of IEEE 754 on exact numbers (XDSA-D26, D29, D30, D32, D85).

use super::Number;
use Number::{Finite, Infinite, Nan, Zero};
use core::cmp::Ordering;
use functions::real::Real;

impl Number {
    /// -x.
    #[must_use]
    pub(crate) fn neg(&self) -> Self {
        match self {
            Nan => Nan,
            Infinite { negative } => Infinite { negative: !negative },
            Zero { negative } => Zero { negative: !negative },
            Finite(x) => Finite(-x),
        }
    }

    /// |x|.
    #[must_use]
    pub(crate) fn abs(&self) -> Self {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    fn with_sign(&self, negative: bool) -> Self {
        if negative { self.neg() } else { self.clone() }
    }

    /// `x + y`.
    #[must_use]
    pub(crate) fn add(&self, other: &Self) -> Self {
        match (self, other) {
            (Nan, _) | (_, Nan) => Nan,
            (Infinite { negative: a }, Infinite { negative: b }) if a != b => Nan,
            (Infinite { .. }, _) => self.clone(),
            (_, Infinite { .. }) => other.clone(),
            (Zero { negative: a }, Zero { negative: b }) => Zero { negative: *a && *b },
            (Zero { .. }, x) | (x, Zero { .. }) => x.clone(),
            (Finite(a), Finite(b)) => Self::from(a + b),
        }
    }

    /// `x - y`.
    #[must_use]
    pub(crate) fn sub(&self, other: &Self) -> Self {
        self.add(&other.neg())
    }

    /// `x y`.
    #[must_use]
    pub(crate) fn mul(&self, other: &Self) -> Self {
        let negative = || self.is_negative() != other.is_negative();
        match (self, other) {
            (Nan, _) | (_, Nan) => Nan,
            (Infinite { .. }, Zero { .. }) | (Zero { .. }, Infinite { .. }) => Nan,
            (Infinite { .. }, _) | (_, Infinite { .. }) => Infinite { negative: negative() },
            (Zero { .. }, _) | (_, Zero { .. }) => Zero { negative: negative() },
            (Finite(a), Finite(b)) => Self::from(a * b),
        }
    }

    /// `x / y`.
    #[must_use]
    pub(crate) fn div(&self, other: &Self) -> Self {
        let negative = || self.is_negative() != other.is_negative();
        match (self, other) {
            (Nan, _) | (_, Nan) => Nan,
            (Infinite { .. }, Infinite { .. }) | (Zero { .. }, Zero { .. }) => Nan,
            (Infinite { .. }, _) | (_, Zero { .. }) => Infinite { negative: negative() },
            (Zero { .. }, _) | (_, Infinite { .. }) => Zero { negative: negative() },
            (Finite(a), Finite(b)) => a.div(b).map_or(Nan, Self::from),
        }
    }

    /// The exact sum: +0 unless all are -0, NaN of opposite infinities (XDSA-D29, D32).
    pub(crate) fn sum(terms: impl IntoIterator<Item = Self>) -> Self {
        let (mut finite, mut special, mut empty) = (Vec::new(), Zero { negative: true }, true);
        let mut exact = Real::ZERO;
        for term in terms {
            empty = false;
            match term {
                Finite(x) if x.is_rational() => {
                    special = Self::ZERO.add(&special);
                    exact = &exact + &x;
                }
                Finite(x) => {
                    special = Self::ZERO.add(&special);
                    finite.push(x);
                }
                other => special = special.add(&other),
            }
        }
        match special {
            Zero { .. } if empty => Self::ZERO,
            Zero { negative } => {
                finite.push(exact);
                match Self::from(Real::sum(finite)) {
                    Zero { .. } => Zero { negative },
                    sum => sum,
                }
            }
            other => other,
        }
    }

    /// The exact sum of products (XDSA-D32).
    pub(crate) fn dot<'a>(pairs: impl IntoIterator<Item = (&'a Self, &'a Self)>) -> Self {
        Self::sum(pairs.into_iter().map(|(a, b)| a.mul(b)))
    }

    /// The square root.
    #[must_use]
    pub(crate) fn sqrt(&self) -> Self {
        match self {
            Infinite { negative: true } => Nan,
            Finite(x) => x.sqrt().map_or(Nan, Self::from),
            other => other.clone(),
        }
    }

    /// e^x.
    #[must_use]
    pub(crate) fn exp(&self) -> Self {
        match self {
            Nan => Nan,
            Infinite { negative: true } => Self::ZERO,
            Infinite { negative: false } => self.clone(),
            Zero { .. } => Self::integer(1),
            Finite(x) => Self::from(x.exp()),
        }
    }

    /// e^x - 1.
    #[must_use]
    pub(crate) fn expm1(&self) -> Self {
        match self {
            Infinite { negative: true } => Self::integer(-1),
            Finite(x) => Self::from(x.expm1()),
            other => other.clone(),
        }
    }

    /// The natural logarithm.
    #[must_use]
    pub(crate) fn ln(&self) -> Self {
        match self {
            Nan | Infinite { negative: true } => Nan,
            Infinite { negative: false } => self.clone(),
            Zero { .. } => Infinite { negative: true },
            Finite(x) => x.ln().map_or(Nan, Self::from),
        }
    }

    /// ln(1 + x).
    #[must_use]
    pub(crate) fn log1p(&self) -> Self {
        match self {
            Infinite { negative: true } => Nan,
            Finite(x) if (x + &Real::from(1)).is_zero() => Infinite { negative: true },
            Finite(x) => x.log1p().map_or(Nan, Self::from),
            other => other.clone(),
        }
    }

    /// A function that keeps zeros and takes infinities to 1 and -1.
    fn bounded(&self, f: fn(&Real) -> Real) -> Self {
        match self {
            Infinite { negative } => Self::integer(1).with_sign(*negative),
            Finite(x) => Self::from(f(x)),
            other => other.clone(),
        }
    }

    /// tanh x.
    #[must_use]
    pub(crate) fn tanh(&self) -> Self {
        self.bounded(Real::tanh)
    }

    /// The error function.
    #[must_use]
    pub(crate) fn erf(&self) -> Self {
        self.bounded(Real::erf)
    }

    /// x^y by IEEE 754 `pow` (9.2.1).
    #[must_use]
    pub(crate) fn pow(&self, y: &Self) -> Self {
        let one = Self::integer(1);
        if y.is_zero() || self.compare(&one) == Some(Ordering::Equal) {
            return one;
        }
        match (self, y) {
            (Nan, _) | (_, Nan) => Nan,
            (_, Infinite { negative }) => match self.abs().compare(&one) {
                Some(Ordering::Equal) => one,
                order if (order == Some(Ordering::Less)) == *negative => {
                    Infinite { negative: false }
                }
                _ => Self::ZERO,
            },
            (Zero { .. } | Infinite { .. }, Finite(y)) => {
                let negative = self.is_negative() && parity(y) == Some(true);
                if self.is_zero() == (y.signum() > 0) {
                    Zero { negative }
                } else {
                    Infinite { negative }
                }
            }
            (Finite(x), Finite(y)) => finite_power(x, y),
            (_, Zero { .. }) => one,
        }
    }

    /// Which is larger by value, zeros equal; `None` of NaN.
    #[must_use]
    pub(crate) fn compare(&self, other: &Self) -> Option<Ordering> {
        let side = |negative: bool| if negative { Ordering::Less } else { Ordering::Greater };
        match (self, other) {
            (Nan, _) | (_, Nan) => None,
            (Infinite { negative: a }, Infinite { negative: b }) => Some(b.cmp(a)),
            (Infinite { negative }, _) => Some(side(*negative)),
            (_, Infinite { negative }) => Some(side(!negative)),
            (Zero { .. }, Zero { .. }) => Some(Ordering::Equal),
            (Zero { .. }, Finite(b)) => Some(0.cmp(&b.signum())),
            (Finite(a), Zero { .. }) => Some(a.signum().cmp(&0)),
            (Finite(a), Finite(b)) => Some(a.compare(b)),
        }
    }

    /// The same with -0 below +0 (XDSA-D30, D86).
    #[must_use]
    pub(crate) fn order(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Zero { negative: a }, Zero { negative: b }) => Some(b.cmp(a)),
            _ => self.compare(other),
        }
    }

    /// IEEE 754 maximum: NaN propagates, -0 below +0.
    #[must_use]
    pub(crate) fn max(&self, other: &Self) -> Self {
        match self.order(other) {
            None => Nan,
            Some(Ordering::Less) => other.clone(),
            Some(_) => self.clone(),
        }
    }

    /// IEEE 754 minimum: NaN propagates, -0 below +0.
    #[must_use]
    pub(crate) fn min(&self, other: &Self) -> Self {
        match self.order(other) {
            None => Nan,
            Some(Ordering::Greater) => other.clone(),
            Some(_) => self.clone(),
        }
    }
}

/// Whether an integer is odd; `None` of what is no integer.
fn parity(x: &Real) -> Option<bool> {
    let floor = x.floor()?;
    (Real::from(floor.clone()).compare(x) == Ordering::Equal).then(|| floor.bit(0))
}

fn finite_power(x: &Real, y: &Real) -> Number {
    if x.signum() < 0 {
        let Some(odd) = parity(y) else { return Nan };
        return finite_power(&-x, y).with_sign(odd);
    }
    x.pow(y).map_or(Nan, Number::from)
}
