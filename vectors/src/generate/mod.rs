//! Which operands: sets of test cases.
//!
//! A [`Set`] is a list of cases, each a [`Plan`] and the elements of its
//! operands. A case is a pure function of its index, so that neither [`Shard`](crate::part::Shard)s nor threads change
//! what a set holds.
//!
//! - [`Cover::Corner`](crate::part::Cover::Corner): codes at the limits of the formats in every combination (of up to four
//!   operands; of more, in any two), and families of
//!   operands that its family directs at the rules of each operation. For the
//!   plainest options, or the fixed ones, all of them; for the others of the operation, a sample that
//!   moves on from one choice of options to the next.
//! - [`Cover::Random`](crate::part::Cover::Random): operands drawn by class (uniform bits, exponents near the bias or related to
//!   those of the other operands, runs of ones and zeros, special and corner codes), half of them
//!   under the plainest options. `count` is per operation.
//! - [`Cover::Exhaustive`](crate::part::Cover::Exhaustive): every combination of operand codes, under the plainest or the fixed
//!   options.
//! - [`Cover::Model`](crate::part::Cover::Model): a case for every goal of the coverage [`Model`](crate::cover::Model), under the
//!   plainest options and every way to round, or the fixed ones.
//!
//! ```
//! use vectors::generate::{Request, Set};
//! use vectors::part::Cover;
//! let ops = vectors::operations().select("mncore2.alu.hfloor").unwrap();
//! let set = Set::new(&Request { options: None, ..Request::new(ops, Cover::Exhaustive) }).unwrap();
//! let mut x = vec![0; set.elements()];
//! let plan = set.case(0x4000, &mut x).unwrap();
//! assert_eq!((set.len(), plan.run(&x[..1]).out()), (1 << 16, &[0x4000][..]));
//! ```

mod listed;
mod request;
mod set;
mod source;
mod write;

use crate::file::formats;
use crate::registry::Plan;
pub use request::{Request, covered};
pub use set::Set;
pub use write::{Done, Job};

/// The most input bits that [`Cover::Exhaustive`](crate::part::Cover::Exhaustive) takes.
pub const MOST_BITS: u32 = 36;

/// Why there is no such set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Too many codes to enumerate.
    #[error("{op}{} has {bits} input bits, at most {MOST_BITS} can be enumerated", .options.as_ref().map(|o| format!(" under {o}")).unwrap_or_default())]
    TooWide {
        /// The operation.
        op: String,
        /// Its options, where some are set.
        options: Option<String>,
        /// Its operands' bits.
        bits: u32,
    },
    /// More cases than can be counted.
    #[error("{count} cases for each of {ops} operations are more than 2^64")]
    TooMany {
        /// Cases an operation.
        count: u64,
        /// Operations.
        ops: usize,
    },
    /// Goals of operations that have none.
    #[error("there are no models of {op}, whose cases could be written\n  right: corner or random")]
    NoModel {
        /// The operation, or the first of them.
        op: String,
    },
    /// Options that an operation does not take.
    #[error("{0}")]
    Wanted(crate::registry::OptionError),
    /// A domain that an operation does not have.
    #[error(transparent)]
    Domain(#[from] crate::domain::DomainError),
    /// Options that are not among the operation's.
    #[error("{op} does not take the options `{options}`")]
    Options {
        /// The operation.
        op: String,
        /// The options.
        options: String,
    },
}

/// The shapes of several plans.
#[derive(Default)]
struct Shapes {
    first: Option<Plan>,
    differ: bool,
}

impl Shapes {
    fn take(&mut self, plan: &Plan) {
        match &self.first {
            None => self.first = Some(plan.clone()),
            Some(first) => {
                self.differ |= first.operands != plan.operands || first.results != plan.results;
            }
        }
    }

    /// The formats, where all plans have the same.
    fn formats(&self) -> Option<String> {
        self.first.as_ref().filter(|_| !self.differ).map(formats)
    }
}
