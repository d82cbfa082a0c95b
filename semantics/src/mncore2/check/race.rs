//! L1BM written from both sides in one step (MN-D81).

use super::Violation;
use crate::mncore2::account::{L1BM_WORDS, Run, Traffic, shared};
use crate::mncore2::isa::Expr;

/// The two sides write no common address.
pub(super) fn l1bm(exprs: &[Expr], found: &mut Vec<Violation>) {
    let first = |of: fn(&Expr) -> bool| {
        let written = |e| Some(Traffic::of(e).l1bm_written?.whole());
        exprs.iter().enumerate().filter(|(_, e)| of(e)).find_map(|(i, e)| Some((i, written(e)?)))
    };
    let above = first(|e| matches!(e, Expr::L2bm(_)));
    let below = first(|e| matches!(e, Expr::Up(_)));
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
