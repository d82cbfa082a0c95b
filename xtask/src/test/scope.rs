//! Which packages are tested: all, those that are named, or those that a change reaches.

use crate::run::{Failure, lines, root};
use std::collections::BTreeSet;
use std::path::Path;

/// What is tested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// The whole workspace.
    All,
    /// Packages that were named, which alone are built.
    Named(BTreeSet<String>),
    /// Packages that a change reaches, and of others the tests whose names begin so. All are built: what has not changed is there, and
    /// with fewer packages dependencies would have other features.
    Changed { packages: BTreeSet<String>, tests: Vec<Reader> },
}

/// Tests that read files outside of their package.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Reader {
    /// What the files' paths begin with, or after `*` what they end with.
    files: &'static str,
    pub(super) package: &'static str,
    /// What the names of the tests begin with.
    pub(super) tests: &'static str,
}

const fn reader(files: &'static str, package: &'static str, tests: &'static str) -> Reader {
    Reader { files, package, tests }
}

impl Reader {
    fn reads(&self, file: &str) -> bool {
        match self.files.strip_prefix('*') {
            Some(end) => file.ends_with(end),
            None => file.starts_with(self.files),
        }
    }
}

/// What all is built from, or judged by.
const EVERYTHING: [&str; 6] =
    ["Cargo.toml", "Cargo.lock", ".cargo/", "rust-toolchain", "rustfmt.toml", "clippy.toml"];

/// Who reads what besides the package whose folder it is in, which is reached anyway. A test below looks for readers without a row.
const READERS: [Reader; 35] = [
    // Pages, what they link to, manifests, `deny.toml`, sources: almost everything, in a quarter of a second.
    reader("", "tests", "facts::"),
    reader("", "xtask", "test::scope::"),
    reader("*.rs", "assay-softfloat", "sources::"),
    reader("*.rs", "xtask", "circles::"),
    reader("*.md", "assay-cli", "tutorial::"),
    reader("docs/", "assay-cli", "tutorial::"),
    reader("docs/", "assay-cli", "json::"),
    reader("docs/", "tests", "registry::clauses"),
    reader("docs/", "tests", "silicon::page"),
    reader("docs/", "assay-vectors", "decisions::"),
    reader("docs/", "assay-vectors", "words::"),
    reader("docs/", "assay-softfloat", "sums_page::"),
    reader("docs/", "assay-semantics", "pod::"),
    reader("docs/", "assay-semantics", "text::"),
    reader("docs/", "assay-semantics", "tile::listing"),
    reader("docs/", "assay-semantics", "xdsa::listing"),
    reader("docs/mutants/", "mutants", "ledger::"),
    reader("docs/rtl.md", "xtask", "rtl::report::"),
    reader("tests/cli/", "assay-cli", ""),
    reader("tests/golden/", "assay-cli", ""),
    reader("tests/golden/", "assay-semantics", ""),
    reader("tests/data/", "assay-cli", ""),
    reader("tests/data/", "assay-vectors", ""),
    reader("tests/data/", "assay-semantics", ""),
    reader("tests/data/vdpbf16ps.csv", "oracle", "reference::silicon::"),
    reader("fuzz/corpus/", "tests", "fuzz::"),
    reader("examples/cluster/", "assay-cli", "examples"),
    reader("examples/designs/", "assay-cli", "designs"),
    reader("examples/pod/", "assay-semantics", "pod::"),
    reader("examples/pod/", "tests", "golden::"),
    reader("examples/rtl/", "assay-cli", "examples"),
    reader("examples/rtl/", "assay-cli", "tutorial::"),
    reader("examples/rtl/", "xtask", "rtl::"),
    reader("bindings/sv/", "assay-c", ""),
    // It installs the C libraries.
    reader("xtask/", "assay-c", "programs::"),
];

/// Files that are compiled into another package than the one whose folder they are in: all that is built from it is reached, too.
const COMPILED: [(&str, &str); 1] = [("tests/data/formats.csv", "oracle")];

/// Files that the package whose folder they are in does not read.
const GUESTS: &str = "tests/cli/";

/// A folder of sources in a large package that few others use. A change of it reaches these tests, by package and what their names begin
/// with, instead of all that is built from the package.
struct Leaf {
    folder: &'static str,
    tests: &'static [(&'static str, &'static str)],
}

/// A test below looks whether anything else uses them.
const LEAVES: [Leaf; 1] = [Leaf {
    folder: "vectors/src/identify/",
    tests: &[
        ("assay-vectors", "engines::"),
        ("assay-vectors", "identify::"),
        ("assay-vectors", "words::"),
        ("assay-cli", "choices"),
        ("assay-cli", "cover"),
        ("assay-cli", "identify"),
        ("assay-cli", "json::"),
        ("assay-cli", "manners"),
        ("assay-cli", "npy"),
        ("assay-cli", "silicon"),
        ("assay-cli", "tutorial::"),
        ("assay-cli", "wide"),
        ("tests", "silicon::hidden"),
    ],
}];

/// A package of the workspace and its folder below the project's.
struct Package {
    name: String,
    folder: String,
}

impl Scope {
    /// The packages of these names, with `assay-` or without, or of these folders.
    pub(super) fn named(words: &[String]) -> Result<Self, Failure> {
        let all = packages()?;
        let find = |word: &String| {
            let own = word.strip_prefix("./").unwrap_or(word).trim_end_matches('/');
            let is = |one: &&Package| {
                one.name == own || one.folder == own || one.name.strip_prefix("assay-") == Some(own)
            };
            all.iter().find(is).map(|one| one.name.clone()).ok_or_else(|| {
                let names: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
                Failure::Usage(format!(
                    "expected a package, found `{word}`\n  help: {}",
                    names.join(", ")
                ))
            })
        };
        Ok(Self::Named(words.iter().map(find).collect::<Result<_, _>>()?))
    }

