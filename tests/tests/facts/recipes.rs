//! DESIGN's recipes ("Adding a format", "Adding a family", "Adding a machine") name the places where their examples are listed.

use super::root;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A recipe, the folders in which its example is listed, and the words that list it.
struct Recipe {
    title: &'static str,
    folders: &'static [&'static str],
    listed: &'static [&'static str],
}

const RECIPES: [Recipe; 3] = [
    Recipe {
        title: "Adding a format",
        folders: &["softfloat/src", "oracle/src"],
        listed: &["Rule::P3109", "Kind::P3109"],
    },
    Recipe {
        title: "Adding a family",
        folders: &["vectors/src/family", "oracle/src/reference"],
        listed: &["posit::FAMILY", "posit::REFERENCE"],
    },
    Recipe {
        title: "Adding a machine",
        folders: &["semantics/src", "oracle/src/interpreters", "vectors/src/programs"],
        listed: &["TileMachine", "pub mod tile;", "&tile::", "for Tile"],
    },
];

/// The sources below a folder that hold one of these words, as paths from the root.
fn sources(folder: &Path, words: &[&str], found: &mut BTreeSet<PathBuf>) {
    for entry in fs::read_dir(root().join(folder)).expect("a folder") {
        let path = folder.join(entry.expect("an entry").file_name());
        if root().join(&path).is_dir() {
            sources(&path, words, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(root().join(&path)).expect("a source");
            found.extend(words.iter().any(|word| text.contains(word)).then_some(path));
        }
    }
}

/// The paths that a recipe names in backticks, without a slash at the end.
fn named(title: &str) -> Vec<PathBuf> {
    let design = fs::read_to_string(root().join("DESIGN.md")).expect("DESIGN.md");
    let recipe = design.split("\n## ").find(|part| part.starts_with(title)).expect(title);
    let words = recipe
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|word| word.contains('/') && !word.contains(' '));
    let folders = ["softfloat/", "vectors/", "semantics/", "oracle/", "fuzz/", "tests/", "cli/"];
    words
        .filter(|word| folders.iter().any(|folder| word.starts_with(folder)))
        .map(|word| PathBuf::from(word.trim_end_matches('/')))
        .collect()
}

#[test]
fn recipes_name_what_exists() {
    for Recipe { title, .. } in RECIPES {
        let missing: Vec<_> =
            named(title).into_iter().filter(|path| !root().join(path).exists()).collect();
        assert!(missing.is_empty(), "{title}: {missing:?}");
        assert!(named(title).len() > 3, "{title}");
    }
}

#[test]
fn recipes_name_where_their_example_is_listed() {
    for Recipe { title, folders, listed } in RECIPES {
        let named = named(title);
        let mut found = BTreeSet::new();
        folders.iter().for_each(|folder| sources(Path::new(folder), listed, &mut found));
        assert!(!found.is_empty(), "{title}");
        let is_named = |path: &PathBuf| named.iter().any(|own| path.starts_with(own));
        let left: Vec<_> = found.iter().filter(|path| !is_named(path)).collect();
        assert!(left.is_empty(), "{title} does not name {left:?}");
    }
}
