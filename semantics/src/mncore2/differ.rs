//! What differs between two states (MN-D192).

use super::memory::{Place, Store, read};
use crate::machine::{Difference, Differences};
use crate::mncore2::isa::{Bank, Levels, Side};
use crate::mncore2::layout::Spot;
use crate::mncore2::state::{Block, Group, State};

/// What a state is made of. What stands between units, forwarding and turnaround registers, is none of
/// it: every result passes through, and no operand of `d get` names it.
const STORES: [Store; 16] = [
    Store::Pdm,
    Store::Dram,
    Store::Dar,
    Store::Darbuf,
    Store::L2bm,
    Store::L1bm,
    Store::Matrix(Side::X),
    Store::Matrix(Side::Y),
    Store::Bank(Bank::Lm0),
    Store::Bank(Bank::Lm1),
    Store::Bank(Bank::Grf0),
    Store::Bank(Bank::Grf1),
    Store::T,
    Store::Mask,
    Store::Bar(Bank::Lm0),
    Store::Bar(Bank::Lm1),
];

/// How many words differ, and the first `most` of them.
pub(crate) fn differences(own: &State, other: &State, most: usize) -> Differences {
    let mut found = Differences::default();
    for store in STORES {
        for place in store.places(&Levels::default()) {
            if place.same(own, other, store) {
                continue;
            }
            for word in place.words(own, other, store) {
                let both = [own, other].map(|state| read(state, place, store, word).unwrap_or(0));
                if both[0] != both[1] {
                    found.push(most, || difference(place, store, word, both));
                }
            }
        }
    }
    for (n, (own, other)) in own.groups.iter().zip(&other.groups).enumerate() {
        let positions = |group: &Group| [("write", group.dar_write), ("read", group.dar_read)];
        for ((way, own), (_, other)) in positions(own).into_iter().zip(positions(other)) {
            if own != other {
                let name = format!("the {way} position of the DAR of n{n}");
                let [own, other] = [own, other].map(|at| at.to_string());
                found.push(most, || Difference { name, own, other });
            }
        }
    }
    found
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
            Store::Matrix(_) => of(|[a, b]| a.matrix == b.matrix),
            _ => false,
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
