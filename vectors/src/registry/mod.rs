//! The registry of operations: id, operands, options, result, source section, evaluator, decisions.
//!
//! It is data, and knows neither engines nor families. These (`family/`, a folder each) bring the entries; `DESIGN.md`,
//! "Adding a family".

mod answers;
mod arithmetic;
pub(crate) mod batch;
pub(crate) mod column;
mod decision;
mod entry;
mod evaluator;
mod group;
mod link;
mod lookup;
mod option_error;
mod option_sets;
mod options;
mod outcome;
mod plan;
pub(crate) mod provenance;
mod question;
mod reduction;
pub mod rules;
mod setting;
mod terms;
mod undecided;
mod wanted;

pub use answers::AnswerError;
pub use arithmetic::Arithmetic;
pub use column::{Column, Ran};
pub use decision::Decision;
pub(crate) use entry::{Family, Refusal};
pub(crate) use evaluator::{
    ColumnKernel, Evaluate, Kernels, MAX_PORTED, Ports, Resolved, SurelyClosed, Typed, Undefined,
};
pub use evaluator::{DynamicKernel, EnclosedKernel, FlagKind, NumberKernel};
pub use group::Group;
pub(crate) use link::{Link, Seat};
pub use lookup::{LookupError, Operations};
pub use option_error::OptionError;
pub(crate) use options::List;
pub use options::Options;
pub use outcome::{MAX_ELEMENTS, MAX_RESULTS, Outcome, Shape, split};
pub use provenance::Provenance;
pub use question::{Answers, Questions};
pub use reduction::Reduction;
pub(crate) use setting::{Form, Own, members, set};
pub use setting::{MAX_TERMS, OptionSpec, Row, Setting};
pub use terms::{Network, Shared, Terms};
pub use undecided::{UndecidedCase, undecided};
pub use wanted::Wanted;

use provenance::Open;

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
    pub operands: Vec<Shape>,
    /// The operands' shapes behind the ports, as the unit sees them.
    pub ported: Vec<Shape>,
    /// The results' shapes.
    pub results: Vec<Shape>,
    /// Elements of all results together.
    outs: usize,
    kernels: Kernels,
    /// What operands pass through before, where it changes some.
    pub(crate) ports: Option<Ports>,
    /// What no source settles.
    open: Open,
}
