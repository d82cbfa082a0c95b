//! What a run has changed, in few names (MN-D194).
//!
//! All PEs do the same, so most results are the same in many elements. A name that leaves a level out speaks of all elements of
//! that level: so each word is named by those levels alone that its value depends on.

use super::isa::{Bank, Levels, Memory, Side, Width};
use super::memory::{Level, Place, Store, read, read_words};
use super::state::{CYCLES, State};
use crate::machine::{Changes, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The memories that have names, with the words that stand together under one.
const NAMED: [(Store, usize); 12] = [
    (Store::Pdm, 1),
    (Store::Dram, 1),
    (Store::L2bm, 1),
    (Store::L1bm, 1),
    (Store::Matrix(Side::X), 4),
    (Store::Matrix(Side::Y), 4),
    (Store::Bank(Bank::Lm0), 1),
    (Store::Bank(Bank::Lm1), 1),
    (Store::Bank(Bank::Grf0), 1),
    (Store::Bank(Bank::Grf1), 1),
    (Store::T, 2 * CYCLES),
    (Store::Mask, CYCLES),
];

/// The others that `expect rest=same` looks at.
const NAMELESS: [Store; 4] =
    [Store::Dar, Store::Darbuf, Store::Bar(Bank::Lm0), Store::Bar(Bank::Lm1)];

/// Consecutive words of some elements, the same in all of them.
struct Piece {
    store: Store,
    levels: Levels,
    first: usize,
    words: Vec<u64>,
}

/// All that differs; where that is more than `room` words, what differs in the MAB of the last element that does, in its L1B, L2B
/// and group.
pub(super) fn changes(own: &State, before: &State, room: usize) -> Changes {
    let found: Vec<Found> =
        NAMED.iter().map(|(store, unit)| Found::of(own, before, *store, *unit)).collect();
    let all: Vec<Piece> = found.iter().flat_map(|found| found.pieces(own)).collect();
    let words: usize = all.iter().map(|piece| piece.words.len()).sum();
    if words <= room {
        let whole = !nameless(own, before);
        return Changes { parts: all.into_iter().map(Piece::part).collect(), whole };
    }
    let changed = found.iter().flat_map(|found| found.changed.iter());
    let home = changed.map(|(_, place)| *place).max_by_key(Place::numbers).unwrap_or_default();
    let parts = found.iter().flat_map(|found| found.at(own, home)).map(Piece::part).collect();
    Changes { parts, whole: false }
}

/// Whether something differs that no name is for.
fn nameless(own: &State, before: &State) -> bool {
    let positions = |state: &State| -> Vec<_> {
        state.groups.iter().map(|group| (group.dar_write, group.dar_read)).collect()
    };
    positions(own) != positions(before)
        || NAMELESS.iter().any(|store| {
            let mut places = store.places(&Levels::default());
            places.any(|place| !differing(own, before, *store, place).is_empty())
        })
}

/// The words of a memory that differ at a place.
fn differing(own: &State, before: &State, store: Store, place: Place) -> Vec<usize> {
    if place.same(own, before, store) {
        return Vec::new();
    }
    among(own, before, store, place, &place.words(own, before, store))
}

/// Those of some words that differ at a place.
fn among(own: &State, before: &State, store: Store, place: Place, words: &[usize]) -> Vec<usize> {
    let word = |state, n| read(state, place, store, n).unwrap_or(0);
    words.iter().copied().filter(|n| word(own, *n) != word(before, *n)).collect()
}

/// The words of a memory that differ in some PE of an L1B, whose PEs have them side by side.
fn of_block(own: &State, before: &State, bank: Bank, l1b: usize) -> Vec<usize> {
    let [own, before] = [own, before].map(|state| state.blocks[l1b].bank(bank));
    own.written_with(before).filter(|row| own.row(*row) != before.row(*row)).collect()
}

/// What differs of a memory: units of words, and where.
struct Found {
    store: Store,
    unit: usize,
    changed: BTreeSet<(usize, Place)>,
}

impl Found {
    fn of(own: &State, before: &State, store: Store, unit: usize) -> Self {
        let mut changed = BTreeSet::new();
        let mut block = None;
        for place in store.places(&Levels::default()) {
            let words = match store {
                Store::Bank(bank) => {
                    let l1b = place.l1b_index();
                    let known = block.take_if(|(known, _)| *known == l1b);
                    let found = known.unwrap_or_else(|| (l1b, of_block(own, before, bank, l1b)));
                    let (_, rows) = block.insert(found);
                    among(own, before, store, place, rows)
                }
                _ => differing(own, before, store, place),
            };
            changed.extend(words.into_iter().map(|word| (word / unit, place)));
        }
        Self { store, unit, changed }
    }

    /// Pieces of as many elements as have the same words.
    fn pieces(&self, own: &State) -> Vec<Piece> {
        let mut pieces = Pieces::new(self);
        for list in self.changed.iter().collect::<Vec<_>>().chunk_by(|a, b| a.0 == b.0) {
            let number = list[0].0;
            let free = self.independent(own, number);
            let places: BTreeSet<Place> =
                list.iter().map(|(_, place)| first_of(*place, &free)).collect();
            places.into_iter().for_each(|place| pieces.push(own, number, place, &free));
        }
        pieces.done
    }

    /// Pieces of single elements of one MAB and above it.
    fn at(&self, own: &State, home: Place) -> Vec<Piece> {
        let depth = 1 + (self.store.level() as usize).min(Level::Mab as usize);
        let near = |place: &Place| place.numbers()[..depth] == home.numbers()[..depth];
        let mut pieces = Pieces::new(self);
        for (number, place) in self.changed.iter().filter(|(_, place)| near(place)) {
            pieces.push(own, *number, *place, &[]);
        }
        pieces.done
    }

    /// The levels whose numbers make no difference to a unit.
    fn independent(&self, own: &State, number: usize) -> Vec<Level> {
        let mut levels: Vec<Level> =
            Level::ALL.into_iter().filter(|level| *level <= self.store.level()).collect();
        let mut values = Vec::new();
        for place in self.store.places(&Levels::default()) {
            let at = values.len();
            values.resize(at + self.unit, 0);
            // The memory has the word: something else was there before.
            let _ = read_words(own, place, self.store, number * self.unit, &mut values[at..]);
        }
        let mut below = values.len();
        levels.retain(|level| {
            let all = below;
            below /= level.size();
            values.chunks(all).all(|of_all| of_all.chunks(below).all(|one| *one == of_all[..below]))
        });
        // The language names L2Bs and L1Bs behind their group alone.
        let by_tree = |level| self.store.level() >= level && !levels.contains(&level);
        if by_tree(Level::L2b) || by_tree(Level::L1b) {
            levels.retain(|level| *level != Level::Group);
        }
        levels
    }

    fn words(&self, own: &State, number: usize, place: Place) -> Vec<u64> {
        let words = number * self.unit..(number + 1) * self.unit;
        words.map(|n| read(own, place, self.store, n).unwrap_or(0)).collect()
    }
}

/// The first of the elements that differ from this one in some levels alone.
fn first_of(place: Place, levels: &[Level]) -> Place {
    let number = |level, number| if levels.contains(&level) { 0 } else { number };
    Place {
        group: number(Level::Group, place.group),
        l2b: number(Level::L2b, place.l2b),
        l1b: number(Level::L1b, place.l1b),
        mab: number(Level::Mab, place.mab),
        pe: number(Level::Pe, place.pe),
    }
}

/// Units put together to pieces where they follow each other.
struct Pieces<'a> {
    found: &'a Found,
    done: Vec<Piece>,
    /// The last piece of an element.
    open: BTreeMap<[Option<u8>; 5], usize>,
}

