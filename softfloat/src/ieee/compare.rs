//! Comparison and total order.

use core::cmp::Ordering;

use crate::{Bits, Env, Flags, Format, StaticFormat, Value};

#[cfg(test)]
mod tests;

/// How two operands stand to each other (IEEE 754, 5.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// a < b.
    Less,
    /// a = b; zeros of either sign are equal.
    Equal,
    /// a > b.
    Greater,
    /// At least one is NaN.
    Unordered,
}

/// The relation of a and b. *Invalid* is signalled for a signalling NaN, with `signalling` for a
/// quiet one too.
///
/// ```
/// use softfloat::{format::Fp8E5m2Ocp, ieee::{compare, Relation}, Env, Flags};
/// assert_eq!(compare::<Fp8E5m2Ocp>(0x80, 0x00, true, &Env::IEEE).0, Relation::Equal);
/// let (relation, flags) = compare::<Fp8E5m2Ocp>(0x7e, 0x00, true, &Env::IEEE);
/// assert_eq!((relation, flags), (Relation::Unordered, Flags::INVALID));
/// ```
pub fn compare<F: StaticFormat>(
    a: F::Bits,
    b: F::Bits,
    signalling: bool,
    env: &Env,
) -> (Relation, Flags) {
    F::FORMAT.relation(a, b, signalling, env)
}

/// Whether a comes before b or is b in the total order of all codes (IEEE 754-2019, 5.10).
///
/// Negative NaN come first and positive ones last, signalling ones nearer to the numbers, of two
/// the lesser payload nearer. The one NaN of a "fnuz" format has its sign bit set, so it comes
/// first.
///
/// ```
/// use softfloat::{format::Binary16, ieee::total_order};
/// assert!(total_order::<Binary16>(0x8000, 0x0000)); // -0, +0
/// assert!(total_order::<Binary16>(0x7c01, 0x7e00)); // signalling, quiet
/// assert!(!total_order::<Binary16>(0xfc01, 0xfe00));
/// ```
#[must_use]
pub fn total_order<F: StaticFormat>(a: F::Bits, b: F::Bits) -> bool {
    F::FORMAT.ordered(a, b, false)
}

/// [`total_order`] of the absolute values. In a "fnuz" format the absolute value of NaN is NaN.
#[must_use]
pub fn total_order_magnitude<F: StaticFormat>(a: F::Bits, b: F::Bits) -> bool {
    F::FORMAT.ordered(a, b, true)
}

impl Format {
    /// [`compare`](crate::ieee::compare()) in this format.
    #[must_use]
    pub fn compare(&self, a: u64, b: u64, signalling: bool, env: &Env) -> (Relation, Flags) {
        self.relation(a, b, signalling, env)
    }

    /// [`total_order`](crate::ieee::total_order()) in this format.
    #[must_use]
    pub fn total_order(&self, a: u64, b: u64) -> bool {
        self.ordered(a, b, false)
    }

    /// [`total_order_magnitude`](crate::ieee::total_order_magnitude()) in this format.
    #[must_use]
    pub fn total_order_magnitude(&self, a: u64, b: u64) -> bool {
        self.ordered(a, b, true)
    }

    fn relation<W: Bits>(&self, a: W, b: W, signalling: bool, env: &Env) -> (Relation, Flags) {
        let (x, y) = (self.read(env, a), self.read(env, b));
        match (Rank::of(&x), Rank::of(&y)) {
            (Some(x), Some(y)) => {
                let relation = match x.cmp(y) {
                    Ordering::Less => Relation::Less,
                    Ordering::Equal => Relation::Equal,
                    Ordering::Greater => Relation::Greater,
                };
                (relation, Flags::NONE)
            }
            _ => {
                let invalid = signalling || is_signalling(&x) || is_signalling(&y);
                (Relation::Unordered, Flags::INVALID.when(invalid))
            }
        }
    }

    /// The codes of every format are in order by sign and magnitude, NaN included: a quiet NaN has
    /// the top bit of its fraction set.
    fn ordered<W: Bits>(&self, a: W, b: W, magnitude: bool) -> bool {
        let [(a_negative, a), (b_negative, b)] = [a, b].map(|code| {
            let nan = matches!(self.decode(code), Value::Nan { .. });
            // Cleared, the sign of a "fnuz" NaN would make it a zero.
            let kept = !magnitude || nan && !self.neg_zero;
            let body = (code >> self.pad) & W::mask(self.exp_bits + self.man_bits);
            (self.sign && kept && code.bit(self.width - 1), body)
        });
        match (a_negative, b_negative) {
            (false, false) => a <= b,
            (true, true) if self.neg_zero => a >= b,
            // The code without magnitude is NaN, before all others.
            (true, true) => a == W::ZERO || b != W::ZERO && a >= b,
            (negative, _) => negative,
        }
    }
}

/// Whether a value is a signalling NaN.
pub(super) const fn is_signalling<W: Bits>(value: &Value<W>) -> bool {
    matches!(value, Value::Nan { signalling: true, .. })
}

/// A value that is not NaN, so that it can be compared.
#[derive(Clone, Copy)]
pub(super) struct Rank<W> {
    negative: bool,
    /// The exponent of the leading one and the significand with its leading one at the top.
    magnitude: (i32, W),
}

impl<W: Bits> Rank<W> {
    #[inline(always)]
    pub(super) fn of(value: &Value<W>) -> Option<Self> {
        match value {
            Value::Nan { .. } => None,
            Value::Infinite { sign } => {
                Some(Self { negative: *sign, magnitude: (i32::MAX, W::ZERO) })
            }
            Value::Finite(u) if u.significand == W::ZERO => {
                Some(Self { negative: false, magnitude: (i32::MIN, W::ZERO) })
            }
            Value::Finite(u) => {
                let shift = u.significand.lead();
                let magnitude = (u.exponent - shift as i32, u.significand << shift);
                Some(Self { negative: u.sign, magnitude })
            }
        }
    }

    /// The order of two numbers; zeros of either sign are equal.
    #[inline(always)]
    pub(super) fn cmp(self, other: Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, false) => self.cmp_magnitude(other),
            (true, true) => other.cmp_magnitude(self),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }

    /// The order of the absolute values.
    #[inline(always)]
    pub(super) fn cmp_magnitude(self, other: Self) -> Ordering {
        self.magnitude.cmp(&other.magnitude)
    }
}
