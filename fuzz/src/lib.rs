//! What the fuzz targets call: their bodies, which live in `tests::fuzz`.

pub use tests::fuzz::{cases, interface, number_text, operation, parts, programs, reader};
pub use vectors::file::Format;
