//! The memory of a domain: a flat space of bytes, all 0 at reset.

use std::collections::HashMap;

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
