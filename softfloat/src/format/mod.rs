//! Number formats as data: widths, bias, how special values are coded. One table declares each
//! format once; the run-time value and the zero-cost type both come from that declaration.

mod check;
mod custom;
mod decode;
mod encode;
mod ends;
mod integer;
mod narrow;
mod neighbour;
mod numbers;
mod ordinary;
mod p3109;
mod pack;
mod posit;
mod table;
mod wide;

pub use check::Inconsistent;
pub use custom::{Custom, CustomError};
pub use integer::{Int, IntegerError, Uint};
pub(crate) use ordinary::leading_at;
pub use p3109::{P3109, P3109Error};
pub use pack::round_pack;
pub use posit::{Posit, PositError};
pub use table::*;
pub use wide::{Binary128, Extended80};

use core::fmt;
use core::ops::Deref;

use crate::Bits;

/// How a format codes what is not a finite number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nonfinite {
    /// Every code is a finite number.
    None,
    /// Top exponent: fraction 0 is infinity, anything else NaN; the fraction's top bit marks quiet.
    Ieee,
    /// Top exponent: infinity, whatever the fraction (MN-Core 2, s. 1.3).
    Infinity,
    /// Exponent and fraction all ones: NaN. No infinity (OCP E4M3; E8M0).
    AllOnes,
    /// The code of a negative zero is the only NaN. No infinity (the "fnuz" formats).
    NegativeZero,
}

/// How the fields make a value: what only this room looks into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kind(Rule);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Rule {
    Hidden,
    Explicit,
    Fixed { frac: u32, symmetric: bool },
    Posit { es: u32 },
    P3109 { extended: bool },
    Wide { written: bool },
}

impl Kind {
    /// sign, exponent, fraction below a hidden bit: `(-1)^s 2^(e-bias) (1 + frac/2^M)`.
    pub const HIDDEN: Self = Self(Rule::Hidden);
    /// sign, exponent, significand with its leading bit written: `(-1)^s 2^(e-bias) F/2^(M-1)`.
    /// MN-Core 2 block-float elements; a block's elements share the exponent, so F may have leading
    /// zeros.
    pub const EXPLICIT: Self = Self(Rule::Explicit);
    /// An integer; two's complement where there is a sign.
    pub const INTEGER: Self = Self(Rule::Fixed { frac: 0, symmetric: false });
    /// A posit with so many exponent bits (see `posit.rs`).
    ///
    /// ```
    /// use softfloat::{format::{Kind, Posit16}, StaticFormat};
    /// assert_eq!(Posit16::FORMAT.kind, Kind::posit(2));
    /// ```
    #[must_use]
    pub const fn posit(exponent_bits: u32) -> Self {
        Self(Rule::Posit { es: exponent_bits })
    }

    /// sign, exponent, fraction below a hidden bit, and special codes as P3109 has them, with infinities or without (see
    /// `p3109.rs`).
    ///
    /// ```
    /// use softfloat::{format::{Binary8p3se, Kind}, StaticFormat};
    /// assert_eq!(Binary8p3se::FORMAT.kind, Kind::p3109(true)); // "e": with infinities
    /// ```
    #[must_use]
    pub const fn p3109(extended: bool) -> Self {
        Self(Rule::P3109 { extended })
    }

    /// An integer times `2^-frac` in two's complement, whose most negative code is read, but never
    /// produced.
    ///
    /// ```
    /// use softfloat::{format::{Kind, MxInt8Elem}, StaticFormat};
    /// assert_eq!(MxInt8Elem::FORMAT.kind, Kind::fixed(6)); // multiples of 1/64
    /// ```
    #[must_use]
    pub const fn fixed(frac: u32) -> Self {
        Self(Rule::Fixed { frac, symmetric: true })
    }
}

/// What a format is declared by. Field widths are in bits; the container's order from the top is
/// sign, exponent, significand, padding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Declaration {
    /// The name, as in the table.
    pub name: &'static str,
    /// The container's width, at most 64.
    pub width: u32,
    /// Whether there is a sign bit.
    pub sign: bool,
    /// Width of the exponent field; 0 for integers.
    pub exp_bits: u32,
    /// Width of the significand field (without padding).
    pub man_bits: u32,
    /// Low container bits that are ignored on reading and written as 0.
    pub pad: u32,
    /// Exponent bias.
    pub bias: i32,
    /// How the fields make a value.
    pub kind: Kind,
    /// How infinities and NaN are coded.
    pub nonfinite: Nonfinite,
    /// Whether zero has two signs.
    pub neg_zero: bool,
    /// Whether exponent field 0 holds subnormal numbers; otherwise it is zero for any significand.
    pub subnormal: bool,
}

/// A number format as a run-time value: a [`Declaration`] that was found consistent, whose fields
/// can be read ([`Deref`]), but not set.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Format(Declaration);

impl Deref for Format {
    type Target = Declaration;

