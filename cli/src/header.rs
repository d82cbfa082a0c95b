//! The header beside a memh file.

use crate::failure::Failure;
use crate::output::{Output, Targets};
use crate::printable;
use std::path::Path;
use vectors::file::memh;
use vectors::registry::Plan;

/// Opens the `.svh` beside a memh file; its text for so many cases of a plan.
pub(crate) fn beside(
    plan: &Plan,
    path: &Path,
    cases: u64,
    targets: &mut Targets,
) -> Result<(Output, String), Failure> {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let text = memh::svh(plan, &identifier(&stem), &printable::text(&file), cases);
    Ok((targets.open(Some(&path.with_extension("svh")))?, text))
}

/// A name that SystemVerilog takes.
fn identifier(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = name.chars().map(plain).collect();
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) { name } else { format!("v_{name}") }
}
