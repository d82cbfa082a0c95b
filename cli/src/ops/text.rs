//! Operations for people: no line is wider than 100 columns, but for names that are.

use super::json::plain;
use std::fmt::Write;
use vectors::class::{CATEGORIES, Class, Word};
use vectors::cover;
use vectors::registry::{FlagKind, Op, OptionSpec, Shape};

const WIDTH: usize = 100;

/// The widest column of ids.
const COLUMN: usize = 40;

/// An id and what the operation computes, a line each.
pub(super) fn lines(ops: &[&Op]) -> String {
    let rows = ops.iter().map(|op| (op.id.as_str(), op.summary.as_str()));
    let rows: Vec<(&str, &str)> = [("id", "computes")].into_iter().chain(rows).collect();
    // Longer ids stand out of the column.
    let width = rows.iter().map(|(id, _)| id.len()).filter(|n| *n <= COLUMN).max().unwrap_or(0);
    let mut text = String::new();
    // Writing to a string does not fail, here and below.
    for (id, summary) in rows {
        let width = width.min(WIDTH.saturating_sub(2 + summary.len()));
        let _ = writeln!(text, "{}", beside(id, width, summary));
    }
    text
}

/// A name and what it says, in one line where there is room.
fn beside(name: &str, width: usize, what: &str) -> String {
    match name.len() + 2 + what.len() <= WIDTH {
        true => format!("{name:width$}  {what}"),
        false => format!("{name}\n  {what}"),
    }
}

/// A paragraph each.
pub(super) fn paragraphs(ops: &[&'static Op]) -> String {
    ops.iter().map(|op| paragraph(op)).collect::<Vec<_>>().join("\n")
}

fn paragraph(op: &'static Op) -> String {
    let plan = plain(op);
    let operands = op.operands.iter().zip(&plan.operands);
    let operands: Vec<String> =
        operands.map(|(name, shape)| format!("{name}:{}", size(shape))).collect();
    let options: Vec<String> = op.options.iter().map(OptionSpec::brief).collect();
    let results: Vec<String> = plan.results.iter().map(size).collect();
    let flags = match op.flags {
        FlagKind::None => "",
        FlagKind::Mask => "+flag",
        FlagKind::Exceptions => "+flags",
    };
    let mut text = beside(&op.id, 0, &op.summary) + "\n";
    for (name, what) in [
        ("operands", operands.join(" ")),
        ("result", results.join(";") + flags),
        ("options", options.join(" ")),
        ("section", op.section.clone()),
        ("decisions", op.decisions.join(" ")),
    ] {
        wrapped(&mut text, name, &what);
    }
    text
}

/// A named line; what is too long goes on below, between words or behind a `|`. Of nothing no line.
fn wrapped(text: &mut String, name: &str, what: &str) {
    let mut line = format!("  {name:9} ");
    let empty = line.len();
    for word in what.split_whitespace() {
        let fits = |line: &str, part: &str| line.len() + 1 + part.trim_end().len() <= WIDTH;
        let parts: Vec<&str> = match fits(&line[..empty], word) {
            true => vec![word],
            false => word.split_inclusive('|').collect(),
        };
        for (i, part) in parts.into_iter().enumerate() {
            if line.len() > empty && !fits(&line, part) {
                let _ = writeln!(text, "{line}");
                line = format!("{:empty$} {part}", "");
            } else {
                line = if i == 0 { line + " " + part } else { line + part };
            }
        }
    }
    if line.len() > empty {
        let _ = writeln!(text, "{line}");
    }
}

fn size(shape: &Shape) -> String {
    let width = shape.format.width;
    if shape.len == 1 { width.to_string() } else { format!("{}x{width}", shape.len) }
}

/// What the words for classes of codes mean.
pub(super) fn classes() -> String {
    let mut text = String::from(
        "A class stands behind the sign, + or - (of formats without a sign +): `-norm`. Operands are joined\n\
         by `*`; of one with several elements, `16x+norm`: all 16 are that, `+norm|-zero`: there are these.\n",
    );
    for (place, words) in [
        (
            "in files (class), in the groups of check and diff, behind decoded codes",
            &Class::WORDS[..],
        ),
        ("in the goals of coverage models (B1, results)", cover::CLASSES),
        ("in explain's tables of operands", &CATEGORIES),
    ] {
        let _ = writeln!(text, "\n{place}:");
        for Word { word, meaning } in words {
            let _ = writeln!(text, "  {word:10}  {meaning}");
        }
    }
    text
}
