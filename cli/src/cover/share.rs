//! How much of the goals was hit.

use vectors::cover::Covered;

/// Goals that were hit, and those that can be reached, of all.
pub(super) fn totals(covered: &[Covered]) -> (usize, usize) {
    covered.iter().fold((0, 0), |(hit, all), c| (hit + c.hit(), all + c.reachable()))
}

/// The operations, under their options, that lack models.
pub(super) fn lacking(covered: &[Covered]) -> usize {
    covered.iter().filter(|c| !c.model.lacks().is_empty()).count()
}

/// How many percent were hit.
pub(super) fn of(covered: &[Covered]) -> f64 {
    let (hit, all) = totals(covered);
    percentage(hit, all)
}

fn percentage(hit: usize, all: usize) -> f64 {
    if all == 0 { 100.0 } else { 100.0 * hit as f64 / all as f64 }
}

/// The percentage as it is printed: 100 only where nothing is missing.
pub(super) fn text(hit: usize, all: usize) -> String {
    let part = percentage(hit, all);
    let shown = if hit < all { part.min(99.99) } else { part };
    format!("{shown:.2} %")
}
