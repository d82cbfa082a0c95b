//! What is rounded for a sum is the exact sum, or is rounded as that in every format: the kernel of additions at every distance of
//! the operands' exponents.

use crate::path::explore;
use crate::term::{Term, all};
use crate::word::Word;
use softfloat::{Unrounded, kernel};

/// Exponents farther apart are not told apart: the smaller number is below half of the last bit.
pub(crate) const FAR: u32 = 64;

/// Two ordinary numbers of a precision, on integers of some width: their exponents' distance, and whether their signs differ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub(crate) distance: u32,
    pub(crate) opposite: bool,
}

impl Pair {
    /// All; [`FAR`] stands for what is farther.
    pub(crate) fn each() -> impl Iterator<Item = Self> {
        let distances = 0..=FAR;
        distances.flat_map(|distance| [false, true].map(|opposite| Self { distance, opposite }))
    }
}

/// Operands' exponents are not farther apart in any format of 64 bits.
const FARTHEST: i32 = 1 << 15;

/// What one way leaves: its conditions and the sum's significand.
pub(crate) type Sums = Vec<(Vec<Term>, Term)>;

/// The larger number's significand, or the smaller one's.
pub(crate) fn operand<const N: u32>(name: &'static str) -> Term {
    Term::variable(name, N)
}

/// Runs the kernel on any two significands.
///
/// # Errors
/// Where it gives another sign or exponent than the place of the sum's last bit, or treats what is far apart unlike.
pub(crate) fn trace<const N: u32>(precision: u32, pair: Pair) -> Result<(Sums, u64), String> {
    let own = ways::<N>(precision, pair.distance as i32, pair.opposite)?;
    let mut runs = own.len() as u64;
    if pair.distance == FAR {
        for distance in FAR as i32 + 1..=FARTHEST {
            let other = ways::<N>(precision, distance, pair.opposite)?;
            runs += other.len() as u64;
            if other != own {
                return Err(format!("2^{distance} apart is not as 2^{FAR}"));
            }
        }
    }
    Ok((own, runs))
}

/// Free places below the larger number's last bit.
const fn free<const N: u32>(precision: u32) -> u32 {
    N - 1 - precision
}

fn ways<const N: u32>(precision: u32, distance: i32, opposite: bool) -> Result<Sums, String> {
    let [large, small] = ["large", "small"].map(operand::<N>);
    let exact = |exponent, term| Unrounded::exact(false, exponent, Word::<N>::Term(term));
    let run = || kernel::sum(precision, exact(distance, large), exact(0, small), opposite);
    let right = distance - free::<N>(precision) as i32;
    let each = explore(run).into_iter().map(|way| match way.result {
        Unrounded { sign: false, exponent, significand, sticky: false } if exponent == right => {
            Ok((way.conditions, significand.term()))
        }
        other => Err(format!("2^{distance} apart: {other:?}, right is an exponent of {right}")),
    });
    each.collect()
}

/// What cannot be true together, if the kernel is right: that two significands are what they are, and that some way's sum is
/// neither the exact one nor in the same open half unit of the last place.
pub(crate) fn contradiction<const N: u32>(precision: u32, pair: Pair, sums: &Sums) -> [Term; 2] {
    let exact = Exact::<N> { precision, pair };
    let wrong = sums.iter().fold(Term::truth(false), |some, (conditions, sum)| {
        let taken = all(conditions.iter().copied());
        some.or(taken.and(exact.is_right(*sum).not()))
    });
    [exact.promise(), wrong]
}

/// The exact sum. All values are in units of 2^-(FAR + 2) of the kernel's last bit, so that what is shifted below it stays whole.
struct Exact<const N: u32> {
    precision: u32,
    pair: Pair,
}

impl<const N: u32> Exact<N> {
    const BELOW: u32 = FAR + 2;

    fn wide(term: Term) -> Term {
        term.resized(N + 2 + Self::BELOW)
    }

    /// Both have their leading one at the precision's top, the larger one comes first, and what lies far below is more than
    /// nothing and less than half of the last bit.
    fn promise(&self) -> Term {
        let [large, small] = ["large", "small"].map(operand::<N>);
        let one = Term::known(1, N);
        let normal = |term: Term| term.right(self.precision - 1).equals(one);
        let ordered = match self.pair.distance {
            0 => small.at_most(large),
            _ => Term::truth(true),
        };
        let far = self.far();
        let zero = Self::wide(Term::known(0, N));
        let half = Self::wide(one).left(Self::BELOW - 1);
        all([normal(large), normal(small), ordered, zero.less(far), far.less(half)])
    }

    /// A number far below the larger one.
    fn far(&self) -> Term {
        Term::variable("far", N + 2 + Self::BELOW)
    }

    fn value(&self) -> Term {
        let [large, small] = ["large", "small"].map(operand::<N>).map(Self::wide);
        let free = free::<N>(self.precision);
        let large = large.left(free + Self::BELOW);
        let small = match self.pair.distance {
            FAR => self.far(),
            distance => small.left(free + Self::BELOW - distance),
        };
        if self.pair.opposite { large.minus(small) } else { large.plus(small) }
    }

    /// Whether a sum is the exact one, or both lie between the same multiples of half a unit in the last place of the precision: no
    /// direction tells them apart, no format's borders lie closer.
    fn is_right(&self, sum: Term) -> Term {
        let (sum, value) = (Self::wide(sum).left(Self::BELOW), self.value());
        // The leading one at the integers' top, or up to three places below.
        let leads = (N - 4..N).map(|lead| {
            let place = lead - self.precision + Self::BELOW;
            let mask = Term::known((1 << (lead - self.precision)) - 1, N);
            let mask = Self::wide(mask).left(Self::BELOW).or(self.ones());
            let zero = Self::wide(Term::known(0, N));
            let one = Self::wide(Term::known(1, N));
            all([
                sum.right(lead + Self::BELOW).equals(one),
                sum.right(place).equals(value.right(place)),
                sum.and(mask).equals(zero).not(),
                value.and(mask).equals(zero).not(),
            ])
        });
        leads.fold(sum.equals(value), Term::or)
    }

    /// The places below the kernel's last bit.
    fn ones(&self) -> Term {
        let one = Self::wide(Term::known(1, N));
        one.left(Self::BELOW).minus(one)
    }
}
