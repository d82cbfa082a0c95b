//! Bodies of the fuzz targets. Each takes bytes and panics where a property does not hold; the
//! targets of `fuzz/` call them, and the plain tests run them over the stored corpus.

mod cases;
mod family;
mod number_text;
mod operands;
mod parts;
pub mod pod;
pub mod program_text;
mod programs;
mod reader;
pub mod tile;
pub mod tools;
pub mod xdsa;

pub use cases::cases;
pub use family::operation;
pub use number_text::number_text;
pub use parts::parts;
pub use programs::{agree, programs};
pub use reader::reader;
