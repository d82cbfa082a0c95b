//! The description of a datapath that adds many terms: plain data, one field a question.

use core::fmt;

use crate::{Env, Format, Rounding};

/// Where a value is rounded to, and by which rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// The format.
    pub format: Format,
    /// The rules.
    pub env: Env,
}

impl Target {
    /// A format and the rules of rounding into it.
    #[must_use]
    pub const fn new(format: Format, env: Env) -> Self {
        Self { format, env }
    }
}

/// How a factor is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// Each code by itself.
    Scalar(Format),
    /// Each `len` codes are a block under the largest exponent field among them (MN-Core 2, s. 4.4).
    Shared {
        /// The elements' format, of `Kind::Explicit`.
        element: Format,
        /// Codes in a block.
        len: usize,
    },
}

impl Operand {
    /// The format of the codes.
    #[must_use]
    pub const fn format(&self) -> &Format {
        match self {
            Self::Scalar(format) | Self::Shared { element: format, .. } => format,
        }
    }
}

/// What a product keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProductRule {
    /// Everything.
    Exact,
    /// What a format holds: the product is a multiplication of its own.
    Rounded(Target),
    /// This many significant bits, whatever the exponent.
    Precision {
        /// Significant bits, at least 1.
        bits: u32,
        /// The direction.
        rounding: Rounding,
    },
    /// Everything but the mutual product of the factors' low significand bits; where that is not
    /// 0, a constant takes its place (MN-Core 2, s. 4.3).
    Omitted {
        /// Low bits of each factor, at most 32.
        bits: u32,
        /// The constant, in units of the product's last place.
        correction: u64,
    },
}

/// What is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// The elements of the first slice.
    Element(Format),
    /// The products of the slices' elements.
    Product {
        /// The first factor.
        a: Operand,
        /// The second factor.
        b: Operand,
        /// What is kept of the product.
        rule: ProductRule,
    },
}

/// The exponent by which a term counts for the reference of an alignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exponent {
    /// As the fields have it: of a product the sum of the factors' exponents, of a subnormal
    /// number the smallest exponent.
    Field,
    /// The weight of the leading one, `floor(log2 |term|)`.
    Leading,
}

/// The terms that count for the reference. Zeros never do; where nothing does, nothing is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Over {
    /// The terms alone.
    Terms,
    /// The terms, the running value and the addend.
    All,
}

/// What becomes of the bits below the last kept place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cut {
    /// Each term is rounded by itself: toward zero; down, which is to cut two's complement; to odd,
    /// which is a sticky bit a term; and so on.
    Round(Rounding),
    /// Terms are cut toward zero; if any lost something, a one is put below the last place of the
    /// sum's magnitude.
    Sticky,
    /// Terms are cut in two's complement; if any lost something, a one is put below the last place
    /// of the two's complement sum.
    StickyFloor,
}

/// To which place terms are brought before they are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Alignment {
    /// Nothing is cut.
    Exact,
    /// A fixed-point accumulator: terms become multiples of `2^unit`.
    Fixed {
        /// The exponent of the last place.
        unit: i32,
        /// What becomes of the bits below it.
        cut: Cut,
    },
    /// Terms become multiples of `2^(E - bits)`, E the largest exponent.
    Largest {
        /// The exponent that counts.
        exponent: Exponent,
        /// The terms that count.
        over: Over,
        /// Bits kept below the reference; guard bits are among them.
        bits: u32,
        /// What becomes of the bits below.
        cut: Cut,
    },
}

/// The accumulator's width, in units of the last place that the alignment keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Width {
    /// Bits of two's complement.
    pub bits: u32,
    /// Whether a sum beyond them is clamped; else its high bits are lost. Both signal *overflow*
    /// and *inexact*.
    pub saturate: bool,
}

/// In which order the terms meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// So many terms at a time, one chunk after the other.
    Sequential {
        /// Terms in a chunk; [`Order::ALL`] for one chunk.
        chunk: usize,
    },
    /// A tree of adders over neighbouring values; what is left over goes up a level as it is.
    Tree {
        /// Inputs of an adder, 2 to [`Order::MAX_FAN_IN`].
        fan_in: usize,
    },
    /// Two stages: groups of so many terms, then the groups' sums.
    Groups {
        /// Terms in a group.
        size: usize,
        /// Whether a group takes every n-th term (n groups); else neighbours.
        strided: bool,
    },
}

impl Order {
    /// A chunk of all terms.
    pub const ALL: usize = usize::MAX;
    /// Inputs of the widest adder of a tree.
    pub const MAX_FAN_IN: usize = 16;
}

/// Where the addend comes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Addend {
    /// Nowhere; it is not looked at.
    None,
    /// First: a sequence starts with it as its running value; a tree has it as the first leaf;
    /// groups are added to it in the second stage.
    First,
    /// As a further term of the last chunk, as the last leaf, or in the second stage.
    Last,
    /// In an addition of its own, after the sum of the terms was rounded to `partial`.
    After,
}

/// How a sequence's running value meets a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Join {
    /// As one more term: one rounding.
    Term,
    /// In an addition of its own, after the chunk's sum was rounded to `partial`.
    After,
}

/// Where a sequence normalises and rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Normalise {
    /// After each addition, also within a chunk.
    Addition,
    /// After each chunk.
    Chunk,
    /// At the end only: the running value stays in the accumulator, aligned with each chunk's terms
    /// anew. As `Exponent::Field` counts its last reference.
    End,
}

