//! Machines: what an instruction does to a state. One module a system, each with the same rooms:
//! what can be said (`isa`), how it is written (`text`), what the machine remembers (`state`), what
//! an instruction does (`exec`), and how the state is printed (`dump`).

pub mod cases;
mod cores;
pub mod machine;
pub mod machines;
pub mod mncore2;
pub mod pod;
pub mod source;
pub mod tile;
#[cfg(feature = "toys")]
pub mod toy;
pub mod xdsa;

/// The page on running programs: its example runs with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../docs/mncore2.md")]
struct Page;

/// The page on tools: likewise.
#[cfg(doctest)]
#[doc = include_str!("../../docs/mncore2-tools.md")]
struct Tools;

/// The page on POD: likewise.
#[cfg(doctest)]
#[doc = include_str!("../../docs/pod.md")]
struct PodPage;

/// The page on xDSA: likewise.
#[cfg(doctest)]
#[doc = include_str!("../../docs/xdsa.md")]
struct XdsaPage;

/// The page of the crate: its example runs with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
