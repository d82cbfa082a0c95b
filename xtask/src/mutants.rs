//! `cargo xtask mutants`: a crate changed a little, and whether a test fails.

use crate::run::{Failure, cargo, program, root};
use crate::wheel::target;

/// Builds the tool and calls it for this project; what it takes, it says itself (`--help`).
pub(crate) fn run(rest: &[String]) -> Result<(), Failure> {
    cargo(["build", "--release", "--package", "mutants"])?;
    let text = |path: std::path::PathBuf| path.to_string_lossy().into_owned();
    let fixed = [text(root()), text(target().join("mutants"))];
    program(&text(target().join("release/mutants")), fixed.iter().chain(rest), &[])
}
