//! `d set` (s. 3.4.4), DRAM loads and copies by the host of assembled text.

use super::error::RunErrorKind;
use crate::mncore2::isa::{Bank, DramLoad, HostCopy, Memory, Set, Width};
use crate::mncore2::memory::{Place, Store, read, write_words};
use crate::mncore2::state::{CYCLES, State};

/// Writes the payload to every element that the statement names (MN-D76).
pub(super) fn set(set: &Set, state: &mut State) -> Result<(), RunErrorKind> {
    let (store, address, width) = match set.memory {
        Memory::L2bm(a) => (Store::L2bm, a, Width::Long),
        Memory::L1bm(width @ (Width::Long | Width::Double), a) => (Store::L1bm, a, width),
        Memory::Pe(width, bank, a) => (Store::Bank(bank), a, width),
        Memory::T(width) => (Store::T, 0, width),
        Memory::Pdm(_) | Memory::Dram(_) | Memory::Matrix(..) | Memory::Mask(_) => {
            return Err(RunErrorKind::Form(
                "d set does not write PDM, DRAM, matrix or mask registers",
            ));
        }
        Memory::L1bm(Width::Single, _) => {
            return Err(RunErrorKind::Form("L1BM has no single words"));
        }
    };
    let long_words = if width == Width::Double { 2 } else { 1 };
    if set.words.len() as u64 != u64::from(set.count) * long_words {
        return Err(RunErrorKind::Form("the payload is not as long as the count says"));
    }
    let address = address as usize;
    for place in store.places(&set.levels) {
        match store {
            Store::Bank(bank) if width == Width::Single => {
                singles(set, state, place, bank, address)?
            }
            Store::Bank(_) if !address.is_multiple_of(usize::from(width.words())) => {
                return Err(RunErrorKind::Form(
                    "the address is not a multiple of the access width",
                ));
            }
            Store::Bank(_) => write_words(state, place, store, address / 2, &set.words)?,
            Store::T => t(set, state, place, long_words as usize)?,
            _ => write_words(state, place, store, address, &set.words)?,
        }
    }
    Ok(())
}

/// The MSB side of each long word (s. 3.4.4 example 3).
fn singles(
    set: &Set,
    state: &mut State,
    place: Place,
    bank: Bank,
    address: usize,
) -> Result<(), RunErrorKind> {
    for (at, word) in (address..).zip(&set.words) {
        let old = read(state, place, Store::Bank(bank), at / 2)?;
        let shift = 32 * (at % 2);
        let new = old & !(!0 << 32 >> shift) | word >> 32 << 32 >> shift;
        write_words(state, place, Store::Bank(bank), at / 2, &[new])?;
    }
    Ok(())
}

/// A cycle a word; a single long word is the MSB side. Cycles behind the fourth are the first again.
fn t(set: &Set, state: &mut State, place: Place, width: usize) -> Result<(), RunErrorKind> {
    for (n, words) in set.words.chunks(width).enumerate() {
        write_words(state, place, Store::T, 2 * (n % CYCLES), words)?;
    }
    Ok(())
}

/// An `r` line: long words to the DRAM of a group.
pub(super) fn load(load: &DramLoad, state: &mut State) -> Result<(), RunErrorKind> {
    let place = Place { group: load.group, ..Place::default() };
    Ok(write_words(state, place, Store::Dram, load.address as usize, &load.words)?)
}

/// A `c` line: long words to the PDM of a group, where the line has them (MN-D105).
pub(super) fn copy(copy: &HostCopy, state: &mut State) -> Result<(), RunErrorKind> {
    if !copy.words.is_empty() && copy.words.len() != usize::from(copy.length) {
        return Err(RunErrorKind::Form("the payload is not as long as the length says"));
    }
    let place = Place { group: copy.group, ..Place::default() };
    Ok(write_words(state, place, Store::Pdm, copy.address as usize, &copy.words)?)
}
