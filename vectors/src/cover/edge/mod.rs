//! The ends of a format's range: results next below the smallest normal number and next beyond the largest.

mod huge;
mod tiny;
mod zones;

pub(super) use zones::{Edge, parts};

use super::cross::{Aim, Cross};
use super::never;
use super::subject::Subject;
use std::sync::Arc;

/// The crosses of what is known of unrounded results.
pub(super) fn of(edge: &Edge) -> [Cross; 3] {
    let [zones, classes] = tiny::crosses(edge);
    [zones, classes, huge::cross(edge)]
}

/// The crosses of an operation that is arithmetic lane by lane.
pub(super) fn crosses(subject: &Subject) -> Vec<Cross> {
    if !subject.rounds_to_float() || !Edge::has(&subject.result) {
        return Vec::new();
    }
    let edge = Edge {
        port: subject.result.clone(),
        rounding: subject.env.rounding,
        tail: subject.result.precision().min(50) as u32,
        exact: Arc::new(|view, tell| view.scene.exact.iter().for_each(tell)),
        aims: Arc::new(|_, real, _| Some(Aim::Result(*real))),
        never: Arc::new(|subject, minus, near| {
            never::place(subject, minus, near.quarters, near.more, near.last)
        }),
    };
    of(&edge).into()
}
