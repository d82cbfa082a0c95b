//! The description of a datapath that adds many terms: plain data, one field a question.

use crate::stochastic::Random;
use crate::{Env, Format, Rounding};

/// Where a value is rounded to, and by which rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// The format.
    pub format: Format,
    /// The rules.
    pub env: Env,
    /// The random bits that take the place of the rules' direction, where there are any.
    pub random: Option<Random>,
}

impl Target {
    /// A format and the rules of rounding into it.
    ///
    /// ```
    /// use softfloat::{format::Binary32, sum::Target, Env, StaticFormat};
    /// assert_eq!(Target::new(Binary32::FORMAT, Env::IEEE).random, None);
    /// ```
    #[must_use]
    pub const fn new(format: Format, env: Env) -> Self {
        Self { format, env, random: None }
    }

    /// The same, but random bits decide the last place.
    ///
    /// ```
    /// use softfloat::stochastic::{Fraction, Random};
    /// use softfloat::{format::Bf16, sum::Target, Env, StaticFormat};
    /// let random = Random::new(8, 0xff, Fraction::Cut).unwrap();
    /// let target = Target::new(Bf16::FORMAT, Env::IEEE).random(random);
    /// assert_eq!(target.random, Some(random));
    /// ```
    #[must_use]
    pub const fn random(self, random: Random) -> Self {
        Self { random: Some(random), ..self }
    }
}

/// How a factor is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// Each code by itself.
    Scalar(Format),
    /// Each `len` codes are a block under the largest exponent field among them (MN-Core 2, s. 4.4).
    Shared {
        /// The elements' format, which share an exponent.
        element: Format,
        /// Codes in a block.
        len: usize,
    },
}

impl Operand {
    /// The format of the codes.
    ///
    /// ```
    /// use softfloat::{format::Bf16, sum::Operand, StaticFormat};
    /// assert_eq!(*Operand::Scalar(Bf16::FORMAT).format(), Bf16::FORMAT);
    /// ```
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
        /// The exponent of the last place, within [`Alignment::MAX_UNIT`] of 0.
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
        /// The least reference, where it has one.
        least: Option<i32>,
        /// What becomes of the bits below.
        cut: Cut,
    },
}

impl Alignment {
    /// The bound of a fixed-point accumulator's unit.
    pub const MAX_UNIT: i32 = 1 << 15;
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
    /// *Invalid*, NaN; nothing is signalled where a NaN is among the terms.
    Invalid,
    /// *Invalid*, NaN; signalled beside a NaN too.
    InvalidBesideNan,
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
/// five flags are those of all roundings together, and *inexact* where an alignment that
/// [reports](Datapath::reports_cut) lost something.
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
    /// Whether what the alignment loses is *inexact* by itself; else only roundings are.
    pub reports_cut: bool,
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
