//! `assay ops`: the registry, a line or a paragraph an operation, or as JSON; the words for classes of codes.

mod json;
mod text;

use crate::failure::Failure;
use crate::operation;
use crate::output;
use json::system_of;
use vectors::registry::Op;

/// List the operations
///
/// A paragraph an operation: its id and what it computes, then operands, result, options, sections of the
/// source and decisions; with --short the first line alone. Operands are written NAME:WIDTH in bits, blocks
/// NAME:ELEMENTSxWIDTH, all as they are without options (`ext`, `short`, `e` and `r` change widths). A
/// result with `+flag` comes with a mask flag, one with `+flags` with the five exceptions of IEEE 754.
///
/// Beside the operations listed there are `ieee.eXmY.*` for IEEE-like formats with X exponent (2 to 15)
/// and Y fraction bits, 64 in all at most, `int.iN.*` and `int.uN.*`, N from 2 to 64, and `cvt.A.B` with
/// such formats: asked for by id, or by a pattern in which the format stands.
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
            return output::print(&text::classes());
        }
        let ops = self.chosen()?;
        output::print(&match (self.json, self.short) {
            (true, _) => json::array(&ops)?,
            (_, true) => text::lines(&ops),
            _ => text::paragraphs(&ops),
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
