//! IEEE-like formats of any exponent and fraction width, at run time and as a type.

use core::fmt;
use core::marker::PhantomData;

use super::{Declaration, Format, Kind, Nonfinite, StaticFormat};
use crate::Bits;

/// An IEEE-like format with `E` exponent and `M` fraction bits as a type, in a container `B` of
/// at least `1 + E + M` bits. A combination that does not fit is refused at compile time.
///
/// ```
/// use softfloat::{convert, format::{Binary32, Custom}, Env};
/// type E6M9 = Custom<6, 9, u16>;
/// assert_eq!(convert::<Binary32, E6M9>(0x3f80_0000, &Env::IEEE).bits, 0x3e00);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Custom<const E: u32, const M: u32, B>(PhantomData<B>);

impl<const E: u32, const M: u32, B: Bits> StaticFormat for Custom<E, M, B> {
    type Bits = B;
    const FORMAT: Format = match Format::ieee(E, M) {
        Ok(f) => {
            assert!(f.declared().width <= B::BITS, "the container is narrower than 1 + E + M bits");
            f
        }
        Err(_) => panic!("E must be 2..=15, M at least 1, 1 + E + M at most 64"),
    };
}

/// Why a pair of widths makes no format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CustomError {
    /// The exponent bits asked for.
    pub exp_bits: u32,
    /// The fraction bits asked for.
    pub man_bits: u32,
}

impl fmt::Display for CustomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "no format with {} exponent and {} fraction bits: exponent bits 2 to 15, fraction bits \
             at least 1, 1 + both at most 64",
            self.exp_bits, self.man_bits
        )
    }
}

impl core::error::Error for CustomError {}

impl Format {
    /// The IEEE-like format with these widths: bias 2^(E-1) - 1, subnormals, infinities, NaN.
    ///
    /// ```
    /// use softfloat::{format::Binary16, Format, StaticFormat};
    /// let half = Format::ieee(5, 10)?;
    /// assert_eq!(half.named("ieee_binary16"), Binary16::FORMAT);
    /// assert!(Format::ieee(1, 10).is_err());
    /// # Ok::<(), softfloat::format::CustomError>(())
    /// ```
    ///
    /// # Errors
    /// Where E is not 2 to 15, M is 0, or 1 + E + M exceeds 64.
    pub const fn ieee(exp_bits: u32, man_bits: u32) -> Result<Self, CustomError> {
        if exp_bits < 2 || exp_bits > 15 || man_bits == 0 || man_bits > 63 - exp_bits {
            return Err(CustomError { exp_bits, man_bits });
        }
        Ok(Self::declare(Declaration {
            name: "custom",
            width: 1 + exp_bits + man_bits,
            sign: true,
            exp_bits,
            man_bits,
            pad: 0,
            bias: (1 << (exp_bits - 1)) - 1,
            kind: Kind::HIDDEN,
            nonfinite: Nonfinite::Ieee,
            neg_zero: true,
            subnormal: true,
        }))
    }
}
