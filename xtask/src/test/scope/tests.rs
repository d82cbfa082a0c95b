//! What a change reaches, and that no reader of files is left out.

use super::*;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Component, PathBuf};

fn of(files: &[&str]) -> Scope {
    let folders = ["softfloat", "vectors", "cli", "tests", "tests/needs", "oracle"];
    let all = folders.map(|folder| Package {
        name: folder.rsplit('/').next().unwrap().to_owned(),
        folder: folder.to_owned(),
    });
    let files: Vec<String> = files.iter().map(|&file| file.to_owned()).collect();
    let dependents = |name: &str| {
        let order = ["softfloat", "vectors", "cli", "oracle", "tests"];
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
        ["cli", "oracle", "softfloat", "tests", "vectors"]
    );
    assert_eq!(packages(&of(&["vectors/src/diff/mod.rs"])), ["cli", "oracle", "tests", "vectors"]);
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
    assert_eq!(packages(&of(&["tests/golden/pod/a.pod"])), ["tests"]);
    assert_eq!(packages(&of(&["tests/data/formats.csv"])), ["oracle", "tests"]);
    assert_eq!(packages(&of(&["docs/numbers.md", "Cargo.lock"])), ["all"]);
    assert_eq!(packages(&of(&["rustfmt.toml"])), ["all"]);
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

#[test]
fn packages_are_named_as_a_shell_completes_them() {
    for word in ["xtask", "./xtask", "xtask/", "./xtask/"] {
        assert_eq!(packages(&Scope::named(&[word.to_owned()]).unwrap()), ["xtask"]);
    }
}

/// A source, a `.test` file or a page, and a file that it reads.
struct Reading {
    reader: String,
    file: String,
    /// Whether it is compiled into what others are built from.
    is_compiled: bool,
}

/// What the paths in sources, `.test` files and pages lead to.
fn readings(all: &[Package]) -> Vec<Reading> {
    let (mut found, mut readers) = (Vec::new(), Vec::new());
    for end in [".rs", ".test", ".md"] {
        below(&root(), end, &mut readers);
    }
    for reader in readers {
        let text = std::fs::read_to_string(root().join(&reader)).unwrap();
        for (start, folder) in starts(&reader, all) {
            for (at, _) in text.match_indices(start) {
                let (before, path) = text.split_at(at + start.trim_end_matches("../").len());
                let statement = before.rsplit(';').next().unwrap_or_default();
                let line = before.rsplit('\n').next().unwrap_or_default();
                // Examples of the documentation are always tested, and of pages only the commands of a console are.
                let is_other = statement.contains("#[doc = include_")
                    || reader.ends_with(".md") && !line.starts_with("$ ");
                let path = path.split(['"', ' ', '\n', ')', ';']).next().unwrap_or_default();
                let Some(path) = led(&folder, path).filter(|_| !is_other) else { continue };
                let mut files = Vec::new();
                match root().join(&path).is_dir() {
                    true => below(&root().join(&path), "", &mut files),
                    false => files.push(path),
                }
                let is_compiled = statement.contains("include_");
                let of = |file| Reading { reader: reader.clone(), file, is_compiled };
                found.extend(files.into_iter().map(of));
            }
        }
    }
    found
}

/// What a path of a reader begins with, and the folder that it leads from.
fn starts(reader: &str, all: &[Package]) -> Vec<(&'static str, PathBuf)> {
    if !reader.ends_with(".rs") {
        return vec![("$ASSAY/", PathBuf::new()), ("$DATA/", PathBuf::from("tests/data"))];
    }
    let own = PathBuf::from(owner(reader, all).map_or("", |own| own.folder.as_str()));
    let beside = Path::new(reader).parent().map(Path::to_path_buf).unwrap_or_default();
    let mut starts = vec![("\"../", beside), ("\"../", own.clone()), ("\"/../", own)];
    // Their `root` is the project's.
    if reader.starts_with("cli/tests/") || reader.starts_with("tests/tests/facts/") {
        starts.push(("root().join(\"", PathBuf::new()));
    }
    starts
}

/// Where a path leads from a folder, up to what a program puts into it; nothing where nothing is there, or outside of the project.
fn led(folder: &Path, path: &str) -> Option<String> {
    let path = match path.split_once(['{', '*', '$']) {
        Some((fixed, _)) => fixed.rsplit_once('/')?.0,
        None => path,
    };
    let mut found = PathBuf::new();
    for part in folder.join(path).components() {
        match part {
            Component::ParentDir if !found.pop() => return None,
            Component::Normal(name) => found.push(name),
            _ => {}
        }
    }
    let is_there = !found.as_os_str().is_empty() && root().join(&found).exists();
    is_there.then(|| found.to_string_lossy().into_owned())
}

/// Readers whose paths are no literals.
const OTHERS: [(&str, &str); 13] = [
    ("xtask/src/test/scope/tests.rs", "tests/cli/gen.test"),
    ("softfloat/tests/sources.rs", "cli/src/lib.rs"),
    ("softfloat/tests/sources.rs", "bench/src/lib.rs"),
    ("softfloat/tests/sources.rs", "vectors/src/identify/mod.rs"),
    ("vectors/tests/engines.rs", "vectors/src/identify/mod.rs"),
    ("xtask/src/circles/mod.rs", "semantics/src/lib.rs"),
    ("xtask/src/rtl/designs.rs", "examples/rtl/fadd.sv"),
    ("xtask/src/rtl/report.rs", "docs/rtl.md"),
    ("bindings/c/tests/systemverilog.rs", "bindings/sv/assay_pkg.sv"),
    ("bindings/c/tests/programs.rs", "xtask/src/library.rs"),
    ("cli/tests/tutorial.rs", "DESIGN.md"),
    ("tests/tests/facts/links.rs", "SECURITY.md"),
    ("tests/tests/facts/mod.rs", "semantics/src/lib.rs"),
];

/// The package of a reader, and how the names of the tests in it begin.
fn named(reader: &str, all: &[Package]) -> Option<(String, String)> {
    if let Some(name) = reader.strip_prefix("tests/cli/") {
        return Some(("assay-cli".to_owned(), name.trim_end_matches(".test").to_owned()));
    }
    if reader.ends_with(".md") {
        return Some(("assay-cli".to_owned(), "tutorial::".to_owned()));
    }
    let own = owner(reader, all)?;
    let place = reader.strip_prefix(&format!("{}/", own.folder))?;
    // Examples and benches are no tests.
    let module = place.strip_prefix("tests/").or_else(|| place.strip_prefix("src/"))?;
    let module = module.trim_end_matches(".rs").trim_end_matches("/mod").replace('/', "::");
    Some((own.name.clone(), format!("{module}::")))
}

#[test]
fn every_reader_is_reached() {
    let all = super::packages().unwrap();
    let known = RefCell::new(BTreeMap::new());
    let dependents = |name: &str| {
        let mut known = known.borrow_mut();
        let names: &Vec<String> =
            known.entry(name.to_owned()).or_insert_with(|| super::dependents(name).unwrap());
        Ok(names.clone())
    };
    let mut readings = readings(&all);
    assert!(readings.len() > 1000, "{}", readings.len());
    readings.extend(OTHERS.map(|(reader, file)| {
        assert!(root().join(reader).exists() && root().join(file).exists(), "{reader}, {file}");
        Reading { reader: reader.to_owned(), file: file.to_owned(), is_compiled: false }
    }));
    let mut missed = BTreeSet::new();
    for Reading { reader, file, is_compiled } in readings {
        let Some((package, module)) = named(&reader, &all) else { continue };
        let is_whole = is_compiled && reader.contains("/src/") && !reader.contains("/tests/");
        let is_reached = match reached(std::slice::from_ref(&file), &all, &dependents).unwrap() {
            Scope::Changed { packages, tests } => {
                let by_row = |own: &Reader| own.package == package && module.starts_with(own.tests);
                packages.contains(&package) || !is_whole && tests.iter().any(by_row)
            }
            Scope::All | Scope::Named(_) => true,
        };
        if !is_reached {
            missed.insert(format!("{file} is read by {reader}"));
        }
    }
    assert!(missed.is_empty(), "not reached:\n{}", Vec::from_iter(missed).join("\n"));
}

/// A row whose files or tests do not exist would hide a test.
#[test]
fn rows_name_what_exists() {
    let leaves = LEAVES.iter().flat_map(|own| own.tests.iter().map(|row| (own.folder, row.1)));
    for (files, tests) in READERS.iter().map(|own| (own.files, own.tests)).chain(leaves) {
        assert!(files.starts_with('*') || root().join(files).exists(), "{files}");
        let module = tests.split("::").next().unwrap_or_default();
        let places = [
            "cli/tests",
            "tests/tests",
            "vectors/tests",
            "softfloat/tests",
            "semantics/tests",
            "mutants/src",
            "oracle/src",
            "bindings/c/tests",
            "xtask/src",
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
