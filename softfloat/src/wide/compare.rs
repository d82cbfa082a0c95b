//! Comparisons.

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
