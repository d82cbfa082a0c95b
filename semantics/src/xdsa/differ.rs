//! What differs between two machines: runs of memory, keys.

use super::{Memory, Xdsa};
use crate::machine::{Difference, Differences};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Bytes of memory that make one part.
const RUN: usize = 16;

/// How many parts differ, and the first `most` of them. Memory counts by runs of 16 bytes.
pub(super) fn differences(own: &Xdsa, other: &Xdsa, most: usize) -> Differences {
    let mut found = Differences::default();
    memory(own.memory(), other.memory(), most, &mut found);
    for bar in 0..4 {
        for entry in 0..=255 {
            let [a, b] = [own, other].map(|machine| machine.keys().read(bar, entry));
            if a != b {
                found.push(most, || Difference {
                    name: format!("key[{bar},{entry:#04x}]"),
                    own: format!("{a:#04x}"),
                    other: format!("{b:#04x}"),
                });
            }
        }
    }
    found
}

fn memory(own: &Memory, other: &Memory, most: usize, found: &mut Differences) {
    let pages = |memory: &Memory| {
        memory.pages().into_iter().map(|(at, page)| (at, page.len())).collect::<Vec<_>>()
    };
    let all: BTreeSet<(u64, usize)> = pages(own).into_iter().chain(pages(other)).collect();
    for (start, length) in all {
        let [mut a, mut b] = [vec![0; length], vec![0; length]];
        own.read(start, &mut a);
        other.read(start, &mut b);
        if a == b {
            continue;
        }
        for (n, (a, b)) in a.chunks(RUN).zip(b.chunks(RUN)).enumerate() {
            if a != b {
                let address = start + (n * RUN) as u64;
                let name = format!("mem[{address:#06x}]");
                found.push(most, || Difference { name, own: hex(a), other: hex(b) });
            }
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
