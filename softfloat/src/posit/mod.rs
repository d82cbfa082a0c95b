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
    /// ```
    /// use softfloat::{format::PositError, posit::Posits};
    /// assert_eq!(Posits::new(16, 2)?.format().width, 16);
    /// assert_eq!(Posits::new(2, 2), Err(PositError { width: 2, exponent_bits: 2 }));
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
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
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Posit16}, posit::Posits, StaticFormat};
    /// assert_eq!(Posits::of(&Posit16::FORMAT), Posits::new(16, 2).ok());
    /// assert_eq!(Posits::of(&Binary16::FORMAT), None);
    /// ```
    #[must_use]
    pub fn of(format: &Format) -> Option<Self> {
        format.is_posit().then_some(Self { format: *format })
    }

    /// Their format.
    ///
    /// ```
    /// use softfloat::{format::Posit16, posit::Posits, StaticFormat};
    /// assert_eq!(*Posits::new(16, 2)?.format(), Posit16::FORMAT);
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub const fn format(&self) -> &Format {
        &self.format
    }

    /// NaR, "not a real".
    ///
    /// ```
    /// use softfloat::posit::Posits;
    /// let p16 = Posits::new(16, 2)?;
    /// assert_eq!(p16.nar(), 0x8000);
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub const fn nar(&self) -> u64 {
        1 << (self.format.declared().width - 1)
    }

    const fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.format.declared().width)
    }

    /// `a + b`.
    ///
    /// ```
    /// use softfloat::posit::Posits;
    /// let p16 = Posits::new(16, 2)?;
    /// assert_eq!(p16.add(0x4000, 0x4800), 0x4c00); // 1 + 2
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub fn add(&self, a: u64, b: u64) -> u64 {
        self.format.add(a, b, &Env::IEEE).bits
    }

    /// `a - b`.
    ///
    /// ```
    /// use softfloat::posit::Posits;
    /// let p16 = Posits::new(16, 2)?;
    /// assert_eq!(p16.sub(0x4000, 0x4800), 0xc000); // 1 - 2
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub fn sub(&self, a: u64, b: u64) -> u64 {
        self.format.sub(a, b, &Env::IEEE).bits
    }

    /// `a * b`.
    ///
    /// ```
    /// use softfloat::posit::Posits;
    /// let p16 = Posits::new(16, 2)?;
    /// assert_eq!(p16.mul(0x4800, 0x4c00), 0x5400); // 2 * 3
    /// assert_eq!(p16.mul(0x0001, 0x0001), 0x0001); // the least is never rounded to 0
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub fn mul(&self, a: u64, b: u64) -> u64 {
        self.format.mul(a, b, &Env::IEEE).bits
    }

    /// `a / b`; by 0 NaR.
    ///
    /// ```
    /// use softfloat::posit::Posits;
    /// let p16 = Posits::new(16, 2)?;
    /// assert_eq!(p16.div(0x4000, 0x4800), 0x3800); // 1 / 2
    /// assert_eq!(p16.div(0x4000, 0), p16.nar());
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub fn div(&self, a: u64, b: u64) -> u64 {
        self.format.div(a, b, &Env::IEEE).bits
    }

    /// The square root; of a negative number NaR.
    ///
    /// ```
    /// use softfloat::posit::Posits;
    /// let p16 = Posits::new(16, 2)?;
    /// assert_eq!(p16.sqrt(0x5900), 0x4c00); // 9, 3
    /// assert_eq!(p16.sqrt(0xc000), p16.nar()); // of -1
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub fn sqrt(&self, a: u64) -> u64 {
        self.format.sqrt(a, &Env::IEEE).bits
    }

    /// `a * b + c`, rounded once.
    ///
    /// ```
    /// use softfloat::posit::Posits;
    /// let p16 = Posits::new(16, 2)?;
    /// assert_eq!(p16.fma(0x4800, 0x4c00, 0x4000), 0x5600); // 2 * 3 + 1
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub fn fma(&self, a: u64, b: u64, c: u64) -> u64 {
        self.format.fma(a, b, c, &Env::IEEE).bits
    }

    /// The nearest integer that is a posit, of two equally near ones the even one.
    ///
    /// ```
    /// use softfloat::posit::Posits;
    /// let p16 = Posits::new(16, 2)?;
    /// assert_eq!(p16.nearest_int(0x4a00), 0x4800); // 2.5, 2
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub fn nearest_int(&self, a: u64) -> u64 {
        self.integral(a, Rounding::NearestEven)
    }

    /// The largest integer that is a posit and not above `a`.
    ///
    /// ```
    /// use softfloat::posit::Posits;
    /// let p16 = Posits::new(16, 2)?;
    /// assert_eq!(p16.floor(0x4a00), 0x4800); // 2.5, 2
    /// assert_eq!(p16.floor(0xb600), 0xb400); // -2.5, -3
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub fn floor(&self, a: u64) -> u64 {
        self.integral(a, Rounding::Down)
    }

    /// The smallest integer that is a posit and not below `a`.
    ///
    /// ```
    /// use softfloat::posit::Posits;
    /// let p16 = Posits::new(16, 2)?;
    /// assert_eq!(p16.ceil(0x4a00), 0x4c00); // 2.5, 3
    /// assert_eq!(p16.ceil(0xb600), 0xb800); // -2.5, -2
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub fn ceil(&self, a: u64) -> u64 {
        self.integral(a, Rounding::Up)
    }

    fn integral(&self, a: u64, rounding: Rounding) -> u64 {
        self.format.round_to_integral(a, false, &Env::IEEE.rounding(rounding)).bits
    }

    /// `-a`: exact, of 0 and NaR themselves.
    ///
    /// ```
    /// use softfloat::posit::Posits;
    /// let p16 = Posits::new(16, 2)?;
    /// assert_eq!(p16.negate(0x4000), 0xc000); // 1
    /// assert_eq!((p16.negate(0), p16.negate(p16.nar())), (0, p16.nar()));
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub fn negate(&self, a: u64) -> u64 {
        self.format.opposite(a)
    }

    /// `|a|`: exact, of NaR NaR.
    ///
    /// ```
    /// use softfloat::posit::Posits;
    /// let p16 = Posits::new(16, 2)?;
    /// assert_eq!((p16.abs(0xc000), p16.abs(p16.nar())), (0x4000, p16.nar())); // |-1|
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub fn abs(&self, a: u64) -> u64 {
        if self.is_negative(a) { self.negate(a) } else { a & self.mask() }
    }

    /// 1, -1 or 0 as `a` is above, below or 0; of NaR NaR.
    ///
    /// ```
    /// use softfloat::posit::Posits;
    /// let p16 = Posits::new(16, 2)?;
    /// assert_eq!((p16.sign(0x4a00), p16.sign(0xb600)), (0x4000, 0xc000)); // of 2.5 and -2.5
    /// assert_eq!((p16.sign(0), p16.sign(p16.nar())), (0, p16.nar()));
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
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
    ///
    /// ```
    /// use softfloat::posit::Posits;
    /// let p16 = Posits::new(16, 2)?;
    /// assert_eq!(p16.next(0), 0x0001); // the least above 0
    /// assert_eq!(p16.next(0x7fff), p16.nar());
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub const fn next(&self, a: u64) -> u64 {
        a.wrapping_add(1) & self.mask()
    }

    /// The code before it, of the least posit NaR, of NaR the largest.
    ///
    /// ```
    /// use softfloat::posit::Posits;
    /// let p16 = Posits::new(16, 2)?;
    /// assert_eq!(p16.prior(0), 0xffff); // the largest below 0
    /// assert_eq!(p16.prior(p16.nar()), 0x7fff);
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub const fn prior(&self, a: u64) -> u64 {
        a.wrapping_sub(1) & self.mask()
    }

    /// How two posits stand. NaR equals itself, and is below all others.
    ///
    /// ```
    /// use softfloat::posit::Posits;
    /// let p16 = Posits::new(16, 2)?;
    /// assert_eq!(p16.compare(0xc000, 0x4000), std::cmp::Ordering::Less); // -1, 1
    /// assert_eq!(p16.compare(p16.nar(), 0x8001), std::cmp::Ordering::Less);
    /// # Ok::<(), softfloat::format::PositError>(())
    /// ```
    #[must_use]
    pub fn compare(&self, a: u64, b: u64) -> Ordering {
        self.format.posit_place(a).cmp(&self.format.posit_place(b))
    }

    const fn is_negative(&self, a: u64) -> bool {
        a & self.nar() != 0
    }
}
