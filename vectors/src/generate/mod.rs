//! Which operands: sets of test cases.
//!
//! A [`Set`] is a list of cases, each a [`Plan`](crate::registry::Plan) and the elements of its
//! operands. A case is a pure function of its index, so that neither [`Shard`]s nor threads change
//! what a set holds.
//!
//! - [`Cover::Corner`]: codes at the limits of the formats in every combination (of up to four
//!   operands; of more, in any two), and families of
//!   operands that its family directs at the rules of each operation. For the
//!   plainest options, or the fixed ones, all of them; for the others of the operation, a sample that
//!   moves on from one choice of options to the next.
//! - [`Cover::Random`]: operands drawn by class (uniform bits, exponents near the bias or related to
//!   those of the other operands, runs of ones and zeros, special and corner codes), half of them
//!   under the plainest options. `count` is per operation.
//! - [`Cover::Exhaustive`]: every combination of operand codes, under the plainest or the fixed
//!   options.
//! - [`Cover::Model`]: a case for every goal of the coverage [`Model`](crate::cover::Model), under the
//!   plainest options and every way to round, or the fixed ones.
//!
//! ```
//! use vectors::generate::{Cover, Request, Set};
//! use vectors::registry;
//! let ops = registry::select("mncore2.alu.hfloor").unwrap();
//! let set = Set::new(&Request { options: None, ..Request::new(ops, Cover::Exhaustive) }).unwrap();
//! let mut x = vec![0; set.elements()];
//! let plan = set.case(0x4000, &mut x).unwrap();
//! assert_eq!((set.len(), plan.run(&x[..1]).out()), (1 << 16, &[0x4000][..]));
//! ```

mod asked;
mod cases;
pub(crate) mod code;
pub(crate) mod corner;
mod listed;
pub(crate) mod random;
pub(crate) mod rng;
mod set;
mod shapes;
mod write;

pub use asked::Asked;
pub(crate) use cases::Cases;
pub use set::{Request, Set};
pub use write::{Done, Job};

use std::fmt;
use std::str::FromStr;

/// The most input bits that [`Cover::Exhaustive`] takes.
pub const MOST_BITS: u32 = 36;

/// How a set covers its operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cover {
    /// Limits and directed families.
    Corner,
    /// Drawn by class.
    Random,
    /// Every combination of codes.
    Exhaustive,
    /// A case for every goal of the coverage models.
    Model,
}

impl Cover {
    /// Every cover.
    pub const ALL: [Self; 4] = [Self::Corner, Self::Random, Self::Exhaustive, Self::Model];

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Corner => "corner",
            Self::Random => "random",
            Self::Exhaustive => "exhaustive",
            Self::Model => "model",
        }
    }
}

impl fmt::Display for Cover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Cover {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let cover = Self::ALL.into_iter().find(|c| c.name() == name);
        cover.ok_or_else(|| Error::UnknownCover(name.to_owned()))
    }
}

/// One of N parts of a set: `I/N`, I from 1 to N. The parts are contiguous; in order they are the
/// set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shard {
    index: u64,
    count: u64,
}

impl Shard {
    /// The whole set.
    pub const WHOLE: Self = Self { index: 1, count: 1 };

    /// Part `index` of `count`.
    ///
    /// # Errors
    /// [`Error::Shard`] unless `1 <= index <= count`.
    pub fn new(index: u64, count: u64) -> Result<Self, Error> {
        if (1..=count).contains(&index) {
            Ok(Self { index, count })
        } else {
            Err(Error::Shard(format!("{index}/{count}")))
        }
    }

    /// Its number, from 1.
    #[must_use]
    pub const fn index(self) -> u64 {
        self.index
    }

    /// How many there are.
    #[must_use]
    pub const fn count(self) -> u64 {
        self.count
    }

    /// Its part of `len` cases.
    #[must_use]
    pub fn range(self, len: u64) -> std::ops::Range<u64> {
        let at = |i: u64| (u128::from(len) * u128::from(i) / u128::from(self.count)) as u64;
        at(self.index - 1)..at(self.index)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let digits = |t: &str| t.bytes().all(|b| b.is_ascii_digit()).then(|| t.parse().ok())?;
        let numbers = text.split_once('/').and_then(|(i, n)| Some((digits(i)?, digits(n)?)));
        let (index, count) = numbers.ok_or_else(|| Error::Shard(text.to_owned()))?;
        Self::new(index, count)
    }
}

/// Why there is no such set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No cover at all.
    #[error("unknown cover `{0}`; right is corner, random, exhaustive or model")]
    UnknownCover(String),
    /// Not `I/N`.
    #[error("`{0}` is no shard; right is I/N with I from 1 to N, such as 1/4")]
    Shard(String),
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
    /// Options that an operation does not take.
    #[error("{0}")]
    Wanted(crate::registry::OptionError),
    /// Options that are not among the operation's.
    #[error("{op} does not take the options `{options}`")]
    Options {
        /// The operation.
        op: String,
        /// The options.
        options: String,
    },
}
