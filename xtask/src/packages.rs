//! `cargo xtask packages`: the crates as they would be published.

use crate::run::{Failure, cargo, lines, root};
use crate::wheel::target;
use std::fs;
use std::path::Path;

const HELP: &str = "cargo xtask packages [--list]
  --list   looks at the lists of files alone, and builds nothing";

/// What is published, the first first.
pub(crate) const CRATES: [&str; 5] =
    ["assay-softfloat", "assay-functions", "assay-semantics", "assay-vectors", "assay-cli"];

/// What each package has to have.
const NEEDED: [&str; 5] =
    ["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "README.md", "src/lib.rs"];

/// Folders that packages have: sources, and the data that these take in.
const FOLDERS: [&str; 2] = ["src/", "data/"];

/// Looks at the lists, packs and builds each from what is packed, as publishing would; then a crate of a stranger, which has
/// the examples of two pages.
pub(crate) fn run(rest: &[String]) -> Result<(), Failure> {
    let list = match rest {
        [] => false,
        [option] if option == "--list" => true,
        _ => return Err(Failure::Usage(HELP.to_owned())),
    };
    let mut wrong = Vec::new();
    for name in CRATES {
        let files = lines("cargo", ["package", "--list", "--allow-dirty", "--package", name])?;
        wrong.extend(misfits(&files).into_iter().map(|what| format!("{name}: {what}")));
    }
    if !wrong.is_empty() {
        return Err(Failure::Steps(wrong.join("\n")));
    }
    if list {
        return Ok(());
    }
    cargo(["publish", "--workspace", "--dry-run", "--allow-dirty", "--locked"])?;
    stranger()
}

/// What a stranger's crate says of itself; `@ROOT@` is the project's folder.
const STRANGER: &str = "\
[package]
name = \"stranger\"
edition = \"2024\"

[workspace]

[dependencies]
assay-softfloat = { path = \"@ROOT@/softfloat\" }
assay-vectors = { path = \"@ROOT@/vectors\" }
";

/// Builds and runs a crate outside of the workspace that does what the pages of two crates show.
fn stranger() -> Result<(), Failure> {
    let folder = target().join("stranger");
    let example = |name: &str| -> Result<String, Failure> {
        let path = root().join(name).join("README.md");
        let text = read(&path)?;
        let code = text.split("```rust\n").nth(1).and_then(|rest| rest.split("```").next());
        let code =
            code.ok_or_else(|| Failure::Missing(format!("{}: no example", path.display())))?;
        Ok(format!(
            "fn {name}() -> Result<(), Box<dyn std::error::Error>> {{\n{code}\nOk(())\n}}\n"
        ))
    };
    let code = example("softfloat")? + &example("vectors")?;
    let main = "fn main() { softfloat().unwrap(); vectors().unwrap(); println!(\"well\"); }\n";
    let manifest = STRANGER.replace("@ROOT@", &root().to_string_lossy());
    write(&folder.join("Cargo.toml"), &manifest)?;
    write(&folder.join("src/main.rs"), &(code + main))?;
    // The versions that the project has.
    write(&folder.join("Cargo.lock"), &read(&root().join("Cargo.lock"))?)?;
    let manifest = folder.join("Cargo.toml").to_string_lossy().into_owned();
    cargo(["run", "--quiet", "--manifest-path", &manifest])
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|e| Failure::Start(format!("read {}", path.display()), e))
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let parent = path.parent().unwrap_or(path);
    fs::create_dir_all(parent)
        .and_then(|()| fs::write(path, text))
        .map_err(|e| Failure::Start(format!("write {}", path.display()), e))
}

/// What is wrong with a package's list of files.
fn misfits(files: &[String]) -> Vec<String> {
    let lacks = NEEDED.iter().filter(|name| !files.iter().any(|file| file == *name));
    let inside = |file: &&String| {
        let own = [".cargo_vcs_info.json", "Cargo.lock", "Cargo.toml.orig"];
        !FOLDERS.iter().any(|folder| file.starts_with(folder))
            && !NEEDED.contains(&file.as_str())
            && !own.contains(&file.as_str())
    };
    lacks
        .map(|name| format!("{name} is missing"))
        .chain(files.iter().filter(inside).map(|file| format!("{file} does not belong there")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::misfits;

    #[test]
    fn what_is_missing_and_what_does_not_belong_is_told() {
        let files =
            |names: &[&str]| -> Vec<String> { names.iter().map(|&n| n.to_owned()).collect() };
        let whole =
            ["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "README.md", "src/lib.rs", "data/x"];
        assert_eq!(misfits(&files(&whole)), Vec::<String>::new());
        assert_eq!(misfits(&files(&whole[1..])), ["Cargo.toml is missing"]);
        let more = [&whole[..], &["tests/x.rs"]].concat();
        assert_eq!(misfits(&files(&more)), ["tests/x.rs does not belong there"]);
    }
}
