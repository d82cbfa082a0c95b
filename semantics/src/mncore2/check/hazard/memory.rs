//! Reads of PE memories behind writes of them (s. 3.6.3.9, MN-D80).

use super::distance::Met;
use super::past::Cycles;
use super::rule::{Rule, T, of_bank, of_bar};
use crate::mncore2::Store;
use crate::mncore2::account::Entry;
use crate::mncore2::isa::{Access, Target, Width};

/// No rule of this section looks back further.
pub(super) const WINDOW: u32 = 2;

/// What an operand reads behind a write: words, or what enters an address. Of T the long word on the
/// most significant side is an addend; the base address register always is one.
pub(super) fn read(target: &Target, cycles: Cycles, read: &Entry<'_>, steps: u32) -> Option<Met> {
    match (target, read.store, read.access()) {
        (Target::Memory(write), Store::Bank(bank), Some(read)) if write.bank == bank => {
            let rule = of_bank(bank);
            match bank.is_lm() {
                true => local_memory(rule, steps, write, cycles),
                false => register(rule, steps, (write, cycles), read),
            }
        }
        (Target::T(_), Store::T, _) => match read.width {
            Width::Double => t(cycles.first | cycles.second, steps),
            Width::Single | Width::Long => t(cycles.first, steps),
        },
        (Target::Bar(bank, _), Store::Bar(other), _) if *bank == other && cycles.first != 0 => {
            Met::by_steps(of_bar(*bank), steps)
        }
        _ => None,
    }
}

/// Whether the addresses of later accesses depend on it.
pub(super) const fn moves(target: &Target) -> bool {
    matches!(target, Target::T(_) | Target::Bar(..))
}

/// Whether bit `c` is there.
const fn on(cycles: u8, c: u32) -> bool {
    cycles >> c & 1 == 1
}

/// Entry `c` of T is written in cycle `c` and read in cycle `c`.
fn t(cycles: u8, steps: u32) -> Option<Met> {
    Met::by_cycles(&T, steps, |c1, c2| (c1 == c2 && on(cycles, c1)).then_some(c1))
}

/// Steps are counted whatever the mask. A fixed mask that leaves the 12 cycles of three steps behind
/// its last cycle is one that writes nothing at all: two steps have 8. That is a warning.
fn local_memory(rule: &'static Rule, steps: u32, write: &Access, cycles: Cycles) -> Option<Met> {
    let nothing = cycles.first == 0 && (write.width != Width::Double || cycles.second == 0);
    let met = Met::by_steps(rule, steps)?;
    Some(Met { warning: cycles.fixed && nothing, ..met })
}

/// The words of an access of a general register file: the first of each cycle and how many. Nothing
/// is added to these addresses.
#[derive(Clone, Copy)]
struct Words {
    first: [u32; 4],
    count: u32,
    /// Where all of them lie.
    span: (u32, u32),
}

impl Words {
    fn of(access: &Access) -> Self {
        let count = u32::from(access.width.words());
        let bits = u32::from(access.bank.words() - 1) & !(count - 1);
        let first: [u32; 4] = std::array::from_fn(|c| access.cycles.at(c) & bits);
        let (low, high) = first.iter().fold((u32::MAX, 0), |(l, h), a| (l.min(*a), h.max(*a)));
        Self { first, count, span: (low, high - low + count) }
    }
}

/// A word that both have; each is the first word and how many.
const fn common(a: (u32, u32), b: (u32, u32)) -> Option<u32> {
    let first = if a.0 > b.0 { a.0 } else { b.0 };
    if first < a.0 + a.1 && first < b.0 + b.1 { Some(first) } else { None }
}

/// A word of a general register file that is written in one cycle and read in another.
fn register(
    rule: &'static Rule,
    steps: u32,
    (write, cycles): (&Access, Cycles),
    read: &Access,
) -> Option<Met> {
    let (write, read) = (Words::of(write), Words::of(read));
    common(write.span, read.span)?;
    // Of two long words each has its own cycles.
    let part = write.count.min(2);
    Met::by_cycles(rule, steps, |c1, c2| {
        let (to, from) = (write.first[c1 as usize], (read.first[c2 as usize], read.count));
        let first = || common((to, part), from).filter(|_| on(cycles.first, c1));
        let second = || common((to + 2, 2), from).filter(|_| on(cycles.second, c1));
        first().or_else(|| if write.count > 2 { second() } else { None })
    })
}
