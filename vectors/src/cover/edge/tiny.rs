//! Results next below the smallest normal number: tiny before they are rounded; whether they are tiny also
//! afterwards hangs on the direction and on quarters of a place.

use super::zones::{Edge, Look, Zones};
use crate::cover::cross::{Axis, Cross};
use crate::cover::exact::Real;

/// Parts of the last place below the smallest normal number.
const ZONES: [&str; 6] = ["0", "0..1/4", "1/4", "1/4..1/2", "1/2", "1/2..1"];

const EIGHTHS: [(u128, u128); 6] = [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 7)];

const TINY: [&str; 2] = ["before rounding alone", "before and after"];

const STAYS: &str =
    "what is tiny is rounded to a number that is tiny, or it is not tiny afterwards";

/// The smallest normal number, and places before it; numbers that are rounded to it.
pub(super) fn crosses(edge: &Edge) -> [Cross; 2] {
    let p = edge.port.precision();
    let (end, last) = (1 << (p + 1), edge.port.emin() - (p + 1));
    let zones = Zones { end, last, outward: false, eighths: &EIGHTHS };
    [places(edge, zones), classes(edge, zones)]
}

fn places(edge: &Edge, zones: Zones) -> Cross {
    let own = edge.clone();
    let look = Look {
        name: "tiny",
        what: "unrounded result in parts of a place below the smallest normal number",
        axis: Axis::new("below", &ZONES),
        place: Box::new(move |real| zones.zone(real)),
        zone: Box::new(|goal, _| Some(goal[1])),
        never: Box::new(move |subject, goal| zones.out_of(&own, subject, goal[0] == 1, goal[1])),
    };
    look.cross(edge, zones)
}

fn classes(edge: &Edge, zones: Zones) -> Cross {
    let [placed, drawn, own] = [edge, edge, edge].map(Clone::clone);
    let look = Look {
        name: "tiny",
        what: "results rounded to the smallest normal number: when they are tiny",
        axis: Axis::new("tiny", &TINY),
        place: Box::new(move |real| class(&placed, real)),
        zone: Box::new(move |goal, rng| {
            let all = zones_of(&drawn, &zones, goal);
            all.get(rng.below(all.len().max(1) as u64) as usize).copied()
        }),
        never: Box::new(move |subject, goal| {
            let all = zones_of(&own, &zones, goal);
            let minus = goal[0] == 1;
            let mut reasons = all.iter().map(|zone| zones.out_of(&own, subject, minus, *zone));
            match reasons.next() {
                None => Some(STAYS),
                Some(first) => first.filter(|_| reasons.all(|reason| reason.is_some())),
            }
        }),
    };
    look.cross(edge, zones)
}

/// What a number that is rounded to the smallest normal one is: tiny before rounding alone, or also
/// afterwards. Nothing of what is not tiny, or becomes another number.
fn class(edge: &Edge, real: &Real) -> Option<usize> {
    let emin = edge.port.emin();
    let normal = |place: i64| {
        real.rounded(place, edge.rounding).is_some_and(|rounded| rounded.exponent >= emin)
    };
    let (place, p) = (edge.port.last(real.exponent), edge.port.precision());
    if real.exponent >= emin || !normal(place) {
        return None;
    }
    Some(usize::from(!normal(real.exponent - (p - 1))))
}

/// The zones whose numbers become the smallest normal one, and are tiny as the goal has it.
fn zones_of(edge: &Edge, zones: &Zones, goal: &[usize]) -> Vec<usize> {
    let is = |zone: &usize| {
        let first = zones.first(goal[0] == 1, *zone);
        first.and_then(|real| class(edge, &real)) == Some(goal[1])
    };
    (0..ZONES.len()).filter(is).collect()
}
