//! The findings as JSON.

use super::report::{address, hex};
use semantics::mncore2::Store;
use semantics::mncore2::dump::{Findings, Location, Word};
use serde_json::{Value, json};

/// One object, two blanks a level.
pub(super) fn text(names: &[String; 2], found: &Findings, most: usize) -> String {
    let differences: Vec<Value> = found
        .differences
        .iter()
        .take(most)
        .map(|difference| {
            let at = &difference.location;
            let mut object = location(at, &difference.words[0]);
            object["as"] = difference.number.map(|number| number.letter().to_string()).into();
            object["kind"] = difference.apart.to_string().into();
            for (side, name) in ["a", "b"].into_iter().enumerate() {
                object[name] = word(found, side, at, &difference.words[side]);
            }
            object
        })
        .collect();
    let groups: Vec<Value> = found
        .groups
        .iter()
        .map(|group| {
            json!({
                "memory": group.store.to_string(),
                "as": group.number.map(|number| number.letter().to_string()),
                "kind": group.apart.to_string(),
                "words": group.words,
                "places": group.places,
                "where": group.pattern(),
                "levels": group.varying().iter().map(ToString::to_string).collect::<Vec<_>>(),
                "looks_like": group.apart.looks_like(),
            })
        })
        .collect();
    let object = json!({
        "equal": found.is_equal(),
        "compared": found.compared,
        "differing": found.differing,
        "differences": differences,
        "groups": groups,
        "a": side(names, found, 0, most),
        "b": side(names, found, 1, most),
    });
    format!("{object:#}\n")
}

/// What is said of one dump.
fn side(names: &[String; 2], found: &Findings, side: usize, most: usize) -> Value {
    let lone: Vec<Value> = found.lone[side]
        .iter()
        .take(most)
        .map(|(at, lone)| {
            let mut object = location(at, lone);
            object["word"] = word(found, side, at, lone);
            object
        })
        .collect();
    let misprints: Vec<Value> = found.misprints[side]
        .iter()
        .take(most)
        .map(|(line, m)| {
            json!({"line": line, "column": m.column, "printed": m.printed, "right": m.right})
        })
        .collect();
    json!({
        "name": names[side],
        "lines": found.lines[side],
        "skipped": found.skipped[side],
        "only": found.only[side],
        "only_words": lone,
        "misprinted": found.misprinted[side],
        "misprints": misprints,
    })
}

fn location(at: &Location, word: &Word) -> Value {
    let (unit, number) = address(at, word.dtype);
    let mut object = json!({
        "memory": at.store.to_string(),
        "place": at.place.name(at.store.level()),
    });
    object[unit] = number.into();
    match at.store {
        Store::Matrix(_) => object["long_word"] = (at.word % 4).into(),
        Store::Mask => object["cycle"] = (at.word % 4).into(),
        _ => {}
    }
    object
}

fn word(found: &Findings, side: usize, at: &Location, word: &Word) -> Value {
    json!({
        "bits": hex(word.bits, at.single),
        "line": word.line,
        "statement": found.statements[side][word.statement],
    })
}
