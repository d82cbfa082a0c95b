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
    /// Where the files lie.
    files: &'static str,
    pub(super) package: &'static str,
    /// What the names of the tests begin with.
    pub(super) tests: &'static str,
}

const fn reader(files: &'static str, package: &'static str, tests: &'static str) -> Reader {
    Reader { files, package, tests }
}

/// Who reads what. A package that a file belongs to needs no row.
const READERS: [Reader; 32] = [
    reader("docs/", "assay-cli", "tutorial::"),
    reader("docs/", "assay-cli", "json::"),
    reader("docs/", "tests", "facts::"),
    reader("docs/", "tests", "registry::clauses"),
    reader("docs/", "tests", "silicon::page"),
    reader("docs/", "assay-vectors", "decisions::"),
    reader("docs/", "assay-vectors", "words::"),
    reader("docs/", "assay-softfloat", "sums_page::"),
    reader("docs/", "assay-semantics", "pod::"),
    reader("docs/", "assay-semantics", "text::"),
    reader("docs/", "assay-semantics", "tile::listing"),
    reader("docs/", "assay-semantics", "xdsa::listing"),
    reader("docs/", "book", ""),
    reader("docs/mutants/", "mutants", "ledger::"),
    reader("README.md", "tests", "facts::"),
    reader("README.md", "assay-cli", "tutorial::"),
    reader("DESIGN.md", "tests", "facts::"),
    reader("CONTRIBUTING.md", "tests", "facts::"),
    reader("CHANGELOG.md", "tests", "facts::"),
    reader("tests/cli/", "assay-cli", ""),
    reader("tests/golden/", "assay-cli", ""),
    reader("tests/golden/", "assay-semantics", ""),
    reader("tests/data/", "assay-cli", ""),
    reader("tests/data/", "assay-vectors", ""),
    reader("tests/data/", "assay-semantics", ""),
    reader("fuzz/corpus/", "tests", "fuzz::"),
    reader("examples/designs/", "assay-cli", ""),
    reader("examples/rtl/", "assay-cli", "tutorial::"),
    reader("examples/pod/", "tests", "golden::"),
    reader("bindings/sv/", "assay-c", ""),
    reader("bindings/python/", "xtask", ""),
    reader(".ci/", "tests", "facts::"),
];

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
        ("tests", "facts::"),
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
            let own = word.trim_end_matches('/');
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
        let mut files = lines("git", ["diff", "--name-only", since])?;
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

