//! `assay ops`: the registry, a line or a paragraph an operation, or as JSON; the words for classes of codes.

use crate::failure::Failure;
use crate::page::{self, object};
use crate::{Remarks, operation, output};
use serde::Serialize;
use std::collections::HashSet;
use std::fmt::Write;
use std::io::IsTerminal;
use vectors::class::{CATEGORIES, Class, Word};
use vectors::cover;
use vectors::registry::names::{self, Hit};
use vectors::registry::{FlagKind, LookupError, Op, OptionSpec, Options, Plan, Shape, near};

/// List the operations, or search them by words
///
/// OP is an id or a pattern with `*` and `?`, several separated by commas. Anything else is words to search: over ids,
/// other names of formats (float32, fp8_e4m3), instructions of processors, functions of libraries, summaries and
/// options; the best fits come first, a line each. Without words: on a terminal the families, else all operations.
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
  assay ops fma float32
  assay ops fcvt.wu.d
  assay ops --short
  assay ops --system ieee
  assay ops ieee.f32.add
  assay ops 'ieee.f32.*,mncore2.mau.?vfma'
  assay ops 'ieee.e4m2.*'
  assay ops --system mncore2 --json | jq '.[] | select(.flags == \"mask\") | .id'
  assay ops --classes")]
pub(crate) struct Ops {
    /// Operations: ids and patterns with `*` and `?`, separated by commas; or words [default: all that are listed]
    #[arg(value_name = "OP[,OP...]|WORD")]
    ops: Vec<String>,
    /// Of words, all that fit
    #[arg(long, requires = "ops")]
    all: bool,
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

/// The most lines of a search.
const SCREEN: usize = 20;

/// What was asked for.
enum Asked {
    Ops(Vec<&'static Op>),
    Words(Vec<Hit>),
}

impl Ops {
    pub(crate) fn run(self, remarks: Remarks) -> Result<(), Failure> {
        if self.classes {
            return output::print(&classes());
        }
        let plain = !self.json && !self.short && self.system.is_none();
        if self.ops.is_empty() && plain && std::io::stdout().is_terminal() {
            return output::print(&families());
        }
        self.known()?;
        let ops = match self.asked(remarks)? {
            Asked::Ops(ops) => self.of_system(ops)?,
            Asked::Words(hits) if self.json => {
                let hits = self.fitting(hits);
                return output::print(&page::json(
                    &hits.iter().map(hit_entry).collect::<Vec<_>>(),
                )?);
            }
            Asked::Words(hits) => return output::print(&self.found(&self.fitting(hits))),
        };
        output::print(&match (self.json, self.short) {
            (true, _) => array(&ops)?,
            (_, true) => lines(&ops),
            _ => paragraphs(&ops),
        })
    }

    /// The operations asked for by ids and patterns; what is none of these is searched for.
    fn asked(&self, remarks: Remarks) -> Result<Asked, Failure> {
        let list = match &self.ops[..] {
            [] => return Ok(Asked::Ops(vectors::operations().all().collect())),
            [list] => list,
            words => return self.search(words, None),
        };
        // What operations of several formats are called is a word to search.
        let last = |op: &Op| op.id.rsplit('.').next() == Some(list.as_str());
        let is_word = || vectors::operations().all().any(last);
        let row = names::instruction(list);
        if let Some(row) = row.filter(|_| vectors::operations().find(list).is_err() && !is_word()) {
            operation::tell(row, remarks);
            let operands = Some(row.operands).filter(|text| !text.is_empty());
            operands.into_iter().for_each(|text| remarks.say(format_args!("its operands: {text}")));
            return Ok(Asked::Ops(operation::select(&row.ids.join(","))?));
        }
        match operation::select(list) {
            Ok(ops) => Ok(Asked::Ops(ops)),
            Err(_) if list.contains(',') && all_instructions(list) => {
                let hits = list.split(',').filter_map(names::instruction).map(Hit::Instruction);
                Ok(Asked::Words(hits.collect()))
            }
            Err(why) if list.contains(['@', ',']) => Err(why),
            Err(why) => {
                // A misspelt id leads to its neighbours, words to what fits them.
                let near = near(list, vectors::operations());
                match near.is_empty() {
                    true => self.search(std::slice::from_ref(list), Some(why)),
                    false => Ok(Asked::Words(near)),
                }
            }
        }
    }

    /// Operations and instructions that words fit; where there is none, why the words are no operation.
    fn search(&self, words: &[String], why: Option<Failure>) -> Result<Asked, Failure> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let hits = names::search(&words, vectors::operations().all());
        let absent = words.iter().find_map(|word| names::absent(word));
        match (hits.is_empty(), absent, why) {
            (_, Some(absent), _) => Err(Failure::input(LookupError::Absent(absent))),
            (false, ..) => Ok(Asked::Words(hits)),
            (true, _, Some(why)) => Err(why),
            (true, _, None) => Err(Failure::input(format!(
                "no operation fits `{}`\n  help: fewer or other words; `assay ops --short` lists them all",
                words.join(" ")
            ))),
        }
    }

