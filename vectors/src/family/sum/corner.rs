//! Sums of many terms: corner codes in every place, alone and together, pairs that cancel.

use crate::draw::Cases;
use crate::draw::corner::codes::codes;
use crate::registry::Plan;

/// The cases of a sum: its terms stand first, the addend last.
pub(crate) fn directed(plan: &Plan, cases: &mut Cases) {
    let shapes = &plan.operands;
    let n = shapes[0].len;
    let corners: Vec<Vec<u64>> = shapes.iter().map(|s| codes(&s.format)).collect();
    let signs: Vec<u64> = shapes.iter().map(|s| 1 << (s.format.width - 1)).collect();
    let most = corners.iter().map(Vec::len).max().unwrap_or(0);
    for turn in 0..most * 6 {
        let mut x = Vec::with_capacity(plan.elements());
        for (i, (shape, own)) in shapes.iter().zip(&corners).enumerate() {
            for k in 0..shape.len {
                let step = [5, 3, 7][i % 3];
                let code = own[(turn + turn / most * 13 + k * step) % own.len()];
                let other = x.len().checked_sub(1).map_or(0, |last: usize| x[last]);
                x.push(match turn / most {
                    // Pairs that cancel: of products one factor turns its sign.
                    1 if k % 2 == 1 && i == 0 => other ^ signs[0],
                    1 if k % 2 == 1 => other,
                    // One term alone, in every place.
                    2 if shape.len > 1 && k != turn % n => 0,
                    // All terms alike.
                    3 if k > 0 => other,
                    // The largest and the smallest terms together.
                    4 if k % 2 == 0 => own[own.len() / 2],
                    _ => code,
                });
            }
        }
        cases.push(&x);
    }
}
