//! Finite numbers: rationals, and irrational ones as trees that MPFR encloses at any precision.

use crate::Rational;
use crate::reference::interval::{InPlace, Interval};
use rug::Float;
use rug::float::Round;
use std::fmt;
use std::rc::Rc;

/// Precisions that are tried one after another. The last one lies beyond the rule of borders (XDSA-D31) by far.
pub(super) const PRECISIONS: [u32; 5] = [160, 600, 2700, 6000, 12000];

/// A finite number.
#[derive(Clone)]
pub(crate) enum Real {
    /// A rational.
    Exact(Rational),
    /// A number of which only enclosures are known.
    Open(Rc<dyn Fn(u32) -> Interval>),
}

impl fmt::Debug for Real {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(value) => write!(f, "{value}"),
            Self::Open(_) => write!(f, "about {}", self.interval(64).lower),
        }
    }
}

impl Real {
    /// A tree.
    fn open(enclose: impl Fn(u32) -> Interval + 'static) -> Self {
        Self::Open(Rc::new(enclose))
    }

    /// An interval around it, of numbers of so many bits.
    pub(super) fn interval(&self, bits: u32) -> Interval {
        match self {
            Self::Exact(value) => Interval::new(bits, value),
            Self::Open(enclose) => enclose(bits),
        }
    }

    /// Its rational, if it is one.
    pub(crate) const fn exact(&self) -> Option<&Rational> {
        match self {
            Self::Exact(value) => Some(value),
            Self::Open(_) => None,
        }
    }

    /// Whether it is negative; none where it may be 0.
    pub(super) fn sign(&self) -> Option<bool> {
        match self {
            Self::Exact(value) if *value == 0 => None,
            Self::Exact(value) => Some(*value < 0),
            Self::Open(enclose) => PRECISIONS.into_iter().find_map(|bits| enclose(bits).sign()),
        }
    }

    pub(super) fn neg(&self) -> Self {
        match self {
            Self::Exact(value) => Self::Exact(-value),
            Self::Open(_) => {
                let this = self.clone();
                Self::open(move |bits| this.interval(bits).neg())
            }
        }
    }

    pub(super) fn add(&self, other: &Self) -> Self {
        if let (Self::Exact(a), Self::Exact(b)) = (self, other) {
            return Self::Exact(a + b);
        }
        let (a, b) = (self.clone(), other.clone());
        Self::open(move |bits| a.interval(bits).add(&b.interval(bits)))
    }

    pub(super) fn mul(&self, other: &Self) -> Self {
        if let (Self::Exact(a), Self::Exact(b)) = (self, other) {
            return Self::Exact(a * b);
        }
        let (a, b) = (self.clone(), other.clone());
        Self::open(move |bits| a.interval(bits).mul(&b.interval(bits)))
    }

    /// 1 / x, for x other than 0.
    pub(super) fn recip(&self) -> Self {
        match self {
            Self::Exact(value) => Self::Exact(value.clone().recip()),
            Self::Open(_) => {
                let this = self.clone();
                Self::open(move |bits| this.interval(bits).recip())
            }
        }
    }

    /// The square root of a positive number.
    pub(super) fn sqrt(&self) -> Self {
        if let Self::Exact(value) = self
            && let Some(root) = root(value)
        {
            return Self::Exact(root);
        }
        let this = self.clone();
        Self::open(move |bits| {
            let inside = this.interval(bits);
            let lower = if inside.lower < 0 { Float::new(bits) } else { inside.lower };
            Interval { lower, upper: inside.upper }.rising(Float::sqrt_round)
        })
    }

    /// A function that grows with its argument, wherever it is defined.
    pub(super) fn rising(&self, f: InPlace) -> Self {
        let this = self.clone();
        Self::open(move |bits| this.interval(bits).rising(f))
    }

    /// A function that falls as its argument grows.
    pub(super) fn falling(&self, f: InPlace) -> Self {
        let this = self.clone();
        Self::open(move |bits| this.interval(bits).falling(f))
    }

    /// Any function, of a number of at most 64 significant bits (every element is one).
    pub(super) fn at(value: &Rational, f: InPlace) -> Self {
        let value = value.clone();
        Self::open(move |bits| {
            let end = |round| {
                let mut end = Float::with_val(bits, &value);
                f(&mut end, round);
                end
            };
            Interval { lower: end(Round::Down), upper: end(Round::Up) }
        })
    }

