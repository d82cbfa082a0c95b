//! Arithmetic on numbers of several formats, projected once into another (report 4.0, 4.10).

use crate::sum::two;
use crate::{Env, Flags, Format, Overflow, Rounding, Unrounded, Value};

/// The rules of a projection; others have no meaning here.
///
/// ```
/// use softfloat::{p3109, Env, Overflow, Rounding};
/// let up = p3109::rules(Rounding::Up, Overflow::Saturate);
/// assert_eq!(up, Env { rounding: Rounding::Up, overflow: Overflow::Saturate, ..Env::IEEE });
/// ```
#[must_use]
pub const fn rules(rounding: Rounding, overflow: Overflow) -> Env {
    Env { rounding, overflow, ..Env::IEEE }
}

/// A code, and its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Operand<'a> {
    /// The format: one of P3109's, or an IEEE 754 format of at most 53 bits of precision.
    pub format: &'a Format,
    /// The code.
    pub code: u64,
}

/// A number, an infinity or NaN before it is projected.
type Exact = Value<u128>;

/// NaN: P3109 has one.
const NAN: Exact = Value::Nan { sign: false, signalling: false, payload: 0 };

/// The projection of exact results into a format: one of P3109's, or an external one, as binary16, bfloat16 and binary32.
///
/// Operands may be of any such formats. An external result is rounded and saturated as P3109 does it (4.7.3), never as IEEE 754 does: a
/// zero is positive, NaN is the canonical one (4.8.2), and there are no flags.
///
/// ```
/// use softfloat::format::{Binary32, Binary8p3se, Binary8p4se};
/// use softfloat::p3109::{Operand, Projection};
/// use softfloat::{Overflow, Rounding, StaticFormat};
/// let into = |to| Projection::into(to, Rounding::NearestEven, Overflow::Ieee).unwrap();
/// let x = Operand { format: &Binary8p3se::FORMAT, code: 0x41 }; // 1.25
/// let y = Operand { format: &Binary8p4se::FORMAT, code: 0x39 }; // 0.5625
/// let product = f32::from_bits(into(&Binary32::FORMAT).mul([x, y]) as u32);
/// assert_eq!(product, 0.703125);
/// assert_eq!(into(&Binary8p3se::FORMAT).mul([x, y]), 0x3e); // 0.75
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Projection {
    pub(super) to: Format,
    pub(super) env: Env,
}

impl Projection {
    /// `None` where the format is none of P3109's and none of IEEE 754's with at most 53 bits of precision.
    ///
    /// ```
    /// use softfloat::{format::{Binary32, Int8}, p3109::Projection, Overflow, Rounding, StaticFormat};
    /// let into = |to| Projection::into(to, Rounding::NearestEven, Overflow::Ieee);
    /// assert!(into(&Binary32::FORMAT).is_some() && into(&Int8::FORMAT).is_none());
    /// ```
    #[must_use]
    pub fn into(to: &Format, rounding: Rounding, overflow: Overflow) -> Option<Self> {
        let external = to.has_fields() && to.has_infinity() && to.precision() <= 53;
        (to.is_p3109() || external).then_some(Self { to: *to, env: rules(rounding, overflow) })
    }

