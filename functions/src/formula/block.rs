//! Functions of blocks: sums of powers of e.
//!
//! What all elements of a result have in common is worked out once, so that each element costs as much in a long
//! block as in a short one.

use core::cell::OnceCell;

use softfloat::Unrounded;

use crate::Function;
use crate::context::{Context, whole};
use crate::enclosure::Enclosure;
use crate::exact::{Dyadic, Term, sum};

/// What the elements of a result have in common, of a block of exact numbers, zeros included.
pub(crate) struct Shared<const N: usize> {
    /// The largest number, m.
    largest: Enclosure<N>,
    /// `sum e^(x[j] - m)`, 1 less.
    others: Enclosure<N>,
    /// `ln sum e^(x[j] - m)`.
    rest: Enclosure<N>,
    /// What lies next to m, once an element asks.
    cluster: OnceCell<Cluster<N>>,
}

impl<const N: usize> Shared<N> {
    pub(crate) fn of(c: &Context<N>, block: &[Unrounded<u64>]) -> Self {
        let skipped = index_of_largest(block);
        let largest = block.get(skipped).map_or(Enclosure::UNKNOWN, |u| Enclosure::exact(*u));
        let others = block.iter().enumerate().filter(|(j, _)| *j != skipped);
        let powers = others.map(|(_, u)| power(c, Enclosure::exact(*u).sub(largest)));
        let others = powers.fold(Enclosure::ZERO, Enclosure::add);
        Self { largest, others, rest: c.log1p(others), cluster: OnceCell::new() }
    }

    /// The value of one element, or of the whole block.
    pub(crate) fn element(
        &self,
        c: &Context<N>,
        function: Function,
        x: Unrounded<u64>,
    ) -> Enclosure<N> {
        match function {
            Function::Softmax => {
                let sum = self.others.add(Enclosure::ONE);
                power(c, Enclosure::exact(x).sub(self.largest)).div(sum)
            }
            Function::LogSoftmax => self.logarithm(Enclosure::exact(x)),
            Function::LogSumExp => self.largest.add(self.rest),
            _ => Enclosure::UNKNOWN,
        }
    }

    /// Where the difference is not exact, the number that is cut says on which side of the other the value lies: it
    /// takes the rest first, which is far smaller still.
    fn logarithm(&self, x: Enclosure<N>) -> Enclosure<N> {
        let difference = x.sub(self.largest);
        if difference.below | difference.above == 0 {
            difference.sub(self.rest)
        } else if x.exponent < self.largest.exponent {
            x.sub(self.rest).sub(self.largest)
        } else {
            x.sub(self.largest.add(self.rest))
        }
    }

    /// The softmax of an element next to the largest number, which may lie next to `1 / count` of those: so that it
    /// shows on which side. Of others nothing is known.
    pub(crate) fn beside(
        &self,
        c: &Context<N>,
        block: &[Unrounded<u64>],
        x: Unrounded<u64>,
    ) -> Enclosure<N> {
        let distance = self.largest.sub(Enclosure::exact(x));
        if !is_near(&distance) {
            return Enclosure::UNKNOWN;
        }
        let cluster = self.cluster.get_or_init(|| Cluster::of(c, block, self.largest));
        cluster.sum(c, x, distance).reciprocal()
    }
}

/// The numbers next to the largest, m. With `a[j] = x[j] - m`, over these: `sum e^a[j] = count + sum a[j] + second`.
struct Cluster<const N: usize> {
    count: i64,
    /// `sum x[j]`.
    total: Dyadic,
    /// `sum a[j]`.
    first: Enclosure<N>,
    /// `sum (e^a[j] - 1 - a[j])`, which is positive.
    second: Enclosure<N>,
    /// `sum e^(x[j] - m)` of all other numbers.
    far: Enclosure<N>,
}

impl<const N: usize> Cluster<N> {
    fn of(c: &Context<N>, block: &[Unrounded<u64>], largest: Enclosure<N>) -> Self {
        let (mut near, mut second, mut far) = (Vec::new(), Enclosure::ZERO, Enclosure::ZERO);
        for u in block {
            let a = Enclosure::exact(*u).sub(largest);
            if !is_near(&a) {
                far = far.add(power(c, a));
                continue;
            }
            near.push(*u);
            if !a.is_zero() {
                second = second.add(c.expm1_rest(a));
            }
        }
        let total = sum(near.iter().map(|u| Term::of(*u)));
        let count = near.len() as i64;
        let most = block.get(index_of_largest(block)).copied();
        let first = most.map_or(Enclosure::UNKNOWN, |most| differences(&total, count, most));
        Self { count, total, first, second, far }
    }

    /// `sum e^(x[j] - x)` over the whole block, `x = m - t`, is `e^t (count + first + second + far)`, hence
    /// `count + sum (x[j] - x) + [count (e^t - 1 - t) + e^t (second + far) + (e^t - 1) first]`: the sum is exact, the
    /// bracket positive. Its last term, which alone is negative, leaves enough of the others: these are of the second
    /// order, at most `2 count` times the square of the larger of t and the largest `|a[j]|`, and the bracket is an
    /// eighth of that square at least.
    fn sum(&self, c: &Context<N>, x: Unrounded<u64>, t: Enclosure<N>) -> Enclosure<N> {
        let count = Enclosure::integer(self.count);
        let mut bracket = self.second.add(self.far);
        if !t.is_zero() {
            let positive = count.mul(c.expm1_rest(t)).add(c.exp(t).mul(bracket));
            bracket = positive.add(c.expm1(t).mul(self.first));
        }
        count.add(differences(&self.total, self.count, x).add(bracket))
    }
}

/// `e^x`, 1 exactly of 0.
fn power<const N: usize>(c: &Context<N>, x: Enclosure<N>) -> Enclosure<N> {
    if x.is_zero() { Enclosure::ONE } else { c.exp(x) }
}

/// Whether a difference from the largest number is below 2^-2.
fn is_near<const N: usize>(difference: &Enclosure<N>) -> bool {
    difference.is_zero() || difference.exponent <= -2
}

/// `total - count x`, by integers.
fn differences<const N: usize>(total: &Dyadic, count: i64, x: Unrounded<u64>) -> Enclosure<N> {
    let Dyadic { integer, exponent } = total - &(&Dyadic::integer(count) * &Dyadic::of(x));
    whole(&integer).scaled(exponent)
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
