//! The conformance rows of section 5, by the numbers of the guide.

mod controls;
mod conversions;
mod functions;
mod memories;
mod products;

use super::{Kind, Profile, Settings, Shared, Thread, run};

/// The opcode and `tuop` of a word.
fn unit(number: u64) -> u64 {
    0x3f | number << 7
}

/// Fields at their lowest bits.
fn word(tuop: u64, fields: &[(u32, u64)]) -> u64 {
    fields.iter().fold(unit(tuop), |word, (low, value)| word | value << low)
}

/// A thread with memories of 64 KiB.
struct Bench {
    thread: Thread,
    shared: Shared,
    settings: Settings,
}

impl Bench {
    fn new() -> Self {
        Self {
            thread: Thread::default(),
            shared: Shared::new(1 << 16, 1 << 16),
            settings: Settings { profile: Profile::Slice, extensions: true },
        }
    }

    /// Writes elements of some bytes one after another from a byte of a tile on.
    fn put(&mut self, tile: usize, byte: usize, bytes: usize, codes: &[u64]) {
        for (i, code) in codes.iter().enumerate() {
            let at = byte + i * bytes;
            self.thread.tiles[tile + at / 1024][at % 1024..][..bytes]
                .copy_from_slice(&code.to_le_bytes()[..bytes]);
        }
    }

    fn get(&self, tile: usize, byte: usize, bytes: usize) -> u64 {
        super::state::little(&self.thread.tiles[tile + byte / 1024][byte % 1024..][..bytes])
    }

    fn run(&mut self, word: u64) -> Result<(), Kind> {
        let threads = std::slice::from_mut(&mut self.thread);
        run(&[vec![word]], threads, &mut self.shared, self.settings).map_err(|stop| stop.kind)
    }

    fn ok(&mut self, word: u64) {
        assert_eq!(self.run(word), Ok(()), "{word:#018x}");
    }

    /// An error, and nothing has changed.
    fn fails(&mut self, word: u64, kind: Kind) {
        let before = (self.thread.clone(), self.shared.clone());
        assert_eq!(self.run(word), Err(kind), "{word:#018x}");
        assert!(
            before == (self.thread.clone(), self.shared.clone()),
            "{word:#018x} has changed it"
        );
    }
}
