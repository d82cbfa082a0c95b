//! Formats of more than 64 bits: binary128, and the extended format of 80 bits of the x87.
//!
//! Codes are `u128`, those of 80 bits in the low ones. Each result is computed exactly, in integers of 512 bits, and rounded once. The
//! x87's format has its leading bit written: a number whose exponent field is 0 may have it (a "pseudo-denormal", which counts as it
//! reads); where the field is not 0 and the bit is, the code is no operand: the operation is *invalid* (as on processors since the 387).
//!
//! ```
//! use softfloat::{wide::{Rules, Wide}, Env, Flags};
//! let (quad, rules) = (Wide::BINARY128, Rules::of(Env::IEEE));
//! let one = 0x3fff_u128 << 112;
//! let three = 0x4000_8000_u128 << 96;
//! let third = quad.div(one, three, &rules);
//! assert_eq!((third.bits, third.flags), (0x3ffd_5555_5555_5555_5555_5555_5555_5555, Flags::INEXACT));
//! // 24 bits of precision, as a control word of the x87 may ask for.
//! let x87 = Wide::EXTENDED80;
//! let (one, three) = (0x3fff_8000_u128 << 48, 0x4000_c000_u128 << 48);
//! let third = x87.div(one, three, &Rules { precision: 24, ..rules });
//! assert_eq!(third.bits, 0x3ffd_aaaa_ab00_0000_0000);
//! ```

mod arithmetic;
mod augmented;
mod big;
mod compare;
mod convert;
mod next;
mod number;
mod remainder;
mod round;
mod scale;
#[cfg(test)]
mod tests;

pub use arithmetic::{Formula, Unfinished};
pub use augmented::Augmented;
pub use number::Decoded;

use crate::Env;

/// A format of more than 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wide {
    /// The width in bits.
    pub width: u32,
    /// Width of the exponent field.
    pub exp_bits: u32,
    /// Width of the significand field.
    pub man_bits: u32,
    /// Whether the leading bit of the significand is written.
    pub explicit: bool,
}

/// The rules of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Direction, tininess, NaN and integers. Overflow and underflow are those of IEEE 754.
    pub env: Env,
    /// The bits of precision that sums, products, quotients and roots of the x87's format are rounded to: 24, 53 or 64. Exponents have
    /// the whole range. Of binary128 it is not looked at.
    pub precision: u32,
}

impl Rules {
    /// These rules, and the whole precision.
    ///
    /// ```
    /// use softfloat::{wide::Rules, Env};
    /// assert_eq!(Rules::of(Env::IEEE), Rules { env: Env::IEEE, precision: 64 });
    /// ```
    #[must_use]
    pub const fn of(env: Env) -> Self {
        Self { env, precision: 64 }
    }
}

impl Wide {
    /// IEEE 754 binary128.
    pub const BINARY128: Self = Self { width: 128, exp_bits: 15, man_bits: 112, explicit: false };
    /// The extended format of the x87 (Intel's "double extended"): sign, 15 bits of exponent, 64 of significand.
    pub const EXTENDED80: Self = Self { width: 80, exp_bits: 15, man_bits: 64, explicit: true };

    /// Bits of a significand, the leading one among them.
    ///
    /// ```
    /// use softfloat::wide::Wide;
    /// assert_eq!((Wide::BINARY128.precision(), Wide::EXTENDED80.precision()), (113, 64));
    /// ```
    #[must_use]
    pub const fn precision(&self) -> u32 {
        self.man_bits + !self.explicit as u32
    }

    const fn bias(&self) -> i64 {
        (1 << (self.exp_bits - 1)) - 1
    }

    /// The exponent of the smallest normal number.
    pub(crate) const fn least(&self) -> i64 {
        1 - self.bias()
    }

    const fn top(&self) -> u128 {
        (1 << self.exp_bits) - 1
    }

    /// The bit that marks quiet NaN.
    const fn quiet(&self) -> u128 {
        1 << (self.precision() - 2)
    }

    /// A code of its fields.
    const fn code(&self, sign: bool, field: u128, significand: u128) -> u128 {
        (sign as u128) << (self.width - 1) | field << self.man_bits | significand
    }

    /// The leading bit, where it is written.
    const fn written(&self) -> u128 {
        if self.explicit { 1 << (self.man_bits - 1) } else { 0 }
    }

    /// The infinity of a sign.
    ///
    /// ```
    /// use softfloat::wide::Wide;
    /// assert_eq!(Wide::BINARY128.infinity(true), 0xffff << 112);
    /// assert_eq!(Wide::EXTENDED80.infinity(false), 0x7fff_8000 << 48); // the leading bit too
    /// ```
    #[must_use]
    pub const fn infinity(&self, sign: bool) -> u128 {
        self.code(sign, self.top(), self.written())
    }

    /// The largest number.
    ///
    /// ```
    /// use softfloat::wide::Wide;
    /// assert_eq!(Wide::BINARY128.largest(), (0x7fff << 112) - 1); // the code before infinity's
    /// assert_eq!(Wide::EXTENDED80.largest(), (0x7fff << 64) - 1);
    /// ```
    #[must_use]
    pub const fn largest(&self) -> u128 {
        self.code(false, self.top() - 1, (1 << self.man_bits) - 1)
    }

    /// The smallest normal number.
    ///
    /// ```
    /// use softfloat::wide::Wide;
    /// assert_eq!(Wide::BINARY128.least_normal(), 1 << 112); // 2^-16382
    /// assert_eq!(Wide::EXTENDED80.least_normal(), 1 << 64 | 1 << 63);
    /// ```
    #[must_use]
    pub const fn least_normal(&self) -> u128 {
        self.code(false, 1, self.written())
    }

    /// The quiet NaN without a payload.
    ///
    /// ```
    /// use softfloat::wide::Wide;
    /// assert_eq!(Wide::BINARY128.nan(false), 0x7fff_8000 << 96);
    /// assert_eq!(Wide::EXTENDED80.nan(true), 0xffff_c000 << 48);
    /// ```
    #[must_use]
    pub const fn nan(&self, sign: bool) -> u128 {
        self.infinity(sign) | self.quiet()
    }
}
