//! `cargo xtask api`: the list of what each library crate makes public, so that a change of it shows in a difference.

use crate::packages::CRATES;
use crate::run::{Failure, lines, root, toolchain};
use crate::tools::Crate;
use std::fs;

const HELP: &str = "cargo xtask api [--check]
  --check   fails where a list is not as it would be written";

/// Reads what nightly's rustdoc writes.
const PUBLIC_API: Crate = Crate { name: "cargo-public-api", version: "0.52.0", features: &[] };

/// Writes the lists into `api/`.
pub(crate) fn run(rest: &[String]) -> Result<(), Failure> {
    match rest {
        [] => write(false),
        [option] if option == "--check" => write(true),
        _ => Err(Failure::Usage(HELP.to_owned())),
    }
}

/// Looks at the lists where that takes no building of tools; else says so.
pub(crate) fn tried() -> Result<(), Failure> {
    if toolchain("nightly") && PUBLIC_API.found().is_some() {
        return write(true);
    }
    eprintln!("NOT CHECKED: api/, what libraries make public: cargo xtask api --check");
    Ok(())
}

fn write(check: bool) -> Result<(), Failure> {
    if !toolchain("nightly") {
        let why = "no nightly toolchain: rustup toolchain install nightly --profile minimal";
        return Err(Failure::Missing(why.to_owned()));
    }
    let program = PUBLIC_API.program()?;
    let folder = root().join("api");
    let mut stale = Vec::new();
    for library in CRATES {
        let path = folder.join(format!("{library}.txt"));
        // Without what the compiler derives and gives to all.
        let fixed = ["run", "nightly", &program, "public-api", "--package", library, "-sss"];
        let right = lines("rustup", fixed)?.join("\n") + "\n";
        if check {
            let same = fs::read_to_string(&path).is_ok_and(|found| found == right);
            stale.extend((!same).then_some(library));
            continue;
        }
        let failed = |e| Failure::Start(format!("write {}", path.display()), e);
        fs::create_dir_all(&folder).and_then(|()| fs::write(&path, right)).map_err(failed)?;
    }
    match stale.as_slice() {
        [] => Ok(()),
        _ => Err(Failure::Steps(format!(
            "what is public is not what api/ lists: {}\n  right: cargo xtask api, and look at the difference",
            stale.join(", ")
        ))),
    }
}
