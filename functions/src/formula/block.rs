//! Functions of blocks: sums of powers of e.

use crate::Function;
use crate::context::Context;
use crate::enclosure::Enclosure;
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
        Function::Softmax => softmax(c, &values, at),
        Function::LogSoftmax => {
            let rest = rest(c, &values, largest, index_of_largest(block));
            values[at].sub(largest).sub(rest)
        }
        Function::LogSumExp => largest.add(rest(c, &values, largest, index_of_largest(block))),
        _ => Enclosure::UNKNOWN,
    }
}

/// `1 / sum e^(x[j] - x[at])` as `1 / (n + sum (e^(x[j] - x[at]) - 1))`, so that differences next to
/// 0 show their sum's side; where one of them is large, without the detour.
fn softmax<const N: usize>(c: &Context<N>, x: &[Enclosure<N>], at: usize) -> Enclosure<N> {
    let differences = x.iter().map(|x_j| x_j.sub(x[at]));
    let near = differences.clone().all(|d| d.is_zero() || d.exponent <= -2);
    let sum = if near {
        let n = Enclosure::integer(x.len() as i64);
        let powers = differences.filter(|d| !d.is_zero()).map(|d| c.expm1(d));
        n.add(powers.fold(Enclosure::ZERO, Enclosure::add))
    } else {
        let one = Enclosure::ONE;
        differences
            .map(|d| if d.is_zero() { one } else { c.exp(d) })
            .fold(Enclosure::ZERO, Enclosure::add)
    };
    sum.reciprocal()
}

/// `ln sum e^(x[j] - largest)` as `ln(1 + sum of the others)`.
fn rest<const N: usize>(
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
    c.log1p(powers.fold(Enclosure::ZERO, Enclosure::add))
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
