//! Operations as JSON.

use crate::failure::Failure;
use crate::page::{self, object};
use serde::Serialize;
use vectors::registry::{FlagKind, Op, Options, Plan, Shape};

/// All of them as an array.
pub(super) fn array(ops: &[&'static Op]) -> Result<String, Failure> {
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
pub(super) fn system_of(op: &Op) -> &str {
    op.id.split('.').next().unwrap_or_default()
}

/// The operation under its plainest options.
pub(super) fn plain(op: &'static Op) -> Plan {
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
    }
}

fn field(name: &'static str, shape: &Shape) -> impl Serialize + use<> {
    let format = shape.format;
    object! { name: name, format: format.name, width: format.width, elements: shape.len }
}
