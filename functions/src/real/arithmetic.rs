//! Sums, products and quotients.

use core::ops::{Add, Mul, Neg, Sub};
use std::sync::Arc;

use super::node::Op;
use super::ratio::Ratio;
use super::{Real, Repr};

impl Real {
    /// -x.
    fn negated(&self) -> Self {
        Self(match &self.0 {
            Repr::Ratio(ratio) => Repr::Ratio(ratio.neg()),
            Repr::Open { negative, node } => {
                Repr::Open { negative: !negative, node: Arc::clone(node) }
            }
        })
    }

    /// |x|.
    ///
    /// ```
    /// use functions::real::Real;
    /// assert_eq!(Real::from(-3).abs().small(), Some((3, 0)));
    /// assert_eq!((-Real::pi()).abs().signum(), 1);
    /// ```
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.signum() < 0 { self.negated() } else { self.clone() }
    }

    /// The sum of many numbers; rational ones are added exactly.
    ///
    /// ```
    /// use functions::real::Real;
    /// let third = Real::ratio(1, 3).unwrap();
    /// let sum = Real::sum([third.clone(), third.clone(), third]);
    /// assert!(sum.compare(&Real::from(1)).is_eq());
    /// ```
    pub fn sum(terms: impl IntoIterator<Item = Self>) -> Self {
        let (mut exact, mut open) = (Ratio::ZERO, Vec::new());
        for term in terms {
            match term.0 {
                Repr::Ratio(ratio) => exact = exact.add(&ratio),
                Repr::Open { .. } => open.push(term),
            }
        }
        if exact.signum() != 0 || open.is_empty() {
            let exact = Self(Repr::Ratio(exact));
            if open.is_empty() {
                return exact;
            }
            open.push(exact);
        }
        match <[Self; 1]>::try_from(open) {
            Ok([one]) => one,
            Err(terms) => Self::open(Op::Sum(terms)),
        }
    }

    fn plus(mut self, other: Self) -> Self {
        match (&mut self.0, &other.0) {
            (Repr::Ratio(a), Repr::Ratio(b)) => return Self(Repr::Ratio(a.add(b))),
            (Repr::Open { negative: a, node }, Repr::Open { negative: b, node: same })
                if a != b && Arc::ptr_eq(node, same) =>
            {
                return Self::ZERO;
            }
            // A sum that nobody shares grows where it is.
            (Repr::Open { negative: false, node }, _) if !other.is_zero() => {
                if let Some(terms) = Arc::get_mut(node).and_then(super::Node::terms) {
                    terms.push(other);
                    return self;
                }
            }
            _ => {}
        }
        Self::sum([self, other])
    }

    fn times(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (Repr::Ratio(a), Repr::Ratio(b)) => Self(Repr::Ratio(a.mul(b))),
            (Repr::Ratio(a), Repr::Open { .. }) => other.scaled(a),
            (Repr::Open { .. }, Repr::Ratio(b)) => self.scaled(b),
            (Repr::Open { negative: s, node: a }, Repr::Open { negative: t, node: b }) => {
                let product = match (&a.op, &b.op) {
                    (Op::Root(a), Op::Root(b)) => Self::root_of(&a.mul(b)),
                    _ => {
                        let positive =
                            |node| Self(Repr::Open { negative: false, node: Arc::clone(node) });
                        Self::open(Op::Product(positive(a), positive(b)))
                    }
                };
                if s != t { product.negated() } else { product }
            }
        }
    }

    /// An expression times a rational number.
    fn scaled(&self, factor: &Ratio) -> Self {
        let Repr::Open { negative, node } = &self.0 else { return self.clone() };
        let sign = factor.signum();
        if sign == 0 {
            return Self::ZERO;
        }
        let magnitude = if sign < 0 { factor.neg() } else { factor.clone() };
        let negative = *negative != (sign < 0);
        let product = match &node.op {
            _ if matches!(magnitude.to_integer(), Some(1)) => {
                return Self(Repr::Open { negative, node: Arc::clone(node) });
            }
            Op::Root(q) => Self::root_of(&magnitude.mul(&magnitude).mul(q)),
            _ => {
                let x = Self(Repr::Open { negative: false, node: Arc::clone(node) });
                Self::open(Op::Product(x, Self(Repr::Ratio(magnitude))))
            }
        };
        if negative { product.negated() } else { product }
    }

    /// `x / y`, `None` where y is the rational number 0.
    ///
    /// ```
    /// use functions::real::Real;
    /// let quotient = Real::from(3).div(&Real::from(2)).unwrap();
    /// assert_eq!(quotient.small(), Some((3, -1))); // 3 * 2^-1
    /// assert!(quotient.div(&Real::ZERO).is_none());
    /// ```
    #[must_use]
    pub fn div(&self, other: &Self) -> Option<Self> {
        match &other.0 {
            Repr::Ratio(b) if b.signum() == 0 => None,
            Repr::Ratio(b) => Some(self.times(&Self(Repr::Ratio(b.reciprocal())))),
            Repr::Open { negative, node } => {
                let quotient = match &node.op {
                    Op::Root(q) => self.times(&Self::root_of(&q.reciprocal())),
                    _ if self.is_zero() => Self::ZERO,
                    _ => {
                        let below = Self(Repr::Open { negative: false, node: Arc::clone(node) });
                        Self::open(Op::Quotient(self.clone(), below))
                    }
                };
                Some(if *negative { quotient.negated() } else { quotient })
            }
        }
    }

    /// `x * 2^k`.
    ///
    /// ```
    /// use functions::real::Real;
    /// assert!(Real::from(3).shifted(-1).compare(&Real::ratio(3, 2).unwrap()).is_eq());
    /// ```
    #[must_use]
    pub fn shifted(&self, k: i64) -> Self {
        self.times(&Self::dyadic(1, k))
    }
}

impl Neg for Real {
    type Output = Self;
    fn neg(self) -> Self {
        self.negated()
    }
}

impl Neg for &Real {
    type Output = Real;
    fn neg(self) -> Real {
        self.negated()
    }
}

impl Add for Real {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.plus(other)
    }
}

impl Add for &Real {
    type Output = Real;
    fn add(self, other: Self) -> Real {
        if let (Repr::Ratio(a), Repr::Ratio(b)) = (&self.0, &other.0) {
            return Real(Repr::Ratio(a.add(b)));
        }
        self.clone().plus(other.clone())
    }
}

impl Sub for Real {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.plus(other.negated())
    }
}

impl Sub for &Real {
    type Output = Real;
    fn sub(self, other: Self) -> Real {
        if let (Repr::Ratio(a), Repr::Ratio(b)) = (&self.0, &other.0) {
            return Real(Repr::Ratio(a.add(&b.neg())));
        }
        self.clone().plus(other.negated())
    }
}

impl Mul for Real {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        self.times(&other)
    }
}

impl Mul for &Real {
    type Output = Real;
    fn mul(self, other: Self) -> Real {
        self.times(other)
    }
}
