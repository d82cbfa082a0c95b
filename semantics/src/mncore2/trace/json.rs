//! A traced statement as a line of JSON.

use super::show::{Shown, hex, value};
use super::{Forwarded, Part, Read, Rows, Stretch, Writing};
use crate::mncore2::Level;
use crate::mncore2::isa::Width;
use serde_json::{Value, json};

pub(super) fn text(shown: &Shown<'_>) -> String {
    let changes: Vec<Value> = shown
        .changes
        .iter()
        .map(|change| {
            let digits = change.digits;
            json!({
                "word": change.name,
                "place": change.place,
                "cycle": change.cycle,
                "old": format!("0x{:0digits$x}", change.old),
                "new": format!("0x{:0digits$x}", change.new),
            })
        })
        .collect();
    let dump = String::from_utf8_lossy(shown.dump);
    let object = json!({
        "line": shown.line.number,
        "statement": shown.line.statement().to_string(),
        "parts": shown.trace.parts.iter().map(part).collect::<Vec<_>>(),
        "watch": changes,
        "dump": dump.lines().collect::<Vec<_>>(),
    });
    format!("{object}\n")
}

fn part(part: &Part) -> Value {
    json!({
        "text": part.text,
        "reads": part.reads.iter().map(read).collect::<Vec<_>>(),
        "writes": part.writes.iter().map(writing).collect::<Vec<_>>(),
        "forwards": part.forwards.iter().map(forwarded).collect::<Vec<_>>(),
        "ranges": part.stretches.iter().map(stretch).collect::<Vec<_>>(),
    })
}

fn read(read: &Read) -> Value {
    let cycles: Vec<Value> = read
        .cycles
        .iter()
        .map(|cycle| {
            json!({
                "address": cycle.address,
                "bits": hex(cycle.words, read.width),
                "port": cycle.port.map(|words| hex(words, Width::Double)),
            })
        })
        .collect();
    json!({
        "pe": read.place.name(Level::Pe),
        "operand": read.operand,
        "precision": read.precision.map(|p| p.map(|p| p.letter().to_string())),
        "cycles": cycles,
    })
}

fn writing(writing: &Writing) -> Value {
    let cycles: Vec<Value> = writing
        .cycles
        .iter()
        .map(|cycle| {
            json!({
                "address": cycle.address,
                "mask": cycle.flags.map(|flags| format!("{flags:04b}")),
                "written": cycle.bits != [0, 0] && cycle.overwritten.is_none(),
                "overwritten_by": cycle.overwritten,
                "old": value(writing, cycle.old),
                "new": value(writing, cycle.new),
            })
        })
        .collect();
    json!({
        "pe": writing.place.name(Level::Pe),
        "operand": writing.operand,
        "precision": writing.precision.map(|p| p.letter().to_string()),
        "cycles": cycles,
    })
}

fn forwarded(forwarded: &Forwarded) -> Value {
    let words: Vec<String> =
        forwarded.words.iter().map(|&words| hex(words, Width::Double)).collect();
    json!({
        "pe": forwarded.place.name(Level::Pe),
        "register": forwarded.unit.name(),
        "held": forwarded.held,
        "words": words,
    })
}

fn stretch(stretch: &Stretch) -> Value {
    let digits = stretch.store.bits() as usize / 4;
    let words = |words: &[u64]| -> Vec<String> {
        words.iter().map(|word| format!("0x{word:0digits$x}")).collect()
    };
    let mut value = json!({
        "place": stretch.place.name(stretch.store.level()),
        "memory": stretch.store.to_string(),
        "written": stretch.written,
        "first_word": stretch.first,
        "old": words(&stretch.old),
        "new": words(&stretch.new),
    });
    if let Some(Rows { first, count, from, width, .. }) = stretch.rows {
        value["rows"] = json!({"first": first, "count": count, "from": from, "words": width});
    }
    value
}
