//! `cargo xtask wheel`: the Python package, and its tests.

use crate::run::{AS_TESTS, Failure, exists, lines, program, root};
use std::path::{Path, PathBuf};

const HELP: &str = "cargo xtask wheel [--test]
  --test   installs the wheel, built without optimisation, into an empty environment, and runs its tests there";

/// What builds wheels.
const TOOLS: [&str; 1] = ["maturin>=1.7,<2"];

/// What the tests compare the package with; pyproject.toml names the same.
const TESTS: [&str; 6] = ["numpy", "pytest", "hypothesis", "ml_dtypes", "gfloat", "distributed"];

/// Builds the wheel into `target/wheels`; with `--test` as its tests want it, and runs them.
pub(crate) fn run(rest: &[String]) -> Result<(), Failure> {
    match rest {
        [] => {
            let tools = tools().map_err(Failure::Missing)?;
            eprintln!("built {}", build(&tools, "release", "wheels")?.display());
            Ok(())
        }
        [option] if option == "--test" => {
            let tools = tools().map_err(Failure::Missing)?;
            let python = ready().map_err(Failure::Missing)?;
            let wheel = build(&tools, "test", "wheels-quick")?;
            let pip =
                ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"];
            program(&text(&python), pip.iter().chain(&["--force-reinstall", &*text(&wheel)]), &[])?;
            program(&text(&python), ["-m", "pip", "check"], &[])?;
            tests(&python)
        }
        _ => Err(Failure::Usage(HELP.to_owned())),
    }
}

/// The Python of an environment that has what the tests need, and not the package.
///
/// # Errors
/// What is missing here, in words.
pub(crate) fn ready() -> Result<PathBuf, String> {
    missing().map_or(Ok(()), |why| Err(format!("{why}\n  help: apt-get install python3-venv")))?;
    let folder = target().join("python-test");
    // No package of an earlier run.
    let _ = std::fs::remove_dir_all(&folder);
    environment(&folder, &TESTS)
}

/// The Python of an environment in this folder that has the package, as the tests build it, and others.
pub(crate) fn with(folder: &Path, packages: &[&str]) -> Result<PathBuf, Failure> {
    let python = environment(folder, packages).map_err(Failure::Missing)?;
    link(&python)?;
    Ok(python)
}

/// Tests the package, built from the libraries that the tests of the workspace have; whether a wheel of it can be installed is
/// `cargo xtask wheel --test`.
pub(crate) fn tested(python: &Path) -> Result<(), Failure> {
    link(python)?;
    tests(python)
}

fn tests(python: &Path) -> Result<(), Failure> {
    // Not from the package's own folder, where Python would find its sources.
    let fixed = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "--import-mode", "importlib"];
    program(&text(python), fixed.iter().chain(&["bindings/python/tests"]), &[])
}

/// Builds the package beside the tests, into `target/python-package`, and makes an environment find it there.
fn link(python: &Path) -> Result<(), Failure> {
    let extension = [("PYO3_BUILD_EXTENSION_MODULE", "1")];
    program("cargo", ["build", "--quiet", "--lib"].iter().chain(&AS_TESTS), &extension)?;
    let package = target().join("python-package/assay");
    let failed = |e| Failure::Start(format!("write {}", package.display()), e);
    let _ = std::fs::remove_dir_all(&package);
    std::fs::create_dir_all(&package).map_err(failed)?;
    for entry in std::fs::read_dir(root().join("bindings/python/assay")).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_file() {
            std::fs::copy(&path, package.join(path.file_name().unwrap_or_default()))
                .map_err(failed)?;
        }
    }
    let library = target().join("debug/lib_assay.so");
    std::fs::copy(&library, package.join("_assay.abi3.so")).map_err(failed)?;
    let ask = ["-c", "import sysconfig; print(sysconfig.get_paths()['purelib'])"];
    let site = lines(&text(python), ask)?.join("");
    let path = text(package.parent().unwrap_or(&package)) + "\n";
    std::fs::write(Path::new(&site).join("assay.pth"), path).map_err(failed)
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
