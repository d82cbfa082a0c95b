//! What the matrix and dot-product units of shipping processors answer, bit for bit: datapaths as data.
//!
//! Each datapath is a description, and `evaluate` one element of its result: factors, an addend, scales. Formats, groups
//! and widths are fields; the rows of all units stand in the crate `vectors`. What is not settled is asked of a
//! [`Profile`]; `Profile::DECIDED` are the answers of `docs/decisions.md`.
//!
//! Operands are codes, as many as the instruction takes; codes that are too wide are not looked for.
//!
//! ```
//! use softfloat::format::{Binary16, Binary32};
//! use softfloat::silicon::{Output, Profile, Truncated};
//! use softfloat::StaticFormat;
//! let hopper = Truncated {
//!     factors: [Binary16::FORMAT; 2],
//!     addend: Binary32::FORMAT,
//!     group: 16,
//!     bits: 25,
//!     least: Some(-133),
//!     output: Output::Single,
//! };
//! // 1 * 1, with 2^-26 as the addend: what lies 26 places below is cut.
//! let sum = hopper.evaluate(&Profile::DECIDED, &[0x3c00], &[0x3c00], 0x3280_0000, 0);
//! assert_eq!(sum, 0x3f80_0000);
//! ```

pub mod arm;
mod cdna;
mod cdna3;
mod chain;
mod datapath;
mod four;
mod halves;
mod number;
mod profile;
mod quick;
pub mod tenstorrent;
#[cfg(test)]
mod tests;
mod truncated;
pub mod x86;

pub use cdna::{Cdna1, Cdna2};
pub use cdna3::Cdna3;
pub use chain::Chain;
pub use datapath::{Datapath, Operands};
pub use four::{Four, Scale};
pub use halves::Halves;
pub use profile::*;
pub use truncated::{Output, Truncated};
