//! The findings as text.

use semantics::mncore2::dump::{Difference, Element, Findings, Location, Number};
use semantics::mncore2::isa::Dtype;
use semantics::mncore2::{Level, Store};
use std::fmt::Write;

/// Everything there is to say. Writing to a string does not fail.
pub(super) fn text(names: &[String; 2], found: &Findings, most: usize) -> String {
    let mut out = String::new();
    let Findings { compared, differing, only, skipped, misprinted, .. } = found;
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

/// What a location's number counts, and the number: addresses and rows as programs write them, rows of
/// a matrix register by the type that they are printed with.
pub(super) fn address(at: &Location, dtype: Dtype) -> (&'static str, u32) {
    let Location { store, word, single, .. } = *at;
    match store {
        Store::Bank(_) => ("address", 2 * word + u32::from(single.unwrap_or(0))),
        Store::T => ("word", word),
        Store::Matrix(_) => ("row", word / 4 / Number::of(dtype).map_or(1, Number::rows_apart)),
        Store::Mask => ("entry", word / 4),
        _ => ("address", word),
    }
}

/// What the address does not say.
fn beside(at: &Location) -> String {
    match at.store {
        Store::T => {
            let side = if at.word.is_multiple_of(2) { "upper" } else { "lower" };
            format!(", cycle {}, {side} long word", at.word / 2)
        }
        Store::Matrix(_) => format!(", long word {}", at.word % 4),
        Store::Mask => format!(", cycle {}", at.word % 4),
        _ if at.single.is_some() => " (a single word)".into(),
        _ => String::new(),
    }
}

/// The element of the tree in words.
fn tree(at: &Location) -> String {
    let named = Level::ALL.iter().zip(at.place.numbers()).take(at.store.level() as usize + 1);
    let parts: Vec<String> = named.map(|(level, number)| format!("{level} {number}")).collect();
    parts.join(", ")
}

fn explain(names: &[String; 2], found: &Findings, first: &Difference, out: &mut String) {
    let at = &first.location;
    let (unit, number) = address(at, first.words[0].dtype);
    let _ = writeln!(out, "\nfirst difference: {}, {unit} {number}{}", at.store, beside(at));
    let _ = writeln!(out, "  {}", tree(at));
    for (side, name) in names.iter().enumerate() {
        let word = &first.words[side];
        let statement = &found.statements[side][word.statement];
        let _ = writeln!(out, "  {name}:{}: {statement}", word.line);
    }
    let [a, b] = first.words.map(|word| word.bits);
    if at.store == Store::Mask {
        let _ = writeln!(out, "  A      {a:04b}\n  B      {b:04b}\n  xor    {:04b}", a ^ b);
        return;
    }
    for (label, bits) in [("A", a), ("B", b), ("xor", a ^ b)] {
        let _ = writeln!(out, "  {label:<6} {}", hex(bits, at.single));
    }
    for number in Number::ALL {
        let shown = |word| {
            let texts: Vec<String> =
                elements(number, word, at.single).map(|(_, code)| number.text(code)).collect();
            format!("({})", texts.join(", "))
        };
        if number != Number::D || at.single.is_none() {
            let _ = writeln!(out, "  as {}   {} against {}", number.letter(), shown(a), shown(b));
        }
    }
    // Words printed without a type are looked at in every precision, and as integers; others as
    // printed, and as what they look like.
    let printed = first.words.iter().find_map(|word| Number::of(word.dtype));
    if printed.is_none() {
        let [a, b] = [a, b].map(|word| word as i64);
        let _ = writeln!(out, "  as l   {a} against {b}");
    }
    for number in Number::ALL
        .into_iter()
        .filter(|n| printed.is_none_or(|p| p == *n || first.number == Some(*n)))
    {
        if number != Number::D || at.single.is_none() {
            fields(number, at, [a, b], out);
        }
    }
}

/// A line for each element that differs.
fn fields(number: Number, at: &Location, [a, b]: [u64; 2], out: &mut String) {
    let digits = number.fields().0 as usize / 4;
    let both = elements(number, a, at.single).zip(elements(number, b, at.single));
    for ((n, a), (_, b)) in both.filter(|((_, a), (_, b))| a != b) {
        let apart = Element::of(number, a, b);
        let parts = [
            (apart.sign, "sign"),
            (apart.exponent, "exponent"),
            (apart.significand, "significand"),
        ];
        let parts: Vec<&str> =
            parts.into_iter().filter_map(|(differs, name)| differs.then_some(name)).collect();
        let ulp = apart.ulp.map_or(String::new(), |ulp| format!(", {ulp} ulp"));
        let _ = writeln!(
            out,
            "  {}[{n}]   0x{a:0digits$x} against 0x{b:0digits$x}{ulp}; {} differ{}: {}",
            number.letter(),
            parts.join(" and "),
            if parts.len() == 1 { "s" } else { "" },
            apart.apart.looks_like(),
        );
    }
}

/// The elements of a word that a location has, with their numbers.
pub(super) fn elements(
    number: Number,
    word: u64,
    single: Option<u8>,
) -> impl Iterator<Item = (usize, u64)> {
    let all = number.elements(word);
    let count = all.len();
    all.into_iter()
        .enumerate()
        .filter(move |(n, _)| single.is_none_or(|half| n * 2 / count.max(1) == usize::from(half)))
}

/// The digits of a word, or of one single word.
pub(super) fn hex(bits: u64, single: Option<u8>) -> String {
    match single {
        None => format!("0x{bits:016x}"),
        Some(half) => format!("0x{:08x}", bits >> (32 * (1 - half)) & 0xffff_ffff),
    }
}

fn place(at: &Location) -> String {
    at.place.name(at.store.level())
}

fn further(found: &Findings, rest: &[Difference], out: &mut String) {
    if rest.is_empty() {
        return;
    }
    let more = found.differing - 1 - rest.len() as u64;
    let _ = writeln!(out, "\nfurther differences:");
    let head = ["memory", "place", "address", "A", "B", "as", "kind", "lines"].map(String::from);
    let rows = rest.iter().map(|difference| {
        let at = &difference.location;
        let [a, b] = difference.words;
        let (_, number) = address(at, a.dtype);
        let value = |bits| match at.store {
            Store::Mask => format!("{bits:04b}"),
            _ => hex(bits, at.single),
        };
        [
            short(at.store),
            place(at),
            format!("{number}{}", inside(at)),
            value(a.bits),
            value(b.bits),
            letter(difference.number),
            difference.apart.to_string(),
            format!("{} {}", a.line, b.line),
        ]
    });
    table(std::iter::once(head).chain(rows).collect(), out);
    if more > 0 {
        let _ = writeln!(out, "  and {more} more; see --max-report");
    }
}

/// The precision of a table's row.
pub(super) fn letter(number: Option<Number>) -> String {
    number.map_or("-".into(), |number| number.letter().into())
}

/// What follows an address in a table.
fn inside(at: &Location) -> String {
    match at.store {
        Store::Matrix(_) | Store::Mask => format!(".{}", at.word % 4),
        _ => String::new(),
    }
}

fn short(store: Store) -> String {
    store.to_string().replace(" register", "").replace("matrix x", "X").replace("matrix y", "Y")
}

fn groups(found: &Findings, out: &mut String) {
    let _ = writeln!(out, "\nby memory and kind:");
    let head = ["memory", "as", "kind", "words", "places", "where", "addresses", "looks like"];
    let rows = found.groups.iter().map(|group| {
        let address = |word| {
            let place = semantics::mncore2::Place::default();
            address(&Location { store: group.store, place, word, single: None }, group.dtype).1
        };
        let (first, last) = (address(group.range.0), address(group.range.1));
        [
            short(group.store),
            letter(group.number),
            group.apart.to_string(),
            group.words.to_string(),
            group.places.to_string(),
            group.pattern(),
            if first == last { first.to_string() } else { format!("{first}..{last}") },
            group.apart.looks_like().to_owned(),
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

fn lone(names: &[String; 2], found: &Findings, most: usize, out: &mut String) {
    for (side, words) in found.lone.iter().enumerate().filter(|(_, words)| !words.is_empty()) {
        let _ = writeln!(out, "\nonly in {}:", names[side]);
        for (at, word) in words.iter().take(most) {
            let (unit, number) = address(at, word.dtype);
            let statement = &found.statements[side][word.statement];
            let _ = writeln!(
                out,
                "  {} of {}, {unit} {number}{} (line {}: {statement})",
                at.store,
                place(at),
                beside(at),
                word.line
            );
        }
        let more = found.only[side].saturating_sub(most as u64);
        if more > 0 {
            let _ = writeln!(out, "  and {more} more; see --max-report");
        }
    }
}

fn misprints(names: &[String; 2], found: &Findings, most: usize, out: &mut String) {
    for (side, texts) in found.misprints.iter().enumerate().filter(|(_, t)| !t.is_empty()) {
        let _ = writeln!(out, "\ntexts in {} that are not of their bits:", names[side]);
        for (line, misprint) in texts.iter().take(most) {
            let (name, column, printed) = (&names[side], misprint.column, &misprint.printed);
            let _ = match &misprint.right {
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
