//! Functions of blocks: sums of powers of e.

use crate::Function;
use crate::context::{Context, whole as whole_number};
use crate::enclosure::Enclosure;
use num_bigint::BigInt;
use softfloat::Unrounded;

/// The value of a function of a block of exact numbers, zeros included; of softmax and log-softmax
/// the element `at`.
pub(crate) fn enclose<const N: usize>(
    c: &Context<N>,
    function: Function,
    block: &[Unrounded<u64>],
    at: usize,
) -> Enclosure<N> {
    let values: Vec<Enclosure<N>> = block.iter().map(|u| Enclosure::exact(*u)).collect();
    let Some(&largest) = values.get(index_of_largest(block)) else { return Enclosure::UNKNOWN };
    match function {
        Function::Softmax => softmax(c, &values, block, at),
        Function::LogSoftmax => {
            let rest = rest(c, &values, largest, index_of_largest(block));
            let difference = values[at].sub(largest);
            // Where the difference is not exact, the number that is cut says on which side of the
            // other it lies: it takes the rest first, which is far smaller still.
            if difference.below | difference.above == 0 {
                difference.sub(rest)
            } else if values[at].exponent < largest.exponent {
                values[at].sub(rest).sub(largest)
            } else {
                values[at].sub(largest.add(rest))
            }
        }
        Function::LogSumExp => largest.add(rest(c, &values, largest, index_of_largest(block))),
        _ => Enclosure::UNKNOWN,
    }
}

/// What all elements of a result have in common.
pub(crate) struct Shared<const N: usize> {
    largest: Enclosure<N>,
    /// `sum e^(x[j] - largest)`, 1 less.
    others: Enclosure<N>,
    /// `ln sum e^(x[j] - largest)`.
    rest: Enclosure<N>,
}

impl<const N: usize> Shared<N> {
    pub(crate) fn of(c: &Context<N>, block: &[Unrounded<u64>]) -> Self {
        let values: Vec<Enclosure<N>> = block.iter().map(|u| Enclosure::exact(*u)).collect();
        let skipped = index_of_largest(block);
        let largest = values.get(skipped).copied().unwrap_or(Enclosure::UNKNOWN);
        let others = others(c, &values, largest, skipped);
        Self { largest, others, rest: c.log1p(others) }
    }

    /// The value of one element, which most elements are decided by.
    pub(crate) fn element(
        &self,
        c: &Context<N>,
        function: Function,
        x: Unrounded<u64>,
    ) -> Enclosure<N> {
        let difference = Enclosure::exact(x).sub(self.largest);
        match function {
            Function::Softmax => {
                let sum = self.others.add(Enclosure::ONE);
                if difference.is_zero() { sum.reciprocal() } else { c.exp(difference).div(sum) }
            }
            Function::LogSoftmax if difference.below | difference.above == 0 => {
                difference.sub(self.rest)
            }
            _ => Enclosure::UNKNOWN,
        }
    }
}

/// `1 / sum e^d[j]`, `d[j] = x[j] - x[at]`; of the m differences next to 0 as
/// `m + sum d[j] + sum (e^d[j] - 1 - d[j])`: the first sum is exact, the second positive, so that it shows
/// on which side of 1/m the value lies.
fn softmax<const N: usize>(
    c: &Context<N>,
    x: &[Enclosure<N>],
    block: &[Unrounded<u64>],
    at: usize,
) -> Enclosure<N> {
    let (mut near, mut rest) = (Vec::new(), Enclosure::ZERO);
    for (x_j, u) in x.iter().zip(block) {
        let d = x_j.sub(x[at]);
        if d.is_zero() {
            near.push(*u);
        } else if d.exponent <= -2 {
            near.push(*u);
            rest = rest.add(c.expm1_rest(d));
        } else {
            rest = rest.add(c.exp(d));
        }
    }
    let more = sum_of_differences(&near, block[at]).add(rest);
    Enclosure::integer(near.len() as i64).add(more).reciprocal()
}

/// `sum (x[j] - x)`, by integers.
fn sum_of_differences<const N: usize>(block: &[Unrounded<u64>], x: Unrounded<u64>) -> Enclosure<N> {
    let numbers = block.iter().filter(|u| u.significand != 0);
    let Some(least) = numbers.map(|u| u.exponent).min() else { return Enclosure::ZERO };
    let whole = |u: &Unrounded<u64>| match u.significand {
        0 => BigInt::ZERO,
        s => {
            let magnitude = BigInt::from(s) << (u.exponent - least);
            if u.sign { -magnitude } else { magnitude }
        }
    };
    let total: BigInt = block.iter().map(whole).sum();
    whole_number(&(total - whole(&x) * block.len())).scaled(least.into())
}

/// `ln sum e^(x[j] - largest)` as `ln(1 + sum of the others)`.
fn rest<const N: usize>(
    c: &Context<N>,
    x: &[Enclosure<N>],
    largest: Enclosure<N>,
    skipped: usize,
) -> Enclosure<N> {
    c.log1p(others(c, x, largest, skipped))
}

/// `sum e^(x[j] - largest)` but for the largest itself.
fn others<const N: usize>(
    c: &Context<N>,
    x: &[Enclosure<N>],
    largest: Enclosure<N>,
    skipped: usize,
) -> Enclosure<N> {
    let others = x.iter().enumerate().filter(|(j, _)| *j != skipped);
    let powers = others.map(|(_, x)| {
        let difference = x.sub(largest);
        if difference.is_zero() { Enclosure::ONE } else { c.exp(difference) }
    });
    powers.fold(Enclosure::ZERO, Enclosure::add)
}

/// Where the largest number stands.
fn index_of_largest(block: &[Unrounded<u64>]) -> usize {
    let mut best = 0;
    for (i, x) in block.iter().enumerate() {
        if is_above(*x, block[best]) {
            best = i;
        }
    }
    best
}

/// Whether a is above b.
fn is_above(a: Unrounded<u64>, b: Unrounded<u64>) -> bool {
    let zero = |u: Unrounded<u64>| u.significand == 0;
    let difference = Enclosure::<2>::exact(a).sub(Enclosure::exact(b));
    match (zero(a), zero(b)) {
        (true, true) => false,
        _ => !difference.is_zero() && !difference.negative,
    }
}
