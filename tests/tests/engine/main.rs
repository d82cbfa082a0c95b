//! The format engine: table, decoding, rounding, conversion, blocks and number text, judged by
//! exact rationals (`oracle::reference::engine`), Berkeley SoftFloat and the standard library.
//!
//! `ASSAY_CASES` sets the number of random cases of a test, `ASSAY_SEED` its seed.

mod judge;
mod random;
mod typed;

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod berkeley;
mod block;
mod conversion;
mod decoding;
mod exhaustive;
mod properties;
mod rounding;
mod table;
mod text;
