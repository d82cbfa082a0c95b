//! The registry of operations: id, operands, options, result, source section, evaluator, decisions.
//!
//! It is data, and knows neither engines nor families. These (`family/`, a folder each) bring the entries; `DESIGN.md`,
//! "Adding a family".

mod answers;
mod arithmetic;
mod arrays;
pub(crate) mod batch;
mod codes;
pub(crate) mod column;
mod entry;
mod evaluator;
mod lookup;
pub mod names;
mod option_error;
mod option_sets;
mod options;
mod outcome;
mod plan;
pub(crate) mod provenance;
mod question;
pub mod rules;
mod setting;
mod undecided;
mod wanted;

pub use answers::AnswerError;
pub use arithmetic::Arithmetic;
pub use codes::{Codes, CodesMut};
pub use column::{Column, Ran};

pub(crate) use entry::{Family, Refusal};
pub(crate) use evaluator::{
    ColumnKernel, Evaluate, Kernels, MAX_PORTED, Ports, Resolved, SurelyClosed, Typed, Undefined,
};
pub use evaluator::{DynamicKernel, EnclosedKernel, FlagKind, NumberKernel};

pub use lookup::{Called, LookupError, Operations, near};
pub use option_error::OptionError;
pub(crate) use options::List;
pub use options::Options;
pub(crate) use outcome::parted;
pub use outcome::{MAX_ELEMENTS, MAX_RESULTS, Outcome, Shape, Shapes, joined, split};
pub use provenance::Provenance;
pub use question::{Answers, Questions};

pub(crate) use setting::{Form, Own, members, set};
pub use setting::{MAX_TERMS, OptionSpec, Row, Setting};

pub use undecided::{UndecidedCase, undecided};
pub use wanted::Wanted;

use provenance::Open;
use softfloat::Format;
use softfloat::stochastic::Fraction;
use std::sync::OnceLock;

/// An operation under test.
#[derive(Clone, Debug)]
pub struct Op {
    /// The id, a path: `mncore2.mau.fvfma`.
    pub id: String,
    /// What it computes, in one line.
    pub summary: String,
    /// Names of the operands.
    pub operands: &'static [&'static str],
    /// What it reports beside its result.
    pub flags: FlagKind,
    /// The options it takes.
    pub options: Vec<OptionSpec>,
    /// Sections of the source that define it.
    pub section: String,
    /// Ids of the decisions that its bits can depend on.
    pub decisions: Vec<&'static str>,
    /// Options that operations of its kind take and that would mean nothing here, and why.
    pub senseless: Vec<(&'static str, &'static str)>,
    /// Its family, and what engines ask of it.
    pub(crate) link: Link,
}

impl Op {
    /// The family that the operation belongs to: `mncore2.vector`.
    #[must_use]
    pub fn family(&self) -> &'static str {
        self.link.family.name
    }
}

/// An operation under one choice of options.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The operation.
    pub op: &'static Op,
    /// The options.
    pub options: Options,
    /// The operands' shapes, as they are written.
    pub operands: Shapes,
    /// The operands' shapes behind the ports, as the unit sees them.
    pub ported: Vec<Shape>,
    /// The results' shapes.
    pub results: Shapes,
    kernels: Kernels,
    /// What operands pass through before, where it changes some.
    pub(crate) ports: Option<Ports>,
    /// What no source settles.
    open: Open,
}

/// An operation on a number and a divisor or a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reduction {
    /// `x - y*n`.
    Remainder {
        /// Whether `n` is the integer nearest `x/y`, ties to even; else it is cut toward zero.
        nearest: bool,
    },
    /// `x * 2^n`.
    Scale,
}

/// What an operation does with blocks, with boxes, or with a random word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    /// Numbers become mantissas under a common exponent (MN-Core 2, s. 4.4).
    Common {
        /// Mantissa bits that are kept.
        kept: u32,
        /// Mantissa bits of the result's format that are not used; the exponent is so much higher.
        raise: u32,
        /// Whether small elements are in the extended representation.
        extended: bool,
    },
    /// Numbers become elements and a scale (MX).
    Quantize,
    /// Elements and a scale become numbers.
    Dequantize,
    /// The products of two blocks' elements, and an addend, become their sum.
    Dot,
    /// The products of two operands' elements under scales, the last two operands, and the addend before these become their sum.
    Scaled,
    /// Numbers stand in registers that are wider, under ones (RISC-V's boxes).
    Boxed {
        /// The format of the numbers.
        format: Format,
        /// The options of the operation on the numbers themselves.
        plain: Options,
    },
    /// A number becomes one of another format, rounded by a random word.
    Random {
        /// The bits of the word.
        bits: u32,
        /// What becomes of the bits behind those that it meets.
        tail: Fraction,
    },
}

