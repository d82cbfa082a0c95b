//! Order. Exponents far apart decide without a shift.

use super::{Dyadic, Form, Fraction, Rational};
use rug::Integer;
use std::cmp::Ordering;

impl Rational {
    /// The order of |a| and |b|.
    #[must_use]
    pub fn cmp_abs(&self, other: &Self) -> Ordering {
        match (self.is_zero(), other.is_zero()) {
            (false, false) => {}
            (a, b) => return b.cmp(&a),
        }
        self.floor_log2().cmp(&other.floor_log2()).then_with(|| cmp_aligned(&self.0, &other.0))
    }
}

/// The order of two magnitudes that have the same exponent of the leading bit.
fn cmp_aligned(a: &Form, b: &Form) -> Ordering {
    match (a, b) {
        (Dyadic { significand: m, exponent: p }, Dyadic { significand: n, exponent: q }) => {
            match p.cmp(q) {
                Ordering::Equal => m.cmp_abs(n),
                Ordering::Less => m.cmp_abs(&Integer::from(n << p.abs_diff(*q))),
                Ordering::Greater => Integer::from(m << p.abs_diff(*q)).cmp_abs(n),
            }
        }
        (Fraction(a), Fraction(b)) => a.cmp_abs(b),
        (a, b) => rug::Rational::from(a).cmp_abs(&rug::Rational::from(b)),
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = self.cmp0();
        sign.cmp(&other.cmp0()).then_with(|| match sign {
            Ordering::Less => other.cmp_abs(self),
            Ordering::Equal => Ordering::Equal,
            Ordering::Greater => self.cmp_abs(other),
        })
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq<i32> for Rational {
    fn eq(&self, other: &i32) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd<i32> for Rational {
    fn partial_cmp(&self, other: &i32) -> Option<Ordering> {
        match other {
            0 => Some(self.cmp0()),
            _ => self.partial_cmp(&Self::from(*other)),
        }
    }
}

impl PartialEq<Integer> for Rational {
    fn eq(&self, other: &Integer) -> bool {
        self.to_integer().is_some_and(|integer| integer == *other)
    }
}
