//! Operands that an operation does not take, and how to find them before it runs.

use core::fmt;

use crate::block::{BlockFormat, Scale};
use crate::mncore2::Precision;
use crate::{Bits, Format};

/// What is wrong with an operand. Operands and elements are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// A code has more bits than its format.
    Code {
        /// The operand.
        operand: usize,
        /// Its element.
        element: usize,
        /// The code.
        code: u64,
        /// The format's width.
        width: u32,
        /// The format's name; of integers none.
        format: &'static str,
    },
    /// An operand has too many elements, or too few.
    Elements {
        /// The operand.
        operand: usize,
        /// Its elements.
        found: usize,
        /// How many there should be.
        right: usize,
    },
    /// There are too many operands, or too few.
    Operands {
        /// How many.
        found: usize,
        /// How many there should be.
        right: usize,
    },
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code { operand, element, code, width, format } => {
                write!(
                    f,
                    "element {element} of operand {operand} is {code:x}, right is a code of "
                )?;
                write!(f, "{width} bits")?;
                if format.is_empty() { Ok(()) } else { write!(f, " ({format})") }
            }
            Self::Elements { operand, found, right } => {
                write!(f, "operand {operand} has length {found}, right is {right}")
            }
            Self::Operands { found, right } => {
                write!(f, "the number of operands is {found}, right is {right}")
            }
        }
    }
}

impl core::error::Error for Misfit {}

impl Misfit {
    /// The same of another operand.
    ///
    /// ```
    /// use softfloat::Misfit;
    /// let first = Misfit::Elements { operand: 0, found: 3, right: 4 };
    /// assert_eq!(first.of_operand(2), Misfit::Elements { operand: 2, found: 3, right: 4 });
    /// ```
    #[must_use]
    pub const fn of_operand(self, operand: usize) -> Self {
        match self {
            Self::Code { element, code, width, format, .. } => {
                Self::Code { operand, element, code, width, format }
            }
            Self::Elements { found, right, .. } => Self::Elements { operand, found, right },
            Self::Operands { .. } => self,
        }
    }
}

/// Whether an operand has as many elements as is right.
///
/// ```
/// use softfloat::{check_length, Misfit};
/// assert_eq!(check_length(1, 4, 4), Ok(()));
/// assert_eq!(check_length(1, 3, 4), Err(Misfit::Elements { operand: 1, found: 3, right: 4 }));
/// ```
///
/// # Errors
/// [`Misfit::Elements`].
pub const fn check_length(operand: usize, found: usize, right: usize) -> Result<(), Misfit> {
    if found == right { Ok(()) } else { Err(Misfit::Elements { operand, found, right }) }
}

/// The first code of more bits than `width`.
pub(crate) fn check_codes(
    operand: usize,
    codes: &[impl Bits],
    width: u32,
    format: &'static str,
) -> Result<(), Misfit> {
    let mask = u128::MAX >> (128 - width.clamp(1, 128));
    match codes.iter().position(|code| code.wide() & !mask != 0) {
        Some(element) => {
            let code = codes[element].wide() as u64;
            Err(Misfit::Code { operand, element, code, width, format })
        }
        None => Ok(()),
    }
}

impl Format {
    /// Whether all of an operand's codes fit the format. Operations do not ask: of a code that is too wide they take
    /// some bits, and what comes out means nothing.
    ///
    /// ```
    /// use softfloat::{ieee, format::Fp6E3m2, Env, Misfit, StaticFormat};
    /// fn add(a: u8, b: u8) -> Result<u8, Misfit> {
    ///     Fp6E3m2::FORMAT.check(0, &[a])?;
    ///     Fp6E3m2::FORMAT.check(1, &[b])?;
    ///     Ok(ieee::add::<Fp6E3m2>(a, b, &Env::IEEE).bits)
    /// }
    /// assert_eq!(add(0x0c, 0x0c), Ok(0x10)); // 1 + 1
    /// let why = add(0x0c, 0x4c).unwrap_err().to_string();
    /// assert_eq!(why, "element 0 of operand 1 is 4c, right is a code of 6 bits (fp6_e3m2)");
    /// ```
    ///
    /// # Errors
    /// [`Misfit::Code`], the first that does not.
    pub fn check(&self, operand: usize, codes: &[impl Bits]) -> Result<(), Misfit> {
        check_codes(operand, codes, self.width, self.name)
    }
}

