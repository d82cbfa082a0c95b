//! What stands in the sources.

use crate::root;
use std::fs;
use std::path::Path;

/// How many files of a folder, tests aside, name one of these words.
pub(crate) fn naming(folder: &str, words: &[&str]) -> usize {
    let mut count = 0;
    visit(&root().join(folder), &mut |text| count += usize::from(has(text, words)));
    count
}

fn visit(folder: &Path, each: &mut dyn FnMut(&str)) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() && name != "tests" {
            visit(&path, each);
        } else if name.ends_with(".rs") && name != "tests.rs" {
            each(&fs::read_to_string(&path).expect("a source"));
        }
    }
}

fn has(text: &str, words: &[&str]) -> bool {
    let mut found = text.split(|c: char| !c.is_ascii_alphanumeric());
    found.any(|word| words.contains(&word))
}

#[test]
fn a_word_is_no_part_of_another() {
    assert!(has("Op::PackBit,", &["PackBit"]));
    assert!(!has("unpackbits", &["packbit"]));
}
