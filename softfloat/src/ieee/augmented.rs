//! Augmented arithmetic (IEEE 754-2019, 9.5): a sum, difference or product rounded to nearest, ties toward zero, and what
//! is left of it, as two numbers of one format.
//!
//! `high` is the exact value v rounded so, `low` is v - high: of sums exactly, of products rounded so where it lies below
//! the format's last place (then *inexact* and *underflow*). A `low` that is exactly zero has the sign of `high`. Where
//! `high` is infinite or NaN, `low` is the same (NUM-D73).

use core::mem::swap;

use super::exact::Exact;
use crate::{Bits, Env, Flags, Format, Rounded, Rounding, StaticFormat, Unrounded, Value};

/// The two results and the exceptions of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Augmented<B> {
    /// The rounded value.
    pub high: B,
    /// What is left of it.
    pub low: B,
    /// The exceptions.
    pub flags: Flags,
}

impl<B: Bits> Augmented<B> {
    fn cast<T: Bits>(self) -> Augmented<T> {
        Augmented { high: self.high.cast(), low: self.low.cast(), flags: self.flags }
    }

    /// An infinity or NaN in both places.
    fn both(r: Rounded<B>) -> Self {
        Self { high: r.bits, low: r.bits, flags: r.flags }
    }
}

/// augmentedAddition.
///
/// ```
/// use softfloat::{format::Binary32, ieee::augmented_add, Env};
/// let (one, tiny) = (1f32.to_bits(), 2f32.powi(-24).to_bits());
/// // A tie goes toward zero, and nothing is lost.
/// let r = augmented_add::<Binary32>(one, tiny, &Env::IEEE);
/// assert_eq!((r.high, r.low, r.flags.is_empty()), (one, tiny, true));
/// ```
pub fn augmented_add<F: StaticFormat>(a: F::Bits, b: F::Bits, env: &Env) -> Augmented<F::Bits> {
    F::FORMAT.augmented_sum(a.cast(), b.cast(), false, env).cast()
}

/// augmentedSubtraction.
///
/// ```
/// use softfloat::{format::Binary32, ieee::augmented_sub, Env};
/// let (one, tiny) = (0x3f80_0000, 0x3300_0000); // 1, 2^-25
/// // A tie between 1 - 2^-24 and 1 goes toward zero.
/// let r = augmented_sub::<Binary32>(one, tiny, &Env::IEEE);
/// assert_eq!((r.high, r.low, r.flags.is_empty()), (0x3f7f_ffff, tiny, true));
/// ```
pub fn augmented_sub<F: StaticFormat>(a: F::Bits, b: F::Bits, env: &Env) -> Augmented<F::Bits> {
    F::FORMAT.augmented_sum(a.cast(), b.cast(), true, env).cast()
}

/// augmentedMultiplication.
///
/// ```
/// use softfloat::{format::Binary32, ieee::augmented_mul, Env};
/// // (1 + 2^-23)^2 = (1 + 2^-22) + 2^-46
/// let r = augmented_mul::<Binary32>(0x3f80_0001, 0x3f80_0001, &Env::IEEE);
/// assert_eq!((r.high, r.low, r.flags.is_empty()), (0x3f80_0002, 0x2880_0000, true));
/// ```
pub fn augmented_mul<F: StaticFormat>(a: F::Bits, b: F::Bits, env: &Env) -> Augmented<F::Bits> {
    F::FORMAT.augmented_mul(a.cast(), b.cast(), env).cast()
}

impl Format {
    /// [`augmented_add`](crate::ieee::augmented_add()) in this format.
    ///
    /// ```
    /// use softfloat::{format::Binary16, Env, StaticFormat};
    /// let r = Binary16::FORMAT.augmented_add(0x3c00, 0x1000, &Env::IEEE); // 1, 2^-11
    /// assert_eq!((r.high, r.low), (0x3c00, 0x1000));
    /// ```
    #[must_use]
    pub fn augmented_add(&self, a: u64, b: u64, env: &Env) -> Augmented<u64> {
        self.augmented_sum(a, b, false, env)
    }

    /// [`augmented_sub`](crate::ieee::augmented_sub()) in this format.
    ///
    /// ```
    /// use softfloat::{format::Binary16, Env, StaticFormat};
    /// let r = Binary16::FORMAT.augmented_sub(0x3c00, 0x0c00, &Env::IEEE); // 1, 2^-12
    /// assert_eq!((r.high, r.low), (0x3bff, 0x0c00)); // 1 - 2^-11, 2^-12
    /// ```
    #[must_use]
    pub fn augmented_sub(&self, a: u64, b: u64, env: &Env) -> Augmented<u64> {
        self.augmented_sum(a, b, true, env)
    }

    /// [`augmented_mul`](crate::ieee::augmented_mul()) in this format.
    ///
    /// ```
    /// use softfloat::{format::Binary16, Env, StaticFormat};
    /// let r = Binary16::FORMAT.augmented_mul(0x3c01, 0x3c01, &Env::IEEE); // (1 + 2^-10)^2
    /// assert_eq!((r.high, r.low), (0x3c02, 0x0010)); // 1 + 2^-9, 2^-20
    /// ```
    #[must_use]
    pub fn augmented_mul(&self, a: u64, b: u64, env: &Env) -> Augmented<u64> {
        let env = &env.rounding(Rounding::NearestEven);
        let high = match self.exact_mul(a, b, env) {
            Exact::Special(r) => return Augmented::both(r),
            Exact::Unrounded(u) => self.ties_toward_zero(env, u),
        };
        if !self.is_number(high.bits) {
            return Augmented::both(high);
        }
        let [a, b] = [a, b].map(|code| self.as_read(env, code));
        let plain = Env { daz: false, ..*env };
        let low = match self.exact_fma(a, b, self.turned(high.bits), &plain) {
            Exact::Unrounded(u) if u.significand != 0 => self.ties_toward_zero(env, u),
            _ => self.zero_like(high.bits),
        };
        Augmented { high: high.bits, low: low.bits, flags: low.flags }
    }