    /// What the files that differ from this revision reach; new files count.
    pub(super) fn changed(since: &str) -> Result<Self, Failure> {
        // A path or an option in its place would leave out what has changed.
        let commit = format!("{since}^{{commit}}");
        let found = lines("git", ["rev-parse", "--verify", "--quiet", "--end-of-options", &commit]);
        let revision = found.map_err(|failure| match failure {
            Failure::Ended(..) => Failure::Usage(format!(
                "--since: expected a revision, found `{since}`\n  help: a commit, a branch or a tag; `git log --oneline` lists commits"
            )),
            other => other,
        })?;
        let revision = revision.last().map_or(since, String::as_str);
        // With its old path a file that was moved reaches who read it there.
        let fixed = ["diff", "--name-only", "--no-renames", revision, "--"];
        let mut files = lines("git", fixed)?;
        files.extend(lines("git", ["ls-files", "--others", "--exclude-standard"])?);
        reached(&files, &packages()?, &dependents)
    }

    /// Cargo's arguments.
    pub(super) fn arguments(&self) -> Vec<String> {
        self.only(|_| true)
    }

    /// Cargo's arguments for tests of the documentation, which libraries have.
    pub(super) fn documented(&self) -> Result<Vec<String>, Failure> {
        let all = packages()?;
        let is_library = |own: &Package| root().join(&own.folder).join("src/lib.rs").exists();
        Ok(self.only(|name| all.iter().any(|own| own.name == name && is_library(own))))
    }

    /// Cargo's arguments for the named packages that a condition takes; none if there is no such package.
    fn only(&self, takes: impl Fn(&str) -> bool) -> Vec<String> {
        match self {
            Self::All | Self::Changed { .. } => vec!["--workspace".to_owned()],
            Self::Named(packages) => {
                let all = packages.iter().filter(|name| takes(name));
                all.flat_map(|name| ["--package".to_owned(), name.clone()]).collect()
            }
        }
    }

    /// Whether nothing is tested.
    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Self::Changed { packages, tests } if packages.is_empty() && tests.is_empty())
    }

    /// Whether a test of a package (by its folder's last name and its own) is run.
    pub(super) fn takes(&self, folder: &Path, test: &str) -> bool {
        let Self::Changed { packages, tests } = self else { return true };
        let is = |name: &str| is_in(folder, name);
        packages.iter().any(|name| is(name))
            || tests.iter().any(|one| is(one.package) && test.starts_with(one.tests))
    }
}

/// Whether a folder is that of a package.
fn is_in(folder: &Path, name: &str) -> bool {
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    manifest
        .lines()
        .any(|line| line.strip_prefix("name = ").is_some_and(|own| own.trim_matches('"') == name))
}

/// The packages of the workspace.
fn packages() -> Result<Vec<Package>, Failure> {
    let fixed = ["tree", "--workspace", "--depth", "0", "--prefix", "none", "--locked"];
    let all = lines("cargo", fixed)?;
    Ok(all.iter().filter_map(|line| package(line)).collect())
}

/// `assay-cli v0.2.0 (/project/cli)`.
fn package(line: &str) -> Option<Package> {
    let (name, rest) = line.split_once(' ')?;
    let folder = rest.split_once('(')?.1.split(')').next()?;
    let folder = Path::new(folder).strip_prefix(root()).ok()?.to_string_lossy().into_owned();
    Some(Package { name: name.to_owned(), folder })
}

/// The packages of the workspace that are built from one, itself among them.
fn dependents(name: &str) -> Result<Vec<String>, Failure> {
    let fixed = [
        "tree",
        "--workspace",
        "--edges",
        "normal,build,dev",
        "--prefix",
        "none",
        "--locked",
        "--invert",
    ];
    let all = lines("cargo", fixed.iter().chain(&[name]))?;
    Ok(all.iter().filter_map(|line| package(line)).map(|own| own.name).collect())
}

/// The package whose folder a file is in.
fn owner<'a>(file: &str, all: &'a [Package]) -> Option<&'a Package> {
    let inside =
        |own: &&Package| file.strip_prefix(&own.folder).is_some_and(|rest| rest.starts_with('/'));
    all.iter().filter(inside).max_by_key(|own| own.folder.len())
}

/// What these files reach.
fn reached(
    files: &[String],
    all: &[Package],
    dependents: &dyn Fn(&str) -> Result<Vec<String>, Failure>,
) -> Result<Scope, Failure> {
    let (mut packages, mut tests) = (BTreeSet::new(), BTreeSet::new());
    for file in files {
        if EVERYTHING.iter().any(|own| file.starts_with(own)) {
            return Ok(Scope::All);
        }
        tests.extend(READERS.iter().filter(|own| own.reads(file)).copied());
        if let Some(leaf) = LEAVES.iter().find(|own| file.starts_with(own.folder)) {
            tests.extend(
                leaf.tests.iter().map(|(package, tests)| reader(leaf.folder, package, tests)),
            );
            continue;
        }
        let owner = owner(file, all).filter(|_| !file.starts_with(GUESTS));
        let owner = owner.map(|own| own.name.as_str());
        let compiled = COMPILED.iter().filter(|own| own.0 == file).map(|own| own.1);
        for name in owner.into_iter().chain(compiled) {
            if !packages.contains(name) {
                packages.extend(dependents(name)?);
            }
        }
    }
    let tests = tests.into_iter().filter(|own| !packages.contains(own.package)).collect();
    Ok(Scope::Changed { packages, tests })
}

#[cfg(test)]
mod tests;
