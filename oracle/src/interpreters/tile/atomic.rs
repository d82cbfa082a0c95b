//! Atomics of scalars and of tiles (TILE-D65 to D67, D92).

use super::float::{self, Format};
use super::state::{Kind, Shared, TILE, Thread, little, place};
use super::word::{Word, legal};
use crate::reference::engine::Rounding;

/// What becomes of an element.
#[derive(Clone, Copy)]
enum Element {
    Unsigned,
    Signed,
    Float(&'static str),
}

/// An operation on elements of some bits.
#[derive(Clone, Copy)]
struct Operation {
    column: usize,
    row: usize,
    bits: usize,
    element: Element,
}

impl Operation {
    fn new(w: Word) -> Self {
        let (column, row) = (w.bits(15, 13), w.bits(12, 10));
        let (bits, element) = match row {
            _ if column >= 6 => (32, Element::Unsigned),
            0 => (32, Element::Unsigned),
            1 => (32, Element::Signed),
            2 => (32, Element::Float("ieee_binary32")),
            3 => (16, Element::Float("bf16")),
            4 => (16, Element::Float("ieee_binary16")),
            5 => (64, Element::Unsigned),
            _ => (64, Element::Signed),
        };
        Self { column, row, bits, element }
    }

    /// The new value of an element; `new` is what CAS swaps in.
    fn apply(self, old: u64, source: u64, new: u64) -> u64 {
        let mask = u64::MAX >> (64 - self.bits);
        match (self.column, self.row) {
            (3..=5, _) => match self.element {
                Element::Float(name) => self.float(float::format(name), old, source),
                _ => self.integer(old, source) & mask,
            },
            (6, 0) => old & source,
            (6, 1) => old | source,
            (6, _) => old ^ source,
            (_, 0) => {
                if old >= source {
                    0
                } else {
                    old + 1
                }
            }
            (_, 1) => {
                if old == 0 || old > source {
                    source
                } else {
                    old - 1
                }
            }
            (_, 2) => source,
            _ => {
                if old == source {
                    new
                } else {
                    old
                }
            }
        }
    }

    fn integer(self, old: u64, source: u64) -> u64 {
        let wide = |value: u64| match self.element {
            Element::Signed => i128::from((value << (64 - self.bits)) as i64 >> (64 - self.bits)),
            _ => i128::from(value),
        };
        let (a, b) = (wide(old), wide(source));
        (match self.column {
            3 => a + b,
            4 => a.min(b),
            _ => a.max(b),
        }) as u64
    }

    /// To nearest even, without flags (TILE-D66).
    fn float(self, format: Format, old: u64, source: u64) -> u64 {
        match self.column {
            3 => float::add(format, old, source, Rounding::NearestEven).0,
            column => float::min_max(format, column == 5, old, source).0,
        }
    }
}

pub(super) fn execute(
    w: Word,
    global: bool,
    thread: &mut Thread,
    shared: &mut Shared,
) -> Result<(), Kind> {
    w.zero(63, 46)?;
    legal(w.bit(40) || w.bits(45, 41) == 0)?;
    let operation = Operation::new(w);
    let offset = if w.bit(40) { i128::from(thread.x[w.bits(45, 41)]) } else { 0 };
    let base = i128::from(thread.x[w.bits(30, 26)]) + offset;
    let memory = shared.memory(global);
    if w.bit(16) {
        tile(w, operation, base, thread, memory)
    } else {
        scalar(w, operation, base, thread, memory)
    }
}

fn scalar(
    w: Word,
    operation: Operation,
    base: i128,
    thread: &mut Thread,
    memory: &mut [u8],
) -> Result<(), Kind> {
    let (returns, register, lanes) = (w.bit(17), w.bits(25, 18), w.bits(37, 36));
    let swap = operation.column == 7 && operation.row == 3;
    legal(!w.bit(38) && !w.bit(39) && lanes != 3)?;
    legal(register < 32 && (returns || swap || register == 0))?;
    legal(!swap || register != 31)?;
    let lanes = 1 << lanes;
    legal(lanes * operation.bits <= 64)?;
    let size = lanes * operation.bits / 8;
    let at = place(memory, base, size, 8)?;
    let old = little(&memory[at..][..size]);
    let source = thread.x[w.bits(35, 31)];
    let new = if swap { thread.x[register + 1] } else { 0 };
    let lane =
        |value: u64, i: usize| value >> (i * operation.bits) & (u64::MAX >> (64 - operation.bits));
    for i in 0..lanes {
        let value = operation.apply(lane(old, i), lane(source, i), lane(new, i));
        let bytes = operation.bits / 8;
        memory[at + i * bytes..][..bytes].copy_from_slice(&value.to_le_bytes()[..bytes]);
    }
    if returns {
        thread.set_x(register, old);
    }
    Ok(())
}

fn tile(
    w: Word,
    operation: Operation,
    base: i128,
    thread: &mut Thread,
    memory: &mut [u8],
) -> Result<(), Kind> {
    let (returns, register, masked, broadcast) = (w.bit(17), w.bits(25, 18), w.bit(39), w.bit(38));
    legal(operation.column != 7 && w.bits(37, 36) == 0)?;
    legal(broadcast || w.bits(35, 31) == 0)?;
    for slice in (0..32).filter(|slice| thread.enabled(masked, slice * 32)) {
        place(memory, base + slice as i128 * 32, 32, 8)?;
    }
    let bytes = operation.bits / 8;
    let scalar = thread.x[w.bits(35, 31)] & (u64::MAX >> (64 - operation.bits));
    for i in (0..TILE / bytes).filter(|i| thread.enabled(masked, i * bytes)).collect::<Vec<_>>() {
        let there = &mut memory[base as usize + i * bytes..][..bytes];
        let here = &mut thread.tiles[register][i * bytes..][..bytes];
        let (old, source) = (little(there), if broadcast { scalar } else { little(here) });
        let value = operation.apply(old, source, 0);
        there.copy_from_slice(&value.to_le_bytes()[..bytes]);
        if returns {
            here.copy_from_slice(&old.to_le_bytes()[..bytes]);
        }
    }
    Ok(())
}