/// What these files reach.
fn reached(
    files: &[String],
    all: &[Package],
    dependents: &dyn Fn(&str) -> Result<Vec<String>, Failure>,
) -> Result<Scope, Failure> {
    let (mut packages, mut tests) = (BTreeSet::new(), BTreeSet::new());
    for file in files {
        // What all are built from.
        if ["Cargo.toml", "Cargo.lock"].contains(&file.as_str()) || file.starts_with(".cargo/") {
            return Ok(Scope::All);
        }
        if let Some(leaf) = LEAVES.iter().find(|own| file.starts_with(own.folder)) {
            tests.extend(
                leaf.tests.iter().map(|(package, tests)| reader(leaf.folder, package, tests)),
            );
            continue;
        }
        let readers: Vec<&Reader> =
            READERS.iter().filter(|own| file.starts_with(own.files)).collect();
        let inside = |own: &&Package| {
            file.strip_prefix(&own.folder).is_some_and(|rest| rest.starts_with('/'))
        };
        let owner = all.iter().filter(inside).max_by_key(|own| own.folder.len());
        // Data that rows name belong to their readers alone.
        let is_source = file.ends_with(".rs") || file.ends_with(".toml") || readers.is_empty();
        if let Some(owner) = owner.filter(|own| is_source && !packages.contains(&own.name)) {
            packages.extend(dependents(&owner.name)?);
        }
        tests.extend(readers.into_iter().copied());
    }
    let tests = tests.into_iter().filter(|own| !packages.contains(own.package)).collect();
    Ok(Scope::Changed { packages, tests })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(files: &[&str]) -> Scope {
        let folders = ["softfloat", "vectors", "cli", "tests", "tests/needs"];
        let all = folders.map(|folder| Package {
            name: folder.rsplit('/').next().unwrap().to_owned(),
            folder: folder.to_owned(),
        });
        let files: Vec<String> = files.iter().map(|&file| file.to_owned()).collect();
        let dependents = |name: &str| {
            let order = ["softfloat", "vectors", "cli", "tests"];
            let from = order.iter().position(|own| *own == name);
            Ok(from.map_or(vec![name.to_owned()], |from| {
                order[from..].iter().map(|&own| own.to_owned()).collect()
            }))
        };
        reached(&files, &all, &dependents).unwrap()
    }

    fn packages(scope: &Scope) -> Vec<&str> {
        match scope {
            Scope::All => vec!["all"],
            Scope::Named(packages) | Scope::Changed { packages, .. } => {
                packages.iter().map(String::as_str).collect()
            }
        }
    }

    /// A library, a crate in the middle, and a page.
    #[test]
    fn a_change_reaches_what_is_built_from_it() {
        assert_eq!(
            packages(&of(&["softfloat/src/round.rs"])),
            ["cli", "softfloat", "tests", "vectors"]
        );
        assert_eq!(packages(&of(&["vectors/src/diff/mod.rs"])), ["cli", "tests", "vectors"]);
        let leaf = of(&["vectors/src/identify/mod.rs"]);
        assert_eq!(packages(&leaf), Vec::<&str>::new());
        assert!(
            matches!(&leaf, Scope::Changed { tests, .. } if tests.iter().any(|own| own.tests == "silicon::hidden"))
        );
        let page = of(&["docs/numbers.md"]);
        assert_eq!(packages(&page), Vec::<&str>::new());
        assert!(
            matches!(&page, Scope::Changed { tests, .. } if tests.iter().any(|own| own.tests == "facts::"))
        );
        assert_eq!(packages(&of(&["tests/needs/src/lib.rs"])), ["needs"]);
        assert_eq!(packages(&of(&["tests/cli/gen.test"])), Vec::<&str>::new());
        assert_eq!(packages(&of(&["docs/numbers.md", "Cargo.lock"])), ["all"]);
        assert!(of(&[]).is_empty());
        let named = Scope::Named(["fuzz", "cli"].map(str::to_owned).into());
        assert_eq!(named.arguments(), ["--package", "cli", "--package", "fuzz"]);
        assert_eq!(named.only(|name| name != "fuzz"), ["--package", "cli"]);
        assert_eq!(Scope::All.arguments(), ["--workspace"]);
    }

    /// All files below a folder whose names end so, as paths below the project's.
    fn below(folder: &Path, end: &str, found: &mut Vec<String>) {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
        for entry in entries.filter(|entry| entry.file_name() != "target") {
            let path = entry.path();
            if entry.file_type().unwrap().is_dir() {
                below(&path, end, found);
            } else if path.to_string_lossy().ends_with(end) {
                found.push(path.strip_prefix(root()).unwrap().to_string_lossy().into_owned());
            }
        }
    }

    /// What says `identify` in code, or calls the command of that name, is a leaf's own, or one of its tests is.
    #[test]
    fn leaves_are_used_by_their_tests_alone() {
        const USERS: [&str; 9] = [
            "vectors/src/lib.rs",
            "vectors/tests/main.rs",
            "vectors/tests/identify.rs",
            "cli/src/lib.rs",
            "cli/src/identify/",
            "cli/tests/json.rs",
            "tests/tests/silicon/hidden.rs",
            // The steps of --all have their own tests.
            "bindings/python/src/",
            "xtask/src/",
        ];
        let [Leaf { folder, tests }] = LEAVES;
        let mut files = Vec::new();
        for end in [".rs", ".test"] {
            below(&root(), end, &mut files);
        }
        assert!(files.len() > 500, "{}", files.len());
        for file in files.iter().filter(|own| !own.starts_with(folder)) {
            let text = std::fs::read_to_string(root().join(file)).unwrap();
            let is_run = match file.strip_prefix("tests/cli/") {
                Some(name) => {
                    let calls = text
                        .lines()
                        .any(|line| line.starts_with('$') && line.contains("assay identify"));
                    !calls || tests.iter().any(|(_, own)| name.starts_with(own))
                }
                None => {
                    let uses = |line: &str| {
                        !line.trim_start().starts_with("//")
                            && ["identify::", "mod identify", "{identify", ", identify"]
                                .iter()
                                .any(|word| line.contains(word))
                    };
                    !text.lines().any(uses) || USERS.iter().any(|own| file.starts_with(own))
                }
            };
            assert!(is_run, "{file}");
        }
    }

    /// A row whose files or tests do not exist would hide a test.
    #[test]
    fn rows_name_what_exists() {
        let leaves = LEAVES.iter().flat_map(|own| own.tests.iter().map(|row| (own.folder, row.1)));
        for (files, tests) in READERS.iter().map(|own| (own.files, own.tests)).chain(leaves) {
            assert!(root().join(files).exists(), "{files}");
            let module = tests.split("::").next().unwrap_or_default();
            let places = [
                "cli/tests",
                "tests/tests",
                "vectors/tests",
                "softfloat/tests",
                "semantics/tests",
                "mutants/src",
            ];
            let is_there = |place: &&str| {
                let folder = root().join(place);
                folder.join(format!("{module}.rs")).exists() || folder.join(module).is_dir()
            };
            let is_file = |own: &str| root().join(format!("tests/cli/{own}.test")).exists();
            let known = module.is_empty() || places.iter().any(is_there) || is_file(module);
            assert!(known, "{tests}");
        }
    }
}
