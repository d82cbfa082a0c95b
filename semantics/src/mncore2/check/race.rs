//! L1BM written from both sides in one step (MN-D81).

use super::Violation;
use super::stretch::{L1BM_WORDS, Run, Traffic, shared};
use crate::mncore2::isa::Expr;

/// The two sides write no common address.
pub(super) fn l1bm(exprs: &[Expr], found: &mut Vec<Violation>) {
    let first = |written: fn(&Expr) -> Option<Traffic>| {
        exprs.iter().enumerate().find_map(|(i, e)| Some((i, written(e)?.l1bm_written?.whole())))
    };
    let above = first(|e| match e {
        Expr::L2bm(l2bm) => Some(Traffic::of_l2bm(l2bm)),
        _ => None,
    });
    let below = first(|e| match e {
        Expr::Up(up) => Some(Traffic::of_up(up)),
        _ => None,
    });
    let (Some((i, a)), Some((j, b))) = (above, below) else { return };
    if shared(a, b, L1BM_WORDS).is_some() {
        found.push(violation((i, a), (j, b)));
    }
}

fn violation((i, a): (usize, Run), (j, b): (usize, Run)) -> Violation {
    let message = format!(
        "L1BM is written from both sides at common addresses: {} words from $lb{} and {} words from \
         $lb{}",
        a.1, a.0, b.1, b.0
    );
    Violation::warning("MN-W-RACE", "3.6.1.4", [i, j], message)
        .help("put them into two steps; here the words from the PEs are the ones that stay")
}
