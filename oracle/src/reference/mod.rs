//! The operations of the registry in exact rational arithmetic. Those of MN-Core 2 are an oracle
//! written from the formulas of the developer manual ("s. 4.3" is its section) and the decisions of
//! `docs/decisions.md` ("MN-D13"), and from nothing else; those on numbers of other formats
//! ([`ieee`], [`mx`] and others) come from the standards that their modules name.
//!
//! It shares no line with the crates under test, and every value is a [`crate::Rational`] until it is
//! rounded, once. Each decision is taken at its default.

mod convert;
pub mod elem;
pub mod engine;
pub mod ieee;
mod integer;
pub(crate) mod interval;
mod mncore2;
pub mod mx;
mod number;
mod options;
mod p3109;
pub mod pod;
mod posit;
mod random;
mod scaled;
mod silicon;
mod stochastic;
mod sum;
mod tile;
mod wide;
mod xdsa;

use options::Options;

/// Every reference, in the order of the families of `vectors`, each by the name of its family.
static REFERENCES: &[Reference] = &[
    mncore2::convert::REFERENCE,
    mncore2::vector::REFERENCE,
    mncore2::matrix::REFERENCE,
    mncore2::block::REFERENCE,
    mncore2::reduce::REFERENCE,
    mncore2::alu::REFERENCE,
    ieee::operation::REFERENCE,
    convert::REFERENCE,
    wide::REFERENCE,
    scaled::REFERENCE,
    stochastic::REFERENCE,
    mx::REFERENCE,
    integer::REFERENCE,
    sum::REFERENCE,
    elem::REFERENCE,
    posit::REFERENCE,
    p3109::REFERENCE,
    pod::REFERENCE,
    tile::REFERENCE,
    xdsa::REFERENCE,
    silicon::REFERENCE,
];

/// Every reference.
#[must_use]
pub const fn references() -> &'static [Reference] {
    REFERENCES
}

/// The reference of a family.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    /// The family's name: its folder here and in `vectors`, with dots.
    pub name: &'static str,
    evaluate: fn(&str, Options<'_>, &[Vec<u64>]) -> Option<Outcome>,
}

impl Reference {
    /// As [`evaluate`], of this family alone.
    #[must_use]
    pub fn evaluate(
        &self,
        id: &str,
        options: &[(&str, &str)],
        operands: &[Vec<u64>],
    ) -> Option<Outcome> {
        (self.evaluate)(id, Options::new(options), operands)
    }
}

/// What an operation yields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The result elements as bit patterns, element 0 first.
    pub out: Vec<u64>,
    /// The mask flag, where the operation has one, or the exceptions as TestFloat's byte.
    pub flag: Option<u8>,
}

/// Evaluates the operation `id` of the registry on one vector of element bit patterns per operand.
///
/// `options` are (name, value) pairs; the bare options `r` and `e` have the value `1`. `None` means
/// that no reference knows the operation, or that options or operands do not fit it.
#[must_use]
pub fn evaluate(id: &str, options: &[(&str, &str)], operands: &[Vec<u64>]) -> Option<Outcome> {
    REFERENCES.iter().find_map(|reference| reference.evaluate(id, options, operands))
}
