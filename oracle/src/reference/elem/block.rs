//! Functions of blocks.

use std::cell::RefCell;

use crate::Rational;
use rug::Float;

use super::operand::{Operand, infinite, number, one, pole, zero};
use super::target::Target;
use crate::reference::engine::Value;
use crate::reference::ieee::Exact;
use crate::reference::interval::Interval;

/// What the elements of a block are, none of them NaN.
struct Block {
    elements: Vec<Operand>,
}

/// The NaN of a block, if it has one.
fn nan<'a>(values: impl Iterator<Item = &'a Value>) -> Option<Exact> {
    Exact::nan(&values.collect::<Vec<_>>())
}

impl Block {
    fn new(values: &[Value]) -> Self {
        Self { elements: values.iter().filter_map(Operand::of).collect() }
    }

    fn has_infinity(&self, negative: bool) -> bool {
        self.elements.iter().any(|x| matches!(x, Operand::Infinite(sign) if *sign == negative))
    }

    fn is_infinite(&self) -> bool {
        self.has_infinity(false) || self.has_infinity(true)
    }

    fn finite(&self) -> Vec<Rational> {
        self.elements.iter().filter_map(Operand::finite).collect()
    }

    /// The sum of the squares of the finite elements.
    fn squares(&self) -> Rational {
        self.finite().into_iter().map(|v| v.square()).sum()
    }
}

/// e^z as an interval.
fn exponential(bits: u32, z: &Rational) -> Interval {
    Interval::new(bits, z).rising(Float::exp_round)
}

fn total(bits: u32, terms: impl Iterator<Item = Interval>) -> Interval {
    terms.fold(Interval::integer(bits, 0), |sum, term| sum.add(&term))
}

/// Intervals by their bits, each worked out once.
struct Memo<F> {
    of: F,
    known: RefCell<Vec<(u32, Interval)>>,
}

impl<F: Fn(u32) -> Interval> Memo<F> {
    fn new(of: F) -> Self {
        Self { of, known: RefCell::default() }
    }

    fn of(&self, bits: u32) -> Interval {
        let mut known = self.known.borrow_mut();
        if let Some((_, interval)) = known.iter().find(|row| row.0 == bits) {
            return interval.clone();
        }
        let interval = (self.of)(bits);
        known.push((bits, interval.clone()));
        interval
    }
}

/// The number of terms up to which each element has a sum of its own, in which its own term is 1.
const FEW: usize = 8;

pub(super) fn softmax(t: &Target, values: &[Value]) -> Vec<Exact> {
    let all = |result: Exact| vec![result; values.len()];
    if let Some(nan) = nan(values.iter()) {
        return all(nan);
    }
    let block = Block::new(values);
    let finite = block.finite();
    if block.has_infinity(false) || finite.is_empty() {
        return all(Exact::Invalid);
    }
    if finite.iter().all(|v| *v == finite[0]) {
        let share = number((1, finite.len()));
        return each_finite(&block, zero(false), |_| share.clone());
    }
    let most = finite.iter().max().expect("not empty").clone();
    let shared = Memo::new(|bits| {
        let differences = finite.iter().map(|v| v - &most);
        total(bits, differences.map(|d| exponential(bits, &d)))
    });
    each_finite(&block, zero(false), |v| {
        if finite.len() <= FEW {
            let differences = || finite.iter().map(|other| other - v);
            t.within(|bits| total(bits, differences().map(|d| exponential(bits, &d))).recip())
        } else {
            let own = v - &most;
            t.within(|bits| exponential(bits, &own).div(&shared.of(bits)))
        }
    })
}

/// A result for each element that is a number, and another for those that are -infinity.
fn each_finite(block: &Block, other: Exact, mut f: impl FnMut(&Rational) -> Exact) -> Vec<Exact> {
    let each = block.elements.iter();
    each.map(|x| x.finite().map_or_else(|| other.clone(), |v| f(&v))).collect()
}

/// ln of the sum of e^(x - most) over all elements; the greatest has the term 1, and is left out of the
/// sum that `ln_1p` takes.
fn excess(bits: u32, finite: &[Rational], most: &Rational) -> Interval {
    let at = finite.iter().position(|v| v == most).expect("the greatest is among them");
    let others = finite.iter().enumerate().filter(|(i, _)| *i != at);
    let terms = others.map(|(_, v)| exponential(bits, &(v - most)));
    total(bits, terms).rising(Float::ln_1p_round)
}

pub(super) fn log_softmax(t: &Target, values: &[Value]) -> Vec<Exact> {
    let all = |result: Exact| vec![result; values.len()];
    if let Some(nan) = nan(values.iter()) {
        return all(nan);
    }
    let block = Block::new(values);
    let finite = block.finite();
    if block.has_infinity(false) || finite.is_empty() {
        return all(Exact::Invalid);
    }
    if finite.len() == 1 {
        return each_finite(&block, infinite(true), |_| zero(false));
    }
    let most = finite.iter().max().expect("not empty");
    let excess = Memo::new(|bits| excess(bits, &finite, most));
    each_finite(&block, infinite(true), |v| {
        let difference = v - most;
        t.within(|bits| Interval::new(bits, &difference).sub(&excess.of(bits)))
    })
}

