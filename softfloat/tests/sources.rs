//! What is known in one place: the kind of a format in its room, "round up?" in `round.rs`. Counted in the sources.

use std::fs;
use std::path::{Path, PathBuf};

/// The sources of the workspace, but for those of judges, which derive what they judge by themselves.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let crates =
        ["softfloat", "functions", "semantics", "vectors", "cli", "tests", "fuzz", "bench"];
    let mut paths = Vec::new();
    crates.iter().for_each(|name| walk(&root.join(name), &mut paths));
    let named = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a source");
        (path.strip_prefix(root).expect("below the root").display().to_string(), text)
    };
    let all: Vec<_> = paths.into_iter().map(named).collect();
    assert!(all.len() > 1000, "{} sources are too few to be all", all.len());
    all.into_iter().filter(|(path, _)| path != "softfloat/tests/sources.rs").collect()
}

fn walk(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let skipped = path.ends_with("target") || path.ends_with("corpus");
        if path.is_dir() && !skipped {
            walk(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            paths.push(path);
        }
    }
}

/// The words behind `opening` in a text that begin a line of an enum, up to its end.
fn variants<'a>(text: &'a str, opening: &str) -> Vec<&'a str> {
    let body = text.split_once(opening).expect("the enum").1.split_once("\n}").expect("its end").0;
    let lines = body.lines().map(str::trim).filter(|line| line.starts_with(char::is_uppercase));
    lines.map(|line| line.split(|c: char| !c.is_alphanumeric()).next().unwrap_or(line)).collect()
}

#[test]
fn the_kind_of_a_format_is_known_in_its_room_alone() {
    const ROOM: &str = "softfloat/src/format/";
    let sources = sources();
    let (room, others): (Vec<_>, Vec<_>) =
        sources.iter().partition(|(path, _)| path.starts_with(ROOM));
    let room: String = room.iter().map(|(_, text)| text.as_str()).collect();
    let (kinds, special) =
        (variants(&room, "\nenum Rule {"), variants(&room, "\npub enum Nonfinite {"));
    assert!(kinds.contains(&"Hidden") && special.contains(&"Infinity"), "{kinds:?} {special:?}");
    // A successor under another name would be an enum that the room shows.
    let shown: Vec<&str> =
        room.split("pub enum ").skip(1).filter_map(|t| t.split(' ').next()).collect();
    assert_eq!(shown, ["Nonfinite"], "enums that {ROOM} shows");
    let matches = |text: &str| {
        let names = kinds.iter().map(|name| format!("Rule::{name}"));
        let names = names.chain(special.iter().map(|name| format!("Nonfinite::{name}")));
        let made = ["HIDDEN", "EXPLICIT", "INTEGER", "fixed("].map(|name| format!("Kind::{name}"));
        names.chain(made).any(|name| text.contains(&name))
    };
    let found: Vec<&String> =
        others.iter().filter(|(_, text)| matches(text)).map(|(path, _)| path).collect();
    assert!(found.is_empty(), "files that match on a format's kind: {found:?}");
}

#[test]
fn round_up_is_asked_in_one_place() {
    // The lanes, and what tests derive by themselves.
    let apart = |path: &str| {
        ["softfloat/src/round.rs", "softfloat/src/slice/pack.rs"].contains(&path)
            || path.contains("/tests/")
            || path.ends_with("/tests.rs")
            || path.starts_with("softfloat/src/ieee/arithmetic/")
    };
    let decides = |line: &str| {
        let Some((pattern, result)) = line.split_once("=>") else { return false };
        let directed = ["Rounding::Up", "Rounding::Down"].iter().any(|word| pattern.contains(word));
        let result = result.split('"').next().unwrap_or(result);
        directed && ["sign", "negative", "minus"].iter().any(|word| result.contains(word))
    };
    let found: Vec<String> = sources()
        .into_iter()
        .filter(|(path, text)| !apart(path) && text.lines().any(decides))
        .map(|(path, _)| path)
        .collect();
    assert!(found.is_empty(), "files that decide by the direction and the sign: {found:?}");
}
