//! What the documents say in numbers is counted: `cargo xtask facts`. `BLESS=1` writes what was counted in its place.
//!
//! A fact is a text of a document in which `{}` stands for the number. Where no place of the document has that text, the
//! fact is missing, so that a sentence cannot be changed without its row.

mod dependencies;
mod links;
mod recipes;
mod tables;

use semantics::pod::isa::Operation;
use semantics::xdsa::isa::{Row, Standing};
use std::fs;
use std::path::{Path, PathBuf};

/// What a document says, and what is counted for it.
struct Fact {
    document: &'static str,
    text: &'static str,
    count: fn() -> usize,
}

const fn fact(document: &'static str, text: &'static str, count: fn() -> usize) -> Fact {
    Fact { document, text, count }
}

const FACTS: &[Fact] = &[
    fact("README.md", "{} operations are registered", || vectors::operations().all().count()),
    fact("docs/works.md", "other machines {} operations are registered", || {
        vectors::operations().all().count()
    }),
    fact("docs/works.md", "all {} instruction forms, packer", pod_forms),
    fact("DESIGN.md", "families write them, {} forms", pod_forms),
    fact("docs/works.md", "{} instructions as words, images", || xdsa().count()),
    fact("docs/works.md", "but the {} that only hooks can have", || {
        xdsa().filter(|row| hook(row)).count()
    }),
    fact("DESIGN.md", "hold for {} instructions and for hooks", || {
        xdsa().filter(|row| !hook(row)).count()
    }),
    fact("DESIGN.md", "`l2bmi` (`Multicast`) stands in {} files", || {
        naming("semantics/src", &["l2bmi", "Multicast"])
    }),
    fact("DESIGN.md", "An operation of the ALU (`packbit`) stands in {}:", || {
        naming("semantics/src", &["packbit", "PackBit", "Packbit"])
    }),
];

/// The forms of POD, all shuffles as one.
fn pod_forms() -> usize {
    let forms = semantics::pod::isa::forms();
    let shuffles = forms.iter().filter(|form| matches!(form.operation, Operation::Shuffle(_)));
    forms.len() - shuffles.count() + 1
}

fn xdsa() -> impl Iterator<Item = &'static Row> {
    semantics::xdsa::isa::TABLE.iter()
}

fn hook(row: &Row) -> bool {
    row.standing == Standing::Hook
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// What stands in the place of `{}`, as bytes of the document.
fn place(document: &str, text: &str) -> Option<std::ops::Range<usize>> {
    let (before, behind) = text.split_once("{}").expect("a fact has a number");
    let ends = document.match_indices(before).map(|(at, _)| at + before.len());
    let number = |at: usize| {
        let rest = &document[at..];
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        (digits > 0 && rest[digits..].starts_with(behind)).then_some(at..at + digits)
    };
    ends.filter_map(number).next()
}

#[test]
fn numbers_of_the_documents_are_those_that_are_counted() {
    let mut wrong = Vec::new();
    for Fact { document, text, count } in FACTS {
        let path = root().join(document);
        let said = fs::read_to_string(&path).expect(document);
        let Some(place) = place(&said, text) else {
            wrong.push(format!("{document} has no `{text}`"));
            continue;
        };
        let right = count().to_string();
        if said[place.clone()] == right {
            continue;
        }
        wrong.push(format!(
            "{document} says {} in `{text}`, right is {right}",
            &said[place.clone()]
        ));
        if std::env::var_os("BLESS").is_some() {
            let mended = format!("{}{right}{}", &said[..place.start], &said[place.end..]);
            fs::write(path, mended).expect("written");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_number_is_found_where_all_of_its_text_stands() {
    let said = "all 12 forms, and 34 forms of words";
    assert_eq!(place(said, "and {} forms of"), Some(18..20));
    assert_eq!(place(said, "all {} forms of"), None);
    assert_eq!(place(said, "of {} words"), None);
}

// What stands in the sources.

/// How many files of a folder, tests aside, name one of these words.
fn naming(folder: &str, words: &[&str]) -> usize {
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
