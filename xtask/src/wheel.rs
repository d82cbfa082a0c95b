//! `cargo xtask wheel`: the Python package, and its tests.

use crate::run::{Failure, cargo, exists, program, root};
use std::path::{Path, PathBuf};

const HELP: &str = "cargo xtask wheel [--test]
  --test   installs the wheel, built quickly, into an empty environment, and runs its tests there";

/// Builds the wheel into `target/wheels`; with `--test` as its tests want it, and runs them.
pub(crate) fn run(rest: &[String]) -> Result<(), Failure> {
    let test = match rest {
        [] => false,
        [option] if option == "--test" => true,
        _ => return Err(Failure::Usage(HELP.to_owned())),
    };
    if let Some(why) = missing() {
        return Err(Failure::Missing(format!("{why}\n  right: apt-get install python3-venv")));
    }
    let (profile, folder) = if test { ("quick", "wheels-quick") } else { ("release", "wheels") };
    let wheels = target().join(folder);
    // An older version would be found as well.
    let _ = std::fs::remove_dir_all(&wheels);
    let tools = environment(&target().join("python-tools"), &["maturin>=1.7,<2"])?;
    let built = target().join("python-build");
    let build =
        ["-m", "maturin", "build", "--locked", "--manifest-path", "bindings/python/Cargo.toml"];
    let out = ["--profile", profile, "--interpreter", &text(&tools), "--out", &text(&wheels)];
    let shared = [("CARGO_TARGET_DIR", &*text(&built)), ("PYO3_PYTHON", &*text(&tools))];
    if test {
        let fixed =
            ["clippy", "--quiet", "--locked", "--manifest-path", "bindings/python/Cargo.toml"];
        program(
            "cargo",
            fixed.iter().chain(&["--profile", profile, "--", "--deny", "warnings"]),
            &shared,
        )?;
    }
    program(&text(&tools), build.iter().chain(&out), &shared)?;
    let wheel = wheel(&wheels)?;
    match test {
        true => tested(&wheel),
        false => {
            eprintln!("built {}", wheel.display());
            Ok(())
        }
    }
}

/// Why there is no Python here that makes environments.
pub(crate) fn missing() -> Option<String> {
    if !exists("python3") {
        return Some("no python3".to_owned());
    }
    let asked =
        std::process::Command::new("python3").args(["-c", "import ensurepip, venv"]).output();
    let there = asked.is_ok_and(|output| output.status.success());
    (!there).then(|| "no environments of python3".to_owned())
}

fn tested(wheel: &Path) -> Result<(), Failure> {
    let fresh = target().join("python-test");
    let _ = std::fs::remove_dir_all(&fresh);
    let python = environment(&fresh, &[&format!("{}[test]", text(wheel))])?;
    // Not from the package's own folder, where Python would find its sources.
    let fixed = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "--import-mode", "importlib"];
    program(&text(&python), fixed.iter().chain(&["bindings/python/tests"]), &[])
}

/// The Python of an environment that has these packages.
fn environment(folder: &Path, packages: &[&str]) -> Result<PathBuf, Failure> {
    let python = folder.join("bin/python");
    if !python.exists() {
        program("python3", ["-m", "venv", &text(folder)], &[])?;
    }
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    program(&text(&python), install.iter().chain(packages), &[])?;
    Ok(python)
}

fn wheel(folder: &Path) -> Result<PathBuf, Failure> {
    let found = std::fs::read_dir(folder).map_err(|e| Failure::Start(text(folder), e))?;
    let mut wheels = found.filter_map(|entry| Some(entry.ok()?.path()));
    wheels
        .find(|path| path.extension().is_some_and(|own| own == "whl"))
        .ok_or_else(|| Failure::Steps(format!("{}: no wheel", folder.display())))
}

fn target() -> PathBuf {
    let own = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let own = own.unwrap_or_else(|| root().join("target"));
    std::path::absolute(&own).unwrap_or(own)
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// The crate lies outside of the workspace, so its form is looked at here, its lints before its tests.
pub(crate) fn form() -> Result<(), Failure> {
    cargo(["fmt", "--check", "--manifest-path", "bindings/python/Cargo.toml"])
}
