//! `assay ops`: the registry, a line or a paragraph an operation, or as JSON; the words for classes of codes.

use crate::failure::Failure;
use crate::page::{self, object};
use crate::{operation, output};
use serde::Serialize;
use std::collections::HashSet;
use std::fmt::Write;
use vectors::class::{CATEGORIES, Class, Word};
use vectors::cover;
use vectors::registry::{FlagKind, Op, OptionSpec, Options, Plan, Shape};

/// List the operations
///
/// A paragraph an operation: its id and what it computes, then operands, result, options, sections of the
/// source and decisions; with --short the first line alone. Operands are written NAME:WIDTH in bits, blocks
/// NAME:ELEMENTSxWIDTH, all as they are without options (`ext`, `short`, `e` and `r` change widths). A
/// result with `+flag` comes with a mask flag, one with `+flags` with the five exceptions of IEEE 754.
///
/// Beside the operations listed there are `ieee.eXmY.*` for IEEE-like formats with X exponent (2 to 15)
/// and Y fraction bits, 64 in all at most, `int.iN.*` and `int.uN.*`, N from 2 to 64, `posit.NeE.*` for
/// posits of N bits (3 to 64) with up to E exponent bits (0 to 3), and `cvt.A.B` with such formats: asked for by id, or by a pattern in which the format stands.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  assay ops --short
  assay ops --system ieee
  assay ops ieee.f32.add
  assay ops 'ieee.f32.*,mncore2.mau.?vfma'
  assay ops 'ieee.e4m2.*'
  assay ops --system mncore2 --json | jq '.[] | select(.flags == \"mask\") | .id'
  assay ops --classes")]
pub(crate) struct Ops {
    /// Operations: ids and patterns with `*` and `?`, separated by commas [default: all that are listed]
    #[arg(value_name = "OP[,OP...]")]
    ops: Option<String>,
    /// Only the operations of this system (the first part of their ids)
    #[arg(long, value_name = "SYSTEM")]
    system: Option<String>,
    /// A line an operation: what it computes
    #[arg(long)]
    short: bool,
    /// One JSON array, an object an operation
    #[arg(long, conflicts_with = "short")]
    json: bool,
    /// What the words for classes of codes mean: `+norm`, `-zero~`, `16x+pow2`
    #[arg(long, conflicts_with_all = ["ops", "system", "short", "json"])]
    classes: bool,
}

impl Ops {
    pub(crate) fn run(self) -> Result<(), Failure> {
        if self.classes {
            return output::print(&classes());
        }
        let ops = self.chosen()?;
        output::print(&match (self.json, self.short) {
            (true, _) => array(&ops)?,
            (_, true) => lines(&ops),
            _ => paragraphs(&ops),
        })
    }

    /// The operations asked for.
    fn chosen(&self) -> Result<Vec<&'static Op>, Failure> {
        let mut ops = match &self.ops {
            Some(list) => operation::select(list)?,
            None => vectors::operations().all().collect(),
        };
        let Some(system) = &self.system else { return Ok(ops) };
        let mut systems: Vec<&str> = ops.iter().map(|op| system_of(op)).collect();
        // In the order of the list, each once.
        let mut seen = HashSet::new();
        systems.retain(|system| seen.insert(*system));
        if !systems.contains(&system.as_str()) {
            let of = if self.ops.is_some() { " among these operations" } else { "" };
            return Err(Failure::input(format!(
                "--system: there is no system `{system}`{of}\n  right: {}",
                systems.join(", ")
            )));
        }
        ops.retain(|op| system_of(op) == system);
        Ok(ops)
    }
}

// Operations as JSON.

/// All of them as an array.
fn array(ops: &[&'static Op]) -> Result<String, Failure> {
    page::json(&ops.iter().map(|op| entry(op)).collect::<Vec<_>>())
}

/// The result; several where there are several.
#[derive(Serialize)]
#[serde(untagged)]
enum Results<T> {
    One(T),
    Several(Vec<T>),
}

/// The first part of an id.
fn system_of(op: &Op) -> &str {
    op.id.split('.').next().unwrap_or_default()
}

/// The operation under its plainest options.
fn plain(op: &'static Op) -> Plan {
    op.plan(&op.option_sets().first().copied().unwrap_or(Options::NONE))
}

fn entry(op: &'static Op) -> impl Serialize {
    let plan = plain(op);
    let operands = op.operands.iter().zip(&plan.operands);
    let options = op.options.iter().map(|o| object! { name: o.row.name, values: o.syntax() });
    object! {
        id: &op.id,
        system: system_of(op),
        summary: &op.summary,
        operands: operands.map(|(name, shape)| field(name, shape)).collect::<Vec<_>>(),
        options: options.collect::<Vec<_>>(),
        result: match &plan.results[..] {
            [only] => Results::One(field("out", only)),
            all => Results::Several(all.iter().map(|shape| field("out", shape)).collect()),
        },
        flags: match op.flags {
            FlagKind::None => "none",
            FlagKind::Mask => "mask",
            FlagKind::Exceptions => "exceptions",
        },
        section: &op.section,
        decisions: &op.decisions,
        schema: page::SCHEMA,
    }
}

fn field(name: &'static str, shape: &Shape) -> impl Serialize + use<> {
    let format = shape.format;
    object! { name: name, format: format.name, width: format.width, elements: shape.len }
}

// Operations for people: no line is wider than 100 columns, but for names that are.

const WIDTH: usize = 100;

/// The widest column of ids.
const COLUMN: usize = 38;

/// An id and what the operation computes, a line each.
fn lines(ops: &[&Op]) -> String {
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
fn paragraphs(ops: &[&'static Op]) -> String {
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
fn classes() -> String {
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