    /// Those of the system that is asked for.
    fn fitting(&self, mut hits: Vec<Hit>) -> Vec<Hit> {
        if let Some(system) = &self.system {
            hits.retain(|hit| matches!(hit, Hit::Op(op) if system_of(op) == system));
        }
        hits
    }

    /// Whether there is such a system at all.
    fn known(&self) -> Result<(), Failure> {
        self.of_system(vectors::operations().all().collect()).map(drop)
    }

    /// What was found, a line each.
    fn found(&self, hits: &[Hit]) -> String {
        let most = if self.all { hits.len() } else { SCREEN };
        let rows: Vec<(String, String)> = hits.iter().take(most).map(row).collect();
        let width = rows.iter().map(|(id, _)| id.len()).filter(|n| *n <= COLUMN).max().unwrap_or(0);
        let mut text = String::new();
        for (id, what) in rows {
            let _ = writeln!(text, "{}", beside(&id, width, &what));
        }
        if hits.len() > most {
            let words = self.ops.join(" ");
            let _ = writeln!(text, "{} more: assay ops {words} --all", hits.len() - most);
        }
        text
    }

    /// The operations of the system that is asked for.
    fn of_system(&self, mut ops: Vec<&'static Op>) -> Result<Vec<&'static Op>, Failure> {
        let Some(system) = &self.system else { return Ok(ops) };
        let mut systems: Vec<&str> = ops.iter().map(|op| system_of(op)).collect();
        // In the order of the list, each once.
        let mut seen = HashSet::new();
        systems.retain(|system| seen.insert(*system));
        if !systems.contains(&system.as_str()) {
            let known = vectors::operations().all().any(|op| system_of(op) == system);
            let of = if known { " among these operations" } else { "" };
            let why = match system.to_lowercase().as_str() {
                "riscv" | "risc-v" | "x86" | "arm" | "aarch64" => {
                    "\n  help: its operations are ieee.* and cvt.* under `preset=`; `assay ops fadd.s` finds them by an instruction"
                }
                _ => "",
            };
            return Err(Failure::input(format!(
                "--system: there is no system `{system}`{of}\n  right: {}{why}",
                systems.join(", ")
            )));
        }
        ops.retain(|op| system_of(op) == system);
        Ok(ops)
    }
}

/// Whether all of a list are names of instructions.
fn all_instructions(list: &str) -> bool {
    list.split(',').all(|name| names::instruction(name).is_some())
}

/// A line of a search: an id and what it computes; an instruction and what it stands for.
fn row(hit: &Hit) -> (String, String) {
    match hit {
        Hit::Op(op) => (op.id.clone(), op.summary.clone()),
        Hit::Instruction(row) => {
            let own = [&row.ids[..], &row.options[..]].concat().join(" ");
            let operands = match row.operands {
                "" => String::new(),
                operands => format!(" of {operands}"),
            };
            (row.name.to_owned(), format!("{own}{operands} ({})", row.set))
        }
    }
}

/// The families with what they have, for a terminal.
fn families() -> String {
    let mut systems: Vec<(&str, usize, &str)> = Vec::new();
    for op in vectors::operations().all() {
        let system = system_of(op);
        match systems.iter_mut().find(|(own, ..)| *own == system) {
            Some((_, count, _)) => *count += 1,
            None => systems.push((system, 1, &op.id)),
        }
    }
    let mut text = String::from("family    operations  first\n");
    for (system, count, first) in systems {
        let _ = writeln!(text, "{system:8}  {count:10}  {first}");
    }
    text + "\nassay ops WORDS searches (assay ops fma float32); assay ops --system FAMILY lists one, --short a line each\n"
}

// Operations as JSON.

/// What a search found: a name, the ids and options that it stands for, and what there is to say about it.
fn hit_entry(hit: &Hit) -> impl Serialize + use<> {
    let (name, set, ids, options, operands, text) = match hit {
        Hit::Op(op) => {
            (op.id.as_str(), None, vec![op.id.as_str()], vec![], "", op.summary.as_str())
        }
        Hit::Instruction(row) => {
            let (ids, options) = (row.ids.clone(), row.options.clone());
            (row.name, Some(row.set), ids, options, row.operands, row.note)
        }
    };
    object! { name: name, set: set, ids: ids, options: options, operands: operands, text: text }
}

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
        also: names::general(&op.id),
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
        ("also", names::general(&op.id).unwrap_or_default()),
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
