//! System memory: 2^64 bytes, of which only those exist that were written (POD-D77).

use std::collections::HashMap;

/// Bytes of a page.
pub(in crate::pod) const PAGE: usize = 4096;
/// The most pages that are simulated: 1 GiB.
pub(in crate::pod) const MOST_PAGES: u64 = 1 << 18;

/// Byte-addressed memory; addresses are taken modulo 2^64 (POD-D76), bytes that nobody wrote are 0.
#[derive(Clone, Debug, Default)]
pub struct System {
    pages: HashMap<u64, Box<[u8; PAGE]>>,
}

impl System {
    /// The bytes from an address on.
    pub fn read(&self, address: u64, bytes: &mut [u8]) {
        let mut done = 0;
        while done < bytes.len() {
            let (page, at) = split(address.wrapping_add(done as u64));
            let here = (PAGE - at).min(bytes.len() - done);
            let to = &mut bytes[done..done + here];
            match self.pages.get(&page) {
                Some(page) => to.copy_from_slice(&page[at..at + here]),
                None => to.fill(0),
            }
            done += here;
        }
    }

    /// Writes bytes from an address on.
    pub fn write(&mut self, address: u64, bytes: &[u8]) {
        let mut done = 0;
        while done < bytes.len() {
            let (page, at) = split(address.wrapping_add(done as u64));
            let here = (PAGE - at).min(bytes.len() - done);
            let page = self.pages.entry(page).or_insert_with(|| Box::new([0; PAGE]));
            page[at..at + here].copy_from_slice(&bytes[done..done + here]);
            done += here;
        }
    }

    /// How many pages of 4096 bytes were written.
    #[must_use]
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// The pages that were written, with their addresses, in order.
    #[must_use]
    pub fn written(&self) -> Vec<(u64, &[u8])> {
        let mut pages: Vec<_> =
            self.pages.iter().map(|(page, bytes)| (page * PAGE as u64, &bytes[..])).collect();
        pages.sort_unstable_by_key(|(address, _)| *address);
        pages
    }
}

/// The number of an address's page, and the place in it.
const fn split(address: u64) -> (u64, usize) {
    (address / PAGE as u64, (address % PAGE as u64) as usize)
}
