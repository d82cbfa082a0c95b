//! The fuzz targets' link to the reference: their bodies live in `tests::fuzz`.

#[path = "../../tests/reference/mod.rs"]
mod reference;

pub use tests::fuzz::{Group, operation, reader};
pub use vectors::file::Format;

/// The reference, in the form that the bodies take.
pub fn oracle(
    id: &str,
    options: &[(&str, &str)],
    operands: &[Vec<u64>],
) -> Option<(Vec<u64>, Option<bool>)> {
    reference::evaluate(id, options, operands).map(|o| (o.out, o.flag))
}
