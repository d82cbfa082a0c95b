//! The registry of operations: id, operands, options, result, source section, evaluator, decisions.
//!
//! Adding an operation is adding one entry (see [`crate::mncore2`], [`crate::numbers`]) and its
//! reference in `tests`.

mod evaluator;
mod l1bset;
mod lookup;
mod option_error;
mod option_sets;
mod options;
mod plan;
mod provenance;

pub use evaluator::{DynamicKernel, FlagKind, Kernel, Kernels, NumberKernel, Resolved, Resolver};
pub use l1bset::L1bSet;
pub use lookup::{LookupError, all, find, select};
pub use option_error::OptionError;
pub use options::{OptionKind, OptionSpec, Options};
pub use plan::{MAX_ELEMENTS, MAX_RESULTS, Outcome, Plan, Shape};
pub use provenance::{Provenance, Switches};

use crate::numbers::{IntegerOperation, MxOperation, Operation};
use softfloat::Format;

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
    /// How its cases are made and explained.
    pub family: Family,
    /// Options that operations of its kind take and that would mean nothing here, and why.
    pub senseless: Vec<(&'static str, &'static str)>,
    /// Shapes and evaluator under a set of options.
    pub resolve: Resolver,
}

/// Operations that are computed, and so generated and explained, alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// One precision to another.
    Convert,
    /// Vector multiply-add; `mul`, `add` and `passa` lack operands.
    Vector {
        /// Whether y is an operand, or 1.
        y: bool,
        /// Whether z is an operand, or +0.
        z: bool,
    },
    /// Matrix-vector multiply-add.
    Matrix,
    /// Block-float conversion.
    Block,
    /// Reduction by floating-point addition; the groups of its first stage, where it has two.
    RrnAdd {
        /// Members of each first-stage group, in order; `None` for a single stage.
        stages: Option<&'static [&'static [usize]]>,
    },
    /// Reduction by maximum, minimum, or an integer operation.
    RrnSelect,
    /// Floating-point operation of the ALU.
    AluFloat,
    /// Integer or bitwise operation of the ALU.
    AluInteger,
    /// Operation of IEEE 754, or a machine's variant of one.
    Ieee {
        /// The operands' format.
        format: Format,
        /// The operation.
        operation: Operation,
    },
    /// Conversion between two number formats.
    NumberConvert {
        /// The operand's format.
        from: Format,
        /// The result's format.
        to: Format,
    },
    /// Operation on MX blocks.
    Mx {
        /// The block format's name.
        block: &'static str,
        /// The operation.
        operation: MxOperation,
    },
    /// Operation on integers.
    Integer {
        /// The operands' format.
        format: Format,
        /// The operation.
        operation: IntegerOperation,
    },
}
