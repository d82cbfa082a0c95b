//! `cargo xtask licences`: what is linked into the command, and the licence that each crate is used under.

use crate::run::{Failure, lines, program, root};
use crate::tools::Crate;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

const DENY: Crate = Crate { name: "cargo-deny", version: "0.20.2", features: &[] };

/// The notices, in the project's folder.
const FILE: &str = "docs/third-party.md";

const HEAD: &str = "\
# Third-party notices

What is linked into `assay` beside this project's own crates (x86-64 Linux; other systems link fewer or other crates for
the terminal), written by `cargo xtask licences` from `Cargo.lock` and the sources; `cargo xtask test` fails where it is not
up to date. Where a crate offers licences to choose from, the text below is the one that it is used under.

The Rust standard library is linked, too: MIT OR Apache-2.0, Copyright (c) The Rust Project Contributors.

";

/// A crate that is linked.
struct Linked {
    name: String,
    version: String,
    licence: String,
    repository: String,
}

/// Writes the notices; with `--check` only compares.
pub(crate) fn run(rest: &[String]) -> Result<(), Failure> {
    let check = match rest {
        [] => false,
        [one] if one == "--check" => true,
        _ => return Err(Failure::Usage("licences takes `--check` or nothing".to_owned())),
    };
    let (path, right) = (root().join(FILE), notices()?);
    if !check {
        return fs::write(&path, right).map_err(|e| Failure::Start(format!("write {FILE}"), e));
    }
    if fs::read_to_string(&path).is_ok_and(|found| found == right) {
        return Ok(());
    }
    let advice = format!("{FILE} is not what is linked into the command: cargo xtask licences");
    Err(Failure::Missing(advice))
}

/// `deny.toml`, by cargo-deny; where that is not at hand it says so, loudly, and with `all` builds it.
pub(crate) fn judge(all: bool) -> Result<(), Failure> {
    let deny = if all { Some(DENY.program()?) } else { DENY.found() };
    if let Some(deny) = deny {
        return program(&deny, ["check", "licenses", "bans", "sources"], &[]);
    }
    let line = "!".repeat(72);
    eprintln!(
        "{line}\nNOT CHECKED: deny.toml (licences, bans, sources), since cargo-deny is not here:\n    \
         cargo install --locked cargo-deny; cargo xtask test --all builds it\n{line}"
    );
    Ok(())
}

fn notices() -> Result<String, Failure> {
    let linked = linked()?;
    let mut page = HEAD.to_owned();
    // Writing to a string does not fail.
    let _ = writeln!(page, "| crate | version | licence | source |\n| --- | --- | --- | --- |");
    for Linked { name, version, licence, repository } in &linked {
        let _ = writeln!(page, "| `{name}` | {version} | {licence} | {repository} |");
    }
    let mut texts: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for linked in &linked {
        let text = text(linked)?;
        texts.entry(text).or_default().push(&linked.name);
    }
    let mut texts: Vec<(String, Vec<&str>)> = texts.into_iter().collect();
    texts.sort_by(|a, b| a.1.cmp(&b.1));
    for (text, names) in texts {
        let _ = writeln!(page, "\n## {}\n\n```text\n{text}\n```", names.join(", "));
    }
    Ok(page)
}

/// The crates of the registry that the command links, by name.
fn linked() -> Result<Vec<Linked>, Failure> {
    let fixed = "tree --package assay-cli --edges normal,no-proc-macro --target x86_64-unknown-linux-gnu --locked --prefix none \
                 --format {p}|{l}|{r}";
    let mut lines = lines("cargo", fixed.split_whitespace())?;
    lines.sort();
    lines.dedup();
    let mut all = Vec::new();
    for line in &lines {
        // A crate that was listed before ends in ` (*)`, one of this project with its folder.
        let line = line.trim_end_matches(" (*)");
        let mut parts = line.split('|');
        let [Some(package), Some(licence), Some(repository)] =
            std::array::from_fn(|_| parts.next())
        else {
            return Err(Failure::Missing(format!("cargo tree prints `{line}`")));
        };
        match package.split(' ').collect::<Vec<_>>()[..] {
            [name, version] => all.push(Linked {
                name: name.to_owned(),
                version: version.trim_start_matches('v').to_owned(),
                // The old way to write it.
                licence: licence.replace('/', " OR "),
                repository: repository.trim_end_matches(".git").to_owned(),
            }),
            _ if package.contains('(') => {}
            _ => return Err(Failure::Missing(format!("cargo tree prints `{line}`"))),
        }
    }
    all.dedup_by(|a, b| a.name == b.name && a.version == b.version);
    Ok(all)
}

/// Names of licence texts in the sources of crates, those first that ask least. BSL-1.0 asks for nothing in binaries.
const TEXTS: [&str; 9] = [
    "LICENSE-MIT",
    "LICENSE-MIT.md",
    "LICENSE-MIT.txt",
    "LICENSES/MIT.txt",
    "LICENSE",
    "LICENSE.md",
    "LICENSE.txt",
    "LICENSE-BOOST",
    "LICENSE-APACHE",
];

fn text(linked: &Linked) -> Result<String, Failure> {
    let Linked { name, version, .. } = linked;
    let folder = source(&format!("{name}-{version}")).ok_or_else(|| {
        Failure::Missing(format!("the sources of {name} {version} are not here: cargo fetch"))
    })?;
    let found = TEXTS.iter().find_map(|file| fs::read_to_string(folder.join(file)).ok());
    let text = found.ok_or_else(|| {
        Failure::Missing(format!("no licence text of a known name in {}", folder.display()))
    })?;
    let lines: Vec<&str> = text.trim().lines().map(str::trim_end).collect();
    Ok(lines.join("\n"))
}

/// The folder of a crate's sources in cargo's registry.
fn source(folder: &str) -> Option<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(Path::new(&std::env::var_os("HOME")?).join(".cargo")))?;
    let registries = fs::read_dir(home.join("registry/src")).ok()?;
    registries.flatten().map(|entry| entry.path().join(folder)).find(|path| path.is_dir())
}
