//! What a run has changed, in few names (MN-D194).
//!
//! All PEs do the same, so most results are the same in many elements. A name that leaves a level out speaks of all elements of
//! that level: so each word is named by those levels alone that its value depends on.

use super::differ::{candidates, differing};
use super::isa::{Bank, Levels, Memory, Side, Width};
use super::memory::{Level, Place, Store, read, read_words};
use super::state::{CYCLES, State};
use crate::machine::{Changes, Value};
use std::collections::BTreeMap;

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
    let changed = found.iter().flat_map(|found| found.changed.values().flatten());
    let home = changed.copied().max_by_key(Place::numbers).unwrap_or_default();
    let parts = found.iter().flat_map(|found| found.at(own, home)).map(Piece::part).collect();
    Changes { parts, whole: false }
}

/// Whether something differs that no name is for.
fn nameless(own: &State, before: &State) -> bool {
    let positions = |state: &State| -> Vec<_> {
        state.groups.iter().map(|group| (group.dar_write, group.dar_read)).collect()
    };
    positions(own) != positions(before)
        || NAMELESS.iter().any(|store| candidates(own, before, *store).next().is_some())
}

/// The words of a bank of an L1B that differ, and where: its PEs
/// have their words side by side.
fn of_bank(own: &State, before: &State, bank: Bank, levels: &Levels) -> Vec<(usize, Place)> {
    let store = Store::Bank(bank);
    let Some(first) = store.places(levels).next() else { return Vec::new() };
    let l1b = first.l1b_index();
    let [own, before] = [own, before].map(|state| state.blocks[l1b].bank(bank));
    let rows = own.written_with(before).map(|n| (n, own.row(n), before.row(n)));
    let mut found = Vec::new();
    for (n, own, before) in rows.filter(|(_, own, before)| own != before) {
        let places = store.places(levels).filter(|p| own[p.lane()] != before[p.lane()]);
        found.extend(places.map(|place| (n, place)));
    }
    found
}

/// What differs of a memory: units of words, and where.
struct Found {
    store: Store,
    unit: usize,
    /// The elements of each unit in their order.
    changed: BTreeMap<usize, Vec<Place>>,
}

impl Found {
    fn of(own: &State, before: &State, store: Store, unit: usize) -> Self {
        let mut changed: BTreeMap<usize, Vec<Place>> = BTreeMap::new();
        let mut elements: Vec<Levels> = candidates(own, before, store).collect();
        if store.level() >= Level::L1b && own.blocks.are_one() && before.blocks.are_one() {
            // The last one speaks for all L1Bs.
            elements.drain(..elements.len().saturating_sub(1));
        }
        for levels in &elements {
            let found = match store {
                Store::Bank(bank) => of_bank(own, before, bank, levels),
                _ => differing(own, before, store, levels)
                    .map(|(word, place, _)| (word, place))
                    .collect(),
            };
            for (word, place) in found {
                let places = changed.entry(word / unit).or_default();
                if places.last() != Some(&place) {
                    places.push(place);
                }
            }
        }
        Self { store, unit, changed }
    }

    /// Pieces of as many elements as have the same words.
    fn pieces(&self, own: &State) -> Vec<Piece> {
        let mut pieces = Pieces::new(self);
        for (number, places) in &self.changed {
            let free = self.independent(own, *number);
            let mut firsts: Vec<Place> = places.iter().map(|p| first_of(*p, &free)).collect();
            firsts.dedup();
            firsts.sort_unstable();
            firsts.dedup();
            firsts.into_iter().for_each(|place| pieces.push(own, *number, place, &free));
        }
        pieces.done
    }

    /// Pieces of single elements of one MAB and above it.
    fn at(&self, own: &State, home: Place) -> Vec<Piece> {
        let depth = 1 + (self.store.level() as usize).min(Level::Mab as usize);
        let near = |place: &Place| place.numbers()[..depth] == home.numbers()[..depth];
        let mut pieces = Pieces::new(self);
        for (number, places) in &self.changed {
            let places = places.iter().filter(|place| near(place));
            places.for_each(|place| pieces.push(own, *number, *place, &[]));
        }
        pieces.done
    }

    /// The levels whose numbers make no difference to a unit.
    fn independent(&self, own: &State, number: usize) -> Vec<Level> {
        let mut levels: Vec<Level> =
            Level::ALL.into_iter().filter(|level| *level <= self.store.level()).collect();
        let values = self.values(own, number);
        let mut below = values.len();
        levels.retain(|level| {
            if own.blocks.are_one() && self.is_below(*level) {
                return true;
            }
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

    /// Whether the memory lies in L1Bs, and the level is theirs or above.
    fn is_below(&self, level: Level) -> bool {
        level <= Level::L1b && self.store.level() >= Level::L1b
    }

    /// A unit in all elements; of L1Bs that are all equal in one of them.
    fn values(&self, own: &State, number: usize) -> Vec<u64> {
        let one = self.is_below(Level::L1b) && own.blocks.are_one();
        let levels = if one { Place::default().of_l1b() } else { Levels::default() };
        if let (Store::Bank(bank), 1) = (self.store, self.unit) {
            let l1bs = Store::L1bm.places(&levels);
            return l1bs.flat_map(|p| *own.blocks[p.l1b_index()].bank(bank).row(number)).collect();
        }
        let mut values = Vec::new();
        for place in self.store.places(&levels) {
            let at = values.len();
            values.resize(at + self.unit, 0);
            // The memory has the word: something else was there before.
            let _ = read_words(own, place, self.store, number * self.unit, &mut values[at..]);
        }
        values
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