impl<'a> Pieces<'a> {
    const fn new(found: &'a Found) -> Self {
        Self { found, done: Vec::new(), open: BTreeMap::new() }
    }

    fn push(&mut self, own: &State, number: usize, place: Place, free: &[Level]) {
        let Found { store, unit, .. } = *self.found;
        let words = self.found.words(own, number, place);
        let named = |level: Level| {
            let counts = level <= store.level() && !free.contains(&level);
            counts.then(|| place.numbers()[level as usize])
        };
        let key = Level::ALL.map(named);
        let last = self.open.get(&key).and_then(|at| self.done.get_mut(*at));
        let first = number * unit;
        match last.filter(|last| last.first + last.words.len() == first && store != Store::Mask) {
            Some(last) => last.words.extend(words),
            None => {
                let [group, l2b, l1b, mab, pe] = key;
                let levels = Levels { group, l2b, l1b, mab, pe };
                self.open.insert(key, self.done.len());
                self.done.push(Piece { store, levels, first, words });
            }
        }
    }
}

impl Piece {
    /// As a case file names it.
    fn part(self) -> (String, Value) {
        let Self { store, levels, first, words } = self;
        let address = first as u32;
        let memory = match store {
            Store::Pdm => Memory::Pdm(address),
            Store::Dram => Memory::Dram(address),
            Store::L2bm => Memory::L2bm(address),
            Store::L1bm => Memory::L1bm(Width::Long, address),
            Store::Matrix(side) => Memory::Matrix(side, address / 4),
            Store::Bank(bank) => Memory::Pe(Width::Long, bank, 2 * address),
            Store::Mask => Memory::Mask(address / CYCLES as u32),
            _ => Memory::T(Width::Double),
        };
        let value = match store {
            Store::Mask => {
                let flags = words.iter().fold(0, |flags, cycle| flags << 4 | u128::from(*cycle));
                Value::Number(flags, 4 * CYCLES as u32)
            }
            _ => Value::Image(words.iter().flat_map(|word| word.to_be_bytes()).collect()),
        };
        (format!("{memory}{levels}"), value)
    }
}
