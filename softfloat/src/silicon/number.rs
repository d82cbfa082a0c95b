//! Factors and addends as matrix units see them (SIL-D01 to D03).

use crate::sum::Exact;
use crate::{Format, Unrounded, Value};

/// A number `significand * 2^last`, and the exponent by which it counts in an alignment: that of its field, not
/// normalised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) significand: i64,
    pub(super) last: i32,
    pub(super) exponent: i32,
}

impl Number {
    /// A product: the exponents add up, nothing is normalised.
    #[inline(always)]
    pub(super) const fn times(self, other: Self) -> Self {
        Self {
            significand: self.significand * other.significand,
            last: self.last + other.last,
            exponent: self.exponent + other.exponent,
        }
    }

    /// The same number times a power of two.
    #[inline(always)]
    pub(super) const fn scaled(self, places: i32) -> Self {
        Self { last: self.last + places, exponent: self.exponent + places, ..self }
    }

    #[inline(always)]
    pub(super) const fn is_zero(&self) -> bool {
        self.significand == 0
    }

    /// In units of `2^unit`, toward zero.
    #[inline(always)]
    pub(super) const fn cut(&self, unit: i32) -> i64 {
        let down = unit - self.last;
        if down <= 0 {
            // Units lie above the reference less the bits kept, so that this fits.
            self.significand << (-down & 63)
        } else {
            let magnitude = self.significand.unsigned_abs();
            let cut = (if down < 64 { magnitude >> down } else { 0 }) as i64;
            if self.significand < 0 { -cut } else { cut }
        }
    }

    /// In units of `2^unit`, down.
    #[inline(always)]
    pub(super) const fn floor(&self, unit: i32) -> i64 {
        let down = unit - self.last;
        if down <= 0 { self.significand << (-down & 63) } else { floor(self.significand, down) }
    }
}

/// `x / 2^down`, down.
#[inline(always)]
pub(super) const fn floor(x: i64, down: i32) -> i64 {
    x >> if down < 63 { down } else { 63 }
}

/// The exact sum, of numbers from 2^-600 to 2^600.
pub(super) fn exact(numbers: impl Iterator<Item = Number>) -> Unrounded<u128> {
    let mut sum = Exact::<20>::new();
    for Number { significand, last, .. } in numbers {
        sum.add(Unrounded::exact(significand < 0, last, significand.unsigned_abs()));
    }
    sum.unrounded()
}

/// What a code is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Read {
    Finite(Number),
    Infinite(bool),
    Nan,
}

/// Reads a code of a format with a hidden bit.
#[inline]
pub(super) fn read(format: &Format, code: u64) -> Read {
    match format.decode::<u64>(code) {
        Value::Nan { .. } => Read::Nan,
        Value::Infinite { sign } => Read::Infinite(sign),
        Value::Finite(u) => {
            let magnitude = u.significand as i64;
            let significand = if u.sign { -magnitude } else { magnitude };
            let exponent = u.exponent + format.man_bits as i32;
            Read::Finite(Number { significand, last: u.exponent, exponent })
        }
    }
}

/// What the special values of a sum say before anything is computed (SIL-D03).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Special {
    Nan,
    Infinite(bool),
}

/// Collects special values.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    nan: bool,
    infinite: [bool; 2],
}

impl Seen {
    /// Takes the factors of a product; the product, where both are finite.
    #[inline]
    pub(super) fn product(&mut self, a: Read, b: Read) -> Option<Number> {
        let sign = |n: Number| n.significand < 0;
        match (a, b) {
            (Read::Finite(a), Read::Finite(b)) => return Some(a.times(b)),
            (Read::Nan, _) | (_, Read::Nan) => self.nan = true,
            (Read::Infinite(s), Read::Infinite(t)) => self.infinity(s ^ t),
            (Read::Infinite(s), Read::Finite(n)) | (Read::Finite(n), Read::Infinite(s)) => {
                if n.is_zero() {
                    self.nan = true;
                } else {
                    self.infinity(s ^ sign(n));
                }
            }
        }
        None
    }

    /// Takes an addend; its number, where it is finite.
    #[inline]
    pub(super) fn addend(&mut self, c: Read) -> Option<Number> {
        match c {
            Read::Finite(c) => return Some(c),
            Read::Infinite(sign) => self.infinity(sign),
            Read::Nan => self.nan = true,
        }
        None
    }

    pub(super) fn infinity(&mut self, sign: bool) {
        self.infinite[usize::from(sign)] = true;
    }

    pub(super) fn special(&self) -> Option<Special> {
        match self.infinite {
            _ if self.nan => Some(Special::Nan),
            [true, true] => Some(Special::Nan),
            [false, false] => None,
            [_, minus] => Some(Special::Infinite(minus)),
        }
    }
}
