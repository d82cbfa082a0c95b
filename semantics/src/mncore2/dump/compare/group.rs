//! Differences by memory and kind: how many words, which elements of the tree, which addresses.

use super::{Apart, Difference, Number};
use crate::mncore2::isa::Dtype;
use crate::mncore2::memory::{Level, Place, Store};

/// The differences of one kind in one memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// The memory.
    pub(super) store: Store,
    /// As what numbers its words are looked at; nothing where they look like none.
    pub(super) number: Option<Number>,
    /// How its words lie apart.
    pub(super) apart: Apart,
    /// The type that the first of them is printed with.
    pub(super) dtype: Dtype,
    /// How many words.
    pub(super) words: u64,
    /// In how many elements of the tree.
    pub(super) places: usize,
    /// The first and the last word.
    pub(super) range: (u32, u32),
    /// The numbers seen of each level, a bit each.
    seen: [u16; 5],
    /// Which elements.
    elements: Box<[u64; ELEMENTS / 64]>,
}

/// PEs of the board.
const ELEMENTS: usize = 4096;

impl Group {
    /// Which elements of the tree: `n0c0b0m*p{1,3}`, `*` for all of a level. Where elements differ
    /// in several levels, not every combination need be there.
    pub(super) fn pattern(&self) -> String {
        let levels = Level::ALL.iter().take(self.store.level() as usize + 1);
        levels
            .map(|&level| {
                let seen = self.seen[level as usize];
                let numbers: Vec<String> = (0..level.size())
                    .filter(|n| seen >> n & 1 == 1)
                    .map(|n| n.to_string())
                    .collect();
                let text = match numbers.len() {
                    1 => numbers[0].clone(),
                    n if n == level.size() => "*".into(),
                    _ => format!("{{{}}}", numbers.join(",")),
                };
                format!("{}{text}", level.letter())
            })
            .collect()
    }

    /// The levels in which its elements differ.
    pub(super) fn varying(&self) -> Vec<Level> {
        let varies = |level: &Level| self.seen[*level as usize].count_ones() > 1;
        Level::ALL.into_iter().filter(varies).collect()
    }

    fn new(of: &Difference) -> Self {
        Self {
            store: of.location.store,
            number: of.number,
            apart: of.apart,
            dtype: of.words[0].dtype,
            words: 0,
            places: 0,
            range: (of.location.word, of.location.word),
            seen: [0; 5],
            elements: Box::new([0; ELEMENTS / 64]),
        }
    }

    fn add(&mut self, of: &Difference) {
        let word = of.location.word;
        self.words += 1;
        self.range = (self.range.0.min(word), self.range.1.max(word));
        let element = element(of.location.place);
        let bits = &mut self.elements[element / 64];
        self.places += usize::from(*bits >> (element % 64) & 1 == 0);
        *bits |= 1 << (element % 64);
        for (seen, number) in self.seen.iter_mut().zip(of.location.place.numbers()) {
            *seen |= 1 << number;
        }
    }
}

/// The number of a PE on the board.
fn element(place: Place) -> usize {
    let sizes = Level::ALL.map(Level::size);
    place.numbers().iter().zip(sizes).fold(0, |at, (&n, size)| at * size + usize::from(n))
}

/// Groups under way.
#[derive(Default)]
pub(super) struct Groups(Vec<Group>);

impl Groups {
    pub(super) fn add(&mut self, of: &Difference) {
        // Rows of a matrix register have their numbers by the printed type.
        let rows = |dtype| Number::of(dtype).map(Number::rows_apart);
        let same = |g: &Group| {
            g.store == of.location.store
                && (g.number, g.apart) == (of.number, of.apart)
                && (!matches!(g.store, Store::Matrix(_))
                    || rows(g.dtype) == rows(of.words[0].dtype))
        };
        let at = self.0.iter().position(same).unwrap_or_else(|| {
            self.0.push(Group::new(of));
            self.0.len() - 1
        });
        self.0[at].add(of);
    }

    /// The groups, by the number of their words, then by name.
    pub(super) fn finish(mut self) -> Vec<Group> {
        let number = |g: &Group| g.number.map(Number::letter);
        self.0
            .sort_by_key(|g| (std::cmp::Reverse(g.words), g.store.to_string(), g.apart, number(g)));
        self.0
    }
}