    /// e^x
    pub(crate) fn exp(&self) -> Self {
        if self.exact().is_some_and(|value| *value == 0) {
            return Self::Exact(Rational::from(1));
        }
        self.rising(Float::exp_round)
    }

    /// e^x - 1
    pub(super) fn exp_m1(&self) -> Self {
        if self.exact().is_some_and(|value| *value == 0) {
            return self.clone();
        }
        self.rising(Float::exp_m1_round)
    }

    /// ln(1 + x), for x above -1.
    pub(super) fn ln_1p(&self) -> Self {
        if self.exact().is_some_and(|value| *value == 0) {
            return self.clone();
        }
        self.rising(Float::ln_1p_round)
    }

    /// ln x, for positive x.
    pub(super) fn ln(&self) -> Self {
        match self {
            // Near 1 the logarithm of an end that was rounded says little.
            Self::Exact(value) if *value > Rational::from((1, 2)) && *value < 2 => {
                Self::Exact(value - 1).ln_1p()
            }
            _ => {
                let this = self.clone();
                Self::open(move |bits| {
                    let inside = this.interval(bits);
                    let lower = if inside.lower < 0 { Float::new(bits) } else { inside.lower };
                    Interval { lower, upper: inside.upper }.rising(Float::ln_round)
                })
            }
        }
    }

    /// ln(e^a + e^b + ...), for at least one term.
    pub(crate) fn log_sum_exp(terms: &[Rational]) -> Self {
        let largest = terms.iter().max().cloned().unwrap_or_default();
        // One term e^0 stands for itself, so that the rest may be small.
        let mut rest = Self::Exact(Rational::new());
        let mut first = true;
        for term in terms {
            if first && *term == largest {
                first = false;
            } else {
                rest = rest.add(&Self::Exact(term - &largest).exp());
            }
        }
        Self::Exact(largest).add(&rest.ln_1p())
    }

    /// x^y of positive x.
    pub(super) fn pow(&self, power: &Rational) -> Self {
        if let Some(exact) = self.exact().and_then(|base| exact_power(base, power)) {
            return Self::Exact(exact);
        }
        let power = Self::Exact(power.clone());
        self.ln().mul(&power).exp()
    }

    /// cos(2 pi turn), or the sine.
    pub(crate) fn circle(turn: &Rational, cosine: bool) -> Self {
        let turn = if cosine { turn.clone() } else { turn - Rational::from((1, 4)) };
        let turn = turn.fract_floor().0;
        if let Some(twice) = exact_cosine(&turn) {
            return Self::Exact(Rational::from((twice, 2)));
        }
        Self::open(move |bits| {
            // The angle of a half turn and the other half are one another's mirror image: the cosine falls up to it.
            let mirrored = Rational::from(1) - &turn;
            let turn = if turn < mirrored { turn.clone() } else { mirrored };
            Interval::new(bits, &(turn * 2u32)).falling(Float::cos_pi_round)
        })
    }
}

/// The square root, if it is rational.
fn root(value: &Rational) -> Option<Rational> {
    let (numerator, denominator) = value.to_numer_denom();
    let squares = numerator.is_perfect_square() && denominator.is_perfect_square();
    squares.then(|| Rational::from((numerator.sqrt(), denominator.sqrt())))
}

/// x^(n / 2^k) if it is rational and not too long.
fn exact_power(base: &Rational, power: &Rational) -> Option<Rational> {
    if *base == 1 || *power == 0 {
        return Some(Rational::from(1));
    }
    let mut base = base.clone();
    let (numerator, denominator) = power.to_numer_denom();
    for _ in 0..denominator.find_one(0)? {
        base = root(&base)?;
        if base == 1 {
            return Some(base);
        }
    }
    if !denominator.is_power_of_two() || *numerator.as_abs() > 64 {
        return None;
    }
    Some(base.pow(numerator.to_i32()?))
}

/// Twice the cosine where that is a whole number: nowhere else it is rational.
fn exact_cosine(turn: &Rational) -> Option<i32> {
    match (turn * 12u32).to_integer()?.to_u32()? {
        0 => Some(2),
        2 | 10 => Some(1),
        3 | 9 => Some(0),
        4 | 8 => Some(-1),
        6 => Some(-2),
        _ => None,
    }
}
