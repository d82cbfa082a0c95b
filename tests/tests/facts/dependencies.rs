//! `docs/dependencies.md` and `deny.toml` say who uses a crate: that is read from the manifests.

use crate::facts::root;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// The crates of the project, in the order of the page.
const CRATES: [&str; 21] = [
    "softfloat",
    "functions",
    "semantics",
    "vectors",
    "cli",
    "book",
    "mutants",
    "oracle",
    "oracle/berkeley",
    "proofs",
    "tests",
    "tests/needs",
    "bench",
    "fuzz",
    "bindings/c",
    "bindings/python",
    "examples/pod",
    "examples/xdsa",
    "examples/tile",
    "examples/silicon",
    "xtask",
];

/// Who uses a crate, and who in tests and benches alone.
#[derive(Default)]
struct Users {
    normal: Vec<&'static str>,
    dev: Vec<&'static str>,
}

impl Users {
    /// As the page has them: `cli, vectors (dev)`.
    fn text(&self) -> String {
        let quoted = |name: &&str| match name.contains('/') {
            true => format!("`{name}`"),
            false => (*name).to_owned(),
        };
        let dev = self.dev.iter().filter(|name| !self.normal.contains(name));
        let dev = dev.map(|name| format!("{} (dev)", quoted(name)));
        self.normal.iter().map(quoted).chain(dev).collect::<Vec<_>>().join(", ")
    }
}

fn users() -> BTreeMap<String, Users> {
    let mut all = BTreeMap::<String, Users>::new();
    for name in CRATES {
        let manifest = fs::read_to_string(root().join(name).join("Cargo.toml")).expect(name);
        let mut section = "";
        for line in manifest.lines() {
            if let Some(head) = line.strip_prefix('[') {
                section = head.trim_end_matches(']');
            } else if let Some((used, _)) = line.split_once(['.', ' ', '='])
                && !used.starts_with('#')
            {
                let users = all.entry(used.to_owned()).or_default();
                match section.rsplit('.').next() {
                    Some("dependencies") => users.normal.push(name),
                    Some("dev-dependencies") => users.dev.push(name),
                    _ => {}
                }
            }
        }
    }
    all
}

/// The page's column `where`, for crates that are asked for by name.
#[test]
fn the_page_names_all_who_use_a_crate() {
    let (users, path) = (users(), root().join("docs/dependencies.md"));
    let page = fs::read_to_string(&path).expect("the page");
    let mut mended = String::new();
    for line in page.lines() {
        let cells: Vec<&str> = line.split('|').collect();
        let first = cells.get(1).and_then(|cell| cell.split('`').nth(1));
        match first.and_then(|name| users.get(name)) {
            Some(right) if cells.len() == 5 => {
                mended += &format!("|{}| {} |{}|\n", cells[1], right.text(), cells[3]);
            }
            _ => mended += &format!("{line}\n"),
        }
    }
    if std::env::var_os("BLESS").is_some() {
        fs::write(path, &mended).expect("written");
    }
    let wrong = page.lines().zip(mended.lines()).filter(|(found, right)| found != right);
    let wrong: Vec<_> = wrong.map(|(_, right)| right).collect();
    assert!(wrong.is_empty(), "right is:\n{}", wrong.join("\n"));
}

/// Each crate of the manifests has its line.
#[test]
fn each_crate_has_a_line_that_says_why() {
    let page = fs::read_to_string(root().join("docs/dependencies.md")).expect("the page");
    let own = |name: &str| {
        root().join(name).exists() || ["needs", "seeded", "berkeley", "assay-c"].contains(&name)
    };
    let used = |users: &Users| !users.normal.is_empty() || !users.dev.is_empty();
    let all = users();
    let missing = all
        .iter()
        .filter(|(name, users)| used(users) && !own(name) && !page.contains(&format!("`{name}`")));
    assert_eq!(missing.map(|(name, _)| name).collect::<Vec<_>>(), Vec::<&String>::new());
}

/// Of a judge, `deny.toml` lets stand above it who does, and nobody else.
#[test]
fn the_judges_stand_below_those_whom_deny_names() {
    let (users, deny) = (users(), fs::read_to_string(root().join("deny.toml")).expect("deny.toml"));
    for name in [
        "rug",
        "gmp-mpfr-sys",
        "softfloat-sys",
        "rustc_apfloat",
        "fast-posit",
        "softposit",
        "oracle",
    ] {
        let row = deny
            .lines()
            .find_map(|line| line.split_once(&format!("crate = \"{name}\", wrappers = ")));
        let (_, list) = row.expect(name);
        let named = list.split('"').skip(1).step_by(2).filter(|named| *named != "rug");
        let named: BTreeSet<&str> = named.collect();
        let Users { normal, dev } = &users[name];
        let right: BTreeSet<&str> = normal.iter().chain(dev).copied().map(package).collect();
        assert_eq!(named, right, "wrappers of {name}");
    }
}

/// A package is called as its folder, but for one within another.
fn package(folder: &'static str) -> &'static str {
    match folder {
        "oracle/berkeley" => "berkeley",
        other => other,
    }
}
