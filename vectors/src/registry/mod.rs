//! The registry of operations: id, operands, options, result, source section, evaluator, decisions.
//!
//! The families (`family/`, a folder each) bring the entries; `DESIGN.md`, "Adding a family".

mod arithmetic;
pub(crate) mod batch;
pub(crate) mod column;
mod decision;
pub(crate) mod entry;
mod evaluator;
mod group;
pub(crate) mod kind;
mod l1bset;
mod lookup;
mod option_error;
mod option_sets;
mod options;
mod plan;
pub(crate) mod provenance;
mod question;
mod reduction;
mod terms;
mod undecided;
mod wanted;

pub use arithmetic::Arithmetic;
pub use column::{Column, Ran};
pub use decision::Decision;
pub(crate) use evaluator::{ColumnKernel, Kernels, Ports, Resolved, Typed};
pub use evaluator::{DynamicKernel, EnclosedKernel, FlagKind, NumberKernel};
pub use group::Group;
pub use l1bset::L1bSet;
pub(crate) use lookup::place;
pub use lookup::{LookupError, all, families, find, select};
pub use option_error::OptionError;
pub use options::{MAX_TERMS, OptionKind, OptionSpec, Options, is_option};
pub(crate) use plan::MAX_PORTED;
pub use plan::{MAX_ELEMENTS, MAX_RESULTS, Outcome, Plan, Shape};
pub use provenance::Provenance;
pub use question::{AnswerError, Answers, Questions};
pub use reduction::Reduction;
pub use terms::{Network, Shared, Terms};
pub use undecided::{UndecidedCase, undecided};
pub use wanted::Wanted;

use kind::Kind;
use std::sync::Arc;

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
    /// How it is computed, how its cases are made and explained.
    pub(crate) kind: Arc<dyn Kind>,
}
