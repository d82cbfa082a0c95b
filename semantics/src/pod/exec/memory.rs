//! The M slot (s. 2.3 of appendix E): what it reads, and what it will write. Everything is read here, before any slot writes.

use super::access::{fault, fits, place, target};
use super::block;
use super::effects::{Access, Effects, Fault, FaultKind};
use crate::pod::isa::{Condition, Instruction, Operation, Size, Source, Space};
use crate::pod::lane;
use crate::pod::state::{Array, MOST_PAGES, Scratch, Shape, XMM_WORDS};

/// Tests the accesses of all active PEs, and reads what the instruction needs.
pub(super) fn plan(
    array: &Array,
    m: &Instruction,
    scratch: &mut Scratch,
    effects: &mut Effects,
) -> Result<(), Fault> {
    match m.operation {
        Operation::Load(size, extend, space, _) => {
            let bytes = size.bytes();
            addresses(array, m, space, bytes, scratch)?;
            accessed(array, space, bytes, false, scratch, effects);
            for pe in array.active() {
                let word = load::<8>(array, space, scratch.address[pe], bytes);
                scratch.moved[pe] = lane::extended(size, extend, u64::from_le_bytes(word));
            }
        }
        Operation::LoadXmm(width, space, _) => {
            let bytes = width.bytes();
            addresses(array, m, space, bytes, scratch)?;
            accessed(array, space, bytes, false, scratch, effects);
            for pe in array.active() {
                let register = load::<16>(array, space, scratch.address[pe], bytes);
                let to = &mut scratch.moved_xmm[pe * XMM_WORDS..][..XMM_WORDS];
                for (to, word) in to.iter_mut().zip(register.as_chunks().0) {
                    *to = u32::from_le_bytes(*word);
                }
            }
        }
        Operation::Store(size, space, _) => {
            addresses(array, m, space, size.bytes(), scratch)?;
            accessed(array, space, size.bytes(), true, scratch, effects);
            scratch.moved.copy_from_slice(array.general_row(m.d));
            route_stores(array, m, space, scratch);
        }
        Operation::StoreXmm(width, space, _) => {
            addresses(array, m, space, width.bytes(), scratch)?;
            accessed(array, space, width.bytes(), true, scratch, effects);
            scratch.moved_xmm.copy_from_slice(array.xmm_row(m.d));
            route_stores(array, m, space, scratch);
        }
        Operation::CopyBlock { to_sys, strided } => {
            block::plan_copy(array, m, to_sys, strided, scratch, effects)?;
        }
        Operation::TransferBlock(direction, strided) => {
            block::plan_transfer(array, m, direction, strided, scratch, effects)?;
        }
        Operation::FromAr => {
            for pe in 0..array.pes() {
                scratch.moved[pe] = array.ar(pe, m.a.into());
            }
        }
        Operation::ToAr => scratch.moved.copy_from_slice(array.general_row(m.a)),
        Operation::PushMask { or, condition } => masks(array, scratch, |mask, flags| {
            top(mask >> 1, mask >> 63 == 1, or, condition, flags)
        }),
        Operation::SetTopMask { or, condition } => masks(array, scratch, |mask, flags| {
            top(mask & u64::MAX >> 1, mask >> 62 & 1 == 1, or, condition, flags)
        }),
        Operation::PopMask => masks(array, scratch, |mask, _| mask << 1),
        _ => {}
    }
    Ok(())
}

/// The masks afterwards, of every PE (POD-D26), by its old flags.
fn masks(array: &Array, scratch: &mut Scratch, f: impl Fn(u64, u32) -> u64) {
    let old = array.masks.iter().zip(&array.flags);
    for (to, (mask, flags)) in scratch.moved.iter_mut().zip(old) {
        *to = f(*mask, *flags);
    }
}

/// The mask with a new bit 63: the level before and, or or, the condition (POD-D25).
fn top(mask: u64, before: bool, or: bool, condition: Condition, flags: u32) -> u64 {
    let holds = condition.holds(flags);
    let bit = if or { before || holds } else { before && holds };
    mask | u64::from(bit) << 63
}

