//! The report as JSON.

use crate::failure::Failure;
use crate::page::{self, object};
use serde::Serialize;
use vectors::cover::report::{OUTSIDE, counts, lacking, name, totals};
use vectors::cover::{Covered, Status};

pub(super) fn report(all: &[Covered]) -> Result<String, Failure> {
    let (hit, reachable) = totals(all);
    page::json(&object! {
        schema: page::SCHEMA,
        hit: hit,
        reachable: reachable,
        lacking: lacking(all),
        operations: all.iter().map(operation).collect::<Vec<_>>(),
    })
}

fn operation(covered: &Covered) -> impl Serialize {
    let model = &covered.model;
    let goal = |at: usize, reason: Option<&'static str>| {
        let goal = model.goal(at);
        object! {
            cross: goal.cross,
            values: goal.values,
            #[serde(flatten)]
            reason: reason.map(|reason| object! { reason: reason }),
        }
    };
    let out_of_reach = (0..model.len()).filter_map(|at| match model.status(at) {
        Status::Reachable => None,
        Status::Never(reason) => Some(goal(at, Some(reason))),
        Status::Tried => Some(goal(at, Some("all operands were tried"))),
        Status::Outside => Some(goal(at, Some(OUTSIDE))),
        Status::Open => Some(goal(at, None)),
    });
    let crosses = model.tables().into_iter().map(|table| {
        let (hit, reachable) = counts(covered, &table);
        let axes =
            table.axes.into_iter().map(|(name, values)| object! { name: name, values: values });
        object! {
            name: table.name,
            what: table.what,
            axes: axes.collect::<Vec<_>>(),
            hit: hit,
            reachable: reachable,
            // How many cases hit each goal; the last axis moves fastest.
            counts: &covered.hits[table.goals],
        }
    });
    let lacks = model.lacks().into_iter().map(|l| object! { models: l.models, why: l.why });
    let whole = name(model);
    let (op, options) = whole.split_once(' ').unwrap_or((&whole, ""));
    object! {
        op: op.to_owned(),
        options: options.to_owned(),
        cases: covered.cases,
        // Cases that do not lie in the domain.
        outside: covered.outside,
        hit: covered.hit(),
        reachable: covered.reachable(),
        // Models that there are not, and why.
        lacks: lacks.collect::<Vec<_>>(),
        crosses: crosses.collect::<Vec<_>>(),
        holes: covered.holes().map(|at| goal(at, None)).collect::<Vec<_>>(),
        // Goals that were not hit, and are accepted.
        waived: covered.waived.iter().map(|at| goal(*at, None)).collect::<Vec<_>>(),
        out_of_reach: out_of_reach.collect::<Vec<_>>(),
    }
}
