//! The fuzz targets' link to the reference: their bodies live in `tests::fuzz`.

#[path = "../../tests/plain/mod.rs"]
#[allow(dead_code)]
mod plain;
#[path = "../../tests/reference/mod.rs"]
mod reference;

use semantics::mncore2::text::Program;

pub use tests::fuzz::{Group, number_text, operation, reader};
pub use vectors::file::Format;

/// The reference, in the form that the bodies take.
pub fn oracle(
    id: &str,
    options: &[(&str, &str)],
    operands: &[Vec<u64>],
) -> Option<(Vec<u64>, Option<u8>)> {
    reference::evaluate(id, options, operands).map(|o| (o.out, o.flag))
}

/// The dump of a program as the plain interpreter has it.
pub fn plain_dump(program: &Program) -> Result<String, String> {
    plain::run(program).map_err(|stop| stop.to_string())
}