/// The place of every active PE's access, and its address register afterwards (POD-D54).
fn addresses(
    array: &Array,
    m: &Instruction,
    space: Space,
    bytes: usize,
    scratch: &mut Scratch,
) -> Result<(), Fault> {
    let base = array.general_row(m.a);
    // A store touches at most two pages.
    let full = array.system.pages() as u64 + 2 * array.pes() as u64 > MOST_PAGES;
    if space == Space::Sys
        && full
        && let Some(pe) = array.active().next()
    {
        let what = format!("system memory has {MOST_PAGES} pages");
        return Err(fault(FaultKind::Limit, pe, what));
    }
    for pe in array.active() {
        let address = match m.b {
            Source::Immediate(displacement) => base[pe].wrapping_add(displacement as u64),
            Source::Register(n) => {
                scratch.next[pe] = base[pe].wrapping_add(array.general_row(n)[pe]);
                base[pe]
            }
        };
        scratch.address[pe] = if space == Space::Local && fits(array.shape, address, bytes as u64) {
            pe as u64 * u64::from(array.shape.sram) + address
        } else {
            place(array.shape, space, pe, address, bytes as u64)?
        };
    }
    Ok(())
}

/// Tells the accesses to system memory.
fn accessed(
    array: &Array,
    space: Space,
    bytes: usize,
    write: bool,
    scratch: &Scratch,
    effects: &mut Effects,
) {
    if space == Space::Sys {
        effects.accesses.extend(array.active().map(|pe| Access {
            pe: pe as u16,
            address: scratch.address[pe],
            bytes: bytes as u64,
            write,
            block: false,
        }));
    }
}

/// Bytes of a memory, and zeros behind them.
#[inline(always)]
fn load<const N: usize>(array: &Array, space: Space, place: u64, bytes: usize) -> [u8; N] {
    let mut all = [0; N];
    if space == Space::Sys {
        array.system.read(place, &mut all[..bytes]);
        return all;
    }
    let from = &array.sram[place as usize..];
    // Copies of known lengths.
    match bytes {
        1 => all[0] = from[0],
        2 => all[..2].copy_from_slice(&from[..2]),
        4 => all[..4].copy_from_slice(&from[..4]),
        8 => all[..8].copy_from_slice(&from[..8]),
        _ => all[..bytes].copy_from_slice(&from[..bytes]),
    }
    all
}

/// The order of stores: by PE, so that the highest wins (POD-D52), or as messages arrive (POD-D47).
fn route_stores(array: &Array, m: &Instruction, space: Space, scratch: &mut Scratch) {
    if !space.is_pod() {
        scratch.order.clear();
        scratch.order.extend(array.active().map(|pe| pe as u16));
        return;
    }
    let base = array.general_row(m.a);
    let address = |pe: usize| base[pe].wrapping_add(m.immediate() as u64);
    let target =
        |pe: usize| array.is_active(pe).then(|| target(array.shape, space, pe, address(pe)));
    order(array.shape, space, target, &mut scratch.keys, &mut scratch.order);
}

/// How many bytes a store moves.
pub(super) const fn stored(operation: Operation) -> (Space, usize) {
    match operation {
        Operation::Store(size, space, _) => (space, size.bytes()),
        Operation::StoreXmm(width, space, _) => (space, width.bytes()),
        _ => (Space::Local, Size::B1.bytes()),
    }
}

// The order in which messages of a permutation arrive (POD-D47).

/// The PEs whose messages are delivered, in an order in which the last store wins. `target` says to which column and row a
/// PE sends, if it sends; `keys` is working space.
///
/// Only messages to one PE can meet, and their order is that of the step that stores them. Rows are swept first: the message
/// of column x - h arrives at hop h, so hops order each queue. Then, for one slot of the queues after the other, columns are
/// swept: the message of row y - t is stored at hop t.
pub(super) fn order(
    shape: Shape,
    space: Space,
    target: impl Fn(usize) -> Option<(usize, usize)>,
    keys: &mut Vec<u32>,
    order: &mut Vec<u16>,
) {
    let [columns, rows] = [shape.columns as usize, shape.rows as usize];
    keys.clear();
    for pe in 0..shape.pes() {
        if let Some((x, y)) = target(pe) {
            let (column, row) = shape.place(pe);
            let hop = match space {
                Space::PodCol => (y + rows - row) % rows,
                _ => (x + columns - column) % columns,
            };
            keys.push(key(hop, pe));
        }
    }
    keys.sort_unstable();
    if space == Space::PodAll {
        let mut lengths = [0; 256];
        for message in keys.iter_mut() {
            let pe = sender(*message);
            let (column, row) = shape.place(pe);
            let (x, y) = target(pe).unwrap_or((column, row));
            let length = &mut lengths[shape.pe(x, row)];
            *message = key(*length * rows + (y + rows - row) % rows, pe);
            *length += 1;
        }
        keys.sort_unstable();
    }
    order.clear();
    order.extend(keys.iter().map(|message| sender(*message) as u16));
}

/// A message: the step at which it is stored, above its sender.
const fn key(step: usize, sender: usize) -> u32 {
    (step << 16 | sender) as u32
}

const fn sender(key: u32) -> usize {
    (key & 0xffff) as usize
}
