//! `cargo xtask test`: all that must pass before a change lands.

use crate::run::{Failure, cargo, exists, program};

pub(crate) fn run() -> Result<(), Failure> {
    need_m4()?;
    cargo(["fmt", "--all", "--check"])?;
    cargo(["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"])?;
    let deny = [("RUSTDOCFLAGS", "--deny warnings")];
    program("cargo", ["doc", "--workspace", "--no-deps", "--quiet"], &deny)?;
    cargo(["test", "--workspace"])
}

/// The oracle's C sources (GMP, MPFR) are configured with m4. Where it is missing and this machine
/// has apt-get, it is installed.
pub(crate) fn need_m4() -> Result<(), Failure> {
    if exists("m4") {
        return Ok(());
    }
    let advice = "m4 is missing; the arbitrary-precision oracle of the tests is built with it. \
                  Install it, e.g. `apt-get install m4`";
    if !exists("apt-get") {
        return Err(Failure::Missing(advice.to_owned()));
    }
    let sudo = if exists("sudo") { "sudo" } else { "env" };
    // The package list may be there already, so a failing update is not the end.
    let _ = program(sudo, ["apt-get", "update"], &[]);
    program(sudo, ["apt-get", "install", "--yes", "m4"], &[("DEBIAN_FRONTEND", "noninteractive")])
        .map_err(|_| Failure::Missing(advice.to_owned()))
}
