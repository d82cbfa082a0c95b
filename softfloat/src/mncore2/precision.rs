//! The precisions of MN-Core 2.

use crate::format::{MnBfPseudoSingle, MnDouble, MnHalf, MnSingle, StaticFormat};
use crate::{Bits, Format};

/// Half precision h: 16 bits, E 6, m 9, bias 31.
pub type Half = MnHalf;
/// Single precision f: 32 bits, E 8, m 23, bias 127.
pub type Single = MnSingle;
/// Double precision d: 64 bits, E 11, m 52, bias 1023.
pub type Double = MnDouble;
/// Pseudo-single precision g: single precision whose block-float elements count 18 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PseudoSingle;

impl StaticFormat for PseudoSingle {
    type Bits = u32;
    const FORMAT: Format = MnSingle::FORMAT;
}

/// What the units know about a precision.
pub trait Precision: StaticFormat {
    /// The precision of the addend and of the result of multiply-add.
    type Sum: Precision;
    /// One precision lower: what `e` reads and `r` writes.
    type Lower: Precision;
    /// Holds an exact product, a sum of products, and guard bits.
    type Wide: Bits;
    /// Low significand bits of both factors whose mutual product is omitted (s. 4.3).
    const OMITTED: u32;
    /// Significand bits of a block-float element that count.
    const BLOCK_BITS: u32;
    /// Elements in a block (table 4.1).
    const BLOCK: usize;
}

impl Precision for Half {
    type Sum = Single;
    type Lower = Half;
    type Wide = u64;
    const OMITTED: u32 = 0;
    const BLOCK_BITS: u32 = 9;
    const BLOCK: usize = 16;
}

impl Precision for Single {
    type Sum = Single;
    type Lower = Half;
    type Wide = u64;
    const OMITTED: u32 = 5;
    const BLOCK_BITS: u32 = 23;
    const BLOCK: usize = 4;
}

impl Precision for PseudoSingle {
    type Sum = Single;
    type Lower = Half;
    type Wide = u64;
    const OMITTED: u32 = 0;
    const BLOCK_BITS: u32 = MnBfPseudoSingle::FORMAT.declared().man_bits;
    const BLOCK: usize = 8;
}

impl Precision for Double {
    type Sum = Double;
    type Lower = Single;
    type Wide = u128;
    const OMITTED: u32 = 16;
    const BLOCK_BITS: u32 = 52;
    const BLOCK: usize = 4;
}

/// The fields of a code: sign, exponent field, mantissa field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    pub(crate) sign: bool,
    pub(crate) field: i32,
    pub(crate) mantissa: u64,
}

/// Takes a code apart.
#[inline(always)]
pub(crate) fn parts<P: StaticFormat>(x: P::Bits) -> Parts {
    let f = P::FORMAT;
    let x = x.wide() as u64;
    Parts {
        sign: x >> (f.width - 1) & 1 == 1,
        field: (x >> f.man_bits) as i32 & f.top(),
        mantissa: x & u64::mask(f.man_bits),
    }
}

/// Puts a code together; the fields must fit.
#[inline(always)]
pub(crate) fn assemble<P: StaticFormat>(sign: bool, field: i32, mantissa: u64) -> P::Bits {
    let f = P::FORMAT;
    let sign = u64::from(sign) << (f.width - 1);
    P::Bits::low((sign | (field as u64) << f.man_bits | mantissa) as u128)
}

impl Parts {
    /// The significand with its hidden bit.
    #[inline(always)]
    pub(crate) fn significand<P: StaticFormat>(self) -> u64 {
        self.mantissa | 1 << P::FORMAT.man_bits
    }
}
