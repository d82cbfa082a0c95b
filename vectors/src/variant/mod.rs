//! What a design may do instead: the structures that `identify` has as candidates and `check` as causes, and beside them what
//! only `check` looks for: options, operands and terms that are taken for others, NaN words, faults of flags.
//!
//! A new structure is a row of `structure::ALL`, a new fault of flags one of `flags`.

mod bench;
mod change;
mod flags;
mod meeting;
mod nans;
mod operands;
mod options;
mod others;
mod sketch;
mod structure;
mod terms;
mod within;

pub(crate) use bench::Bench;
pub(crate) use change::{Benches, Variant};
pub(crate) use flags::Fault;
pub(crate) use meeting::{Meeting, meetings, run};
pub(crate) use nans::{unquieted, words};
pub(crate) use operands::operands;
pub(crate) use options::{among, pairs, whole};
pub(crate) use others::{answers, others};
pub(crate) use structure::Structure;
pub(crate) use terms::terms;
pub(crate) use within::within;