pub(super) fn logsumexp(t: &Target, values: &[Value]) -> Exact {
    if let Some(nan) = nan(values.iter()) {
        return nan;
    }
    let block = Block::new(values);
    if block.has_infinity(false) {
        return infinite(false);
    }
    let numbers: Vec<&Operand> =
        block.elements.iter().filter(|x| !matches!(x, Operand::Infinite(_))).collect();
    match numbers.as_slice() {
        [] => infinite(true),
        [one] => one.kept(false),
        _ => {
            let finite = block.finite();
            let most = finite.iter().max().expect("not empty");
            t.within(|bits| Interval::new(bits, most).add(&excess(bits, &finite, most)))
        }
    }
}

/// The NaN of the norms and of sums without signs: an infinity wins over quiet ones.
fn norm_nan(values: &[Value]) -> Option<Exact> {
    let signalling = values.iter().any(|v| matches!(v, Value::Nan { signalling: true, .. }));
    let infinite = values.iter().any(|v| matches!(v, Value::Infinite { .. }));
    if infinite && !signalling { None } else { nan(values.iter()) }
}

/// What a norm is at infinities, at zeros alone, and else, by the sum of the squares.
fn of_squares(
    values: &[Value],
    [far, none]: [Exact; 2],
    root: impl Fn(Rational) -> Exact,
) -> Exact {
    if let Some(nan) = norm_nan(values) {
        return nan;
    }
    let block = Block::new(values);
    let squares = block.squares();
    if block.is_infinite() {
        far
    } else if squares == 0 {
        none
    } else {
        root(squares)
    }
}

pub(super) fn norm(t: &Target, values: &[Value]) -> Exact {
    of_squares(values, [infinite(false), zero(false)], |squares| t.root(false, &squares, 2))
}

pub(super) fn rnorm(t: &Target, values: &[Value]) -> Exact {
    of_squares(values, [zero(false), pole(false)], |squares| t.root(false, &squares.recip(), 2))
}

pub(super) fn sum_square(_: &Target, values: &[Value]) -> Exact {
    of_squares(values, [infinite(false), zero(false)], number)
}

pub(super) fn sum_abs(_: &Target, values: &[Value]) -> Exact {
    if let Some(nan) = norm_nan(values) {
        return nan;
    }
    let block = Block::new(values);
    let total: Rational = block.finite().into_iter().map(Rational::abs).sum();
    match total {
        _ if block.is_infinite() => infinite(false),
        total => Exact::number(false, total),
    }
}

pub(super) fn cosine(t: &Target, x: &[Value], y: &[Value]) -> Exact {
    if let Some(nan) = nan(x.iter().chain(y)) {
        return nan;
    }
    let (x, y) = (Block::new(x), Block::new(y));
    if x.is_infinite() || y.is_infinite() {
        return Exact::Invalid;
    }
    let squares = x.squares() * y.squares();
    if squares == 0 {
        return Exact::Invalid;
    }
    let products = x.finite().into_iter().zip(y.finite()).map(|(x, y)| x * y);
    let sum: Rational = products.sum();
    if sum == 0 {
        return Exact::Cancelled;
    }
    let sign = sum < 0;
    let ratio = sum.square() / squares;
    if ratio == 1 {
        return if sign { number(-1) } else { one() };
    }
    t.root(sign, &ratio, 2)
}

pub(super) fn mean(_: &Target, values: &[Value]) -> Exact {
    if let Some(nan) = nan(values.iter()) {
        return nan;
    }
    let block = Block::new(values);
    match (block.has_infinity(false), block.has_infinity(true)) {
        (true, true) => return Exact::Invalid,
        (false, false) => {}
        (_, sign) => return infinite(sign),
    }
    let zeros = |negative: bool| {
        block.elements.iter().all(|x| matches!(x, Operand::Zero(sign) if *sign == negative))
    };
    if zeros(true) || zeros(false) {
        return zero(zeros(true));
    }
    let sum: Rational = block.finite().into_iter().sum();
    number(sum / values.len() as u64)
}

pub(super) fn variance(_: &Target, values: &[Value]) -> Exact {
    if let Some(nan) = nan(values.iter()) {
        return nan;
    }
    let block = Block::new(values);
    if block.is_infinite() {
        return Exact::Invalid;
    }
    let numbers = block.finite();
    let count = numbers.len() as u64;
    let mean = numbers.iter().sum::<Rational>() / count;
    let distances = numbers.into_iter().map(|v| (v - &mean).square());
    let sum: Rational = distances.sum();
    Exact::number(false, sum / count)
}
