//! Writing what the slots left: G, then X, then M (POD-D05), in active PEs.

use super::block;
use super::effects::{Effects, Warning};
use super::general::General;
use super::links::neighbour;
use super::memory::stored;
use crate::pod::isa::{Instruction, Operation, Space};
use crate::pod::state::{Array, Scratch, XMM_WORDS};

/// How many masks can be pushed (POD-D24).
const LEVELS: i64 = 63;

/// Writes a row of registers; `whole` says that no PE is masked.
fn row<T: Copy>(to: &mut [T], from: &[T], masks: &[u64], whole: bool) {
    if whole {
        return to.copy_from_slice(from);
    }
    let words = to.len() / masks.len();
    for ((to, from), mask) in to.chunks_exact_mut(words).zip(from.chunks_exact(words)).zip(masks) {
        if mask >> 63 == 1 {
            to.copy_from_slice(from);
        }
    }
}

/// Writes a row of general registers.
pub(super) fn general_row(array: &mut Array, n: u8, from: &[u64], whole: bool) {
    let pes = array.pes();
    let start = usize::from(n) * pes;
    row(&mut array.general[start..start + pes], from, &array.masks, whole);
}

/// Writes a row of xmm registers.
fn xmm_row(array: &mut Array, n: u8, from: &[u32], whole: bool) {
    let words = array.pes() * XMM_WORDS;
    let start = usize::from(n) * words;
    row(&mut array.xmm[start..start + words], from, &array.masks, whole);
}

/// The G slot.
pub(super) fn general(
    array: &mut Array,
    g: &Instruction,
    writes: General,
    scratch: &Scratch,
    effects: &mut Effects,
) {
    let whole = effects.active as usize == array.pes();
    match writes {
        General::Nothing => {}
        General::Register | General::Both => general_row(array, g.d, &scratch.general, whole),
        General::Flags => {}
        General::Neighbour => {
            let Operation::Transfer(hop) = g.operation else { return };
            for pe in 0..array.pes() {
                // The sender's mask counts, not the receiver's (POD-D21).
                if let Some(to) = neighbour(array.shape, pe, hop)
                    && array.is_active(pe)
                {
                    array.set_general(to, g.d.into(), scratch.general[pe]);
                }
            }
        }
        General::Buffer if effects.active > 0 => {
            array.buffer = array.active().fold(0, |all, pe| all | scratch.general[pe]);
            if effects.active > 1 {
                effects.warnings.insert(Warning::Buffer);
            }
        }
        General::Buffer => {}
    }
    if matches!(writes, General::Both | General::Flags) {
        row(&mut array.flags, &scratch.flags, &array.masks, whole);
    }
}

/// The X slot; `news` says that there are sticky bits to be set.
pub(super) fn vector(
    array: &mut Array,
    x: &Instruction,
    scratch: &Scratch,
    (whole, news): (bool, bool),
) {
    match x.operation {
        Operation::Nop(_) => {}
        Operation::TransferXmm(hop) => {
            for pe in 0..array.pes() {
                if let Some(to) = neighbour(array.shape, pe, hop)
                    && array.is_active(pe)
                {
                    let start = (usize::from(x.d) * array.pes() + to) * XMM_WORDS;
                    let from = &scratch.xmm[pe * XMM_WORDS..][..XMM_WORDS];
                    array.xmm[start..][..XMM_WORDS].copy_from_slice(from);
                }
            }
        }
        _ => {
            xmm_row(array, x.d, &scratch.xmm, whole);
            if news {
                let masks = array.masks.iter().zip(&scratch.status);
                for (mxcsr, (mask, status)) in array.mxcsr.iter_mut().zip(masks) {
                    mxcsr.0 |= if mask >> 63 == 1 { *status } else { 0 };
                }
            }
        }
    }
}

/// The M slot.
pub(super) fn memory(
    array: &mut Array,
    m: &Instruction,
    scratch: &mut Scratch,
    effects: &mut Effects,
) {
    let whole = effects.active as usize == array.pes();
    match m.operation {
        Operation::Load(..) | Operation::FromAr => general_row(array, m.d, &scratch.moved, whole),
        Operation::LoadXmm(..) => xmm_row(array, m.d, &scratch.moved_xmm, whole),
        Operation::Store(..) | Operation::StoreXmm(..) => store(array, m, scratch),
        Operation::CopyBlock { to_sys, .. } => block::copy(array, scratch, to_sys),
        Operation::TransferBlock(direction, _) => block::transfer(array, scratch, direction),
        Operation::ToAr => {
            for pe in 0..array.pes() {
                if array.is_active(pe) {
                    array.set_ar(pe, m.d.into(), scratch.moved[pe]);
                }
            }
        }
        Operation::PushMask { .. } | Operation::SetTopMask { .. } | Operation::PopMask => {
            array.masks.copy_from_slice(&scratch.moved);
            let levels = match m.operation {
                Operation::PushMask { .. } => 1,
                Operation::PopMask => -1,
                _ => 0,
            };
            array.depth += levels;
            // `settopmask` moves no level, so it has nothing to warn of.
            if levels != 0 && !(0..=LEVELS).contains(&array.depth) {
                effects.warnings.insert(Warning::MaskDepth);
            }
        }
        _ => {}
    }
    if m.operation.increments() {
        general_row(array, m.a, &scratch.next, whole);
    }
}

/// Writes what a store moves, in the order of deliveries.
fn store(array: &mut Array, m: &Instruction, scratch: &Scratch) {
    let (space, bytes) = stored(m.operation);
    for pe in scratch.order.iter().map(|pe| usize::from(*pe)) {
        let mut all = [0; 16];
        if matches!(m.operation, Operation::StoreXmm(..)) {
            let words = &scratch.moved_xmm[pe * XMM_WORDS..][..XMM_WORDS];
            for (to, word) in all.as_chunks_mut().0.iter_mut().zip(words) {
                *to = word.to_le_bytes();
            }
        } else {
            all[..8].copy_from_slice(&scratch.moved[pe].to_le_bytes());
        }
        let place = scratch.address[pe];
        match space {
            Space::Sys => array.system.write(place, &all[..bytes]),
            _ => array.sram[place as usize..][..bytes].copy_from_slice(&all[..bytes]),
        }
    }
}
