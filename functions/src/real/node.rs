//! Expressions that are no rational number, and their enclosures.

use core::borrow::Borrow;
use std::sync::{Arc, OnceLock};

use super::Real;
use super::ball::Ball;
use super::ratio::Ratio;
use crate::Function;
use crate::context::Context;
use crate::enclosure::Enclosure;
use crate::formula;
use crate::operand::Operand;

/// An expression, and what was found of its value.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) op: Op,
    /// Enclosures of one, two, four, sixteen and sixty-four words.
    found: Found,
}

#[derive(Debug, Default)]
struct Found {
    one: OnceLock<Ball<1>>,
    two: OnceLock<Ball<2>>,
    four: OnceLock<Ball<4>>,
    sixteen: OnceLock<Box<Ball<16>>>,
    most: OnceLock<Box<Ball<64>>>,
}

/// An operation.
#[derive(Debug)]
pub(super) enum Op {
    Sum(Vec<Real>),
    Product(Real, Real),
    Quotient(Real, Real),
    /// The root of a positive rational number that has no rational root.
    Root(Ratio),
    Sqrt(Real),
    Exp(Real),
    Expm1(Real),
    Ln(Real),
    Log1p(Real),
    /// `sin(pi q)`, `0 < q < 1/2`.
    SinPi(Ratio),
    Erf(Real),
    Erfc(Real),
    Tanh(Real),
    Pi,
    /// A function whose value is open at an operand.
    Function(Function, Operand),
}

impl Node {
    pub(super) fn new(op: Op) -> Arc<Self> {
        Arc::new(Self { op, found: Found::default() })
    }

    /// The terms of a sum that nobody shares.
    pub(super) fn terms(&mut self) -> Option<&mut Vec<Real>> {
        self.found = Found::default();
        match &mut self.op {
            Op::Sum(terms) => Some(terms),
            _ => None,
        }
    }
}

/// What can be enclosed with N words, once.
pub(super) trait Width<const N: usize> {
    fn enclose(&self, c: &Context<N>) -> Ball<N>;
}

macro_rules! widths {
    ($($n:literal $field:ident)*) => {
        $(impl Width<$n> for Node {
            fn enclose(&self, c: &Context<$n>) -> Ball<$n> {
                *self.found.$field.get_or_init(|| compute(&self.op, c).into()).borrow()
            }
        })*
    };
}
widths!(1 one 2 two 4 four 16 sixteen 64 most);

/// The enclosure of a number.
pub(super) fn enclose<const N: usize>(x: &Real, c: &Context<N>) -> Ball<N>
where
    Node: Width<N>,
{
    match &x.0 {
        super::Repr::Ratio(ratio) => Ball::ratio(ratio),
        super::Repr::Open { negative, node } => {
            let ball = node.enclose(c);
            if *negative { ball.neg() } else { ball }
        }
    }
}

fn compute<const N: usize>(op: &Op, c: &Context<N>) -> Ball<N>
where
    Node: Width<N>,
{
    let at = |x: &Real| enclose(x, c);
    match op {
        Op::Sum(terms) => {
            terms.iter().fold(Ball::Known(Enclosure::ZERO), |sum, x| sum.add(enclose(x, c)))
        }
        Op::Product(a, b) => at(a).mul(at(b)),
        Op::Quotient(a, b) => at(a).div(at(b)),
        Op::Root(q) => Ball::ratio(q).sqrt(),
        Op::Sqrt(x) => at(x).sqrt(),
        Op::Exp(x) => at(x).exp(c),
        Op::Expm1(x) => at(x).odd(1, |x| c.expm1(x)),
        Op::Ln(x) => at(x).ln(c),
        Op::Log1p(x) => at(x).odd(1, |x| c.log1p(x)),
        Op::SinPi(q) => sine(q, c),
        Op::Erf(x) => at(x).odd(1, |x| formula::erf(c, x)),
        Op::Erfc(x) => match at(x) {
            Ball::Known(x) if !x.is_zero() => Ball::of(formula::erfc(c, x)),
            x => Ball::of(Enclosure::ONE).add(x.odd(1, |x| x).neg()),
        },
        Op::Tanh(x) => at(x).odd(0, |x| formula::tanh(c, x)),
        Op::Pi => Ball::of(c.pi),
        Op::Function(function, x) => {
            Ball::of(formula::enclose(c, *function, [*x, Operand::Zero { sign: false }]))
        }
    }
}

/// `sin(pi q)` for q between 0 and 1/2: above 1/4 the cosine of the rest.
fn sine<const N: usize>(q: &Ratio, c: &Context<N>) -> Ball<N> {
    let half = Ratio::Small { n: 1, e: -1 };
    let rest = half.add(&q.neg());
    let low = q.cmp(&rest).is_le();
    let Ball::Known(turn) = Ball::ratio(if low { q } else { &rest }) else { return Ball::Unknown };
    let (sine, cosine) = c.sin_cos(turn.mul(c.pi));
    Ball::of(if low { sine } else { cosine })
}
