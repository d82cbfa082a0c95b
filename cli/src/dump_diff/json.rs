//! The findings as JSON.

use crate::page::SCHEMA;
use semantics::machine::{Compared, Printed, Spot};
use serde_json::{Value, json};

/// One object, two blanks a level.
pub(super) fn text(names: &[String; 2], found: &Compared, most: usize) -> String {
    let differences: Vec<Value> = found
        .differences
        .iter()
        .take(most)
        .map(|difference| {
            let mut object = location(&difference.spot);
            object["as"] = difference.precision.into();
            object["kind"] = difference.kind.as_str().into();
            for (name, printed) in ["a", "b"].into_iter().zip(&difference.words) {
                object[name] = word(printed);
            }
            object
        })
        .collect();
    let groups: Vec<Value> = found
        .groups
        .iter()
        .map(|group| {
            json!({
                "memory": group.memory,
                "as": group.precision,
                "kind": group.kind,
                "words": group.words,
                "places": group.places,
                "where": group.pattern,
                "levels": group.levels,
                "looks_like": group.looks_like,
            })
        })
        .collect();
    let object = json!({
        "schema": SCHEMA,
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
fn side(names: &[String; 2], found: &Compared, side: usize, most: usize) -> Value {
    let lone: Vec<Value> = found.lone[side]
        .iter()
        .take(most)
        .map(|(spot, printed)| {
            let mut object = location(spot);
            object["word"] = word(printed);
            object
        })
        .collect();
    let misprints: Vec<Value> = found.misprints[side]
        .iter()
        .take(most)
        .map(
            |(line, m)| json!({"line": line, "column": m.column, "printed": m.printed, "right": m.right}),
        )
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

fn location(spot: &Spot) -> Value {
    let mut object = json!({"memory": spot.memory, "place": spot.place});
    object[spot.unit] = spot.number.into();
    if let Some((part, number)) = spot.part {
        object[part] = number.into();
    }
    object
}

fn word(Printed { bits, line, statement, .. }: &Printed) -> Value {
    json!({"bits": bits, "line": line, "statement": statement})
}
