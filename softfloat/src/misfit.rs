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
    /// use softfloat::{ieee, format::Tf32, Env, Misfit, StaticFormat};
    /// fn add(a: u32, b: u32) -> Result<u32, Misfit> {
    ///     Tf32::FORMAT.check(0, &[a])?;
    ///     Tf32::FORMAT.check(1, &[b])?;
    ///     Ok(ieee::add::<Tf32>(a, b, &Env::IEEE).bits)
    /// }
    /// assert_eq!(add(0x1fc00, 0x1fc00), Ok(0x20000)); // 1 + 1
    /// let why = add(0x1fc00, 0x3f80_0000).unwrap_err().to_string();
    /// assert_eq!(why, "element 0 of operand 1 is 3f800000, right is a code of 19 bits (tf32)");
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
