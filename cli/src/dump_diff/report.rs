//! The findings as text.

use semantics::machine::{Apart, Compared, Misprint, Printed};
use std::fmt::Write;

/// Everything there is to say. Writing to a string does not fail.
pub(super) fn text(names: &[String; 2], found: &Compared, most: usize) -> String {
    let mut out = String::new();
    let Compared { compared, differing, only, skipped, misprinted, .. } = found;
    let _ = writeln!(
        out,
        "compared {compared} words, differing {differing}, only in {} {}, only in {} {}",
        names[0], only[0], names[1], only[1]
    );
    for (side, name) in names.iter().enumerate() {
        if misprinted[side] > 0 {
            let _ = writeln!(
                out,
                "{name}: lines whose text is not of their bits: {}",
                misprinted[side]
            );
        }
        if skipped[side] > 0 {
            let _ = writeln!(out, "{name}: lines that are no dump lines: {}", skipped[side]);
        }
    }
    if let [first, rest @ ..] = &found.differences[..] {
        explain(names, found, first, &mut out);
        further(found, &rest[..rest.len().min(most)], &mut out);
        groups(found, &mut out);
    }
    lone(names, found, most, &mut out);
    misprints(names, found, most, &mut out);
    out
}

fn explain(names: &[String; 2], found: &Compared, first: &Apart, out: &mut String) {
    let at = &first.spot;
    let _ =
        writeln!(out, "\nfirst difference: {}, {} {}{}", at.memory, at.unit, at.number, at.beside);
    let _ = writeln!(out, "  {}", at.path);
    for (name, Printed { line, statement, .. }) in names.iter().zip(&first.words) {
        let _ = writeln!(out, "  {name}:{line}: {statement}");
    }
    out.push_str(&found.details);
}

fn further(found: &Compared, rest: &[Apart], out: &mut String) {
    if rest.is_empty() {
        return;
    }
    let more = found.differing - 1 - rest.len() as u64;
    let _ = writeln!(out, "\nfurther differences:");
    let head = ["memory", "place", "address", "A", "B", "as", "kind", "lines"].map(String::from);
    let rows = rest.iter().map(|Apart { spot, words: [a, b], precision, kind }| {
        let inside = spot.part.map_or_else(String::new, |(_, number)| format!(".{number}"));
        [
            spot.short.clone(),
            spot.place.clone(),
            format!("{}{inside}", spot.number),
            a.short.clone(),
            b.short.clone(),
            letter(*precision),
            kind.clone(),
            format!("{} {}", a.line, b.line),
        ]
    });
    table(std::iter::once(head).chain(rows).collect(), out);
    if more > 0 {
        let _ = writeln!(out, "  and {more} more; see --max-report");
    }
}

/// The precision of a table's row.
fn letter(precision: Option<&'static str>) -> String {
    precision.unwrap_or("-").to_owned()
}

fn groups(found: &Compared, out: &mut String) {
    let _ = writeln!(out, "\nby memory and kind:");
    let head = ["memory", "as", "kind", "words", "places", "where", "addresses", "looks like"];
    let rows = found.groups.iter().map(|group| {
        let [first, last] = group.range;
        [
            group.short.clone(),
            letter(group.precision),
            group.kind.clone(),
            group.words.to_string(),
            group.places.to_string(),
            group.pattern.clone(),
            if first == last { first.to_string() } else { format!("{first}..{last}") },
            group.looks_like.to_owned(),
        ]
    });
    table(std::iter::once(head.map(String::from)).chain(rows).collect(), out);
}

/// Columns as wide as their widest cell.
fn table<const N: usize>(rows: Vec<[String; N]>, out: &mut String) {
    let mut widths = [0; N];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.len().max(*width);
        }
    }
    for row in &rows {
        let cells: Vec<String> =
            row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        let _ = writeln!(out, "  {}", cells.join("  ").trim_end());
    }
}

fn lone(names: &[String; 2], found: &Compared, most: usize, out: &mut String) {
    for (side, words) in found.lone.iter().enumerate().filter(|(_, words)| !words.is_empty()) {
        let _ = writeln!(out, "\nonly in {}:", names[side]);
        for (at, Printed { line, statement, .. }) in words.iter().take(most) {
            let _ = writeln!(
                out,
                "  {} of {}, {} {}{} (line {line}: {statement})",
                at.memory, at.place, at.unit, at.number, at.beside
            );
        }
        let more = found.only[side].saturating_sub(most as u64);
        if more > 0 {
            let _ = writeln!(out, "  and {more} more; see --max-report");
        }
    }
}

fn misprints(names: &[String; 2], found: &Compared, most: usize, out: &mut String) {
    for (side, texts) in found.misprints.iter().enumerate().filter(|(_, t)| !t.is_empty()) {
        let _ = writeln!(out, "\ntexts in {} that are not of their bits:", names[side]);
        for (line, misprint) in texts.iter().take(most) {
            let Misprint { column, printed, right } = misprint;
            let name = &names[side];
            let _ = match right {
                Some(right) => {
                    writeln!(out, "  {name}:{line}:{column}: `{printed}`, the bits are {right}")
                }
                None => {
                    writeln!(out, "  {name}:{line}:{column}: `{printed}`, the bits are no block")
                }
            };
        }
        let more = found.misprinted[side].saturating_sub(most as u64);
        if more > 0 {
            let _ = writeln!(out, "  and {more} more; see --max-report");
        }
    }
}
