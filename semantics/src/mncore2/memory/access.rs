//! Reading and writing words of any memory.

use super::{AccessError, Place, Store};
use crate::mncore2::state::{Block, Blocks, CYCLES, Group, LANES, PES, Path, State};

/// A word.
pub(crate) fn read(
    state: &State,
    place: Place,
    store: Store,
    address: usize,
) -> Result<u64, AccessError> {
    let mut word = [0];
    read_words(state, place, store, address, &mut word)?;
    Ok(word[0])
}

/// Consecutive words.
pub(crate) fn read_words(
    state: &State,
    place: Place,
    store: Store,
    address: usize,
    out: &mut [u64],
) -> Result<(), AccessError> {
    let place = check(place, store, address, out.len())?;
    let group = &state.groups[usize::from(place.group)];
    match store {
        Store::Pdm => group.pdm.read(address, out),
        Store::Dram => group.dram.read(address, out),
        Store::L2bm => state.l2bms[place.l2b_index()].read(address, out),
        Store::L1bm => state.blocks[place.l1b_index()].l1bm.read(address, out),
        _ => {
            let block = &state.blocks[place.l1b_index()];
            for (n, word) in out.iter_mut().enumerate() {
                *word = word_of(group, block, place, store, address + n);
            }
        }
    }
    Ok(())
}

/// Sets consecutive words: all of them, or none where one is refused.
pub(crate) fn write_words(
    state: &mut State,
    place: Place,
    store: Store,
    address: usize,
    words: &[u64],
) -> Result<(), AccessError> {
    write_in(Blocks::one, state, place, store, address, words)
}

/// The same in all L1Bs that stand where that of the place does.
pub(crate) fn write_alike(
    state: &mut State,
    place: Place,
    store: Store,
    address: usize,
    words: &[u64],
) -> Result<(), AccessError> {
    write_in(Blocks::alike, state, place, store, address, words)
}

fn write_in(
    block: fn(&mut Blocks, usize) -> &mut Block,
    state: &mut State,
    place: Place,
    store: Store,
    address: usize,
    words: &[u64],
) -> Result<(), AccessError> {
    let place = check(place, store, address, words.len())?;
    if let Some(&value) = words.iter().find(|&&w| w > u64::MAX >> (64 - store.bits())) {
        return Err(AccessError::Value { store, value });
    }
    if store == Store::Mask && address < CYCLES && !words.is_empty() {
        return Err(AccessError::Fixed);
    }
    let State { groups, l2bms, blocks } = state;
    let group = &mut groups[usize::from(place.group)];
    match store {
        Store::Dar => set_entries(&mut group.dar[address..], words),
        Store::Darbuf => set_entries(&mut group.darbuf[address..], words),
        Store::Pdm => group.pdm.write(address, words),
        Store::Dram => group.dram.write(address, words),
        Store::L2bm => l2bms[place.l2b_index()].write(address, words),
        Store::L1bm => block(blocks, place.l1b_index()).l1bm.write(address, words),
        _ => {
            let block = block(blocks, place.l1b_index());
            for (n, &word) in words.iter().enumerate() {
                set_word(block, place, store, address + n, word);
            }
        }
    }
    Ok(())
}

fn check(place: Place, store: Store, address: usize, count: usize) -> Result<Place, AccessError> {
    match address.checked_add(count) {
        Some(end) if end <= store.words() => place.at(store.level()),
        _ => Err(AccessError::Address { store, address, count }),
    }
}

/// A word of what is not paged by words.
fn word_of(group: &Group, block: &Block, place: Place, store: Store, at: usize) -> u64 {
    let lane = place.lane();
    match store {
        Store::Dar => group.dar[at].into(),
        Store::Darbuf => group.darbuf[at].into(),
        Store::Turnaround => block.turnaround[at / LANES][at % LANES],
        Store::Matrix(side) => block.side(side)[at / PES][matrix_lane(place, at)],
        Store::Bank(bank) => block.bank(bank).get(at, lane),
        Store::T => half(&block.t, at)[lane],
        Store::Mask => block.masks[at / CYCLES][at % CYCLES][lane].into(),
        Store::Bar(bank) => block.bar[bank as usize][lane].into(),
        Store::Forward(unit) => half(block.forward(unit), at)[lane],
        Store::Pdm | Store::Dram | Store::L2bm | Store::L1bm => 0,
    }
}

/// Sets entries of 32 bits.
fn set_entries(entries: &mut [u32], words: &[u64]) {
    for (entry, &word) in entries.iter_mut().zip(words) {
        *entry = word as u32;
    }
}

fn set_word(block: &mut Block, place: Place, store: Store, at: usize, word: u64) {
    let lane = place.lane();
    match store {
        Store::Turnaround => block.turnaround[at / LANES][at % LANES] = word,
        Store::Matrix(side) => {
            block.matrix[side as usize][at / PES][matrix_lane(place, at)] = word;
        }
        Store::Bank(bank) => block.bank_mut(bank).set(at, lane, word),
        Store::T => half_mut(&mut block.t, at)[lane] = word,
        Store::Mask => block.masks[at / CYCLES][at % CYCLES][lane] = word as u8,
        Store::Bar(bank) => block.bar[bank as usize][lane] = word as u16,
        Store::Forward(unit) => half_mut(&mut block.forward[unit as usize], at)[lane] = word,
        Store::Pdm | Store::Dram | Store::Dar | Store::Darbuf | Store::L2bm | Store::L1bm => {}
    }
}

/// Long word j of the MAB's part of a row.
fn matrix_lane(place: Place, at: usize) -> usize {
    PES * usize::from(place.mab) + at % PES
}

/// Word `2*cycle`, or its LSB side, of all lanes.
fn half(path: &Path, at: usize) -> &[u64; LANES] {
    if at.is_multiple_of(2) { &path.hi[at / 2] } else { &path.lo[at / 2] }
}

fn half_mut(path: &mut Path, at: usize) -> &mut [u64; LANES] {
    if at.is_multiple_of(2) { &mut path.hi[at / 2] } else { &mut path.lo[at / 2] }
}

/// One more than the number of the last word that is not zero.
pub(crate) fn extent(state: &State, place: Place, store: Store) -> Result<usize, AccessError> {
    let place = place.at(store.level())?;
    let group = &state.groups[usize::from(place.group)];
    let memory = match store {
        Store::Pdm => Some(&group.pdm),
        Store::Dram => Some(&group.dram),
        _ => None,
    };
    if let Some(memory) = memory {
        return Ok(memory.extent());
    }
    let mut words = vec![0; store.words()];
    read_words(state, place, store, 0, &mut words)?;
    Ok(words.iter().rposition(|&word| word != 0).map_or(0, |last| last + 1))
}
