//! The state that one PE sees, word by word, and what a trace says of it.

use semantics::mncore2::isa::{Bank, Forward, Side, Width};
use semantics::mncore2::trace::{Trace, Writing};
use semantics::mncore2::{Board, Place, Store};

/// All memories of a PE and of what lies above it. Of PDM and DRAM the first words.
fn stores() -> Vec<(Store, usize)> {
    let mut stores: Vec<Store> = Bank::ALL.map(Store::Bank).to_vec();
    stores.extend([Store::T, Store::Mask, Store::Bar(Bank::Lm0), Store::Bar(Bank::Lm1)]);
    let units = [Forward::Mau, Forward::Alu, Forward::Mread, Forward::L1bm];
    stores.extend(units.map(Store::Forward));
    stores.extend([Store::Matrix(Side::X), Store::Matrix(Side::Y)]);
    stores.extend([Store::L1bm, Store::Turnaround, Store::L2bm, Store::Dar, Store::Darbuf]);
    stores.extend([Store::Pdm, Store::Dram]);
    stores.into_iter().map(|store| (store, store.words().min(1 << 15))).collect()
}

/// The words of these memories.
#[derive(PartialEq)]
pub(crate) struct Snapshot {
    place: Place,
    memories: Vec<(Store, Vec<u64>)>,
}

impl Snapshot {
    pub(crate) fn of(board: &Board, place: Place) -> Self {
        let words = |(store, count): (Store, usize)| {
            let mut words = vec![0; count];
            board.read_words(place, store, 0, &mut words).unwrap();
            (store, words)
        };
        Self { place, memories: stores().into_iter().map(words).collect() }
    }

    fn words(&self, store: Store) -> &[u64] {
        &self.memories.iter().find(|(other, _)| *other == store).unwrap().1
    }
}

/// Where a cycle of a PE memory's operand lies: the word, and how far to the left.
fn at(address: u16, width: Width) -> (usize, u32) {
    let address = usize::from(address);
    (address / 2, if width == Width::Single { 32 * (address as u32 % 2) } else { 0 })
}

/// Inputs are the words before the step, at the addresses that are told.
pub(crate) fn inputs(trace: &Trace, before: &Snapshot, context: impl Fn() -> String) {
    for read in trace.parts.iter().flat_map(|part| &part.reads) {
        for (c, cycle) in read.cycles.iter().enumerate() {
            let expected = match (read.store, cycle.address) {
                (Some(store), Some(address)) => {
                    let words = before.words(store);
                    let (word, shift) = at(address, read.width);
                    match read.width {
                        Width::Single => [words[word] << shift >> 32 << 32, 0],
                        Width::Long => [words[word], 0],
                        Width::Double => [words[word], words[word + 1]],
                    }
                }
                (Some(store), None) => {
                    let words = before.words(store);
                    [words[2 * c], words[2 * c + 1]]
                }
                (None, _) => continue,
            };
            assert_eq!(cycle.words, expected, "{}: {} c{c}", context(), read.operand);
        }
    }
    for stretch in trace.parts.iter().flat_map(|part| &part.stretches) {
        for (n, word) in stretch.old.iter().enumerate() {
            let words = before.words(stretch.store);
            if let Some(expected) = here(before, stretch).then(|| words.get(stretch.at(n))) {
                assert!(expected.is_none_or(|e| e == word), "{}: word {n}", context());
            }
        }
    }
}

/// Whether a stretch lies in a memory that the PE sees.
fn here(snapshot: &Snapshot, stretch: &semantics::mncore2::trace::Stretch) -> bool {
    let level = stretch.store.level();
    stretch.place.name(level) == snapshot.place.name(level)
}

