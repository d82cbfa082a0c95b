//! A traced statement as text.

use super::watch::Change;
use super::{Forwarded, Part, Read, Rows, Stretch, Trace, WriteCycle, Writing, text_of};
use crate::mncore2::isa::{Precision, Width};
use crate::mncore2::text::Line;
use crate::mncore2::{Level, Store};
use std::fmt::Write;

/// How many words of a stretch are shown.
const SHOWN: usize = 8;

/// Lines of a statement. Writing to a string does not fail.
pub(super) fn text(shown: &Shown<'_>) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "line {}: {}", shown.line.number, shown.line.statement());
    for change in shown.changes {
        let digits = change.digits;
        let cycle = change.cycle.map_or(String::new(), |c| format!(" cycle {c}"));
        let _ = writeln!(
            out,
            "  watch {} {}{cycle}: 0x{:0digits$x} -> 0x{:0digits$x}",
            change.name, change.place, change.old, change.new
        );
    }
    let several = shown.trace.parts.len() > 1;
    for part in &shown.trace.parts {
        if several {
            let _ = writeln!(out, "  expression {}", part.text);
        }
        expression(part, &mut out);
    }
    out.push_str(&String::from_utf8_lossy(shown.dump));
    out
}

fn expression(part: &Part, out: &mut String) {
    for read in &part.reads {
        input(read, out);
    }
    for writing in &part.writes {
        output(writing, out);
    }
    for forwarded in &part.forwards {
        register(forwarded, out);
    }
    for stretch in &part.stretches {
        range(stretch, out);
    }
}

/// The part of the data path that a width covers.
pub(super) fn hex(words: [u64; 2], width: Width) -> String {
    match width {
        Width::Single => format!("0x{:08x}", words[0] >> 32),
        Width::Long => format!("0x{:016x}", words[0]),
        Width::Double => format!("0x{:016x}_{:016x}", words[0], words[1]),
    }
}

/// Its numbers in a precision.
fn numbers(words: [u64; 2], width: Width, precision: Option<Precision>) -> String {
    let Some(precision) = precision else { return String::new() };
    match width {
        Width::Single if precision.bits() == 64 => String::new(),
        Width::Single => format!(" {}", text_of(precision, words[0], 32)),
        Width::Long => format!(" {}", text_of(precision, words[0], 64)),
        Width::Double => {
            let [a, b] = words.map(|word| text_of(precision, word, 64));
            format!(" {a} {b}")
        }
    }
}

fn at(address: Option<u16>) -> String {
    address.map_or(String::new(), |address| format!(" @{address}"))
}

fn input(read: &Read, out: &mut String) {
    let place = read.place.name(Level::Pe);
    let _ = writeln!(out, "  {place} in  {}", read.operand);
    for (c, cycle) in read.cycles.iter().enumerate() {
        let [before, behind] = read.precision;
        let port = cycle.port.map_or(String::new(), |port| {
            format!(" => {}{}", hex(port, Width::Double), numbers(port, Width::Double, behind))
        });
        let _ = writeln!(
            out,
            "    c{c}{} {}{}{port}",
            at(cycle.address),
            hex(cycle.words, read.width),
            numbers(cycle.words, read.width, before),
        );
    }
}

/// The words of an output: flags and base addresses are short.
pub(super) fn value(writing: &Writing, words: [u64; 2]) -> String {
    match writing.store {
        Store::Mask => format!("{:04b}", words[0]),
        Store::Bar(_) => format!("0x{:03x}", words[0]),
        _ => hex(words, writing.width),
    }
}

fn output(writing: &Writing, out: &mut String) {
    let place = writing.place.name(Level::Pe);
    let _ = writeln!(out, "  {place} out {}", writing.operand);
    for (c, cycle) in writing.cycles.iter().enumerate() {
        let WriteCycle { address, flags, bits, overwritten, old, new } = *cycle;
        let address = if writing.store == Store::Mask { None } else { address };
        let flags = flags.map_or(String::new(), |flags| format!(" mask {flags:04b}"));
        let _ = write!(out, "    c{c}{}{flags} {}", at(address), value(writing, old));
        let _ = match (bits, overwritten) {
            ([0, 0], _) => writeln!(out, " not written"),
            (_, Some(later)) => writeln!(out, " overwritten by c{later}"),
            _ => {
                let numbers = numbers(new, writing.width, writing.precision);
                writeln!(out, " -> {}{numbers}", value(writing, new))
            }
        };
    }
}

fn register(forwarded: &Forwarded, out: &mut String) {
    let place = forwarded.place.name(Level::Pe);
    let name = forwarded.unit.name();
    if forwarded.held {
        let _ = writeln!(out, "  {place} ${name} keeps its values");
        return;
    }
    let _ = writeln!(out, "  {place} ${name}");
    for (c, &words) in forwarded.words.iter().enumerate() {
        let numbers = numbers(words, Width::Double, forwarded.precision);
        let _ = writeln!(out, "    c{c} {}{numbers}", hex(words, Width::Double));
    }
}

/// The unit of a store's word numbers in text: PE memories count single words.
fn address(stretch: &Stretch, n: usize) -> usize {
    match stretch.store {
        Store::Bank(_) => 2 * stretch.at(n),
        _ => stretch.at(n),
    }
}

fn range(stretch: &Stretch, out: &mut String) {
    let count = stretch.old.len();
    let place = stretch.place.name(stretch.store.level());
    let verb = if stretch.written { "writes" } else { "reads" };
    let (first, last) = match stretch.singles {
        Some((first, count)) => (first, first + count.max(1) - 1),
        None => (address(stretch, 0), address(stretch, count.max(1) - 1)),
    };
    let _ = write!(out, "  {place} {verb} {} ", stretch.store);
    let _ = match stretch.rows {
        Some(Rows { first, count: 1, .. }) => write!(out, "row {first}"),
        Some(Rows { first, count, .. }) => write!(out, "rows {first}..{}", first + count - 1),
        None => write!(out, "{first}..{last}"),
    };
    words(stretch, out);
}

/// The first words, of what is written those that change.
fn words(stretch: &Stretch, out: &mut String) {
    let count = stretch.old.len();
    let mut shown: Vec<usize> = (0..count).collect();
    if stretch.written {
        shown.retain(|&n| stretch.old[n] != stretch.new[n]);
        let _ = writeln!(out, ", {} of {count} words change", shown.len());
    } else {
        let _ = writeln!(out, ", {count} words");
    }
    let digits = stretch.store.bits() as usize / 4;
    for &n in shown.iter().take(SHOWN) {
        let (old, at) = (stretch.old[n], address(stretch, n));
        let _ = match stretch.rows.map(|rows| rows.at(n)) {
            Some((row, column)) => write!(out, "    @{row}.{column}"),
            None => write!(out, "    @{at}"),
        };
        let _ = write!(out, " 0x{old:0digits$x}");
        if stretch.written {
            let _ = write!(out, " -> 0x{:0digits$x}", stretch.new[n]);
        }
        out.push('\n');
    }
    if shown.len() > SHOWN {
        let _ = writeln!(out, "    and {} more", shown.len() - SHOWN);
    }
}

/// A statement, what it did, the watched words that it changed, and what it printed.
pub(super) struct Shown<'a> {
    pub(super) line: &'a Line,
    pub(super) trace: &'a Trace,
    pub(super) changes: &'a [Change],
    pub(super) dump: &'a [u8],
}
