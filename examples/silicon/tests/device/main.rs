//! The program as a whole, against a driver that is written for the tests (`tests/driver.c`), and its texts.

mod answers;
mod refused;
mod text;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// The driver of the tests, built once; none without a compiler.
fn driver() -> Option<&'static Path> {
    static BUILT: OnceLock<Option<(tempfile::TempDir, PathBuf)>> = OnceLock::new();
    let built = BUILT.get_or_init(|| {
        if !needs::has("cc") {
            return None;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let library = folder.path().join("libcuda.so.1");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/driver.c");
        let mut cc = Command::new("cc");
        cc.args(["-O1", "-ffp-contract=off", "-shared", "-fPIC", "-o"]);
        let output = needs::output(cc.arg(&library).arg(source).arg("-lm"));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Some((folder, library))
    });
    if built.is_none() {
        needs::skip_tool("cc");
    }
    built.as_ref().map(|(_, library)| library.as_path())
}

/// What the program says to lines under variables.
fn run(arguments: &[&str], variables: &[(&str, &str)], lines: &str) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("lines");
    std::fs::write(&input, lines).expect("written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_silicon-device"));
    command.args(arguments).env_remove("ASSAY_OP").env_remove("ASSAY_OPTIONS");
    command.envs(variables.iter().copied()).stdin(File::open(input).expect("lines"));
    needs::output(&mut command)
}

/// The same with the driver of the tests.
fn with_driver(
    library: &Path,
    arguments: &[&str],
    variables: &[(&str, &str)],
    lines: &str,
) -> Output {
    let library = library.to_str().expect("a path");
    run(&[&["--library", library], arguments].concat(), variables, lines)
}

/// It ended with exit code 2 and without an answer; what it said.
fn refusal(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{said}");
    said
}
