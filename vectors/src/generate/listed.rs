//! Cases that are not made by their index, but listed: those of a coverage model, and corner cases within a domain.
//!
//! A set of many operations has more of them than memory should hold. So a list is made once to learn its length, kept
//! as long as there is room, and made again when it is wanted and no longer there: it is the same each time.

use crate::cover::Model;
use crate::domain::Within;
use crate::draw::Cases;
use crate::draw::corner::Picks;
use crate::registry::Plan;
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// The elements that are kept in all, 64 MiB; the list that is used last is always kept.
const ROOM: usize = 1 << 23;

/// A list of elements, by its number.
type List = (usize, Arc<[u64]>);

/// Lists that are kept.
#[derive(Debug, Default)]
pub(super) struct Kept(Mutex<Lists>);

/// The ones used last stand at the end.
#[derive(Debug, Default)]
struct Lists {
    lists: VecDeque<List>,
    /// Elements of them all.
    held: usize,
}

impl Kept {
    /// A list; it is made where it is not kept.
    fn list(&self, number: usize, make: impl FnOnce() -> Arc<[u64]>) -> Arc<[u64]> {
        // Held while a list is made, so that no other thread makes the same.
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Lists { lists, held } = &mut *kept;
        let place = lists.iter().rposition(|(n, _)| *n == number);
        let list = place.and_then(|at| lists.remove(at)).unwrap_or_else(|| {
            let list = make();
            *held += list.len();
            (number, list)
        });
        let elements = Arc::clone(&list.1);
        lists.push_back(list);
        while *held > ROOM
            && lists.len() > 1
            && let Some((_, oldest)) = lists.pop_front()
        {
            *held -= oldest.len();
        }
        elements
    }
}

/// What a list holds.
#[derive(Clone, Debug)]
pub(super) enum Recipe {
    /// A case for every goal of the plan's model, within its domain.
    Model(Plan, Option<Arc<Within>>),
    /// The corner cases that lie within the domain, and those at its own limits.
    Corner(Picks, Arc<Within>),
}

/// The cases of a plan.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    recipe: Recipe,
    len: u64,
    /// Its number among the lists that are kept.
    number: usize,
    kept: Arc<Kept>,
}

impl Listed {
    pub(super) fn new(recipe: Recipe, number: usize, kept: &Arc<Kept>) -> Self {
        let elements = kept.list(number, || recipe.made());
        let len = (elements.len() / recipe.plan().elements().max(1)) as u64;
        Self { recipe, len, number, kept: Arc::clone(kept) }
    }

    pub(super) const fn plan(&self) -> &Plan {
        self.recipe.plan()
    }

    pub(super) const fn len(&self) -> u64 {
        self.len
    }

    /// The elements of some of the cases.
    pub(super) fn cases(&self, range: Range<u64>, x: &mut [u64]) {
        let elements = self.kept.list(self.number, || self.recipe.made());
        let stride = self.plan().elements();
        x.copy_from_slice(&elements[range.start as usize * stride..range.end as usize * stride]);
    }
}

impl Recipe {
    const fn plan(&self) -> &Plan {
        match self {
            Self::Model(plan, _) => plan,
            Self::Corner(picks, _) => &picks.plan,
        }
    }

    fn made(&self) -> Arc<[u64]> {
        match self {
            Self::Model(plan, within) => Model::within(plan, within.clone()).cases().into(),
            Self::Corner(picks, within) => corners(picks, within).into(),
        }
    }
}

/// The corner cases of a domain, each once.
fn corners(picks: &Picks, within: &Within) -> Vec<u64> {
    let mut cases = Cases::new(picks.plan.elements());
    let mut x = vec![0; picks.plan.elements()];
    for index in 0..picks.len() {
        picks.case(index, &mut x);
        if within.takes(&x) {
            cases.push(&x);
        }
    }
    let limits = within.corners().unwrap_or_default();
    limits.iter().for_each(|x| cases.push(x));
    cases.all().flatten().copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_last_is_kept_and_the_rest_made_again() {
        let kept = Kept::default();
        let third: Arc<[u64]> = vec![7; ROOM / 3].into();
        let made = |number| {
            let mut made = false;
            let list = kept.list(number, || {
                made = true;
                Arc::clone(&third)
            });
            assert_eq!(list.len(), third.len());
            made
        };
        assert!(made(1) && made(2) && made(3));
        assert!(!made(1), "used again, so 2 is the oldest");
        assert!(made(4) && made(2));
        assert!(!made(1) && made(3));
        // One that is larger than the room is kept alone.
        assert_eq!(kept.list(9, || vec![0; ROOM + 1].into()).len(), ROOM + 1);
        assert_eq!(kept.list(9, Arc::default).len(), ROOM + 1);
        assert_eq!(kept.0.lock().unwrap().lists.len(), 1);
    }
}
