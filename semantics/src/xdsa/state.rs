//! What the machine remembers: the memory of each domain, four tables of keys, how far each core is.

use std::collections::HashMap;

// Four tables of 256 keys, shared by all cores and engines (section 1.6 of the source, XDSA-D07).

/// Counters of keys. Under the profile `key_bits` an entry holds one key, and several are fetched from entries behind each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    tables: [[u8; 256]; 4],
    bits: bool,
}

impl Keys {
    /// No keys.
    #[must_use]
    pub const fn new(bits: bool) -> Self {
        Self { tables: [[0; 256]; 4], bits }
    }

    /// A counter.
    #[must_use]
    pub fn read(&self, bar: u8, entry: u8) -> u8 {
        self.tables[usize::from(bar & 3)][usize::from(entry)]
    }

    /// Sets a counter.
    pub fn preset(&mut self, bar: u8, entry: u8, keys: u8) {
        self.tables[usize::from(bar & 3)][usize::from(entry)] = keys;
    }

    /// A table.
    #[must_use]
    pub fn table(&self, bar: u8) -> &[u8; 256] {
        &self.tables[usize::from(bar & 3)]
    }

    /// How many of the wanted keys are there; all of them or more: enough.
    #[must_use]
    pub fn present(&self, bar: u8, entry: u8, wanted: u8) -> u8 {
        if self.bits {
            let held = (0..wanted).filter(|n| self.read(bar, entry.wrapping_add(*n)) > 0);
            held.count() as u8
        } else {
            self.read(bar, entry)
        }
    }

    /// Takes so many keys, if they are there.
    pub fn try_fetch(&mut self, bar: u8, entry: u8, wanted: u8) -> bool {
        if self.present(bar, entry, wanted) < wanted {
            return false;
        }
        if self.bits {
            for n in 0..wanted {
                let entry = entry.wrapping_add(n);
                self.preset(bar, entry, self.read(bar, entry) - 1);
            }
        } else {
            self.preset(bar, entry, self.read(bar, entry) - wanted);
        }
        true
    }

    /// Adds a key; not where the entry is full.
    pub fn deposit(&mut self, bar: u8, entry: u8) -> bool {
        let full = if self.bits { 1 } else { u8::MAX };
        let keys = self.read(bar, entry);
        if keys >= full {
            return false;
        }
        self.preset(bar, entry, keys + 1);
        true
    }
}

// The memory of a domain: a flat space of bytes, all 0 at reset.

const PAGE: usize = 1 << 16;

/// Bytes, of which only pages that were written are kept.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    pages: HashMap<u64, Box<[u8]>>,
}

impl Memory {
    /// Reads bytes from an address on; the address wraps behind the last of 2^64.
    pub fn read(&self, address: u64, bytes: &mut [u8]) {
        spans(address, bytes.len(), |page, at, range| {
            let to = &mut bytes[range.clone()];
            match self.pages.get(&page) {
                Some(page) => to.copy_from_slice(&page[at..at + range.len()]),
                None => to.fill(0),
            }
        });
    }

    /// Writes bytes from an address on; likewise.
    pub fn write(&mut self, address: u64, bytes: &[u8]) {
        spans(address, bytes.len(), |page, at, range| {
            let from = &bytes[range.clone()];
            if let Some(page) = self.pages.get_mut(&page) {
                page[at..at + range.len()].copy_from_slice(from);
            } else if from.iter().any(|byte| *byte != 0) {
                let mut fresh = vec![0; PAGE].into_boxed_slice();
                fresh[at..at + range.len()].copy_from_slice(from);
                self.pages.insert(page, fresh);
            }
        });
    }

    /// The pages that hold something, in the order of addresses, each with its first address.
    #[must_use]
    pub fn pages(&self) -> Vec<(u64, &[u8])> {
        let mut pages: Vec<(u64, &[u8])> =
            self.pages.iter().map(|(page, bytes)| (page * PAGE as u64, &**bytes)).collect();
        pages.sort_by_key(|(address, _)| *address);
        pages
    }
}

/// Cuts a range of addresses at the borders of pages.
fn spans(address: u64, length: usize, mut each: impl FnMut(u64, usize, std::ops::Range<usize>)) {
    let mut done = 0;
    while done < length {
        let here = address.wrapping_add(done as u64);
        let at = (here % PAGE as u64) as usize;
        let count = (PAGE - at).min(length - done);
        each(here / PAGE as u64, at, done..done + count);
        done += count;
    }
}
