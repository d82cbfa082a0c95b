//! POD: an n x m torus of PEs with general and xmm registers under a host core.
//!
//! The source is the technical report GIT-CERCS-07-09; sections are its own, ids such as POD-D47 are those of
//! `docs/decisions.md`.

mod board;
pub mod check;
pub mod code;
mod differ;
mod exec;
pub mod host;
pub mod isa;
pub mod lane;
mod machine;
mod program;
pub mod script;
mod state;
mod targets;
pub mod text;
pub mod timing;
mod trace;

pub use board::Board;
pub use exec::{Access, Effects, Fault, FaultKind, Warning, Warnings};
pub use host::{HostError, Pod};
pub use machine::PodMachine;
pub use program::Program;
pub use state::{Array, Shape, ShapeError, System};
pub use timing::{Counters, Fence, Parameters};

use crate::source::{Fault as TextFault, Res, Span};

/// The value of a constant expression in these bytes of a line.
fn constant(text: &str, span: Span) -> Res<i64> {
    let part = text[span.start..span.end].trim();
    let (minus, digits) = part.strip_prefix('-').map_or((false, part), |rest| (true, rest));
    let value = match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok(),
        None => digits.parse::<u64>().ok(),
    };
    match value {
        Some(value) if minus => Ok((value as i64).wrapping_neg()),
        Some(value) => Ok(value as i64),
        None => TextFault::error("syntax", "", span, format!("`{part}` is no constant"))
            .help("a number")
            .err(),
    }
}
