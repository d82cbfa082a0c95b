//! Roots, powers, logarithms and functions of expressions.

use super::node::Op;
use super::ratio::Ratio;
use super::{Real, Repr};

/// Powers of more bits are not written out.
const MOST: u64 = 1 << 15;

impl Real {
    /// The root of a positive rational number.
    pub(super) fn root_of(q: &Ratio) -> Self {
        q.root().map_or_else(|| Self::open(Op::Root(q.clone())), |root| Self(Repr::Ratio(root)))
    }

    /// The square root; `None` of a negative number.
    #[must_use]
    pub fn sqrt(&self) -> Option<Self> {
        match &self.0 {
            Repr::Ratio(q) => match q.signum() {
                -1 => None,
                0 => Some(Self::ZERO),
                _ => Some(Self::root_of(q)),
            },
            Repr::Open { .. } => match self.signum() {
                -1 => None,
                0 => Some(Self::ZERO),
                _ => Some(Self::open(Op::Sqrt(self.clone()))),
            },
        }
    }

    /// Of 0 another value than of expressions.
    fn unless_zero(&self, at_zero: i32, op: fn(Self) -> Op) -> Self {
        if self.is_zero() { Self::from(at_zero) } else { Self::open(op(self.clone())) }
    }

    /// e^x.
    #[must_use]
    pub fn exp(&self) -> Self {
        if let Repr::Open { negative: false, node } = &self.0
            && let Op::Ln(x) = &node.op
        {
            return x.clone();
        }
        self.unless_zero(1, Op::Exp)
    }

    /// e^x - 1, also next to 0.
    #[must_use]
    pub fn expm1(&self) -> Self {
        self.unless_zero(0, Op::Expm1)
    }

    /// The natural logarithm; `None` of what is not above 0.
    #[must_use]
    pub fn ln(&self) -> Option<Self> {
        if let Repr::Open { negative: false, node } = &self.0
            && let Op::Exp(x) = &node.op
        {
            return Some(x.clone());
        }
        if self.signum() <= 0 {
            return None;
        }
        if self.rational().and_then(Ratio::to_integer) == Some(1) {
            return Some(Self::ZERO);
        }
        Some(Self::open(Op::Ln(self.clone())))
    }

    /// ln(1 + x), also next to 0; `None` where 1 + x is not above 0.
    #[must_use]
    pub fn log1p(&self) -> Option<Self> {
        if (self + &Self::from(1)).signum() <= 0 {
            return None;
        }
        Some(self.unless_zero(0, Op::Log1p))
    }

    /// tanh x.
    #[must_use]
    pub fn tanh(&self) -> Self {
        self.unless_zero(0, Op::Tanh)
    }

    /// The error function.
    #[must_use]
    pub fn erf(&self) -> Self {
        self.unless_zero(0, Op::Erf)
    }

    /// 1 - erf x, also far above 0.
    #[must_use]
    pub fn erfc(&self) -> Self {
        self.unless_zero(1, Op::Erfc)
    }

    /// `sin(pi q)` of a rational number, else `None`.
    #[must_use]
    pub fn sin_pi(&self) -> Option<Self> {
        let q = self.rational()?;
        // q modulo 2.
        let turns = Self::from(q.mul(&Ratio::Small { n: 1, e: -1 }).floor());
        let mut q = self - &turns.shifted(1);
        let one = Self::from(1);
        let negative = q.compare(&one).is_ge();
        if negative {
            q = &q - &one;
        }
        let half = Self::dyadic(1, -1);
        if q.compare(&half).is_gt() {
            q = &one - &q;
        }
        let sixth = |n: i32| Self::ratio(n, 12).is_some_and(|x| q.compare(&x).is_eq());
        let sine = if q.is_zero() {
            Self::ZERO
        } else if sixth(6) {
            one
        } else if sixth(2) {
            half
        } else if sixth(3) {
            half.sqrt()?
        } else if sixth(4) {
            Self::dyadic(3, -2).sqrt()?
        } else {
            Self::open(Op::SinPi(q.rational()?.clone()))
        };
        Some(if negative { -sine } else { sine })
    }

    /// `cos(pi q)` of a rational number, else `None`.
    #[must_use]
    pub fn cos_pi(&self) -> Option<Self> {
        self.rational()?;
        (self + &Self::dyadic(1, -1)).sin_pi()
    }

    /// x^k; `None` where x is 0 and k negative.
    #[must_use]
    pub fn powi(&self, k: i64) -> Option<Self> {
        if self.is_zero() && k <= 0 {
            return (k == 0).then(|| Self::from(1));
        }
        if let Some(power) = self.rational().and_then(|q| q.power(k, MOST)) {
            return Some(Self(Repr::Ratio(power)));
        }
        if k.unsigned_abs() <= 64 {
            let (mut power, mut square, mut rest) = (Self::from(1), self.clone(), k.unsigned_abs());
            while rest > 0 {
                if rest & 1 == 1 {
                    power = &power * &square;
                }
                rest >>= 1;
                if rest > 0 {
                    square = &square * &square;
                }
            }
            return if k < 0 { Self::from(1).div(&power) } else { Some(power) };
        }
        let magnitude = self.abs().pow(&Self::from(k))?;
        Some(if self.signum() < 0 && k & 1 == 1 { -magnitude } else { magnitude })
    }

    /// x^y of an x above 0 (`None` of others): rational where it is.
    #[must_use]
    pub fn pow(&self, y: &Self) -> Option<Self> {
        if self.signum() <= 0 {
            return None;
        }
        let (mut x, mut y) = (self.clone(), y.clone());
        while let (Some(base), Some(exponent)) = (x.rational(), y.rational()) {
            if base.to_integer() == Some(1) {
                return Some(x);
            }
            if let Some(power) = exponent.to_integer().and_then(|k| base.power(k, MOST)) {
                return Some(Self(Repr::Ratio(power)));
            }
            // x^y = sqrt(x)^2y.
            if exponent.to_integer().is_some() {
                break;
            }
            let Some(root) = base.root() else { break };
            (x, y) = (Self(Repr::Ratio(root)), y.shifted(1));
        }
        let twice = y.shifted(1);
        if let Some(k) = twice.rational().and_then(Ratio::to_integer)
            && k.unsigned_abs() < 64
            && y.rational().and_then(Ratio::to_integer).is_none()
        {
            return x.sqrt()?.powi(k);
        }
        Some((&y * &x.ln()?).exp())
    }
}
