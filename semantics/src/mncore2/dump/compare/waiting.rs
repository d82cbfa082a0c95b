//! Words whose partner in the other dump has not come yet.

use super::{Location, Word};
use std::collections::{HashMap, VecDeque};

/// The words of one location that one dump is ahead of the other, first to last.
struct Queue {
    side: usize,
    first: Word,
    rest: VecDeque<Word>,
}

/// Waiting words by location; of each location those of one dump only.
#[derive(Default)]
pub(super) struct Waiting(HashMap<Location, Queue>);

/// Words that found a partner, and those that did not with the number of their dump.
pub(super) type Rest = (Vec<(Location, [Word; 2])>, Vec<(usize, Location, Word)>);

impl Waiting {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The partner of a word, if it waits; else the word waits.
    pub(super) fn put(&mut self, side: usize, at: Location, word: Word) -> Option<Word> {
        let Some(queue) = self.0.get_mut(&at) else {
            self.0.insert(at, Queue { side, first: word, rest: VecDeque::new() });
            return None;
        };
        if queue.side == side {
            queue.rest.push_back(word);
            return None;
        }
        let partner = queue.first;
        match queue.rest.pop_front() {
            Some(next) => queue.first = next,
            None => drop(self.0.remove(&at)),
        }
        Some(partner)
    }

    /// What is left, in the order of the lines. The halves of a word that one dump prints as single
    /// words meet the whole word of the other, the k-th the k-th.
    pub(super) fn finish(mut self) -> Rest {
        let mut pairs = Vec::new();
        let wholes: Vec<Location> =
            self.0.keys().filter(|at| at.single.is_none()).copied().collect();
        for at in wholes {
            let halves = [0, 1].map(|half| Location { single: Some(half), ..at });
            let meets = |half| self.0.get(half).map(|queue| queue.side);
            let side = self.0.get(&at).map(|queue| queue.side);
            let other = halves.iter().find_map(meets);
            if other.is_some() && other != side {
                self.join(at, halves, &mut pairs);
            }
        }
        let mut lone: Vec<(usize, Location, Word)> = Vec::new();
        for (at, queue) in self.0 {
            let all = std::iter::once(queue.first).chain(queue.rest);
            lone.extend(all.map(|word| (queue.side, at, word)));
        }
        lone.sort_by_key(|(side, at, word)| (*side, word.line, at.word));
        pairs.sort_by_key(|(at, [a, _]): &(Location, [Word; 2])| (a.line, at.word));
        (pairs, lone)
    }

    /// Whole words and halves, as long as there are both.
    fn join(
        &mut self,
        at: Location,
        halves: [Location; 2],
        pairs: &mut Vec<(Location, [Word; 2])>,
    ) {
        loop {
            let ready = |at: &Location| self.0.get(at).map(|queue| (queue.side, queue.first));
            let Some((side, whole)) = ready(&at) else { return };
            let found = halves.map(|half| ready(&half).filter(|(other, _)| *other != side));
            let both = match found {
                [Some((_, upper)), Some((_, lower))] => {
                    (at, whole.bits, Word { bits: upper.bits | lower.bits, ..upper })
                }
                [Some((_, upper)), None] => (halves[0], whole.bits & !0 << 32, upper),
                [None, Some((_, lower))] => (halves[1], whole.bits & !0 >> 32, lower),
                [None, None] => return,
            };
            let (location, bits, other) = both;
            let whole = Word { bits, ..whole };
            pairs.push((location, if side == 0 { [whole, other] } else { [other, whole] }));
            for at in std::iter::once(at).chain(halves) {
                self.next(at);
            }
        }
    }

    /// Drops the first word of a location.
    fn next(&mut self, at: Location) {
        if let Some(queue) = self.0.get_mut(&at) {
            match queue.rest.pop_front() {
                Some(next) => queue.first = next,
                None => drop(self.0.remove(&at)),
            }
        }
    }
}
