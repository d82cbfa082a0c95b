//! Cases: which operands, in which file, compared how.
//!
//! The [`registry`] lists every operation under test once; generation, checking, evaluation,
//! explanation, the command's tables and the reference tests all walk it.
//!
//! ```
//! let op = vectors::operations().find("mncore2.mau.fvfma").unwrap();
//! let plan = op.plan(&op.parse_options(["neg=2"]).unwrap());
//! let case = plan.run(&[0x4980_0008, 0x4980_0008, 0x5380_0000]);
//! assert_eq!((case.out(), case.flag), (&[0x4a00_0010][..], Some(1)));
//! ```

pub mod accuracy;
pub mod check;
pub mod class;
pub mod cover;
pub mod datapath;
pub mod diff;
pub mod domain;
mod draw;
pub mod explain;
mod family;
pub mod file;
mod formats;
pub mod generate;
pub mod identify;
pub mod jobs;
pub mod known;
pub mod merge;
pub mod part;
pub mod programs;
pub mod registry;
pub mod silicon;
pub mod testfloat;
mod variant;
pub mod waive;

pub use family::operations;

/// The page of the crate: its example runs with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
