//! The format engine: table, decoding, rounding, conversion, blocks and number text, judged by
//! exact rationals (`oracle::reference::engine`), Berkeley SoftFloat and the standard library.

mod judge;
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
