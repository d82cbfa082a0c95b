//! `cargo xtask msrv`: built and tested with the oldest toolchain that the manifest promises.

use crate::run::{Failure, program, root, toolchain};
use crate::wheel::target;
use std::fs;

/// Builds and tests, where that toolchain is installed.
pub(crate) fn run(rest: &[String]) -> Result<(), Failure> {
    if !rest.is_empty() {
        return Err(Failure::Usage("cargo xtask msrv takes no arguments".to_owned()));
    }
    let version = promised()?;
    if !toolchain(&version) {
        return Err(Failure::Missing(format!(
            "Rust {version} is not here, so nothing was tried: rustup toolchain install {version}"
        )));
    }
    // Its judge of posits takes a newer one; what ships, and the tests beside it, do not.
    let newer = ["--workspace", "--exclude", "tests", "--exclude", "fuzz", "--locked"];
    let folder = target().join("msrv").to_string_lossy().into_owned();
    let own = format!("+{version}");
    for what in [&["build", "--all-targets"][..], &["test"]] {
        let arguments = [&[&*own], what, &newer].concat();
        program("cargo", arguments, &[("CARGO_TARGET_DIR", &*folder)])?;
    }
    Ok(())
}

/// `rust-version` of the workspace.
fn promised() -> Result<String, Failure> {
    let path = root().join("Cargo.toml");
    let text = fs::read_to_string(&path)
        .map_err(|e| Failure::Start(format!("read {}", path.display()), e))?;
    let quoted = text.lines().find_map(|line| line.strip_prefix("rust-version = \""));
    let version = quoted.and_then(|rest| rest.split('"').next()).map(str::to_owned);
    version.ok_or_else(|| Failure::Missing("Cargo.toml: no rust-version".to_owned()))
}
