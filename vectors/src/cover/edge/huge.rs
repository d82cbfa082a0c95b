//! Results next beyond the largest number: whether they overflow hangs on the direction and on halves of a place.

use super::zones::{Edge, Look, Zones};
use crate::cover::cross::{Axis, Cross};

/// Parts of the last place beyond the largest number.
const ZONES: [&str; 6] = ["0", "0..1/4", "1/4..1/2", "1/2", "1/2..1", "1"];

const EIGHTHS: [(u128, u128); 6] = [(0, 0), (1, 1), (2, 3), (4, 4), (5, 7), (8, 8)];

/// The largest number, and places behind it.
pub(super) fn cross(edge: &Edge) -> Cross {
    let port = &edge.port;
    let last = port.last(port.emax()) - 2;
    let end = port.largest().and_then(|largest| largest.places(last)).map_or(0, |(whole, _)| whole);
    let zones = Zones { end, last, outward: true, eighths: &EIGHTHS };
    let own = edge.clone();
    let look = Look {
        name: "huge",
        what: "unrounded result in parts of a place beyond the largest number",
        axis: Axis::new("beyond", &ZONES),
        place: Box::new(move |real| zones.zone(real)),
        zone: Box::new(|goal, _| Some(goal[1])),
        never: Box::new(move |subject, goal| zones.out_of(&own, subject, goal[0] == 1, goal[1])),
    };
    look.cross(edge, zones)
}