impl BlockFormat {
    /// Whether a block's elements, operand 0, are as many as it has, and fit; and its scale, operand 1.
    ///
    /// ```
    /// use softfloat::{block::BlockFormat, Misfit};
    /// let mxfp4 = BlockFormat::by_name("mxfp4_e2m1").unwrap();
    /// assert_eq!(mxfp4.check(0x7f, &[7; 32]), Ok(()));
    /// let short = Misfit::Elements { operand: 0, found: 31, right: 32 };
    /// assert_eq!(mxfp4.check(0x7f, &[7; 31]), Err(short));
    /// ```
    ///
    /// # Errors
    /// The first [`Misfit`].
    pub fn check(&self, scale: u64, elements: &[u64]) -> Result<(), Misfit> {
        check_length(0, elements.len(), self.len)?;
        self.element.check(0, elements)?;
        match &self.scale {
            Scale::Factor(format) => format.check(1, &[scale]),
            Scale::CommonExponent { .. } => {
                check_codes(1, &[scale], self.element.exp_bits, self.element.name)
            }
        }
    }
}

/// Whether a block of MN-Core 2 has as many elements as the precision says. The functions of [`mncore2`](crate::mncore2)
/// do not ask: missing elements count as zeros or not at all.
///
/// ```
/// use softfloat::{check_block, mncore2::Half};
/// assert!(check_block::<Half>(0, &[0x3e00; 16]).is_ok());
/// let why = check_block::<Half>(1, &[0x3e00; 15]).unwrap_err().to_string();
/// assert_eq!(why, "operand 1 has length 15, right is 16");
/// ```
///
/// # Errors
/// [`Misfit::Elements`].
pub const fn check_block<P: Precision>(operand: usize, block: &[P::Bits]) -> Result<(), Misfit> {
    check_length(operand, block.len(), P::BLOCK)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Binary16, Binary32, Fp6E2m3};
    use crate::integer::{Exact, Integer};
    use crate::mncore2::{Double, Half, PseudoSingle, Single};
    use crate::{Env, StaticFormat, sum, try_convert_any};

    fn code(operand: usize, element: usize, code: u64, width: u32, format: &'static str) -> Misfit {
        Misfit::Code { operand, element, code, width, format }
    }

    #[test]
    fn codes_have_the_bits_of_the_format() {
        let f = Fp6E2m3::FORMAT;
        assert_eq!(f.check(0, &[0u8, 0x3f]), Ok(()));
        assert_eq!(f.check(3, &[0u8, 0x40]), Err(code(3, 1, 0x40, 6, f.name)));
        let all = crate::format::ALL.iter();
        for f in all.filter(|f| f.width < 64) {
            let wide = 1 << f.width;
            assert_eq!(f.check(0, &[wide - 1, wide]), Err(code(0, 1, wide, f.width, f.name)));
        }
        let (half, single) = (&Binary16::FORMAT, &Binary32::FORMAT);
        let wide = try_convert_any(half, single, &Env::IEEE, 0x1_3c00);
        assert_eq!(wide, Err(code(0, 0, 0x1_3c00, 16, half.name)));
    }

    #[test]
    fn slices_are_of_one_length() {
        let i8 = Integer::new(8, true).unwrap();
        let dot = |a: &[u64], b: &[u64]| i8.try_dot(a, i8, b, Exact::new(0));
        assert_eq!(dot(&[2], &[3]), Ok(Exact::new(6)));
        let short = Misfit::Elements { operand: 1, found: 1, right: 2 };
        assert_eq!(dot(&[2, 2], &[3]), Err(short));
        assert_eq!(dot(&[2], &[0x103]), Err(code(1, 0, 0x103, 8, "")));
        let half = Binary16::FORMAT;
        let adder = sum::plain::exact(half, half, crate::Rounding::NearestEven);
        let further = Misfit::Elements { operand: 1, found: 1, right: 0 };
        assert_eq!(adder.try_evaluate(&[0], &[0], 0), Err(further));
        assert_eq!(adder.try_evaluate(&[0], &[], 1 << 16), Err(code(2, 0, 1 << 16, 16, half.name)));
    }

    #[test]
    fn blocks_are_whole() {
        for block in crate::block::ALL {
            let elements = [0; 64];
            let whole = &elements[..block.len];
            assert_eq!(block.check(0, whole), Ok(()), "{}", block.name);
            let short = Misfit::Elements { operand: 0, found: block.len - 1, right: block.len };
            assert_eq!(block.check(0, &whole[1..]), Err(short), "{}", block.name);
            let scale = block.check(1 << 20, whole);
            let is_its = matches!(scale, Err(Misfit::Code { operand: 1, element: 0, .. }));
            assert!(is_its, "{}: {scale:?}", block.name);
        }
        assert!(
            check_block::<Half>(0, &[0; 16]).is_ok() && check_block::<Single>(0, &[0; 4]).is_ok()
        );
        assert!(check_block::<PseudoSingle>(0, &[0; 4]).is_err());
        assert!(check_block::<Double>(0, &[0; 3]).is_err());
    }
}
