//! Coverage models: what a set of vectors ought to reach, and whether it does.
//!
//! A [`Model`] belongs to an operation under one choice of options. It consists of crosses; a goal is
//! one combination of the values of a cross's axes. A goal is reachable, which a case shows that was
//! built for it, or it is not, for a reason that is named; of narrow formats, because all operands were
//! tried. [`Model::cases`] gives one case for every goal; [`Measure`] counts the goals that other cases
//! hit.
//!
//! The numbers before rounding that the crosses look at come from arithmetic of their own (128 bits and
//! what is cut off), the results' codes from the reference.

mod bins;
mod boxed;
mod cross;
mod edge;
mod exact;
mod ibm;
mod lacks;
mod measure;
mod model;
mod never;
mod own;
mod palette;
mod port;
pub mod report;
mod solve;
mod subject;
mod systemverilog;

pub(crate) use exact::Real;
pub use lacks::Lack;
pub use measure::{Covered, Measure};
pub use model::{Goal, Model, Status, Table};
pub(crate) use port::Port;
pub(crate) use subject::{MODELLED, Modelled, Scene, Subject};
pub use systemverilog::systemverilog;

use crate::class::Word;

/// The words for classes of codes in goals.
pub const CLASSES: &[Word] = &palette::Fine::WORDS;
