//! L1BM written from both sides in one step (MN-D81).

use super::Violation;
use super::stretch::{from_above, from_below, overlap};
use crate::mncore2::isa::Expr;

/// The two sides write no common address.
pub(super) fn l1bm(exprs: &[Expr], found: &mut Vec<Violation>) {
    let above = exprs.iter().enumerate().find_map(|(i, e)| match e {
        Expr::L2bm(l2bm) => Some((i, from_above(l2bm)?)),
        _ => None,
    });
    let below = exprs.iter().enumerate().find_map(|(i, e)| match e {
        Expr::Up(up) => Some((i, from_below(up)?)),
        _ => None,
    });
    let (Some((i, a)), Some((j, b))) = (above, below) else { return };
    if overlap(a, b) {
        found.push(
            Violation::warning(
                "MN-W-RACE",
                "3.6.1.4",
                [i, j],
                format!(
                    "L1BM is written from both sides at common addresses: {} words from $lb{} and \
                     {} words from $lb{}",
                    a.1, a.0, b.1, b.0
                ),
            )
            .help("put them into two steps; here the words from the PEs are the ones that stay"),
        );
    }
}
