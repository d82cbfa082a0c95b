//! Real numbers enclosed: a significand of N words and two bounds of its error.
//!
//! The magnitude of the value lies in `[significand - below, significand + above]`, in units of the
//! significand's last place. Each operation says what it loses on which side, so that
//! `1 + 2^-1000` is `[1, 1 + unit]`: the bounds themselves stay exact where a result is "a number
//! and a little more", and rounding sees on which side of it the value lies.

mod add;
mod divide;
pub(crate) mod limbs;
#[cfg(test)]
pub(crate) mod steps;
#[cfg(test)]
mod tests;

use limbs::Limbs;
use softfloat::Unrounded;

/// An enclosed real number: `(-1)^negative * [significand - below * 2^shift, significand + above *
/// 2^shift] * 2^(exponent - 64 N)`. The significand's top bit is set; it is 0 only of the exact
/// number 0. The shift is 0 unless errors have outgrown a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Enclosure<const N: usize> {
    pub(crate) negative: bool,
    pub(crate) exponent: i64,
    pub(crate) significand: Limbs<N>,
    pub(crate) below: u64,
    pub(crate) above: u64,
    pub(crate) shift: u32,
}

/// Errors stay below this.
const LIMIT: u64 = 1 << 60;

/// `error / 2^k`, up.
#[inline(always)]
const fn up(error: u64, k: u32) -> u64 {
    if error == 0 {
        0
    } else if k > 63 {
        1
    } else {
        ((error - 1) >> k) + 1
    }
}

impl<const N: usize> Enclosure<N> {
    /// The bits of a significand.
    pub(crate) const BITS: u32 = 64 * N as u32;

    /// 0.
    pub(crate) const ZERO: Self =
        Self { negative: false, exponent: 0, significand: [0; N], below: 0, above: 0, shift: 0 };

    /// 1.
    pub(crate) const ONE: Self = Self::power(0);

    /// Nothing is known.
    pub(crate) const UNKNOWN: Self = Self { above: u64::MAX, below: u64::MAX, ..Self::ONE };

    /// 2^k.
    pub(crate) const fn power(k: i64) -> Self {
        let mut significand = [0; N];
        significand[N - 1] = 1 << 63;
        Self { negative: false, exponent: k + 1, significand, below: 0, above: 0, shift: 0 }
    }

    /// An exact number.
    #[inline(always)]
    pub(crate) fn exact(u: Unrounded<u64>) -> Self {
        if u.significand == 0 {
            return Self::ZERO;
        }
        let zeros = u.significand.leading_zeros();
        let mut significand = [0; N];
        significand[N - 1] = u.significand << zeros;
        let exponent = i64::from(u.exponent) + 64 - i64::from(zeros);
        Self { negative: u.sign, exponent, significand, below: 0, above: 0, shift: 0 }
    }

    /// An integer.
    #[inline(always)]
    pub(crate) fn integer(n: i64) -> Self {
        Self::exact(Unrounded::exact(n < 0, 0, n.unsigned_abs()))
    }

    /// A fraction below 1, `fraction / 2^64N`, with errors in its last place.
    #[inline(always)]
    pub(crate) fn fraction(fraction: Limbs<N>, below: u64, above: u64) -> Self {
        Self { negative: false, exponent: 0, significand: fraction, below, above, shift: 0 }
            .normalised()
    }

    /// Whether nothing is known.
    #[inline(always)]
    pub(crate) const fn is_unknown(&self) -> bool {
        self.above == u64::MAX
    }

    /// Whether the value is 0, exactly.
    #[inline(always)]
    pub(crate) fn is_zero(&self) -> bool {
        limbs::is_zero(&self.significand) && !self.is_unknown()
    }

    /// -x.
    #[inline(always)]
    pub(crate) const fn neg(self) -> Self {
        Self { negative: !self.negative, ..self }
    }

    /// |x|.
    #[inline(always)]
    pub(crate) const fn abs(self) -> Self {
        Self { negative: false, ..self }
    }

    /// x where `keep`, else -x.
    #[inline(always)]
    pub(crate) const fn signed(self, negative: bool) -> Self {
        Self { negative: self.negative ^ negative, ..self }
    }

    /// x * 2^k.
    #[inline(always)]
    pub(crate) const fn scaled(self, k: i64) -> Self {
        Self { exponent: self.exponent + k, ..self }
    }

