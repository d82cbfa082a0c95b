//! Operations as JSON.

use crate::failure::Failure;
use serde::Serialize;
use vectors::registry::{FlagKind, Op, Options, Plan, Shape};

/// All of them as an array.
pub(super) fn array(ops: &[&'static Op]) -> Result<String, Failure> {
    let entries: Vec<Entry<'_>> = ops.iter().map(|op| entry(op)).collect();
    crate::page::json(&entries)
}

/// An operation, as JSON has it.
#[derive(Serialize)]
pub(super) struct Entry<'a> {
    id: &'a str,
    system: &'a str,
    summary: &'a str,
    pub(super) operands: Vec<Field<'a>>,
    options: Vec<Choice>,
    pub(super) result: Results<'a>,
    flags: &'static str,
    section: &'a str,
    decisions: &'a [&'static str],
}

/// An operand or result.
#[derive(Serialize)]
pub(super) struct Field<'a> {
    pub(super) name: &'a str,
    format: &'static str,
    pub(super) width: u32,
    pub(super) elements: usize,
}

/// The result; several where there are several.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Results<'a> {
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

    pub(super) fn all(&self) -> &[Field<'a>] {
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

/// The first part of an id.
pub(super) fn system_of(op: &Op) -> &str {
    op.id.split('.').next().unwrap_or_default()
}

/// The operation under its plainest options.
fn plain(op: &'static Op) -> Plan {
    op.plan(&op.option_sets().first().copied().unwrap_or(Options::NONE))
}

pub(super) fn entry(op: &'static Op) -> Entry<'static> {
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
