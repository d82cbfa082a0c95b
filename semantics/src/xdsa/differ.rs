//! What differs between two machines: runs of memory, keys.

use super::{Memory, Xdsa};
use crate::cores::hex;
use crate::machine::Differences;
use std::collections::BTreeSet;

/// How many parts differ, and the first `most` of them. Memory counts by runs of 16 bytes.
pub(super) fn differences(own: &Xdsa, other: &Xdsa, most: usize) -> Differences {
    let (mut found, both) = (Differences::keeping(most), [own, other]);
    memory(both.map(Xdsa::memory), &mut found);
    for bar in 0..4 {
        for entry in 0..=255 {
            let keys = both.map(|machine| machine.keys().read(bar, entry));
            found.part(keys, || format!("key[{bar},{entry:#04x}]"), |keys| format!("{keys:#04x}"));
        }
    }
    found
}

fn memory(both: [&Memory; 2], found: &mut Differences) {
    let pages = both.iter().flat_map(|memory| memory.pages());
    let all: BTreeSet<(u64, usize)> = pages.map(|(at, page)| (at, page.len())).collect();
    for (start, length) in all {
        let [a, b] = both.map(|memory| {
            let mut bytes = vec![0; length];
            memory.read(start, &mut bytes);
            bytes
        });
        found.bytes([&a, &b], |at| format!("mem[{:#06x}]", start + at as u64), hex);
    }
}