// What stands behind an operation.

/// What stands behind an operation. It is made by whoever made the list and filled the engines' seats: who has an
/// operation has both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    /// The list that the operation is of.
    pub(crate) among: &'static Operations,
    pub(crate) family: &'static Family,
    pub(crate) evaluate: &'static dyn Evaluate,
    /// Its number, by which engines ask.
    pub(crate) number: usize,
}

/// Where an engine finds what it asks of an operation. The families stand above and are not known here: whoever knows
/// them hands a function down.
pub(crate) struct Seat<T: ?Sized + 'static>(OnceLock<fn(usize) -> &'static T>);

impl<T: ?Sized> Seat<T> {
    /// It is still to be filled.
    pub(crate) const fn empty() -> Self {
        Self(OnceLock::new())
    }

    /// Hands the function down.
    pub(crate) fn fill(&self, of: fn(usize) -> &'static T) {
        self.0.get_or_init(|| of);
    }

    /// What is asked of an operation.
    pub(crate) fn of(&self, op: &Op) -> &'static T {
        let of = self.0.get().expect("the seats are filled before there is an operation");
        of(op.link.number)
    }
}

/// A decision that bits of results can depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Its id: `MN-D12`.
    pub id: &'static str,
    /// What it says, in one line of at most 80 characters.
    pub says: &'static str,
    /// The question, as the documentation puts it.
    pub question: &'static str,
    /// The answer.
    pub answer: &'static str,
    /// Other answers, where its table has them: `name=value` each.
    pub others: Option<&'static str>,
    /// How firm it is, where its table says so.
    pub standing: Option<&'static str>,
}

impl Decision {
    /// Of a table that has neither other answers nor how firm they are.
    pub(crate) const fn new(
        id: &'static str,
        says: &'static str,
        question: &'static str,
        answer: &'static str,
    ) -> Self {
        Self { id, says, question, answer, others: None, standing: None }
    }

    /// Of a table that says how firm answers are.
    pub(crate) const fn standing(self, standing: &'static str) -> Self {
        Self { standing: Some(standing), ..self }
    }

    /// Its row in `docs/decisions.md`.
    #[must_use]
    pub fn row(&self) -> String {
        let cells =
            [Some(self.id), Some(self.question), Some(self.answer), self.others, self.standing];
        let cell = |text: &str| match text {
            "" => " |".to_owned(),
            text => format!(" {} |", text.replace('|', "\\|")),
        };
        cells.into_iter().flatten().map(cell).fold("|".to_owned(), |row, cell| row + &cell)
    }
}

// Which elements of an operation's operands are the terms of a sum.

/// A sum of many terms: the first operand's elements, or their products with the second operand's, and
/// perhaps a last operand that is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Terms {
    /// How many elements.
    pub len: usize,
    /// Whether a term is a product.
    pub product: bool,
    /// Whether there is an addend.
    pub addend: bool,
    /// What the elements of each operand share, where they are block floats.
    pub shared: Option<Shared>,
    /// Whether terms are cut where they are aligned, by rules that nothing here describes.
    pub cut: bool,
    /// The circuits that align the terms before they are added, where such do.
    pub network: Option<Network>,
}

/// Factors under the largest exponent field of their block (MN-Core 2, s. 4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shared {
    /// How many low bits of each significand have no mutual product; a correction stands for it.
    pub omitted: u32,
}

/// A reduction network (MN-Core 2, s. 4.2): each circuit rounds its terms to the place of three guard bits
/// below the largest one's last place, and the exact sum once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Network {
    /// How many terms a circuit of the first stage takes; the second stage takes their sums.
    pub first: usize,
    /// The format of the circuits' terms.
    pub circuit: Format,
}

impl Terms {
    /// So many elements that are added exactly, rounded once.
    #[must_use]
    pub const fn plain(len: usize, product: bool, addend: bool) -> Self {
        Self { len, product, addend, shared: None, cut: false, network: None }
    }

    /// The terms, the addend last.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.len + self.addend as usize
    }
}