    /// The leading one moved to the top, the errors with it.
    #[inline(always)]
    fn normalised(self) -> Self {
        let zeros = limbs::leading_zeros(&self.significand);
        if zeros == 0 {
            return self;
        }
        self.raised(zeros)
    }

    #[inline]
    fn raised(self, zeros: u32) -> Self {
        if zeros == Self::BITS {
            return if self.below | self.above == 0 { Self::ZERO } else { Self::UNKNOWN };
        }
        let raised = Self {
            exponent: self.exponent - i64::from(zeros),
            significand: limbs::shl(&self.significand, zeros),
            ..self
        };
        let error = self.below | self.above;
        if self.shift == 0 && zeros < (error | 1).leading_zeros() {
            Self { below: self.below << zeros, above: self.above << zeros, ..raised }.checked()
        } else {
            Self { shift: if error == 0 { 0 } else { self.shift + zeros }, ..raised }.checked()
        }
    }

    /// Errors kept small; unknown where they come near the value.
    #[inline(always)]
    fn checked(self) -> Self {
        let error = self.below | self.above;
        if error < LIMIT && self.shift == 0 { self } else { self.refitted() }
    }

    #[inline(never)]
    fn refitted(self) -> Self {
        let error = self.below | self.above;
        let bits = 64 - error.leading_zeros();
        if self.is_unknown() || bits + self.shift + 4 > Self::BITS {
            return Self::UNKNOWN;
        }
        if bits < 40 {
            return self;
        }
        Self {
            below: up(self.below, 20),
            above: up(self.above, 20),
            shift: self.shift + 20,
            ..self
        }
        .checked()
    }

    /// The errors in units of `2^shift` last places, the shift not below that of the enclosure.
    #[inline(always)]
    fn errors_at(&self, shift: u32) -> (u64, u64) {
        let k = shift - self.shift;
        if k == 0 { (self.below, self.above) } else { (up(self.below, k), up(self.above, k)) }
    }

    /// The errors in units of 2^(-64 N), the last place of a fraction; as large as can be where they
    /// do not fit.
    #[inline(always)]
    pub(crate) fn errors_of_fraction(&self) -> (u64, u64) {
        let k = self.exponent + i64::from(self.shift);
        let fit = |error: u64| match k {
            _ if error == 0 => 0,
            ..=0 => up(error, k.unsigned_abs().min(64) as u32),
            1..64 if k < i64::from(error.leading_zeros()) => error << k,
            _ => u64::MAX,
        };
        (fit(self.below), fit(self.above))
    }

    /// The same with more error, in units of the last place.
    #[inline]
    pub(crate) fn widened(self, below: u64, above: u64) -> Self {
        if self.is_zero() && below | above != 0 {
            return Self::UNKNOWN;
        }
        if below >= LIMIT || above >= LIMIT || self.is_unknown() {
            return Self::UNKNOWN;
        }
        let (below, above) = (up(below, self.shift), up(above, self.shift));
        Self { below: self.below + below, above: self.above + above, ..self }.checked()
    }

    /// The same with an error of at most `error * 2^(scale - 64 N)` on both sides.
    pub(crate) fn blurred(self, error: u64, scale: i64) -> Self {
        if error == 0 || self.is_unknown() {
            return self;
        }
        if self.is_zero() || error >= LIMIT {
            return Self::UNKNOWN;
        }
        let up_by = scale - self.exponent;
        if up_by <= 0 {
            let units = up(error, up_by.unsigned_abs().min(64) as u32);
            return self.widened(units, units);
        }
        let shift = self.shift.max(up_by.min(1 << 20) as u32);
        let (below, above) = self.errors_at(shift);
        let units = up(error, shift - up_by.min(1 << 20) as u32);
        Self { below: below + units, above: above + units, shift, ..self }.checked()
    }

    /// The middle of the enclosure as an exact number.
    #[inline(always)]
    pub(crate) fn middle(self) -> Self {
        Self { below: 0, above: 0, shift: 0, ..self }
    }

    /// The magnitude as a fraction of one, `significand * 2^(exponent - 64 N)` cut to 64 N places;
    /// the exponent must not be above 0.
    #[inline(always)]
    pub(crate) fn as_fraction(&self) -> Limbs<N> {
        limbs::shr(&self.significand, (-self.exponent).clamp(0, 1 << 20) as u32).0
    }

    /// The first 53 bits and more of the magnitude, for choices that need no proof.
    #[inline(always)]
    pub(crate) fn top(&self) -> u64 {
        self.significand[N - 1]
    }
}
