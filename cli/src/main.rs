//! The `assay` command.
fn main() {}