/// Where the board keeps the words of a cycle.
fn kept(snapshot: &Snapshot, writing: &Writing, c: usize) -> [u64; 2] {
    let words = snapshot.words(writing.store);
    let address = writing.cycles[c].address;
    match (writing.store, address) {
        (Store::Bank(_), Some(address)) => {
            let (word, shift) = at(address, writing.width);
            match writing.width {
                Width::Single => [words[word] << shift >> 32 << 32, 0],
                Width::Long => [words[word], 0],
                Width::Double => [words[word], words[word + 1]],
            }
        }
        (Store::Mask, Some(entry)) => [words[4 * usize::from(entry) + c], 0],
        (Store::T, _) => [words[2 * c], words[2 * c + 1]],
        _ => [words[0], 0],
    }
}

/// Outputs are the words behind the step: what the unit put out where the mask lets it through, and
/// what was there before where it does not.
pub(crate) fn outputs(
    trace: &Trace,
    before: &Snapshot,
    after: &Snapshot,
    holds: bool,
    context: impl Fn() -> String,
) {
    for part in &trace.parts {
        for writing in &part.writes {
            for (c, cycle) in writing.cycles.iter().enumerate() {
                let context = || format!("{}: {} c{c}", context(), writing.operand);
                assert_eq!(cycle.old, kept(before, writing, c), "{}", context());
                assert_eq!(cycle.new, kept(after, writing, c), "{}", context());
                let put_out = part.forwards.first().filter(|f| !f.held).map(|f| f.words[c]);
                assert_eq!(put_out.is_none(), holds, "{}", context());
                let (Some(put_out), None) = (put_out, cycle.overwritten) else { continue };
                let sole = writing.cycles.iter().filter(|other| other.address == cycle.address);
                let sole = sole.count() == 1;
                for (n, put_out) in put_out.into_iter().enumerate() {
                    let bits = cycle.bits[n];
                    if matches!(writing.store, Store::Bank(_) | Store::T) {
                        let (new, word) = (cycle.new[n] & bits, put_out & bits);
                        assert_eq!(new, word, "{}", context());
                    }
                    if sole || writing.store == Store::T {
                        let (new, old) = (cycle.new[n] & !bits, cycle.old[n] & !bits);
                        assert_eq!(new, old, "{}", context());
                    }
                }
            }
        }
    }
}

/// Nothing has changed that is not told.
pub(crate) fn covered(
    trace: &Trace,
    before: &Snapshot,
    after: &Snapshot,
    context: impl Fn() -> String,
) {
    for ((store, old), (_, new)) in before.memories.iter().zip(&after.memories) {
        if old == new {
            continue;
        }
        for (word, (old, new)) in old.iter().zip(new).enumerate().filter(|(_, (a, b))| a != b) {
            let told = bits(trace, before, *store, word);
            assert_eq!((old ^ new) & !told, 0, "{}: {store} word {word} changes", context());
        }
    }
}

/// The bits of a word that a trace says are written.
fn bits(trace: &Trace, snapshot: &Snapshot, store: Store, word: usize) -> u64 {
    let mut bits = 0;
    for part in &trace.parts {
        for stretch in part.stretches.iter().filter(|s| s.written && s.store == store) {
            let inside = (0..stretch.old.len()).any(|n| stretch.at(n) == word);
            if inside && here(snapshot, stretch) {
                bits = !0;
            }
        }
        let unit = part.forwards.iter().find(|f| Store::Forward(f.unit) == store && !f.held);
        bits |= if unit.is_some() { !0 } else { 0 };
        for writing in part.writes.iter().filter(|writing| writing.store == store) {
            for (c, cycle) in writing.cycles.iter().enumerate() {
                let (first, shift) = match (store, cycle.address) {
                    (Store::Bank(_), Some(address)) => at(address, writing.width),
                    (Store::Mask, Some(entry)) => (4 * usize::from(entry) + c, 0),
                    (Store::T, _) => (2 * c, 0),
                    _ => (0, 0),
                };
                if first == word {
                    bits |= cycle.bits[0] >> shift;
                }
                if first + 1 == word {
                    bits |= cycle.bits[1];
                }
            }
        }
    }
    bits
}
