//! `cargo xtask test`: all that must pass before a change lands.

use crate::circles;
use crate::licences;
use crate::run::{Failure, cargo, exists, program};

pub(crate) fn run() -> Result<(), Failure> {
    need_tools()?;
    cargo(["fmt", "--all", "--check"])?;
    circles::run(&[])?;
    licences::run(&["--check".to_owned()])?;
    licences::judge()?;
    cargo(["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"])?;
    let deny = [("RUSTDOCFLAGS", "--deny warnings")];
    program("cargo", ["doc", "--workspace", "--no-deps", "--quiet"], &deny)?;
    fuzz_targets()?;
    cargo(["test", "--workspace"])
}

/// The fuzz crate lies outside of the workspace, since libFuzzer only links with a nightly compiler; any compiler checks
/// it, in the workspace's folder, where GMP and MPFR are built already. That a target does what it should is a test of
/// `tests`: their bodies live there, and run over the stored corpus.
fn fuzz_targets() -> Result<(), Failure> {
    let fixed = ["check", "--quiet", "--manifest-path", "fuzz/Cargo.toml", "--bins", "--locked"];
    let shared = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned());
    program("cargo", fixed, &[("CARGO_TARGET_DIR", &shared)])
}

/// What the tests' oracles are built with, and the package that brings it: GMP and MPFR are
/// configured with m4; they and Berkeley SoftFloat are C.
const TOOLS: [(&str, &str); 3] = [("m4", "m4"), ("make", "make"), ("cc", "gcc")];

/// The browser that the tests look at pages with, by its names, and the package that brings it.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];
const BROWSER: &str = "chromium";

/// Makes sure that the oracles can be built and pages looked at. What is missing is installed where
/// this machine has apt-get.
pub(crate) fn need_tools() -> Result<(), Failure> {
    let mut missing: Vec<&str> =
        TOOLS.iter().filter(|(tool, _)| !exists(tool)).map(|(_, package)| *package).collect();
    if !BROWSERS.iter().any(|browser| exists(browser)) {
        missing.push(BROWSER);
    }
    if missing.is_empty() {
        return Ok(());
    }
    let install = format!("apt-get install {}", missing.join(" "));
    let advice = format!("the tests need what is missing here: {install}");
    if !exists("apt-get") {
        return Err(Failure::Missing(advice));
    }
    let sudo = if exists("sudo") { "sudo" } else { "env" };
    // The package list may be there already, so a failing update is not the end.
    let _ = program(sudo, ["apt-get", "update"], &[]);
    let fixed = ["apt-get", "install", "--yes", "--no-install-recommends"];
    program(sudo, fixed.iter().chain(&missing), &[("DEBIAN_FRONTEND", "noninteractive")])
        .map_err(|_| Failure::Missing(advice))
}
