//! Accesses of PE memories: every form of address, from a small pool so that what is written is read
//! again.

use crate::programs::choices::{Choices, chance, pick, small};
use semantics::mncore2::isa::{Access, Bank, Cycles, Modifier, Width};

/// Single words of each memory that most addresses lie in.
pub(super) const POOL: u16 = 64;

/// The widths, narrow last: when the choices have run out, accesses are long words.
pub(super) const WIDTHS: [Width; 3] = [Width::Long, Width::Double, Width::Single];

/// The width asked for, seldom another.
pub(super) fn width_near(c: &mut dyn Choices, wanted: Width) -> Width {
    if chance(c, 1, 8) { pick(c, &WIDTHS) } else { wanted }
}

/// An access of a memory.
pub(super) fn access(c: &mut dyn Choices, bank: Bank, width: Width) -> Access {
    let words = width.words();
    let cycles = match c.below(8) {
        0..=3 => Cycles::Stride { start: start(c, bank, words), increment: words },
        4 => Cycles::Stride { start: start(c, bank, words), increment: increment(c, bank, words) },
        5 => Cycles::Stride { start: start(c, bank, words), increment: 0 },
        _ => flat(c, bank, words),
    };
    Access { bank, width, cycles, modifier: modifier(c, bank) }
}

/// An aligned address: in the pool, or near the end of the memory so that cycles wrap.
fn start(c: &mut dyn Choices, bank: Bank, words: u16) -> u16 {
    if chance(c, 1, 16) {
        bank.words() - words * (1 + small(c, 4))
    } else {
        words * small(c, POOL / words)
    }
}

fn increment(c: &mut dyn Choices, bank: Bank, words: u16) -> u16 {
    match c.below(4) {
        0 => words * small(c, 4),
        1 => words * small(c, 16),
        _ => words * small(c, bank.words() / words),
    }
}

/// Four addresses that are no arithmetic progression: such a list is a stride (MN-D77).
fn flat(c: &mut dyn Choices, bank: Bank, words: u16) -> Cycles {
    let mut list = [0; 4];
    list.fill_with(|| start(c, bank, words));
    let step = i32::from(list[1]) - i32::from(list[0]);
    if list.windows(2).all(|w| i32::from(w[1]) - i32::from(w[0]) == step) {
        list[3] ^= words;
    }
    Cycles::Flat(list)
}

fn modifier(c: &mut dyn Choices, bank: Bank) -> Modifier {
    match (bank, c.below(16)) {
        (Bank::Lm0, 14..) => Modifier::Indirect,
        (Bank::Lm0 | Bank::Lm1, 12..) => Modifier::Within(small(c, 4) as u8),
        _ => Modifier::None,
    }
}
