//! Pairs of corner codes that are equal, near, and each other's negatives, lane by lane; all counts of shifts.

use crate::draw::Cases;
use crate::draw::corner::codes;
use crate::registry::{Plan, Shape};

/// The cases of an operation.
pub(super) fn directed(plan: &Plan, cases: &mut Cases) {
    let first = plan.operands[0];
    let mask = u64::MAX >> (64 - first.format.width);
    let top = 1 << (first.format.width - 1);
    let near = |x: u64| [x, x.wrapping_add(1), x.wrapping_sub(1), x ^ top, x.wrapping_neg(), !x];
    let all = codes(&first.format);
    let pairs = all.iter().flat_map(|x| near(*x).map(|y| (*x, y & mask)));
    let pairs: Vec<(u64, u64)> = pairs.collect();
    for (at, lanes) in pairs.chunks(first.len).enumerate() {
        // The last lanes are filled with the first pair.
        let lane = |i: usize| lanes.get(i).copied().unwrap_or(lanes[0]);
        let mut x = Vec::new();
        for (n, shape) in plan.operands.iter().enumerate() {
            x.extend((0..shape.len).map(|i| match n {
                0 => lane(i).0,
                1 if *shape == first => lane(i).1,
                _ if *shape == first => all[(at + i) % all.len()],
                _ => other(*shape, at),
            }));
        }
        cases.push(&x);
    }
}

/// Counts and flags: one after the other.
fn other(shape: Shape, at: usize) -> u64 {
    at as u64 & (u64::MAX >> (64 - shape.format.width))
}
