//! The judges: what the crates under test compute, derived a second time and differently.
//!
//! [`mod@reference`] works the operations of the registry out in exact rationals, a folder a family;
//! [`interpreters`] interprets programs one element and one cycle at a time, a folder a machine. Neither
//! shares a line with the crates under test but the typed statements that programs are made of, and
//! nothing that ships depends on either.

pub mod interpreters;
mod rational;
pub mod reference;

pub use rational::Rational;
