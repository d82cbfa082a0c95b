//! The families of operations, a folder each: rows, kernels, options, decisions, corner and random
//! operands, explanation. `DESIGN.md`, "Adding a family", tells how another one is made.

pub(crate) mod convert;
pub(crate) mod elem;
pub(crate) mod ieee;
pub(crate) mod integer;
pub(crate) mod mncore2;
pub(crate) mod mx;
pub(crate) mod number;
mod operations;
pub(crate) mod pod;
pub(crate) mod sum;
pub(crate) mod tile;
#[cfg(feature = "toys")]
pub(crate) mod toy;
pub(crate) mod xdsa;

pub use operations::operations;

use crate::registry::Family;

/// Every family, in the order of the documentation. Each has a reference in `oracle`.
static FAMILIES: &[&Family] = &[
    &mncore2::convert::FAMILY,
    &mncore2::vector::FAMILY,
    &mncore2::matrix::FAMILY,
    &mncore2::block::FAMILY,
    &mncore2::reduce::FAMILY,
    &mncore2::alu::FAMILY,
    &ieee::FAMILY,
    &convert::FAMILY,
    &mx::FAMILY,
    &integer::FAMILY,
    &sum::FAMILY,
    &elem::FAMILY,
    &pod::FAMILY,
    &tile::FAMILY,
    &xdsa::FAMILY,
    #[cfg(feature = "toys")]
    &toy::FAMILY,
];
