//! Terms of a sum that meet in another order, in other stages, or with the addend elsewhere.

use super::change::Variant;
use super::meeting::{meetings, run};
use crate::cover::MODELLED;
use crate::datapath::{Own, id};
use crate::registry::Plan;

/// An order of terms: the number of a place and of all terms -> the term that stands there.
type Place = fn(usize, usize) -> usize;

/// Orders that any machine may have instead of its own.
const ORDERS: [(&str, Place); 4] = [
    ("the terms in reverse order", |i, n| n - 1 - i),
    ("each two neighbouring terms exchanged", |i, n| if i ^ 1 < n { i ^ 1 } else { i }),
    (
        "the terms of the two halves in turn",
        |i, n| if n % 2 == 0 { i / 2 + i % 2 * (n / 2) } else { i },
    ),
    ("the even terms before the odd ones", |i, n| {
        let half = n.div_ceil(2);
        if i < half { 2 * i } else { 2 * (i - half) + 1 }
    }),
];

/// Other stages of a sum whose datapath is known, and other orders of the terms of any.
pub(crate) fn terms(plan: &Plan) -> Vec<Variant> {
    let mut all = stages(plan);
    let n = plan.operands.first().map_or(0, |shape| shape.len);
    if n < 2 || plan.outs() >= n {
        return all;
    }
    for (text, place) in ORDERS {
        all.push(Variant::new(text, move |_, plan, x| {
            let mut moved = x.to_vec();
            let mut start = 0;
            for shape in &plan.operands {
                if shape.len == n {
                    (0..n).for_each(|i| moved[start + i] = x[start + place(i, n)]);
                }
                start += shape.len;
            }
            Some(plan.run(&moved))
        }));
    }
    all
}

/// The stages that a sum's datapath may have.
fn stages(plan: &Plan) -> Vec<Variant> {
    let Some(base) = MODELLED.of(plan.op).sum() else { return Vec::new() };
    let others = meetings(&base).into_iter().map(|meeting| meeting.of(&base));
    let mut each: Vec<(usize, String, Own)> = others
        .filter(|other| *other != base)
        .map(|own| (own.pairs().len(), id(&own), own))
        .collect();
    each.sort_by_key(|(fields, ..)| *fields);
    let of = |(_, id, own): (usize, String, Own)| {
        Variant::new(format!("as {id}"), move |_, plan, x| {
            Some(run(&own, own.env(*plan.env()?), x))
        })
    };
    each.into_iter().map(of).collect()
}
