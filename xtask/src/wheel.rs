//! `cargo xtask wheel`: the Python package, and its tests.

use crate::run::{Failure, exists, program, root};
use std::path::{Path, PathBuf};

const HELP: &str = "cargo xtask wheel [--test]
  --test   installs the wheel, built quickly, into an empty environment, and runs its tests there";

/// What builds wheels.
const TOOLS: [&str; 1] = ["maturin>=1.7,<2"];

/// The profile of wheels that only tests want: what the tests of the workspace have built.
const QUICK: &str = "test";

/// What the tests hold the package against; pyproject.toml names the same.
const TESTS: [&str; 6] = ["numpy", "pytest", "hypothesis", "ml_dtypes", "gfloat", "distributed"];

/// Builds the wheel into `target/wheels`; with `--test` as its tests want it, and runs them.
pub(crate) fn run(rest: &[String]) -> Result<(), Failure> {
    match rest {
        [] => {
            let tools = tools().map_err(Failure::Missing)?;
            eprintln!("built {}", build(&tools, "release", "wheels")?.display());
            Ok(())
        }
        [option] if option == "--test" => tested(&ready().map_err(Failure::Missing)?),
        _ => Err(Failure::Usage(HELP.to_owned())),
    }
}

/// The Python that builds, and that of an environment without the package.
pub(crate) struct Pythons {
    tools: PathBuf,
    fresh: PathBuf,
}

/// What the tests need.
///
/// # Errors
/// What is missing here, in words.
pub(crate) fn ready() -> Result<Pythons, String> {
    let tools = tools()?;
    let folder = target().join("python-test");
    // No package of an earlier run.
    let _ = std::fs::remove_dir_all(&folder);
    Ok(Pythons { tools, fresh: environment(&folder, &TESTS)? })
}

/// The Python of an environment in this folder that has the package, built quickly, and others.
pub(crate) fn with(folder: &Path, packages: &[&str]) -> Result<PathBuf, Failure> {
    let tools = tools().map_err(Failure::Missing)?;
    let python = environment(folder, packages).map_err(Failure::Missing)?;
    install(&python, &build(&tools, QUICK, "wheels-quick")?)?;
    Ok(python)
}

/// Puts a wheel into an environment, over what was there.
fn install(python: &Path, wheel: &Path) -> Result<(), Failure> {
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"];
    program(&text(python), pip.iter().chain(&["--force-reinstall", &*text(wheel)]), &[])
}

fn tools() -> Result<PathBuf, String> {
    missing().map_or(Ok(()), |why| Err(format!("{why}\n  right: apt-get install python3-venv")))?;
    environment(&target().join("python-tools"), &TOOLS)
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

/// The wheel that maturin builds.
fn build(tools: &Path, profile: &str, folder: &str) -> Result<PathBuf, Failure> {
    let wheels = target().join(folder);
    // An older version would be found as well.
    let _ = std::fs::remove_dir_all(&wheels);
    let build =
        ["-m", "maturin", "build", "--locked", "--manifest-path", "bindings/python/Cargo.toml"];
    let out = ["--profile", profile, "--interpreter", &text(tools), "--out", &text(&wheels)];
    program(&text(tools), build.iter().chain(&out), &[("PYO3_PYTHON", &text(tools))])?;
    wheel(&wheels)
}

/// Installs the wheel into an environment that does not know the package, and runs its tests there.
pub(crate) fn tested(Pythons { tools, fresh }: &Pythons) -> Result<(), Failure> {
    install(fresh, &build(tools, QUICK, "wheels-quick")?)?;
    program(&text(fresh), ["-m", "pip", "check"], &[])?;
    // Not from the package's own folder, where Python would find its sources.
    let fixed = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "--import-mode", "importlib"];
    program(&text(fresh), fixed.iter().chain(&["bindings/python/tests"]), &[])
}

/// A reader of SystemVerilog, into the environment where the test of `assay cover --sv` looks for it.
///
/// # Errors
/// What is missing here, in words.
pub(crate) fn pyslang() -> Result<(), String> {
    missing().map_or(Ok(()), Err)?;
    let folder = target().join("pyslang");
    environment(&folder, &["pyslang==12.1.0"])?;
    std::fs::write(folder.join("ready"), "").map_err(|why| why.to_string())
}

/// The Python of an environment that has these packages, or why they cannot be had.
pub(crate) fn environment(folder: &Path, packages: &[&str]) -> Result<PathBuf, String> {
    let python = folder.join("bin/python");
    if !python.exists() {
        program("python3", ["-m", "venv", &text(folder)], &[]).map_err(|e| e.to_string())?;
    }
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    program(&text(&python), install.iter().chain(packages), &[])
        .map_err(|e| format!("packages of PyPI cannot be had: {e}"))?;
    Ok(python)
}

fn wheel(folder: &Path) -> Result<PathBuf, Failure> {
    let found = std::fs::read_dir(folder).map_err(|e| Failure::Start(text(folder), e))?;
    let mut wheels = found.filter_map(|entry| Some(entry.ok()?.path()));
    wheels
        .find(|path| path.extension().is_some_and(|own| own == "whl"))
        .ok_or_else(|| Failure::Steps(format!("{}: no wheel", folder.display())))
}

/// Where cargo builds.
pub(crate) fn target() -> PathBuf {
    let own = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let own = own.unwrap_or_else(|| root().join("target"));
    std::path::absolute(&own).unwrap_or(own)
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
