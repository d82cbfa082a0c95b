//! Integer formats of any width, at run time and as types.

use core::fmt;
use core::marker::PhantomData;

use super::{Declaration, Format, Int4, Int8, Int16, Int32, Int64, Kind, Nonfinite, StaticFormat};
use super::{Uint4, Uint8, Uint16, Uint32, Uint64};
use crate::Bits;

/// The two's complement integers of `W` bits as a type, in a container `B` of at least `W` bits. A
/// combination that does not fit is refused at compile time.
///
/// ```
/// use softfloat::{convert, format::{Binary32, Int}, Env, Flags};
/// let r = convert::<Binary32, Int<12, u16>>((-3000f32).to_bits(), &Env::IEEE);
/// assert_eq!((r.bits, r.flags), (0x800, Flags::INVALID));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Int<const W: u32, B>(PhantomData<B>);

/// The unsigned integers of `W` bits as a type, in a container `B` of at least `W` bits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uint<const W: u32, B>(PhantomData<B>);

impl<const W: u32, B: Bits> StaticFormat for Int<W, B> {
    type Bits = B;
    const FORMAT: Format = in_container::<B>(W, true);
}

impl<const W: u32, B: Bits> StaticFormat for Uint<W, B> {
    type Bits = B;
    const FORMAT: Format = in_container::<B>(W, false);
}

const fn in_container<B: Bits>(width: u32, signed: bool) -> Format {
    assert!(width <= B::BITS, "the container is narrower than W bits");
    match Format::integer(width, signed) {
        Ok(f) => f,
        Err(_) => panic!("W must be 2..=64"),
    }
}

/// Why a width makes no integer format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntegerError {
    /// The width asked for.
    pub width: u32,
}

impl fmt::Display for IntegerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no integer format of {} bits: the width is 2 to 64", self.width)
    }
}

impl core::error::Error for IntegerError {}

impl Format {
    /// The integers of this width: two's complement where `signed`. Where the table has the
    /// format, it is the table's.
    ///
    /// ```
    /// use softfloat::{format::{Int8, IntegerError}, Format, StaticFormat};
    /// assert_eq!(Format::integer(8, true), Ok(Int8::FORMAT));
    /// assert_eq!(Format::integer(13, false).unwrap().max_finite(), 0x1fff);
    /// assert_eq!(Format::integer(65, false), Err(IntegerError { width: 65 }));
    /// ```
    ///
    /// # Errors
    /// Where the width is not 2 to 64.
    pub const fn integer(width: u32, signed: bool) -> Result<Self, IntegerError> {
        Ok(match (width, signed) {
            (4, false) => Uint4::FORMAT,
            (4, true) => Int4::FORMAT,
            (8, false) => Uint8::FORMAT,
            (8, true) => Int8::FORMAT,
            (16, false) => Uint16::FORMAT,
            (16, true) => Int16::FORMAT,
            (32, false) => Uint32::FORMAT,
            (32, true) => Int32::FORMAT,
            (64, false) => Uint64::FORMAT,
            (64, true) => Int64::FORMAT,
            (0 | 1 | 65.., _) => return Err(IntegerError { width }),
            _ => Self::declare(Declaration {
                name: "integer",
                width,
                sign: signed,
                exp_bits: 0,
                man_bits: width - signed as u32,
                pad: 0,
                bias: 0,
                kind: Kind::INTEGER,
                nonfinite: Nonfinite::None,
                neg_zero: false,
                subnormal: false,
            }),
        })
    }
}
