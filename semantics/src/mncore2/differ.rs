//! What differs between two states (MN-D192).

use super::memory::{Level, Place, Store, read_words};
use crate::machine::{Difference, Differences};
use crate::mncore2::isa::Levels;
use crate::mncore2::layout::Spot;
use crate::mncore2::state::{Block, Group, State};

/// What a state is made of. What stands between units, forwarding and turnaround registers, is none of
/// it: every result passes through, and no operand of `d get` names it.
fn stores() -> impl Iterator<Item = Store> {
    Store::ALL.into_iter().filter(|store| !matches!(store, Store::Turnaround | Store::Forward(_)))
}

/// How many words differ, and the first `most` of them.
pub(crate) fn differences(own: &State, other: &State, most: usize) -> Differences {
    let mut found = Differences::keeping(most);
    for store in stores() {
        for levels in candidates(own, other, store) {
            for (word, place, both) in differing(own, other, store, &levels) {
                found.push(|| difference(place, store, word, both));
            }
        }
    }
    for (n, (own, other)) in own.groups.iter().zip(&other.groups).enumerate() {
        let positions = |group: &Group| [("write", group.dar_write), ("read", group.dar_read)];
        for ((way, own), (_, other)) in positions(own).into_iter().zip(positions(other)) {
            let name = || format!("the {way} position of the DAR of n{n}");
            found.part([own, other], name, |at| at.to_string());
        }
    }
    found
}

/// The L1Bs in which a memory may differ, or the elements above them that have it.
pub(super) fn candidates(own: &State, other: &State, store: Store) -> impl Iterator<Item = Levels> {
    let below = store.level() >= Level::L1b;
    // Those that stand in the same two places are not looked at again.
    let mut same = Vec::new();
    let found = if below { Store::L1bm } else { store }.places(&Levels::default());
    let found = found.filter(move |place| {
        let stand = [own, other].map(|state| state.blocks.stand(place.l1b_index()));
        if below && same.contains(&stand) {
            return false;
        }
        let is_same = place.same(own, other, store);
        if is_same {
            same.push(stand);
        }
        !is_same
    });
    found.map(Place::of_l1b)
}

/// The words of a memory that differ, and where, element by element.
pub(super) fn differing(
    own: &State,
    other: &State,
    store: Store,
    levels: &Levels,
) -> impl Iterator<Item = (usize, Place, [u64; 2])> {
    let of = move |place: Place| {
        let words = place.words(own, other, store);
        let mut found = Vec::new();
        for run in words.chunk_by(|a, b| a + 1 == *b) {
            let [own, other] = [own, other].map(|state| {
                let mut values = vec![0; run.len()];
                // Both have the words.
                let _ = read_words(state, place, store, run[0], &mut values);
                values
            });
            let both = run.iter().zip(own.into_iter().zip(other));
            let both = both.filter(|(_, (own, other))| own != other);
            found.extend(both.map(|(word, (own, other))| (*word, place, [own, other])));
        }
        found
    };
    store.places(levels).flat_map(of)
}

impl Place {
    /// Whether nothing can differ, found faster than by words.
    pub(super) fn same(self, own: &State, other: &State, store: Store) -> bool {
        let groups = [own, other].map(|state| &state.groups[usize::from(self.group)]);
        let l2bms = [own, other].map(|state| &state.l2bms[self.l2b_index()]);
        let blocks = [own, other].map(|state| &state.blocks[self.l1b_index()]);
        let of = |same: fn([&Block; 2]) -> bool| same(blocks);
        match store {
            Store::Pdm => groups[0].pdm == groups[1].pdm,
            Store::Dram => groups[0].dram == groups[1].dram,
            Store::L2bm => l2bms[0] == l2bms[1],
            Store::L1bm => of(|[a, b]| a.l1bm == b.l1bm),
            Store::Bank(bank) => blocks[0].bank(bank) == blocks[1].bank(bank),
            Store::T => of(|[a, b]| a.t == b.t),
            Store::Mask => of(|[a, b]| a.masks == b.masks),
            Store::Matrix(side) => blocks[0].side(side) == blocks[1].side(side),
            Store::Bar(bank) => {
                blocks[0].bar.get(bank as usize) == blocks[1].bar.get(bank as usize)
            }
            Store::Dar => groups[0].dar == groups[1].dar,
            Store::Darbuf => groups[0].darbuf == groups[1].darbuf,
            Store::Turnaround | Store::Forward(_) => false,
        }
    }

    /// The words that could differ.
    pub(super) fn words(self, own: &State, other: &State, store: Store) -> Vec<usize> {
        let groups = [own, other].map(|state| &state.groups[usize::from(self.group)]);
        let l2bms = [own, other].map(|state| &state.l2bms[self.l2b_index()]);
        let blocks = [own, other].map(|state| &state.blocks[self.l1b_index()]);
        match store {
            Store::Pdm => groups[0].pdm.written_with(&groups[1].pdm).collect(),
            Store::Dram => groups[0].dram.written_with(&groups[1].dram).collect(),
            Store::L2bm => l2bms[0].written_with(l2bms[1]).collect(),
            Store::L1bm => blocks[0].l1bm.written_with(&blocks[1].l1bm).collect(),
            Store::Bank(bank) => blocks[0].bank(bank).written_with(blocks[1].bank(bank)).collect(),
            _ => (0..store.words()).collect(),
        }
    }
}

fn difference(place: Place, store: Store, word: usize, both: [u64; 2]) -> Difference {
    let element = place.name(store.level());
    let name = match store {
        Store::Pdm | Store::Dram | Store::L2bm | Store::L1bm | Store::Bank(_) => {
            let spot = Spot { place, store, word, shift: 0, bits: store.bits() };
            format!("{}{element}", spot.operand())
        }
        _ => format!("{store} word {word} of {element}"),
    };
    let digits = store.bits().div_ceil(4) as usize;
    let [own, other] = both.map(|word| format!("{word:0digits$x}"));
    Difference { name, own, other }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mncore2::memory::write_words;

    /// One word of every store, in its first element and in its last, is the one difference, whichever state has it.
    #[test]
    fn a_word_of_every_store_is_seen() {
        let fresh = State::new(0);
        let mut seen = 0;
        for store in stores() {
            // Entry 0 of the mask register is all ones.
            let word = store.words() - 1;
            let places: Vec<Place> = store.places(&Levels::default()).collect();
            for place in [places[0], places[places.len() - 1]] {
                let mut other = fresh.clone();
                write_words(&mut other, place, store, word, &[1]).unwrap();
                for (states, values) in [([&fresh, &other], [0, 1]), ([&other, &fresh], [1, 0])] {
                    let found = differences(states[0], states[1], 2);
                    assert_eq!(found.count, 1, "{store} of {place:?}: {:?}", found.first);
                    let Difference { name, own, other } = &found.first[0];
                    let value = |text: &String| u64::from_str_radix(text, 16).unwrap();
                    assert_eq!([value(own), value(other)], values, "{name}");
                    seen += 1;
                }
            }
        }
        assert_eq!(seen, 4 * stores().count());
        assert_eq!(differences(&fresh, &fresh.clone(), 2).count, 0);
    }
}
