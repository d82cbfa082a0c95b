//! A small set of cases that shows the same as all that were asked.

use super::search::{agreeing, sample};
use super::space::{Asked, Judge, Space};

/// The cases that leave no candidate but those of `left`, which are in order: what excludes most of the others
/// comes first.
pub(super) fn small(space: &dyn Space, asked: &[Asked], left: &[u32], judge: &Judge) -> Vec<Asked> {
    let mut others: Vec<u32> =
        (0..space.len()).filter(|c| left.binary_search(c).is_err()).collect();
    let mut rest: Vec<&Asked> = asked.iter().collect();
    let mut chosen: Vec<Asked> = Vec::new();
    while !others.is_empty() {
        let some = sample(&others, chosen.len());
        let excluded =
            |one: &Asked| some.iter().filter(|&&c| !judge.is(one, &space.run(c, &one.x))).count();
        let counts = rest.iter().map(|one| excluded(one)).enumerate();
        let best = counts.max_by_key(|(at, n)| (*n, usize::MAX - at));
        let Some((best, 1..)) = best else { break };
        let one = rest.swap_remove(best);
        others = agreeing(space, &others, one, judge);
        chosen.push(one.clone());
    }
    // Those that no sample had.
    for one in rest {
        let next = agreeing(space, &others, one, judge);
        if next.len() < others.len() {
            others = next;
            chosen.push(one.clone());
        }
    }
    chosen
}
