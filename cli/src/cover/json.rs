//! The report as JSON.

use super::share::{lacking, totals};
use super::text::{counts, name};
use crate::failure::Failure;
use crate::page;
use serde::Serialize;
use vectors::cover::{Covered, Status};

#[derive(Serialize)]
struct Report {
    /// Goals that were hit.
    hit: usize,
    /// Goals that can be reached.
    reachable: usize,
    /// Operations that lack models.
    lacking: usize,
    operations: Vec<Operation>,
}

#[derive(Serialize)]
struct Operation {
    op: String,
    options: String,
    cases: u64,
    hit: usize,
    reachable: usize,
    lacks: Vec<Lack>,
    crosses: Vec<Cross>,
    holes: Vec<Goal>,
    out_of_reach: Vec<Goal>,
}

/// Models that there are not, and why.
#[derive(Serialize)]
struct Lack {
    models: &'static str,
    why: &'static str,
}

#[derive(Serialize)]
struct Cross {
    name: &'static str,
    what: &'static str,
    axes: Vec<Axis>,
    hit: usize,
    reachable: usize,
    /// How many cases hit each goal; the last axis moves fastest.
    counts: Vec<u64>,
}

#[derive(Serialize)]
struct Axis {
    name: &'static str,
    values: Vec<String>,
}

#[derive(Serialize)]
struct Goal {
    cross: &'static str,
    values: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

pub(super) fn report(all: &[Covered]) -> Result<String, Failure> {
    let (hit, reachable) = totals(all);
    let (lacking, operations) = (lacking(all), all.iter().map(operation).collect());
    page::json(&Report { hit, reachable, lacking, operations })
}

fn operation(covered: &Covered) -> Operation {
    let model = &covered.model;
    let goal = |at: usize, reason| {
        let goal = model.goal(at);
        Goal { cross: goal.cross, values: goal.values, reason }
    };
    let out_of_reach = (0..model.len()).filter_map(|at| match model.status(at) {
        Status::Reachable => None,
        Status::Never(reason) => Some(goal(at, Some(reason))),
        Status::Tried => Some(goal(at, Some("all operands were tried"))),
        Status::Open => Some(goal(at, None)),
    });
    let crosses = model.tables().into_iter().map(|table| {
        let (hit, reachable) = counts(covered, &table);
        Cross {
            name: table.name,
            what: table.what,
            hit,
            reachable,
            counts: covered.hits[table.goals.clone()].to_vec(),
            axes: table.axes.into_iter().map(|(name, values)| Axis { name, values }).collect(),
        }
    });
    let whole = name(model);
    let (op, options) = whole.split_once(' ').unwrap_or((&whole, ""));
    Operation {
        op: op.to_owned(),
        options: options.to_owned(),
        cases: covered.cases,
        hit: covered.hit(),
        reachable: covered.reachable(),
        lacks: model.lacks().iter().map(|l| Lack { models: l.models, why: l.why }).collect(),
        crosses: crosses.collect(),
        holes: covered.holes().map(|at| goal(at, None)).collect(),
        out_of_reach: out_of_reach.collect(),
    }
}
