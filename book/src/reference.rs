//! A page of each family: its operations, options, decisions, and a case explained.

use crate::{Chapter, cell};
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;
use std::path::Path;
use std::{fs, io};
use vectors::explain::explain;
use vectors::generate::{Request, Set};
use vectors::part::Cover;
use vectors::registry::{FlagKind, Op, Options, Shape};

/// Names of formats.
type Formats = BTreeSet<&'static str>;

/// Writes the pages: the chapters.
pub(crate) fn write(source: &Path) -> io::Result<Vec<Chapter>> {
    let formats: Formats =
        vectors::known::all(vectors::operations()).into_iter().map(|format| format.name).collect();
    let mut families: Vec<(&str, Vec<&'static Op>)> = Vec::new();
    for op in vectors::operations().all() {
        match families.iter_mut().find(|(name, _)| *name == op.family()) {
            Some((_, ops)) => ops.push(op),
            None => families.push((op.family(), vec![op])),
        }
    }
    let mut chapters = Vec::new();
    for (family, ops) in families {
        let file = format!("reference/{family}.md");
        fs::write(source.join(&file), page(family, &ops, &formats))?;
        chapters.push((format!("{family} ({})", ops.len()), file));
    }
    Ok(chapters)
}

fn page(family: &str, ops: &[&'static Op], formats: &Formats) -> String {
    let systems: BTreeSet<&str> = ops.iter().filter_map(|op| op.id.split('.').next()).collect();
    let ids: Vec<String> = systems.iter().map(|system| format!("`{system}.*`")).collect();
    let mut text = format!("# {family}\n\n{} operations: {}.\n", ops.len(), ids.join(", "));
    operations(&mut text, ops, formats);
    options(&mut text, ops);
    decisions(&mut text, ops);
    example(&mut text, ops);
    text
}

/// A row for all operations that differ in one part of the id, which is a format.
fn operations(text: &mut String, ops: &[&'static Op], formats: &Formats) {
    let mut rows: Vec<(String, Vec<&'static Op>)> = Vec::new();
    let mut places: HashMap<_, usize> = HashMap::new();
    for op in ops {
        let key = pattern(&op.id, formats);
        // What a row says of them must hold of all.
        match places.entry((key.clone(), op.flags, op.operands)) {
            Entry::Occupied(at) => rows[*at.get()].1.push(op),
            Entry::Vacant(place) => {
                place.insert(rows.len());
                rows.push((key, vec![op]));
            }
        }
    }
    text.push_str("\n## Operations\n\n| id | operands | what it is | flags | source |\n");
    text.push_str("| --- | --- | --- | --- | --- |\n");
    for (key, own) in rows {
        let first = own[0];
        let ids = match own.len() {
            1 => format!("`{}`", first.id),
            _ => {
                let all: Vec<&str> = own.iter().filter_map(|op| op.id.split('.').nth(1)).collect();
                format!("`{key}` with F = {}", all.join(" "))
            }
        };
        // `x + y, f16`: of several formats without the first one's name.
        let summary = match first.summary.rsplit_once(", ") {
            Some((what, format)) if own.len() > 1 && formats.contains(format) => what,
            _ => &first.summary,
        };
        let flags = match first.flags {
            FlagKind::None => "none",
            FlagKind::Mask => "mask",
            FlagKind::Exceptions => "exceptions",
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {flags} | {} |",
            cell(&ids),
            first.operands.join(", "),
            cell(summary),
            cell(&first.section)
        );
    }
}

/// The id with `F` in the place of the format, where the second of three parts or more is one.
fn pattern(id: &str, formats: &Formats) -> String {
    let parts: Vec<&str> = id.split('.').collect();
    // Of a posit the width stands there.
    let format = |name: &str| formats.contains(name) || formats.contains(&*format!("posit{name}"));
    match parts[..] {
        [system, name, ref rest @ ..] if !rest.is_empty() && system != "cvt" && format(name) => {
            format!("{system}.F.{}", rest.join("."))
        }
        _ => id.to_owned(),
    }
}

fn options(text: &mut String, ops: &[&'static Op]) {
    let mut all: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut why: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for op in ops {
        for spec in &op.options {
            all.entry(spec.row.name).or_default().insert(spec.syntax());
        }
        for (name, reason) in &op.senseless {
            why.entry(name).or_default().insert(reason);
        }
    }
    if all.is_empty() {
        return;
    }
    text.push_str(
        "\n## Options\n\n| option | values, the default first | not where |\n| --- | --- | --- |\n",
    );
    for (name, values) in all {
        let values: Vec<String> = values.into_iter().map(|v| cell(&v)).collect();
        let reasons = why.remove(name).unwrap_or_default();
        let reasons: Vec<String> = reasons.into_iter().map(cell).collect();
        let _ = writeln!(text, "| `{name}` | {} | {} |", values.join("; "), reasons.join("; "));
    }
}

fn decisions(text: &mut String, ops: &[&'static Op]) {
    let ids: BTreeSet<&str> = ops.iter().flat_map(|op| op.decisions.iter().copied()).collect();
    let known = ids.iter().filter_map(|id| vectors::operations().decision(id));
    let rows: Vec<String> = known
        .map(|own| format!("| {} | {} | {} |\n", own.id, cell(own.question), cell(own.answer)))
        .collect();
    if rows.is_empty() {
        return;
    }
    text.push_str(
        "\n## Decisions\n\n| id | what is open | what holds here |\n| --- | --- | --- |\n",
    );
    text.push_str(&rows.concat());
}

/// A random case of the first operation that rounds, step by step.
fn example(text: &mut String, ops: &[&'static Op]) {
    let rounds = |op: &&&'static Op| op.options.iter().any(|spec| spec.row.name == "rm");
    let Some(op) = ops.iter().find(rounds).or(ops.first()) else { return };
    let options = op.option_sets().first().copied().unwrap_or(Options::NONE);
    let request = Request {
        options: Some(options),
        count: 1,
        seed: 2,
        ..Request::new(vec![*op], Cover::Random)
    };
    let Ok(set) = Set::new(&request) else { return };
    set.for_each(0..1, |plan, x| {
        let words = vectors::registry::split(&plan.operands, x);
        let element = |(shape, codes): (&Shape, &[u64])| -> String {
            shape.each(codes).map(|one| shape.hex(one)).collect::<Vec<_>>().join("_")
        };
        let operands: Vec<String> = words.map(element).collect();
        let said = plan.options.to_string();
        let said = if said.is_empty() { said } else { format!(" {said}") };
        let _ = writeln!(
            text,
            "\n## A case, explained\n\n```console\n$ assay explain {}{said} {}\n{}\n```",
            op.id,
            operands.join(" "),
            explain(plan, x).to_string().trim_end()
        );
    });
}
