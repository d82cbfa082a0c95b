//! `cargo xtask licences`: the page of third-party notices, and the rules of `deny.toml`.

use crate::run::{Failure, lines, program, root};
use crate::tools::Crate;
use crate::wheel::target;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const DENY: Crate = Crate { name: "cargo-deny", version: "0.20.2", features: &[], optimised: &[] };

/// Writes the page; `about.toml` and `about.hbs` say how.
const ABOUT: Crate =
    Crate { name: "cargo-about", version: "0.9.3", features: &["cli"], optimised: &["spdx"] };

/// The page, relative to the project's folder.
const FILE: &str = "docs/third-party.md";

/// What cargo-about writes for a crate whose licence text it has not found.
const PLACEHOLDER: &str = "<copyright holders>";

/// Writes the page; with `--check` only compares.
pub(crate) fn run(rest: &[String]) -> Result<(), Failure> {
    let about = || ABOUT.program();
    match rest {
        [] => write(&about()?, &root().join(FILE)),
        [one] if one == "--check" => compare(&about()?),
        _ => Err(Failure::Usage("licences takes `--check` or nothing".to_owned())),
    }
}

/// Checks without any tool that the page lists the crates that the command consists of, and no others.
pub(crate) fn listed() -> Result<(), Failure> {
    let fixed = "tree --package assay-cli --edges normal --target x86_64-unknown-linux-gnu --locked --prefix none --format {p}";
    let tree = lines("cargo", fixed.split(' '))?;
    let differences = differences(&tree, &read(&root().join(FILE))?);
    match differences.is_empty() {
        true => Ok(()),
        false => Err(Failure::Steps(format!(
            "{FILE} does not match Cargo.lock: {}\n  help: cargo xtask licences",
            differences.join(", ")
        ))),
    }
}

/// Checks `deny.toml` with cargo-deny. Without `all`, cargo-deny is not built where it is missing, and the check is skipped with a
/// warning.
pub(crate) fn judge(all: bool) -> Result<(), Failure> {
    let deny = if all { Some(DENY.program()?) } else { DENY.found() };
    match deny {
        Some(deny) => program(&deny, ["check", "licenses", "bans", "sources"], &[]),
        None => {
            let what =
                "deny.toml (licences, bans, sources) was not checked: cargo-deny is not installed";
            eprintln!("warning: {what}\n  help: cargo xtask test --all builds it");
            Ok(())
        }
    }
}

fn write(about: &str, path: &Path) -> Result<(), Failure> {
    let fixed = "generate --manifest-path cli/Cargo.toml --locked --fail about.hbs --output-file";
    program(about, fixed.split(' ').chain([&*path.to_string_lossy()]), &[])?;
    match read(path)?.contains(PLACEHOLDER) {
        false => Ok(()),
        true => Err(Failure::Steps(format!(
            "{}: `{PLACEHOLDER}`: a crate has no licence text in its root folder\n  help: name the file in about.toml",
            path.display()
        ))),
    }
}

fn compare(about: &str) -> Result<(), Failure> {
    let fresh = target().join("third-party.md");
    write(about, &fresh)?;
    match read(&fresh)? == read(&root().join(FILE))? {
        true => Ok(()),
        false => {
            Err(Failure::Steps(format!("{FILE} is out of date\n  help: cargo xtask licences")))
        }
    }
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|e| Failure::Start(format!("read {}", path.display()), e))
}

/// Compares the crates that `cargo tree` prints with the rows of the page.
fn differences(tree: &[String], page: &str) -> Vec<String> {
    let linked: BTreeSet<String> = tree
        .iter()
        .filter_map(|line| {
            let line = line.trim_end_matches(" (*)").trim_end_matches(" (proc-macro)");
            // This project's own crates end with their folder.
            let (name, version) = line.split_once(" v").filter(|_| !line.ends_with(')'))?;
            Some(format!("{name} {version}"))
        })
        .collect();
    let listed: BTreeSet<String> = page
        .lines()
        .filter_map(|line| {
            let (name, rest) = line.strip_prefix("| `")?.split_once("` | ")?;
            Some(format!("{name} {}", rest.split(' ').next()?))
        })
        .collect();
    let missing = linked.difference(&listed).map(|name| format!("{name} is missing"));
    let extra = listed.difference(&linked).map(|name| format!("{name} is not used"));
    missing.chain(extra).collect()
}

#[cfg(test)]
mod tests {
    use super::differences;

    #[test]
    fn the_page_has_all_crates_and_no_others() {
        let tree = [
            "assay-cli v0.2.0 (/p/cli)",
            "clap v4.6.7",
            "clap_derive v4.6.7 (proc-macro)",
            "serde v1.0.1",
            "clap v4.6.7 (*)",
        ]
        .map(str::to_owned);
        let row = |name: &str, version: &str| format!("| `{name}` | {version} | MIT | x |\n");
        let page = row("clap", "4.6.7") + &row("clap_derive", "4.6.7");
        assert_eq!(differences(&tree, &page), ["serde 1.0.1 is missing"]);
        assert_eq!(differences(&tree, &(page.clone() + &row("serde", "1.0.1"))), [""; 0]);
        let page = page + &row("serde", "1.0.0");
        let both = ["serde 1.0.1 is missing", "serde 1.0.0 is not used"];
        assert_eq!(differences(&tree, &page), both);
    }
}
