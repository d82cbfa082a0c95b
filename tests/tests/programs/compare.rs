//! The state of a board against that of the plain interpreter: every element that the interpreter
//! knows, PEs of a few MABs.

use oracle::interpreters::mncore2::{Element, Machine};
use semantics::mncore2::isa::{Bank, Forward, Side};
use semantics::mncore2::{Board, Place, Store};

/// MABs that are compared: of a whole board only the first few of the scope.
const MABS: usize = 8;

/// Panics where a word differs.
pub(crate) fn state(seed: u64, board: &Board, machine: &Machine) {
    let mut mabs = 0;
    for element in machine.scope().elements() {
        match element {
            Element::Group(g) => group(seed, board, machine, g),
            Element::L2b(q) => {
                let place = Place { group: q / 2, l2b: q % 2, ..Place::default() };
                words(seed, board, place, Store::L2bm, |a| machine.l2bm(q, a as u32));
            }
            Element::L1b(b) => {
                let place = l1b(b);
                words(seed, board, place, Store::L1bm, |a| machine.l1bm(b, a as u32));
                let sent = |a| machine.turnaround(b, a / 64, a % 64);
                words(seed, board, place, Store::Turnaround, sent);
            }
            Element::Mab(m) if mabs < MABS => {
                mabs += 1;
                mab(seed, board, machine, m);
            }
            Element::Mab(_) => {}
        }
    }
}

fn l1b(b: u8) -> Place {
    Place { group: b / 16, l2b: b / 8 % 2, l1b: b % 8, ..Place::default() }
}

fn group(seed: u64, board: &Board, machine: &Machine, g: u8) {
    let place = Place { group: g, ..Place::default() };
    words(seed, board, place, Store::Pdm, |a| machine.pdm(g, a as u64));
    words(seed, board, place, Store::Dar, |a| machine.dar(g, a).map(u64::from));
    words(seed, board, place, Store::Darbuf, |a| machine.darbuf(g, a).map(u64::from));
    // DRAM is large: the words that were written, and a count of those that are not zero.
    for (address, word) in machine.dram_words(g).expect("in the scope") {
        let found = board.read(place, Store::Dram, address as usize).expect("a word");
        assert!(found == word, "seed {seed}: DRAM {g} word {address}: {found:x}, not {word:x}");
    }
}

fn mab(seed: u64, board: &Board, machine: &Machine, m: u16) {
    let of_mab = Place { mab: (m % 16) as u8, ..l1b((m / 16) as u8) };
    for side in [Side::X, Side::Y] {
        let row = |a: usize| machine.matrix(m, side, a / 4).map(|row| row[a % 4]);
        words(seed, board, of_mab, Store::Matrix(side), row);
    }
    for lane in 0..4 {
        let (pe, place) = (4 * m + u16::from(lane), Place { pe: lane, ..of_mab });
        for bank in Bank::ALL {
            let word = |a: usize| machine.long_word(pe, bank, 2 * a as u16);
            words(seed, board, place, Store::Bank(bank), word);
            if bank.is_lm() {
                let bar = |_| machine.bar(pe, bank).map(u64::from);
                words(seed, board, place, Store::Bar(bank), bar);
            }
        }
        words(seed, board, place, Store::T, |a| Some(machine.t(pe, a / 2)?[a % 2]));
        let flags = |a: usize| match a / 4 {
            0 => Some(15),
            entry => machine.mask_flags(pe, entry as u8, a % 4).map(u64::from),
        };
        words(seed, board, place, Store::Mask, flags);
        for unit in [Forward::Mau, Forward::Alu, Forward::Mread, Forward::L1bm] {
            let word = |a: usize| Some(machine.forward(pe, unit, a / 2)?[a % 2]);
            words(seed, board, place, Store::Forward(unit), word);
        }
    }
}

/// Every word of a memory at a place.
fn words(
    seed: u64,
    board: &Board,
    place: Place,
    store: Store,
    expected: impl Fn(usize) -> Option<u64>,
) {
    let mut found = vec![0; store.words()];
    board.read_words(place, store, 0, &mut found).expect("the whole memory");
    for (address, word) in found.into_iter().enumerate() {
        let expected = expected(address).expect("in the scope");
        assert!(
            word == expected,
            "seed {seed}: {store} at {place:?} word {address}: {word:#x}, not {expected:#x}"
        );
    }
}
