//! `cargo xtask library PREFIX`: the C libraries, their headers, and what pkg-config and CMake ask for.

use crate::run::{Failure, cargo, root};
use std::fs;
use std::path::{Path, PathBuf};

/// Builds the libraries and installs them below a folder; with `--from` those of that folder, as they are.
pub(crate) fn run(rest: &[String]) -> Result<(), Failure> {
    let (prefix, from) = match rest {
        [prefix] if !prefix.starts_with('-') => (prefix, None),
        [prefix, option, from] if option == "--from" => (prefix, Some(from)),
        _ => {
            return Err(Failure::Usage(
                "right is `cargo xtask library PREFIX [--from FOLDER]`".to_owned(),
            ));
        }
    };
    let from = match from {
        Some(from) => PathBuf::from(from),
        None => {
            cargo(["build", "--release", "--package", "assay-c"])?;
            let target = std::env::var_os("CARGO_TARGET_DIR");
            target.map_or_else(|| root().join("target"), PathBuf::from).join("release")
        }
    };
    let prefix = std::path::absolute(prefix).map_err(|e| Failure::Start(prefix.clone(), e))?;
    install(&from, &prefix)?;
    eprintln!("installed below {}", prefix.display());
    Ok(())
}

fn install(from: &Path, prefix: &Path) -> Result<(), Failure> {
    let own = root().join("bindings/c");
    for name in ["libassay.so", "libassay.a"] {
        copy(&from.join(name), &prefix.join("lib").join(name))?;
    }
    for name in ["assay.h", "assay.hpp"] {
        copy(&own.join("include").join(name), &prefix.join("include").join(name))?;
    }
    let filled = [
        ("assay.pc.in", "lib/pkgconfig/assay.pc"),
        ("assay-config.cmake.in", "lib/cmake/assay/assay-config.cmake"),
        ("assay-config-version.cmake.in", "lib/cmake/assay/assay-config-version.cmake"),
    ];
    for (template, name) in filled {
        let path = own.join(template);
        let text = fs::read_to_string(&path).map_err(|e| failed(&path, e))?;
        let text = text.replace("@PREFIX@", &prefix.to_string_lossy());
        let text = text.replace("@VERSION@", env!("CARGO_PKG_VERSION"));
        let path = prefix.join(name);
        folder(&path)?;
        fs::write(&path, text).map_err(|e| failed(&path, e))?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    folder(to)?;
    fs::copy(from, to).map(|_| ()).map_err(|e| failed(from, e))
}

fn folder(path: &Path) -> Result<(), Failure> {
    path.parent().map_or(Ok(()), |folder| fs::create_dir_all(folder).map_err(|e| failed(folder, e)))
}

fn failed(path: &Path, error: std::io::Error) -> Failure {
    Failure::Steps(format!("{}: {error}", path.display()))
}