    fn augmented_sum(&self, a: u64, b: u64, minus: bool, env: &Env) -> Augmented<u64> {
        let env = &env.rounding(Rounding::NearestEven);
        let exact = if minus { self.exact_sub(a, b, env) } else { self.exact_add(a, b, env) };
        let high = match exact {
            Exact::Special(r) => return Augmented::both(r),
            Exact::Unrounded(u) => self.ties_toward_zero(env, u),
        };
        if !self.is_number(high.bits) {
            return Augmented::both(high);
        }
        let [mut large, mut small] = [a, b].map(|code| self.as_read(env, code));
        if minus {
            small = self.turned(small);
        }
        if self.magnitude(large) < self.magnitude(small) {
            swap(&mut large, &mut small);
        }
        // Rounded to nearest, whatever becomes of ties, both differences are exact (Dekker).
        let plain = Env { daz: false, ..*env };
        let taken = self.sub(high.bits, large, &plain).bits;
        let low = self.sub(small, taken, &plain).bits;
        let zero = self.magnitude(low) == 0;
        let low = if zero { self.zero_like(high.bits).bits } else { low };
        Augmented { high: high.bits, low, flags: Flags::NONE }
    }

    /// The nearest number; of two the one toward zero. Only beyond half a place above the largest it is infinity.
    fn ties_toward_zero(&self, env: &Env, u: Unrounded<u128>) -> Rounded<u64> {
        if u.sticky || u.significand == 0 {
            return self.round_pack(env, u).cast();
        }
        // What lies just below a magnitude that is known exactly is nearest to the same number, and no tie.
        let up = u.significand.leading_zeros();
        let below = Unrounded {
            significand: (u.significand << up) - 1,
            exponent: u.exponent - up as i32,
            sticky: true,
            ..u
        };
        let r = self.round_pack(env, below).cast();
        let exact = self.round_pack(&env.rounding(Rounding::TowardZero), u).flags.is_empty();
        Rounded { flags: if exact { Flags::NONE } else { r.flags }, ..r }
    }

    /// The code that arithmetic sees: a zero where subnormal operands are such.
    fn as_read(&self, env: &Env, code: u64) -> u64 {
        match self.operand(env, code) {
            Value::Finite(u) if u.significand == 0 => self.zero_code(u.sign),
            _ => code >> self.pad << self.pad,
        }
    }

    fn is_number(&self, code: u64) -> bool {
        matches!(self.decode::<u64>(code), Value::Finite(_))
    }

    fn turned(&self, code: u64) -> u64 {
        code ^ 1 << (self.width - 1)
    }

    /// The zero of a code's sign.
    fn zero_like(&self, code: u64) -> Rounded<u64> {
        Rounded { bits: self.zero_code(code.bit(self.width - 1)), flags: Flags::NONE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ieee::small::{Coding, SMALL, Small};

    /// The nearest value; at a tie the one of lesser magnitude. Beyond the largest the numbers go on one step.
    fn nearest(s: &Small, v: f64) -> f64 {
        let mut all: Vec<f64> = s.codes().map(|c| s.value(c)).filter(|w| w.is_finite()).collect();
        all.sort_by(f64::total_cmp);
        let (largest, before) = (all[all.len() - 1], all[all.len() - 2]);
        if v.abs() > largest + (largest - before) / 2.0 {
            return f64::INFINITY.copysign(v);
        }
        let near = |x: &f64, y: &f64| {
            (v - x).abs().total_cmp(&(v - y).abs()).then(x.abs().total_cmp(&y.abs()))
        };
        all.into_iter().min_by(near).map_or(v, |w| w.abs().copysign(v))
    }

    #[test]
    fn every_pair_of_small_formats_with_infinity() {
        for s in SMALL.iter().filter(|s| s.coding == Coding::Ieee) {
            for (a, b) in s.codes().flat_map(|a| s.codes().map(move |b| (a, b))).step_by(3) {
                let (x, y) = (s.value(a), s.value(b));
                let sum = s.format.augmented_add(a, b, &Env::IEEE);
                let product = s.format.augmented_mul(a, b, &Env::IEEE);
                if !x.is_finite() || !y.is_finite() {
                    continue;
                }
                // Sums and products of two are exact in binary64.
                for (r, v) in [(sum, x + y), (product, x * y)] {
                    let high = nearest(s, v);
                    assert_eq!(s.value(r.high).to_bits(), high.to_bits(), "{a:x} {b:x} {r:x?}");
                    if high.is_infinite() {
                        assert_eq!((r.low, r.flags), (r.high, Flags::OVERFLOW | Flags::INEXACT));
                        continue;
                    }
                    let rest = v - high;
                    let low = if rest == 0.0 { 0f64.copysign(high) } else { nearest(s, rest) };
                    assert_eq!(s.value(r.low).to_bits(), low.to_bits(), "{a:x} {b:x} {r:x?}");
                    let lost = (Flags::UNDERFLOW | Flags::INEXACT).when(low != rest);
                    assert_eq!(r.flags, lost, "{a:x} {b:x} {r:x?}");
                }
            }
        }
    }
}
