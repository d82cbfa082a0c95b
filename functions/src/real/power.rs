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
    ///
    /// ```
    /// use functions::real::Real;
    /// assert!(Real::from(4).sqrt().unwrap().compare(&Real::from(2)).is_eq());
    /// assert!(!Real::from(2).sqrt().unwrap().is_rational());
    /// assert!(Real::from(-1).sqrt().is_none());
    /// ```
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
    ///
    /// ```
    /// use functions::real::{Grid, Real};
    /// use softfloat::{format::Binary32, Env, StaticFormat};
    /// let u = Real::from(1).exp().nearest(Grid::of(&Binary32::FORMAT));
    /// assert_eq!(Binary32::FORMAT.round_pack(&Env::IEEE, u).bits, 0x402d_f854); // e
    /// assert_eq!(Real::ZERO.exp().small(), Some((1, 0)));
    /// ```
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
    ///
    /// ```
    /// use functions::real::{Grid, Real};
    /// use softfloat::{format::Binary32, Env, StaticFormat};
    /// let tiny = Real::dyadic(1, -100);
    /// let u = tiny.expm1().nearest(Grid::of(&Binary32::FORMAT));
    /// assert_eq!(Binary32::FORMAT.round_pack(&Env::IEEE, u).bits, 0x0d80_0000); // 2^-100
    /// ```
    #[must_use]
    pub fn expm1(&self) -> Self {
        self.unless_zero(0, Op::Expm1)
    }

    /// The natural logarithm; `None` of what is not above 0.
    ///
    /// ```
    /// use functions::real::{Grid, Real};
    /// use softfloat::{format::Binary32, Env, StaticFormat};
    /// let u = Real::from(2).ln().unwrap().nearest(Grid::of(&Binary32::FORMAT));
    /// assert_eq!(Binary32::FORMAT.round_pack(&Env::IEEE, u).bits, 0x3f31_7218); // 0.6931472
    /// assert!(Real::from(1).ln().unwrap().is_zero() && Real::ZERO.ln().is_none());
    /// ```
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
    ///
    /// ```
    /// use functions::real::{Grid, Real};
    /// use softfloat::{format::Binary32, Env, StaticFormat};
    /// let u = Real::dyadic(1, -100).log1p().unwrap().nearest(Grid::of(&Binary32::FORMAT));
    /// assert_eq!(Binary32::FORMAT.round_pack(&Env::IEEE, u).bits, 0x0d80_0000); // 2^-100
    /// assert!(Real::from(-1).log1p().is_none());
    /// ```
    #[must_use]
    pub fn log1p(&self) -> Option<Self> {
        if (self + &Self::from(1)).signum() <= 0 {
            return None;
        }
        Some(self.unless_zero(0, Op::Log1p))
    }

    /// tanh x.
    ///
    /// ```
    /// use functions::real::{Grid, Real};
    /// use softfloat::{format::Binary32, Env, StaticFormat};
    /// let u = Real::from(100).tanh().nearest(Grid::of(&Binary32::FORMAT));
    /// assert_eq!(Binary32::FORMAT.round_pack(&Env::IEEE, u).bits, 0x3f80_0000); // 1
    /// assert!(Real::ZERO.tanh().is_zero());
    /// ```
    #[must_use]
    pub fn tanh(&self) -> Self {
        self.unless_zero(0, Op::Tanh)
    }

    /// The error function.
    ///
    /// ```
    /// use functions::real::{Grid, Real};
    /// use softfloat::{format::Binary32, Env, StaticFormat};
    /// let u = Real::from(-10).erf().nearest(Grid::of(&Binary32::FORMAT));
    /// assert_eq!(Binary32::FORMAT.round_pack(&Env::IEEE, u).bits, 0xbf80_0000); // -1
    /// assert!(Real::ZERO.erf().is_zero());
    /// ```
    #[must_use]
    pub fn erf(&self) -> Self {
        self.unless_zero(0, Op::Erf)
    }

    /// 1 - erf x, also far above 0.
    ///
    /// ```
    /// use functions::real::{Grid, Real};
    /// use softfloat::{format::Binary32, Env, StaticFormat};
    /// let u = Real::from(10).erfc().nearest(Grid::of(&Binary32::FORMAT)); // 2.09e-45
    /// assert_eq!(Binary32::FORMAT.round_pack(&Env::IEEE, u).bits, 1); // 2^-149
    /// assert_eq!(Real::ZERO.erfc().small(), Some((1, 0)));
    /// ```
    #[must_use]
    pub fn erfc(&self) -> Self {
        self.unless_zero(1, Op::Erfc)
    }

    /// `sin(pi q)` of a rational number, else `None`.
    ///
    /// ```
    /// use functions::real::Real;
    /// let sine = Real::ratio(7, 6).unwrap().sin_pi().unwrap(); // of 210 degrees
    /// assert!(sine.compare(&Real::dyadic(-1, -1)).is_eq()); // -1/2
    /// assert!(Real::pi().sin_pi().is_none());
    /// ```
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
    ///
    /// ```
    /// use functions::real::Real;
    /// let cosine = Real::ratio(1, 3).unwrap().cos_pi().unwrap(); // of 60 degrees
    /// assert!(cosine.compare(&Real::dyadic(1, -1)).is_eq()); // 1/2
    /// ```
    #[must_use]
    pub fn cos_pi(&self) -> Option<Self> {
        self.rational()?;
        (self + &Self::dyadic(1, -1)).sin_pi()
    }

    /// x^k; `None` where x is 0 and k negative.
    ///
    /// ```
    /// use functions::real::Real;
    /// let power = Real::ratio(2, 3).unwrap().powi(-3).unwrap();
    /// assert!(power.compare(&Real::ratio(27, 8).unwrap()).is_eq());
    /// assert!(Real::ZERO.powi(-1).is_none());
    /// ```
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

    /// x^y of an x above 0 (`None` of others): rational where y is a fraction over a power of two and the power is rational; of 8^(1/3) the
    /// expression stays.
    ///
    /// ```
    /// use functions::real::Real;
    /// let power = Real::from(4).pow(&Real::dyadic(3, -1)).unwrap(); // 4^1.5
    /// assert!(power.is_rational() && power.compare(&Real::from(8)).is_eq());
    /// assert!(Real::ZERO.pow(&Real::from(2)).is_none());
    /// ```
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