/// The sign of an exact zero sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ZeroSum {
    /// Zeros of one sign keep it; any other zero is +0, -0 in RDN (IEEE 754, 6.3).
    Ieee,
    /// +0.
    Plus,
}

/// The sum of infinities of both signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opposite {
    /// *Invalid*, NaN.
    Invalid,
    /// +infinity.
    Plus,
    /// -infinity.
    Minus,
    /// +0.
    Zero,
}

/// Infinity times zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimesZero {
    /// *Invalid*, NaN.
    Invalid,
    /// +0.
    Zero,
    /// An infinity of the factors' sign.
    Infinite,
}

/// A datapath that adds many terms to an addend. Each rounding is one of `partial` or `result`; the
/// five flags are those of all roundings together, and *inexact* where an alignment lost something.
///
/// ```
/// use softfloat::{format::{Bf16, Binary32}, sum::tile, Rounding, StaticFormat};
/// // 2^100 + 1 - 2^100, exact in one slice.
/// let slice = tile::slice(Bf16::FORMAT, Bf16::FORMAT, Binary32::FORMAT, Rounding::NearestEven);
/// let r = slice.evaluate(&[0x5880, 0x3f80, 0xd880], &[0x5880, 0x3f80, 0x5880], 0);
/// assert_eq!((r.bits, r.flags.is_empty()), (0x3f80_0000, true));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Datapath {
    /// What is added.
    pub term: Term,
    /// The addend's format.
    pub addend_format: Format,
    /// Where the addend comes in.
    pub addend: Addend,
    /// The order of the terms.
    pub order: Order,
    /// How the running value of a sequence meets a chunk.
    pub join: Join,
    /// Where a sequence normalises.
    pub normalise: Normalise,
    /// The alignment in each adder.
    pub alignment: Alignment,
    /// The width of an aligned sum, where it is limited.
    pub width: Option<Width>,
    /// The rounding of every sum but the last.
    pub partial: Target,
    /// The last rounding. Its `daz` and `nan` hold for all operands.
    pub result: Target,
    /// The sign of an exact zero sum.
    pub zero: ZeroSum,
    /// Infinities of both signs.
    pub opposite: Opposite,
    /// Infinity times zero.
    pub times_zero: TimesZero,
}

/// What makes a description meaningless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatapathError {
    /// A chunk, group or block of no elements.
    Empty,
    /// A tree's adder has too few or too many inputs.
    FanIn(usize),
    /// A product that keeps no bit.
    NoPrecision,
    /// More omitted low bits than a significand's half.
    Omitted(u32),
    /// A width of 0 bits, or one of a sum that is not aligned.
    Width,
    /// `Normalise::End` or `Normalise::Addition` of a tree or of groups, where each adder rounds.
    Normalise,
    /// `Normalise::End` beside an addition of its own.
    JoinAtEnd,
}

impl fmt::Display for DatapathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "a chunk, group or block has at least one element"),
            Self::FanIn(n) => {
                write!(f, "an adder of a tree has 2 to {} inputs, not {n}", Order::MAX_FAN_IN)
            }
            Self::NoPrecision => write!(f, "a product keeps at least one bit"),
            Self::Omitted(n) => write!(f, "at most 32 low bits are omitted, not {n}"),
            Self::Width => write!(f, "a width is at least one bit, of an aligned sum"),
            Self::Normalise => write!(f, "in trees and groups each adder rounds"),
            Self::JoinAtEnd => {
                write!(f, "a sum that is normalised at the end only has no additions of its own")
            }
        }
    }
}

impl core::error::Error for DatapathError {}

impl Datapath {
    /// Whether the description means something. [`evaluate`](Self::evaluate) does not panic on one
    /// that does not: it takes the nearest number that does, and leaves out what cannot be.
    ///
    /// # Errors
    /// What is meaningless.
    pub fn check(&self) -> Result<(), DatapathError> {
        if let Term::Product { a, b, rule } = self.term {
            for operand in [a, b] {
                if let Operand::Shared { len: 0, .. } = operand {
                    return Err(DatapathError::Empty);
                }
            }
            match rule {
                ProductRule::Precision { bits: 0, .. } => return Err(DatapathError::NoPrecision),
                ProductRule::Omitted { bits: n @ 33.., .. } => {
                    return Err(DatapathError::Omitted(n));
                }
                _ => {}
            }
        }
        match (self.width, self.alignment) {
            (Some(Width { bits: 0, .. }), _) | (Some(_), Alignment::Exact) => {
                return Err(DatapathError::Width);
            }
            _ => {}
        }
        self.check_order()
    }

    fn check_order(&self) -> Result<(), DatapathError> {
        match self.order {
            Order::Sequential { chunk: 0 } | Order::Groups { size: 0, .. } => {
                Err(DatapathError::Empty)
            }
            Order::Sequential { .. } => match (self.normalise, self.join, self.addend) {
                (Normalise::End, Join::After, _) | (Normalise::End, _, Addend::After) => {
                    Err(DatapathError::JoinAtEnd)
                }
                _ => Ok(()),
            },
            Order::Tree { fan_in } if !(2..=Order::MAX_FAN_IN).contains(&fan_in) => {
                Err(DatapathError::FanIn(fan_in))
            }
            _ if self.normalise != Normalise::Chunk => Err(DatapathError::Normalise),
            _ => Ok(()),
        }
    }
}
