//! What every machine's texts share: places and what is wrong there, lines, limits, exceptions.

pub(crate) mod diagnostic;
pub(crate) mod exceptions;
pub(crate) mod fault;
mod limits;
pub(crate) mod lines;
pub(crate) mod near;
pub(crate) mod number;
mod refusal;
mod whole;

pub use diagnostic::{Allowed, Diagnostic, Earlier, Errors, ReadError, Severity, more};
pub(crate) use fault::{Fault, Res, Span};
pub use limits::{MAX_DIAGNOSTICS, MAX_LINE, MAX_SOURCE, MAX_STATEMENTS};
pub use refusal::Refusal;
pub(crate) use whole::{bytes, text};

/// A source whose statements stand far enough apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mended {
    /// The source with the `nop`s.
    pub text: Vec<u8>,
    /// How many steps of `nop` it has more.
    pub nops: u64,
    /// In how many places.
    pub places: u64,
}