    /// `x + y`.
    ///
    /// ```
    /// use softfloat::format::{Binary16, Binary8p3se};
    /// use softfloat::p3109::{Operand, Projection};
    /// use softfloat::{Overflow, Rounding, StaticFormat};
    /// let half = Projection::into(&Binary16::FORMAT, Rounding::NearestEven, Overflow::Ieee).unwrap();
    /// let of = |code| Operand { format: &Binary8p3se::FORMAT, code };
    /// assert_eq!(half.add([of(0x40), of(0x34)]), 0x3c80); // 1 + 1/8
    /// ```
    #[must_use]
    pub fn add(&self, operands: [Operand<'_>; 2]) -> u64 {
        let [x, y] = operands.map(value);
        self.project(sum(x, y))
    }

    /// `x - y`.
    ///
    /// ```
    /// use softfloat::format::{Binary16, Binary8p3se};
    /// use softfloat::p3109::{Operand, Projection};
    /// use softfloat::{Overflow, Rounding, StaticFormat};
    /// let half = Projection::into(&Binary16::FORMAT, Rounding::NearestEven, Overflow::Ieee).unwrap();
    /// let of = |code| Operand { format: &Binary8p3se::FORMAT, code };
    /// assert_eq!((half.sub([of(0x40), of(0x34)]), half.sub([of(0x40), of(0x40)])), (0x3b00, 0)); // 1 - 1/8, +0
    /// ```
    #[must_use]
    pub fn sub(&self, operands: [Operand<'_>; 2]) -> u64 {
        let [x, y] = operands.map(value);
        self.project(sum(x, opposite(y)))
    }

    /// `x * y`; 0 times an infinity is NaN.
    ///
    /// ```
    /// use softfloat::format::{Bf16, Binary8p3se, P3109};
    /// use softfloat::p3109::{Operand, Projection};
    /// use softfloat::{Overflow, Rounding, StaticFormat};
    /// let into = Projection::into(&Bf16::FORMAT, Rounding::NearestEven, Overflow::Ieee).unwrap();
    /// let four = P3109 { width: 4, precision: 2, signed: true, extended: false }.format().unwrap();
    /// let x = Operand { format: &four, code: 0b0101 }; // 1.5
    /// let y = Operand { format: &Binary8p3se::FORMAT, code: 0x44 }; // 2
    /// assert_eq!(into.mul([x, y]), 0x4040); // 3
    /// ```
    #[must_use]
    pub fn mul(&self, operands: [Operand<'_>; 2]) -> u64 {
        let [x, y] = operands.map(value);
        self.project(product(x, y))
    }

    /// `x / y`; by 0 NaN, as 0 has no sign that an infinity could have.
    ///
    /// ```
    /// use softfloat::format::{Binary16, Binary8p3se};
    /// use softfloat::p3109::{Operand, Projection};
    /// use softfloat::{Overflow, Rounding, StaticFormat};
    /// let half = Projection::into(&Binary16::FORMAT, Rounding::NearestEven, Overflow::Ieee).unwrap();
    /// let of = |code| Operand { format: &Binary8p3se::FORMAT, code };
    /// assert_eq!((half.div([of(0x40), of(0x46)]), half.div([of(0x40), of(0)])), (0x3555, 0x7e00)); // 1/3, NaN
    /// ```
    #[must_use]
    pub fn div(&self, operands: [Operand<'_>; 2]) -> u64 {
        let [x, y] = operands.map(value);
        self.project(quotient(x, y))
    }

    /// `1 / x`; of 0 NaN, of an infinity 0.
    ///
    /// ```
    /// use softfloat::format::{Binary32, Binary8p3se};
    /// use softfloat::p3109::{Operand, Projection};
    /// use softfloat::{Overflow, Rounding, StaticFormat};
    /// let into = Projection::into(&Binary8p3se::FORMAT, Rounding::NearestEven, Overflow::Ieee).unwrap();
    /// let x = Operand { format: &Binary32::FORMAT, code: 3f32.to_bits().into() };
    /// assert_eq!(into.recip([x]), 0x39); // 0.3125
    /// ```
    #[must_use]
    pub fn recip(&self, [x]: [Operand<'_>; 1]) -> u64 {
        self.project(quotient(Value::Finite(Unrounded::exact(false, 0, 1)), value(x)))
    }

    /// The square root; of a negative number NaN.
    ///
    /// ```
    /// use softfloat::format::{Binary16, Binary8p3se};
    /// use softfloat::p3109::{Operand, Projection};
    /// use softfloat::{Overflow, Rounding, StaticFormat};
    /// let half = Projection::into(&Binary16::FORMAT, Rounding::NearestEven, Overflow::Ieee).unwrap();
    /// let x = Operand { format: &Binary8p3se::FORMAT, code: 0x44 };
    /// assert_eq!(half.sqrt([x]), 0x3da8); // of 2
    /// ```
    #[must_use]
    pub fn sqrt(&self, [x]: [Operand<'_>; 1]) -> u64 {
        self.project(root(value(x)))
    }

    /// `x * y + z`.
    ///
    /// ```
    /// use softfloat::format::{Binary32, Binary8p3se};
    /// use softfloat::p3109::{Operand, Projection};
    /// use softfloat::{Overflow, Rounding, StaticFormat};
    /// let into = Projection::into(&Binary32::FORMAT, Rounding::NearestEven, Overflow::Ieee).unwrap();
    /// let of = |code| Operand { format: &Binary8p3se::FORMAT, code };
    /// let z = Operand { format: &Binary32::FORMAT, code: 0.1f32.to_bits().into() };
    /// assert_eq!(f32::from_bits(into.fma([of(0x44), of(0x46), z]) as u32), 6.1); // 2 * 3 + 0.1
    /// ```
    #[must_use]
    pub fn fma(&self, operands: [Operand<'_>; 3]) -> u64 {
        let [x, y, z] = operands.map(value);
        self.project(sum(product(x, y), z))
    }

    /// `x + y + z`; infinities that cancel are NaN.
    ///
    /// ```
    /// use softfloat::format::{Binary32, Binary8p3se};
    /// use softfloat::p3109::{Operand, Projection};
    /// use softfloat::{Overflow, Rounding, StaticFormat};
    /// let into = Projection::into(&Binary32::FORMAT, Rounding::NearestEven, Overflow::Ieee).unwrap();
    /// let of = |code| Operand { format: &Binary8p3se::FORMAT, code };
    /// let z = Operand { format: &Binary32::FORMAT, code: 1 }; // 2^-149
    /// assert_eq!(into.faa([of(0x7e), of(0xfe), z]), 1); // the largest numbers cancel
    /// ```
    #[must_use]
    pub fn faa(&self, operands: [Operand<'_>; 3]) -> u64 {
        self.project(total(operands.map(value)))
    }

    /// `-x`.
    ///
    /// ```
    /// use softfloat::format::{Binary8p3se, Binary8p3uf};
    /// use softfloat::p3109::{Operand, Projection};
    /// use softfloat::{Overflow, Rounding, StaticFormat};
    /// let into = |to, overflow| Projection::into(to, Rounding::NearestEven, overflow).unwrap();
    /// let x = Operand { format: &Binary8p3se::FORMAT, code: 0x40 }; // 1
    /// assert_eq!(into(&Binary8p3se::FORMAT, Overflow::Ieee).negate([x]), 0xc0);
    /// assert_eq!(into(&Binary8p3uf::FORMAT, Overflow::Ieee).negate([x]), 0xff); // NaN: below 0
    /// assert_eq!(into(&Binary8p3uf::FORMAT, Overflow::Saturate).negate([x]), 0);
    /// ```
    #[must_use]
    pub fn negate(&self, [x]: [Operand<'_>; 1]) -> u64 {
        self.project(opposite(value(x)))
    }

    /// The code of an exact result.
    fn project(&self, value: Exact) -> u64 {
        if self.to.is_p3109() {
            return self.to.encode(&self.env, value).bits as u64;
        }
        let result = match value {
            Value::Nan { .. } => return self.to.nan_code(false),
            Value::Finite(u) if u.significand == 0 && !u.sticky => return 0,
            _ => self.to.encode(&self.env, value),
        };
        let beyond = result.flags.contains(Flags::OVERFLOW);
        let unsaturated = self.env.overflow == Overflow::Ieee;
        match value {
            // The largest number is odd: what is rounded beyond it becomes an infinity (4.7.5).
            Value::Finite(u) if beyond && unsaturated && self.env.rounding == Rounding::ToOdd => {
                self.to.infinity_code(u.sign)
            }
            Value::Finite(_) if result.bits as u64 == self.to.assemble::<u64>(true, 0) => 0,
            _ => result.bits as u64,
        }
    }
}

/// What a code means. No zero has a sign.
fn value(x: Operand<'_>) -> Exact {
    match x.format.decode::<u64>(x.code) {
        Value::Nan { .. } => NAN,
        Value::Infinite { sign } => Value::Infinite { sign },
        Value::Finite(u) => Value::Finite(u.cast()),
    }
}

fn opposite(x: Exact) -> Exact {
    match x {
        Value::Nan { .. } => NAN,
        Value::Infinite { sign } => Value::Infinite { sign: !sign },
        Value::Finite(u) => Value::Finite(Unrounded { sign: !u.sign, ..u }),
    }
}

fn sum(x: Exact, y: Exact) -> Exact {
    match (x, y) {
        (Value::Nan { .. }, _) | (_, Value::Nan { .. }) => NAN,
        (Value::Infinite { sign }, Value::Infinite { sign: other }) if sign != other => NAN,
        (Value::Infinite { .. }, _) => x,
        (_, Value::Infinite { .. }) => y,
        (Value::Finite(x), Value::Finite(y)) => Value::Finite(two(x, y)),
    }
}

fn product(x: Exact, y: Exact) -> Exact {
    let zero = |x: &Exact| matches!(x, Value::Finite(u) if u.significand == 0);
    let negative = is_negative(&x) != is_negative(&y);
    match (x, y) {
        (Value::Nan { .. }, _) | (_, Value::Nan { .. }) => NAN,
        (Value::Finite(x), Value::Finite(y)) => Value::Finite(Unrounded::exact(
            negative,
            x.exponent + y.exponent,
            x.significand * y.significand,
        )),
        _ if zero(&x) || zero(&y) => NAN,
        _ => Value::Infinite { sign: negative },
    }
}

fn quotient(x: Exact, y: Exact) -> Exact {
    let negative = is_negative(&x) != is_negative(&y);
    match (x, y) {
        (Value::Nan { .. }, _) | (_, Value::Nan { .. }) => NAN,
        (Value::Infinite { .. }, Value::Infinite { .. }) => NAN,
        (_, Value::Finite(y)) if y.significand == 0 => NAN,
        (Value::Infinite { .. }, _) => Value::Infinite { sign: negative },
        (_, Value::Infinite { .. }) => Value::Finite(Unrounded::exact(false, 0, 0)),
        (Value::Finite(x), Value::Finite(y)) => {
            // The dividend has 127 bits, the divisor at most 53.
            let shift = x.significand.leading_zeros().saturating_sub(1);
            let dividend = x.significand << shift;
            Value::Finite(Unrounded {
                sign: negative,
                exponent: x.exponent - y.exponent - shift as i32,
                significand: dividend / y.significand,
                sticky: dividend % y.significand != 0,
            })
        }
    }
}

fn root(x: Exact) -> Exact {
    match x {
        Value::Finite(u) if u.significand != 0 && !u.sign => {
            // An even exponent, and a root of at least 63 bits.
            let most = u.significand.leading_zeros() as i32;
            let shift = most - (u.exponent - most).rem_euclid(2);
            let square = u.significand << shift;
            let significand = square.isqrt();
            Value::Finite(Unrounded {
                sign: false,
                exponent: (u.exponent - shift) / 2,
                significand,
                sticky: significand * significand != square,
            })
        }
        Value::Infinite { sign: false } | Value::Finite(Unrounded { significand: 0, .. }) => x,
        _ => NAN,
    }
}

/// Terms whose leading bits lie fewer places apart are added exactly in 128 bits; others do not cancel.
const NEAR: i32 = 60;

/// The sum of three codes' numbers, of which far smaller ones only make the sum inexact.
fn total(terms: [Exact; 3]) -> Exact {
    let [x, y, z] = terms;
    let (Value::Finite(x), Value::Finite(y), Value::Finite(z)) = (x, y, z) else {
        // With one that is no number the order does not matter.
        return sum(sum(x, y), z);
    };
    let lead = |u: &Unrounded<u128>| match u.significand {
        0 => i32::MIN / 2,
        some => u.exponent + some.ilog2() as i32,
    };
    let mut all = [x, y, z];
    all.sort_unstable_by_key(|u| core::cmp::Reverse(lead(u)));
    let [large, middle, small] = all;
    Value::Finite(if lead(&large) - lead(&middle) < NEAR {
        two(shortened(two(large, middle)), small)
    } else {
        let rest = two(middle, small);
        two(
            large,
            shortened(Unrounded {
                significand: rest.significand | u128::from(rest.sticky),
                ..rest
            }),
        )
    })
}

/// The same number, with what lies below 120 bits in the last of them: there is nothing below that far above the rounding's last place.
fn shortened(u: Unrounded<u128>) -> Unrounded<u128> {
    const DROP: u32 = 8;
    let last = u128::from(u.significand & ((1 << DROP) - 1) != 0);
    let significand = u.significand >> DROP | last;
    Unrounded { significand, exponent: u.exponent + DROP as i32, ..u }
}

fn is_negative(x: &Exact) -> bool {
    match x {
        Value::Nan { .. } => false,
        Value::Infinite { sign } => *sign,
        Value::Finite(u) => u.sign,
    }
}
