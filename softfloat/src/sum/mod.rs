//! Sums of many terms as described datapaths.
//!
//! A [`Datapath`] says what a term is, to which place terms are brought before they are added, what
//! becomes of the bits below it, in which order terms meet, and where the sum is rounded. One
//! evaluator computes all of them: [`Datapath::evaluate`]. The presets describe the adders of the
//! modelled systems; [`Preset::all`] lists them.
//!
//! An adder of the datapath
//! 1. finds the reference of its alignment,
//! 2. brings each input to the last place kept, by itself,
//! 3. adds the inputs exactly, within the accumulator's width,
//! 4. rounds once.

mod accumulator;
mod adder;
mod check;
mod datapath;
mod evaluate;
mod exact;
mod item;
mod preset;
mod reader;
mod sequence;
mod term;
mod two;

pub use check::DatapathError;
pub use datapath::{
    Addend, Alignment, Cut, Datapath, Exponent, Join, Normalise, Operand, Opposite, Order, Over,
    ProductRule, Target, Term, TimesZero, Width, ZeroSum,
};
pub use exact::Exact;
pub use preset::{Choice, Count, Preset, mncore2, plain, pod, tile, xdsa};
pub use two::two;

#[cfg(test)]
mod tests;
