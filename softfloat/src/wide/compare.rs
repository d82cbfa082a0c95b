//! Comparisons and total order.

use super::Wide;
use super::arithmetic::exact;
use super::big::Big;
use super::number::Number;
use super::round::Exact;
use crate::Flags;
use core::cmp::Ordering;

impl Wide {
    /// How two numbers stand; `None` where one is NaN, or none at all. *Invalid* is signalled of a NaN that signals, with `signaling` of
    /// every one.
    ///
    /// ```
    /// use softfloat::{wide::Wide, Flags};
    /// use std::cmp::Ordering;
    /// let (quad, one) = (Wide::BINARY128, 0x3fff << 112);
    /// assert_eq!(quad.compare(0, one, false), (Some(Ordering::Less), Flags::NONE));
    /// assert_eq!(quad.compare(quad.nan(false), one, true), (None, Flags::INVALID));
    /// ```
    #[must_use]
    pub fn compare(&self, a: u128, b: u128, signaling: bool) -> (Option<Ordering>, Flags) {
        let numbers = [a, b].map(|code| self.number(code));
        let bad = |n: &Number| match n {
            Number::Nan { signalling, .. } => *signalling || signaling,
            Number::Unsupported => true,
            _ => false,
        };
        let none = |n: &Number| matches!(n, Number::Nan { .. } | Number::Unsupported);
        if numbers.iter().any(none) {
            return (None, Flags::INVALID.when(numbers.iter().any(bad)));
        }
        let [a, b] = numbers;
        let order = match (exact(a), exact(b)) {
            (Some(x), Some(y)) => ordered(&x, &y),
            (None, None) => b.sign().cmp(&a.sign()),
            (None, _) => {
                if a.sign() {
                    Ordering::Less
                } else {
                    Ordering::Greater
                }
            }
            (_, None) => {
                if b.sign() {
                    Ordering::Greater
                } else {
                    Ordering::Less
                }
            }
        };
        (Some(order), Flags::NONE)
    }

    /// Whether a comes before b or is b in the total order of all codes (IEEE 754-2019, 5.10): by sign and magnitude, NaN at both ends.
    ///
    /// ```
    /// use softfloat::wide::Wide;
    /// let (quad, minus) = (Wide::BINARY128, 1 << 127);
    /// assert!(quad.total_order(minus, 0) && !quad.total_order(0, minus));
    /// assert!(quad.total_order(quad.nan(true), quad.infinity(true)));
    /// ```
    #[must_use]
    pub const fn total_order(&self, a: u128, b: u128) -> bool {
        let [x, y] = [self.magnitude(a), self.magnitude(b)];
        match (a == x, b == y) {
            (true, true) => x <= y,
            (false, false) => x >= y,
            (positive, _) => !positive,
        }
    }

    /// [`Self::total_order`] of the absolute values.
    ///
    /// ```
    /// use softfloat::wide::Wide;
    /// let (quad, minus) = (Wide::BINARY128, 1 << 127);
    /// assert!(quad.total_order_magnitude(minus, 0) && quad.total_order_magnitude(0, minus));
    /// ```
    #[must_use]
    pub const fn total_order_magnitude(&self, a: u128, b: u128) -> bool {
        self.magnitude(a) <= self.magnitude(b)
    }

    /// A code without its sign.
    const fn magnitude(&self, code: u128) -> u128 {
        code & !(1 << (self.width - 1))
    }
}

fn ordered(x: &Exact, y: &Exact) -> Ordering {
    let signed = |e: &Exact| match (e.significand.is_zero(), e.sign) {
        (true, _) => 0,
        (false, sign) => {
            if sign {
                -1
            } else {
                1
            }
        }
    };
    let (a, b) = (signed(x), signed(y));
    if a != b || a == 0 {
        return a.cmp(&b);
    }
    // From one leading bit on, the larger exponent, else the larger significand.
    let lead = |e: &Exact| e.exponent + i64::from(e.significand.length());
    let top = |e: &Exact| e.significand.up(Big::BITS - e.significand.length());
    let magnitudes = lead(x).cmp(&lead(y)).then_with(|| top(x).cmp(&top(y)));
    if a < 0 { magnitudes.reverse() } else { magnitudes }
}
