//! An integer of `softfloat`'s kind whose value is a term: what is written for any width of machine words runs on it as it is
//! compiled, and leaves behind what it reckoned.

use crate::path;
use crate::term::Term;
use softfloat::Bits;
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};

/// So many bits.
#[derive(Clone, Copy)]
pub(crate) enum Word<const N: u32> {
    /// A number.
    Known(u128),
    /// Whatever the term is.
    Term(Term),
}

use Word::{Known, Term as Unknown};

/// The significand that comes in: whatever is not 0.
pub(crate) fn significand(width: u32) -> Term {
    Term::variable("significand", width)
}

/// That significand, moved so that its leading one is at the top: it is not 0.
pub(crate) fn top(width: u32) -> Term {
    Term::variable("top", width)
}

impl<const N: u32> Word<N> {
    pub(crate) fn term(self) -> Term {
        match self {
            Known(value) => Term::known(value, N),
            Unknown(term) => term,
        }
    }

    fn of(term: Term) -> Self {
        term.value().map_or(Unknown(term), Known)
    }

    fn two(self, other: Self, op: fn(Term, Term) -> Term) -> Self {
        Self::of(op(self.term(), other.term()))
    }

    fn less(self, other: Self) -> bool {
        path::decide(self.term().less(other.term()))
    }
}

impl<const N: u32> Bits for Word<N> {
    const BITS: u32 = N;
    const ZERO: Self = Known(0);
    const ONE: Self = Known(1);

    fn low(x: u128) -> Self {
        Self::of(Term::known(x, N))
    }

    fn wide(self) -> u128 {
        match self {
            Known(value) => value,
            Unknown(_) => unreachable!("what is not known is not reckoned with outside"),
        }
    }

    fn lead(self) -> u32 {
        match self {
            Known(value) => value.leading_zeros() - (128 - N),
            Unknown(term) if term == top(N) => 0,
            Unknown(term) => path::lead(term),
        }
    }

    fn plus(self, other: Self) -> Self {
        self.two(other, Term::plus)
    }

    fn minus(self, other: Self) -> Self {
        self.two(other, Term::minus)
    }
}

impl<const N: u32> Shl<u32> for Word<N> {
    type Output = Self;
    fn shl(self, by: u32) -> Self {
        match self.term() {
            term if term == significand(N) && path::leads(term, by) => Unknown(top(N)),
            term => Self::of(term.left(by)),
        }
    }
}

impl<const N: u32> Shr<u32> for Word<N> {
    type Output = Self;
    fn shr(self, by: u32) -> Self {
        Self::of(self.term().right(by))
    }
}

impl<const N: u32> Add for Word<N> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.plus(other)
    }
}

impl<const N: u32> Sub for Word<N> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.minus(other)
    }
}

impl<const N: u32> BitAnd for Word<N> {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.two(other, Term::and)
    }
}

impl<const N: u32> BitOr for Word<N> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.two(other, Term::or)
    }
}

impl<const N: u32> BitXor for Word<N> {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        self.two(other, Term::xor)
    }
}

impl<const N: u32> Not for Word<N> {
    type Output = Self;
    fn not(self) -> Self {
        Self::of(self.term().not())
    }
}

impl<const N: u32> PartialEq for Word<N> {
    fn eq(&self, other: &Self) -> bool {
        let pair = [*self, *other].map(Self::term);
        // It has its leading one.
        if pair.contains(&top(N)) && pair.iter().any(|own| own.value() == Some(0)) {
            return false;
        }
        path::decide(self.term().equals(other.term()))
    }
}

impl<const N: u32> Eq for Word<N> {}

impl<const N: u32> PartialOrd for Word<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
    fn lt(&self, other: &Self) -> bool {
        self.less(*other)
    }
    fn le(&self, other: &Self) -> bool {
        !other.less(*self)
    }
    fn gt(&self, other: &Self) -> bool {
        other.less(*self)
    }
    fn ge(&self, other: &Self) -> bool {
        !self.less(*other)
    }
}

impl<const N: u32> Ord for Word<N> {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.less(*other), self == other) {
            (true, _) => Ordering::Less,
            (_, true) => Ordering::Equal,
            _ => Ordering::Greater,
        }
    }
}

impl<const N: u32> Default for Word<N> {
    fn default() -> Self {
        Self::ZERO
    }
}

impl<const N: u32> fmt::Debug for Word<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.term())
    }
}

impl<const N: u32> fmt::LowerHex for Word<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.term())
    }
}
