//! Random programs that are always valid, a folder a machine.
//!
//! Programs come from a [`Seeded`] stream or from the [`Bytes`] of a fuzzer.

pub mod cases;
mod choices;
pub mod mncore2;
pub mod pod;
pub mod tile;
pub mod xdsa;

pub use choices::{Bytes, Choices, Seeded};

/// The random programs of a machine.
#[derive(Clone, Copy, Debug)]
pub struct Programs {
    /// The name of the machine.
    pub system: &'static str,
    /// The text of a program.
    pub text: fn(&mut dyn Choices) -> String,
    /// The state before and the code of a case, where the machine has such.
    pub case: Option<fn(&mut dyn Choices, &str) -> Draft>,
}

/// A case without what it expects.
#[derive(Clone, Debug)]
pub struct Draft {
    /// As it stands in a case file, behind `system`.
    pub text: String,
    /// What it can hang on.
    pub decisions: Vec<&'static str>,
    /// Parts of the state that are expected beside those that change: counters.
    pub also: &'static [&'static str],
}

/// The random programs of every machine that has some.
///
/// ```
/// use vectors::programs::{ALL, Seeded};
/// for programs in ALL {
///     assert!(!(programs.text)(&mut Seeded::new(1)).is_empty());
/// }
/// ```
pub const ALL: &[Programs] = &[mncore2::PROGRAMS, pod::PROGRAMS, xdsa::PROGRAMS, tile::PROGRAMS];
