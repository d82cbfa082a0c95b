//! Commands of the shell with the built `assay` in their path.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// Variables by which whoever calls the tests may have chosen colours.
const COLOURS: [&str; 4] = ["CI", "CLICOLOR", "CLICOLOR_FORCE", "NO_COLOR"];

/// Runs a command in a folder.
pub(crate) fn output(command: &str, folder: &Path) -> Output {
    let mut shell = Command::new("sh");
    shell
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path())
        .env("ASSAY", root())
        .env("DATA", root().join("tests/data"))
        .env("LC_ALL", "C")
        .stdin(Stdio::null());
    for name in COLOURS {
        shell.env_remove(name);
    }
    needs::output(&mut shell)
}

/// The search path, with the built command first.
fn path() -> OsString {
    let bin = Path::new(env!("CARGO_BIN_EXE_assay")).parent().unwrap().to_owned();
    let rest = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths(std::iter::once(bin).chain(std::env::split_paths(&rest))).unwrap()
}
