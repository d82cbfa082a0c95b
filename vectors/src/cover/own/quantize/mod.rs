//! Numbers that become MX blocks (OCP MX 1.0, 6.3): how far each element lies below the largest, the scale
//! at the edges of its range, what the rule of the scale does with the largest element, what becomes of
//! each element, and the bits about the place of rounding.

mod elements;
mod range;
mod sides;

use crate::cover::cross::Cross;
use crate::cover::edge::{self, Edge};
use crate::cover::port::Port;
use crate::cover::subject::Subject;
use crate::registry::Group;
use sides::Sides;

pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    if subject.group != Some(Group::Quantize) {
        return Vec::new();
    }
    let plan = &subject.plan;
    let sides = Sides {
        len: plan.operands[0].len,
        from: subject.operands[0].clone(),
        to: Port::of(&plan.results[1].format),
        daz: subject.env.daz,
    };
    let mut all = vec![
        sides.spread(),
        sides.scale(plan),
        sides.largest(plan),
        sides.outcomes(plan),
        sides.rounding(),
    ];
    if Edge::has(&sides.to) {
        all.extend(edge::of(&sides.edge(subject)));
    }
    all
}
