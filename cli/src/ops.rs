//! `assay ops`: the registry as a table, or as JSON.

use crate::failure::Failure;
use crate::operation;
use crate::output;
use serde::Serialize;
use vectors::registry::{
    self, FlagKind, MAX_TERMS, Op, OptionKind, OptionSpec, Options, Plan, Shape,
};

/// List the operations: id, operands, options, result, source section, decisions
///
/// Operands are written NAME:WIDTH in bits, blocks NAME:ELEMENTSxWIDTH, all as they are without
/// options (`ext`, `short`, `e` and `r` change widths). A result with `+flag` comes with a mask
/// flag, one with `+flags` with the five exceptions of IEEE 754. Beside the operations listed there
/// are `ieee.eXmY.*` for IEEE-like formats with X exponent (2 to 15) and Y fraction bits, 64 in all at
/// most, `int.iN.*` and `int.uN.*`, N from 2 to 64, and `cvt.A.B` with such formats: asked for by id, or
/// by a pattern in which the format stands.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  assay ops
  assay ops --system ieee
  assay ops 'ieee.f32.*,mncore2.mau.?vfma'
  assay ops 'ieee.e4m2.*'
  assay ops --system mncore2 --json | jq '.[] | select(.flags == \"mask\") | .id'")]
pub(crate) struct Ops {
    /// Operations: ids and patterns with `*` and `?`, separated by commas [default: all that are listed]
    #[arg(value_name = "OP[,OP...]")]
    ops: Option<String>,
    /// Only the operations of this system (the first part of their ids)
    #[arg(long, value_name = "SYSTEM")]
    system: Option<String>,
    /// One JSON array, an object an operation
    #[arg(long)]
    json: bool,
}

/// An operation, as JSON has it.
#[derive(Serialize)]
struct Entry<'a> {
    id: &'a str,
    system: &'a str,
    summary: &'a str,
    operands: Vec<Field<'a>>,
    options: Vec<Choice>,
    result: Results<'a>,
    flags: &'static str,
    section: &'a str,
    decisions: &'a [&'static str],
}

/// An operand or result.
#[derive(Serialize)]
struct Field<'a> {
    name: &'a str,
    format: &'static str,
    width: u32,
    elements: usize,
}

/// The result; several where there are several.
#[derive(Serialize)]
#[serde(untagged)]
enum Results<'a> {
    One(Field<'a>),
    Several(Vec<Field<'a>>),
}

impl<'a> Results<'a> {
    fn of(plan: &Plan) -> Self {
        match &plan.results[..] {
            [only] => Self::One(field("out", only)),
            all => Self::Several(all.iter().map(|shape| field("out", shape)).collect()),
        }
    }

    fn all(&self) -> &[Field<'a>] {
        match self {
            Self::One(only) => std::slice::from_ref(only),
            Self::Several(all) => all,
        }
    }
}

/// An option and its values.
#[derive(Serialize)]
struct Choice {
    name: &'static str,
    values: String,
}

impl Ops {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let ops = self.chosen()?;
        let text = if self.json {
            let entries: Vec<Entry<'_>> = ops.iter().map(|op| entry(op)).collect();
            let json = serde_json::to_string_pretty(&entries);
            json.map_err(|e| Failure::Environment(format!("cannot write JSON: {e}")))? + "\n"
        } else {
            table(&ops)
        };
        output::print(&text)
    }
}

impl Ops {
    /// The operations asked for.
    fn chosen(&self) -> Result<Vec<&'static Op>, Failure> {
        let mut ops = match &self.ops {
            Some(list) => operation::select(list)?,
            None => registry::all().collect(),
        };
        let Some(system) = &self.system else { return Ok(ops) };
        let mut systems: Vec<&str> = ops.iter().map(|op| system_of(op)).collect();
        systems.dedup();
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

fn system_of(op: &Op) -> &str {
    op.id.split('.').next().unwrap_or_default()
}

/// The operation under its plainest options.
fn plain(op: &'static Op) -> Plan {
    op.plan(&op.option_sets().first().copied().unwrap_or(Options::NONE))
}

fn entry(op: &'static Op) -> Entry<'static> {
    let plan = plain(op);
    let operands = op.operands.iter().zip(&plan.operands);
    let options = op.options.iter().map(|o| Choice { name: o.name, values: o.syntax() });
    Entry {
        id: &op.id,
        system: system_of(op),
        summary: &op.summary,
        operands: operands.map(|(name, shape)| field(name, shape)).collect(),
        options: options.collect(),
        result: Results::of(&plan),
        flags: match op.flags {
            FlagKind::None => "none",
            FlagKind::Mask => "mask",
            FlagKind::Exceptions => "exceptions",
        },
        section: &op.section,
        decisions: &op.decisions,
    }
}

fn field<'a>(name: &'a str, shape: &Shape) -> Field<'a> {
    Field { name, format: shape.format.name, width: shape.format.width, elements: shape.len }
}

fn table(ops: &[&'static Op]) -> String {
    let header = ["id", "operands", "options", "result", "section", "decisions"];
    let mut rows = vec![header.map(str::to_owned)];
    rows.extend(ops.iter().map(|op| row(op)));
    let mut widths = [0; 6];
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.len().max(*width);
        }
    }
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}  "));
        text.push_str(cells.collect::<String>().trim_end());
        text.push('\n');
    }
    text
}

fn row(op: &'static Op) -> [String; 6] {
    let entry = entry(op);
    let named = |f: &Field<'_>| format!("{}:{}", f.name, size(f));
    let operands: Vec<String> = entry.operands.iter().map(named).collect();
    let options: Vec<String> = op.options.iter().map(option).collect();
    let results: Vec<String> = entry.result.all().iter().map(size).collect();
    let flags = match op.flags {
        FlagKind::None => "",
        FlagKind::Mask => "+flag",
        FlagKind::Exceptions => "+flags",
    };
    [
        op.id.clone(),
        operands.join(" "),
        options.join(" "),
        format!("{}{flags}", results.join(";")),
        op.section.clone(),
        op.decisions.join(" "),
    ]
}

fn size(f: &Field<'_>) -> String {
    if f.elements == 1 { f.width.to_string() } else { format!("{}x{}", f.elements, f.width) }
}

fn option(spec: &OptionSpec) -> String {
    let name = spec.name;
    match spec.kind {
        OptionKind::Switch => name.to_owned(),
        OptionKind::Graded => format!("{name}[={}]", spec.words()[1..].join("|")),
        OptionKind::Choice => format!("{name}={}", spec.words().join("|")),
        OptionKind::Among(_) => {
            let words: Vec<&str> = spec.choices().map(|(_, word)| word).collect();
            format!("{name}={}", words.join("|"))
        }
        OptionKind::Few(most) => format!("{name}=1..{most}"),
        OptionKind::MantissaBits => format!("{name}=6..9"),
        OptionKind::Terms => format!("{name}=1..{MAX_TERMS}"),
        OptionKind::L1bSet => format!("{name}=B/I"),
        OptionKind::Indices(of) => {
            let list: Vec<String> = of.iter().map(u8::to_string).collect();
            format!("{name}={}", list.join(","))
        }
    }
}
