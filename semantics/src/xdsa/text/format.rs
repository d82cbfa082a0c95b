//! Canonical text: each statement in one way, all comments kept.

use super::print::sync;
use super::read::{Statement, TableRef, statement};
use super::table::TableText;
use super::token::{Line, lines};
use crate::source::{Diagnostic, Errors, MAX_DIAGNOSTICS};
use std::fmt::Write as _;

/// The longest line that a table is written on.
const WIDTH: usize = 120;

/// A text that can be read, in canonical form.
pub(crate) fn format(source: &str) -> Result<String, Errors> {
    let mut out = String::new();
    let mut errors = Errors { diagnostics: Vec::new(), more: 0 };
    // A table whose brace is open, and the comments in it.
    let mut open: Option<(Box<TableText>, Vec<String>)> = None;
    let mut skipping = false;
    for line in lines(source) {
        if skipping {
            skipping = !line.closes();
            continue;
        }
        let inside = open.is_some() || line.opens();
        let read = match &mut open {
            Some((table, comments)) => {
                if !line.comment.is_empty() {
                    comments.push(line.comment.into());
                }
                table.fields(&line.tokens).map(|closed| {
                    if closed && let Some((table, comments)) = open.take() {
                        close(&mut out, &table, &comments);
                    }
                })
            }
            None => statement(&line).map(|read| match read {
                Statement::Table(table, false) => {
                    let comment = (!line.comment.is_empty()).then(|| line.comment.to_owned());
                    open = Some((table, comment.into_iter().collect()));
                }
                read => whole(&mut out, &line, &read),
            }),
        };
        if let Err(fault) = read {
            skipping = inside && !line.closes();
            open = None;
            keep(&mut errors, fault.place(line.number, line.text));
        }
    }
    if errors.diagnostics.is_empty() { Ok(out) } else { Err(errors) }
}

fn keep(errors: &mut Errors, diagnostic: Diagnostic) {
    if errors.diagnostics.len() < MAX_DIAGNOSTICS {
        errors.diagnostics.push(diagnostic);
    } else {
        errors.more += 1;
    }
}

fn close(out: &mut String, table: &TableText, comments: &[String]) {
    for comment in comments {
        let _ = writeln!(out, "{comment}");
    }
    let _ = writeln!(out, "{}", table_text(table));
}

fn whole(out: &mut String, line: &Line<'_>, read: &Statement) {
    let text = match read {
        Statement::Empty => String::new(),
        Statement::Exit => "exit".into(),
        Statement::End => "end".into(),
        Statement::Instruction { operation, width, sync: keys, table } => {
            let digits = width.bits() as usize / 4 + 2;
            let table = match table {
                TableRef::Label(name, _) => name.clone(),
                TableRef::Address(address) => format!("{address:#0digits$x}"),
            };
            format!("{}.a{} @{table}{}", operation.name(), width.bits(), sync(*keys))
        }
        Statement::Domain(did, payload) => format!(".domain {did:#04x} {}", hex(payload, "")),
        Statement::Raw(payload) => format!(".raw {}", hex(payload, "")),
        Statement::Table(table, _) => table_text(table),
        Statement::Org(address) => format!(".org {address:#x}"),
        Statement::Bytes(bytes) => format!(".bytes {}", hex(bytes, " ")),
        Statement::Core(core) => format!(".core {core}"),
        Statement::Key([bar, entry, keys]) => format!(".key ({bar},{entry:#04x},{keys})"),
        Statement::Set(name, value, _) => format!(".set {name}={value}"),
    };
    let gap = if text.is_empty() || line.comment.is_empty() { "" } else { "  " };
    let _ = writeln!(out, "{text}{gap}{}", line.comment);
}

fn hex(bytes: &[u8], between: &str) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(between)
}

/// Fields in the order of the layout, addresses in hexadecimal, units by name.
fn table_text(table: &TableText) -> String {
    let TableText { name, address, operation, width, table, named, .. } = table;
    let bits = width.bits();
    let value = |field: &crate::xdsa::isa::Field, value: u64| match table
        .unit(field.name)
        .filter(|_| field.is_unit())
    {
        Some(unit) => unit.to_string(),
        None if field.is_address() || value >= 1 << 16 => format!("{value:#x}"),
        None => value.to_string(),
    };
    let fields: Vec<String> = table
        .fields()
        .filter(|(field, _)| named.contains(&field.name))
        .map(|(field, v)| format!("{}={}", field.name, value(field, v)))
        .collect();
    let head = format!(".table {name} at {address:#x} for {}.a{bits} {{", operation.name());
    if fields.is_empty() {
        return format!("{head} }}");
    }
    let one = format!("{head} {} }}", fields.join(", "));
    if one.len() <= WIDTH {
        return one;
    }
    let mut text = head;
    let mut length = WIDTH;
    for (n, field) in fields.iter().enumerate() {
        let comma = if n + 1 < fields.len() { "," } else { "" };
        if length + field.len() + 2 > WIDTH {
            text.push_str("\n   ");
            length = 3;
        }
        let _ = write!(text, " {field}{comma}");
        length += field.len() + 2;
    }
    text.push_str("\n}");
    text
}