    #[inline(always)]
    fn deref(&self) -> &Declaration {
        &self.0
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A format as a zero-cost type.
pub trait StaticFormat: Copy + Default + core::fmt::Debug + Send + Sync + 'static {
    /// The container, as narrow as the format allows.
    type Bits: Bits;
    /// The format.
    const FORMAT: Format;
}

impl Format {
    /// Significant bits p, the hidden one included; for integers the bits of the magnitude.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Int8, MnBfHalf}, StaticFormat};
    /// assert_eq!(Binary16::FORMAT.precision(), 11); // 10 and the hidden one
    /// assert_eq!(MnBfHalf::FORMAT.precision(), 9); // the leading bit is written
    /// assert_eq!(Int8::FORMAT.precision(), 7);
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn precision(&self) -> u32 {
        match self.0.kind.0 {
            Rule::Hidden | Rule::Explicit | Rule::Fixed { .. } => {
                self.0.man_bits + self.has_hidden_bit() as u32
            }
            Rule::P3109 { .. } => self.0.man_bits + 1,
            Rule::Wide { written } => self.0.man_bits + !written as u32,
            // Beside the shortest regime and the exponent bit, the hidden bit.
            // The same, with any number of exponent bits.
            Rule::Posit { es } => {
                let others = 1 + es;
                if self.0.man_bits > others { self.0.man_bits - others } else { 1 }
            }
        }
    }

    /// Words of 64 bits that a code takes.
    ///
    /// ```
    /// use softfloat::{format::{Binary128, Binary64}, StaticFormat};
    /// assert_eq!((Binary64::FORMAT.words(), Binary128::FORMAT.words()), (1, 2));
    /// ```
    #[must_use]
    pub const fn words(&self) -> usize {
        self.0.width.div_ceil(64) as usize
    }

    /// The exponent field of all ones.
    ///
    /// ```
    /// use softfloat::{format::Binary16, StaticFormat};
    /// assert_eq!(Binary16::FORMAT.top(), 0b11111);
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn top(&self) -> i32 {
        (1 << self.0.exp_bits) - 1
    }

    /// Whether the format has infinities.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Fp8E4m3Ocp}, StaticFormat};
    /// assert!(Binary16::FORMAT.has_infinity() && !Fp8E4m3Ocp::FORMAT.has_infinity());
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn has_infinity(&self) -> bool {
        matches!(self.0.nonfinite, Nonfinite::Ieee | Nonfinite::Infinity)
            || self.is_p3109_extended()
    }

    /// Whether the format has NaN.
    ///
    /// ```
    /// use softfloat::{format::{Fp8E4m3Ocp, MnHalf}, StaticFormat};
    /// assert!(Fp8E4m3Ocp::FORMAT.has_nan() && !MnHalf::FORMAT.has_nan());
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn has_nan(&self) -> bool {
        matches!(self.0.nonfinite, Nonfinite::Ieee | Nonfinite::AllOnes | Nonfinite::NegativeZero)
    }

    /// Whether exponent field 0 is a power of two like any other (E8M0: no zero, no fraction).
    ///
    /// ```
    /// use softfloat::{format::{Binary16, E8m0}, StaticFormat};
    /// assert!(E8m0::FORMAT.zeroless() && !Binary16::FORMAT.zeroless());
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn zeroless(&self) -> bool {
        self.0.man_bits == 0 && self.has_hidden_bit()
    }

    /// The smallest exponent field of a normal number.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, E8m0}, StaticFormat};
    /// assert_eq!(Binary16::FORMAT.min_field(), 1); // 0 holds the subnormal numbers
    /// assert_eq!(E8m0::FORMAT.min_field(), 0);
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn min_field(&self) -> i32 {
        if self.zeroless() { 0 } else { 1 }
    }

    /// The largest exponent field that holds finite numbers.
    ///
    /// ```
    /// use softfloat::{format::{Binary16, Fp8E4m3Ocp}, StaticFormat};
    /// assert_eq!(Binary16::FORMAT.max_field(), 30); // 31 holds infinity and NaN
    /// assert_eq!(Fp8E4m3Ocp::FORMAT.max_field(), 15); // NaN is its last code alone
    /// ```
    #[must_use]
    #[inline(always)]
    pub const fn max_field(&self) -> i32 {
        if let Some(P3109 { extended, .. }) = self.p3109() {
            return (self.p3109_most(extended) >> self.0.man_bits) as i32;
        }
        match self.0.nonfinite {
            Nonfinite::Ieee | Nonfinite::Infinity => self.top() - 1,
            Nonfinite::AllOnes if self.0.man_bits == 0 => self.top() - 1,
            Nonfinite::AllOnes | Nonfinite::None | Nonfinite::NegativeZero => self.top(),
        }
    }

    /// Whether `bits` fits the container.
    ///
    /// ```
    /// use softfloat::{format::Fp6E3m2, StaticFormat};
    /// assert!(Fp6E3m2::FORMAT.holds(0x3f) && !Fp6E3m2::FORMAT.holds(0x40)); // six bits
    /// ```
    #[must_use]
    pub const fn holds(&self, bits: u64) -> bool {
        self.0.width >= 64 || bits >> self.0.width == 0
    }

    /// The code of an exponent field and a significand field with a sign.
    #[inline(always)]
    pub(crate) fn assemble<W: Bits>(&self, sign: bool, magnitude: W) -> W {
        let sign = W::low((sign && self.sign).into()) << (self.width - 1);
        sign | magnitude << self.pad
    }
}
