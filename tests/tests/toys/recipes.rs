//! The places that DESIGN's recipes name are those that mention a toy: no more, no fewer.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Whether a source is about a toy, whose format is of the kind `Tapered`; the name of the feature alone is not.
fn mentions(text: &str) -> bool {
    let text = text.replace("toys", "").replace("Toys", "");
    ["toy", "Toy", "tapered", "Tapered"].iter().any(|word| text.contains(word))
}

/// Whether the feature is asked for: what it brings is a toy, whatever it is called.
fn gates(text: &str) -> bool {
    text.lines().any(|line| line.contains("cfg") && line.contains("\"toys\""))
}

/// The sources below a folder, as paths from the root, that mention a toy.
fn sources(folder: &Path, found: &mut BTreeSet<PathBuf>) {
    for entry in fs::read_dir(root().join(folder)).expect("a folder") {
        let entry = entry.expect("an entry");
        let path = folder.join(entry.file_name());
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            // These tests, and what is built.
            if !name.starts_with('.') && name != "target" && !path.ends_with("tests/tests/toys") {
                sources(&path, found);
            }
        } else if name.ends_with(".rs") || name.ends_with(".toml") || name.ends_with(".cases") {
            let text = fs::read_to_string(entry.path()).expect("a source");
            // In the room of formats the compiler names the matches.
            let gated = gates(&text) && !path.starts_with("softfloat/src/format");
            if gated || mentions(&text) || mentions(&path.to_string_lossy()) {
                found.insert(path);
            }
        }
    }
}

/// What the recipes name in backticks and is a path, with `toy` for `NAME`.
fn named() -> Vec<PathBuf> {
    let design = fs::read_to_string(root().join("DESIGN.md")).expect("DESIGN.md");
    let recipes = design.split("\n## ").filter(|part| part.starts_with("Adding a "));
    let words = recipes.flat_map(|recipe| recipe.split('`').skip(1).step_by(2));
    let paths = words.map(|word| PathBuf::from(word.replace("NAME", "toy")));
    paths.filter(|path| path.is_relative() && root().join(path).exists()).collect()
}

#[test]
fn recipes_name_the_places_that_mention_a_toy() {
    let (mut found, mut right) = (BTreeSet::new(), BTreeSet::new());
    sources(Path::new(""), &mut found);
    for path in named() {
        match root().join(&path).is_dir() {
            true if mentions(&path.to_string_lossy()) => sources(&path, &mut right),
            true => {}
            false if path.extension().is_some_and(|e| e != "md") => {
                right.insert(path);
            }
            false => {}
        }
    }
    let unnamed: Vec<_> = found.difference(&right).collect();
    assert!(unnamed.is_empty(), "no recipe names {unnamed:?}");
    let unused: Vec<_> = right.difference(&found).collect();
    assert!(unused.is_empty(), "a recipe names {unused:?}, which mention no toy");
}

#[test]
fn the_feature_is_no_mention() {
    assert!(!mentions("#[cfg(feature = \"toys\")]"));
    assert!(mentions("#[cfg(feature = \"toys\")]\npub mod toy;"));
    assert!(gates("#[cfg(feature = \"toys\")]\npub mod plaything;"));
    assert!(gates("#[cfg(all(feature = \"toys\", not(test)))]"));
    assert!(mentions("Rule::Tapered(_) => self.pack_tapered(env, u),"));
}
