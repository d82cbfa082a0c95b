//! Posits: the functions of the standard of 2022 on codes, for any width of 3 to 64 bits and up to 3 exponent bits.
//!
//! Every result is the exact one, rounded once as [`Format::round_pack`] rounds posits; there are no flags and no choice of
//! direction. What has no value is NaR, and an operand that is NaR makes the result NaR, save where a function says
//! otherwise (POSIT-D04).
//!
//! ```
//! use softfloat::posit::Posits;
//! let p16 = Posits::new(16, 2)?;
//! let (one, three) = (0x4000, 0x4c00);
//! assert_eq!(p16.div(one, three), 0x32ab);
//! assert_eq!(p16.div(one, 0), p16.nar());
//! // Beyond the largest there is nothing: the largest stays.
//! assert_eq!(p16.mul(0x7fff, 0x7fff), 0x7fff);
//! # Ok::<(), softfloat::format::PositError>(())
//! ```

mod convert;
mod quire;
mod sum;
#[cfg(test)]
mod tests;

pub use convert::{convert, rules};
pub use quire::Quire;

use core::cmp::Ordering;

use crate::format::PositError;
use crate::{Env, Format, Rounding};

/// The posits of a width and a number of exponent bits.
///
/// Operations trust the caller: of a code that is wider than the format they take the low bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Posits {
    format: Format,
}

impl Posits {
    /// The posits of so many bits, so many of them exponent bits at most.
    ///
    /// # Errors
    /// Where there is no such format.
    pub const fn new(width: u32, exponent_bits: u32) -> Result<Self, PositError> {
        match Format::posit(width, exponent_bits) {
            Ok(format) => Ok(Self { format }),
            Err(error) => Err(error),
        }
    }

    /// The posits of a format; `None` where it is none of posits.
    #[must_use]
    pub fn of(format: &Format) -> Option<Self> {
        format.is_posit().then_some(Self { format: *format })
    }

    /// Their format.
    #[must_use]
    pub const fn format(&self) -> &Format {
        &self.format
    }

    /// NaR, "not a real".
    #[must_use]
    pub const fn nar(&self) -> u64 {
        1 << (self.format.declared().width - 1)
    }

    const fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.format.declared().width)
    }

    /// `a + b`.
    #[must_use]
    pub fn add(&self, a: u64, b: u64) -> u64 {
        self.format.add(a, b, &Env::IEEE).bits
    }

    /// `a - b`.
    #[must_use]
    pub fn sub(&self, a: u64, b: u64) -> u64 {
        self.format.sub(a, b, &Env::IEEE).bits
    }

    /// `a * b`.
    #[must_use]
    pub fn mul(&self, a: u64, b: u64) -> u64 {
        self.format.mul(a, b, &Env::IEEE).bits
    }

    /// `a / b`; by 0 NaR.
    #[must_use]
    pub fn div(&self, a: u64, b: u64) -> u64 {
        self.format.div(a, b, &Env::IEEE).bits
    }

    /// The square root; of a negative number NaR.
    #[must_use]
    pub fn sqrt(&self, a: u64) -> u64 {
        self.format.sqrt(a, &Env::IEEE).bits
    }

    /// `a * b + c`, rounded once.
    #[must_use]
    pub fn fma(&self, a: u64, b: u64, c: u64) -> u64 {
        self.format.fma(a, b, c, &Env::IEEE).bits
    }

    /// The nearest integer that is a posit, of two equally near ones the even one.
    #[must_use]
    pub fn nearest_int(&self, a: u64) -> u64 {
        self.integral(a, Rounding::NearestEven)
    }

    /// The largest integer that is a posit and not above `a`.
    #[must_use]
    pub fn floor(&self, a: u64) -> u64 {
        self.integral(a, Rounding::Down)
    }

    /// The smallest integer that is a posit and not below `a`.
    #[must_use]
    pub fn ceil(&self, a: u64) -> u64 {
        self.integral(a, Rounding::Up)
    }

    fn integral(&self, a: u64, rounding: Rounding) -> u64 {
        self.format.round_to_integral(a, false, &Env::IEEE.rounding(rounding)).bits
    }

    /// `-a`: exact, of 0 and NaR themselves.
    #[must_use]
    pub fn negate(&self, a: u64) -> u64 {
        self.format.opposite(a)
    }

    /// `|a|`: exact, of NaR NaR.
    #[must_use]
    pub fn abs(&self, a: u64) -> u64 {
        if self.is_negative(a) { self.negate(a) } else { a & self.mask() }
    }

    /// 1, -1 or 0 as `a` is above, below or 0; of NaR NaR.
    #[must_use]
    pub fn sign(&self, a: u64) -> u64 {
        let one = self.nar() >> 1;
        match a & self.mask() {
            special if special & !self.nar() == 0 => special,
            other if self.is_negative(other) => self.negate(one),
            _ => one,
        }
    }

    /// The next code, of the largest posit NaR, of NaR the least.
    #[must_use]
    pub const fn next(&self, a: u64) -> u64 {
        a.wrapping_add(1) & self.mask()
    }

    /// The code before it, of the least posit NaR, of NaR the largest.
    #[must_use]
    pub const fn prior(&self, a: u64) -> u64 {
        a.wrapping_sub(1) & self.mask()
    }

    /// How two posits stand. NaR equals itself, and is below all others.
    #[must_use]
    pub fn compare(&self, a: u64, b: u64) -> Ordering {
        self.format.posit_place(a).cmp(&self.format.posit_place(b))
    }

    const fn is_negative(&self, a: u64) -> bool {
        a & self.nar() != 0
    }
}
