//! `cargo xtask first`: the main job on real input.

use crate::run::{Failure, cargo, program, root};

pub(crate) fn run() -> Result<(), Failure> {
    cargo(["build", "--release", "--package", "cli"])?;
    let assay = root().join("target/release/assay");
    let assay = target_folder().map_or(assay, |t| t.join("release/assay"));
    let assay = assay.to_string_lossy().into_owned();
    let vectors = "first-vectors.csv";
    program(&assay, ["gen", "mncore2.*", "--cover", "corner", "-o", vectors], &[])?;
    program(&assay, ["check", vectors, "tests/data/observed-mncore2.csv"], &[])?;
    program(&assay, ["conform", "tests/golden"], &[])?;
    eprintln!(
        "\n{vectors} holds the first vectors; the observed values match, the golden programs too. The command is\n{assay}"
    );
    Ok(())
}

/// Where cargo puts its output, if the environment says so.
fn target_folder() -> Option<std::path::PathBuf> {
    std::env::var_os("CARGO_TARGET_DIR").map(Into::into)
}
