//! Addresses: which byte of which memory an instruction means (s. 2.3 of appendix E; POD-D45, POD-D46, POD-D76).

use super::effects::{Fault, FaultKind};
use crate::pod::isa::{Slot, Space};
use crate::pod::state::Shape;

/// The M slot's fault at a PE.
pub(super) fn fault(kind: FaultKind, pe: usize, what: String) -> Fault {
    Fault { kind, slot: Slot::M, pe, what }
}

/// Column and row of the PE that an address of a pod space means, seen from a PE; they need not exist.
pub(super) const fn target(shape: Shape, space: Space, pe: usize, address: u64) -> (usize, usize) {
    let (column, row) = shape.place(pe);
    let (x, y) = ((address >> 20 & 15) as usize, (address >> 24 & 15) as usize);
    match space {
        Space::PodAll => (x, y),
        Space::PodCol => (column, y),
        Space::PodRow => (x, row),
        Space::Local | Space::Sys => (column, row),
    }
}

/// Where an access of so many bytes begins, counted from the first byte of PE 0's SRAM; of sys the address.
pub(super) fn place(
    shape: Shape,
    space: Space,
    pe: usize,
    address: u64,
    bytes: u64,
) -> Result<u64, Fault> {
    let (owner, offset) = match space {
        Space::Sys => return Ok(address),
        Space::Local => (pe, address),
        _ => {
            let (column, row) = target(shape, space, pe, address);
            if column >= shape.columns as usize || row >= shape.rows as usize {
                let what = format!(
                    "address {address:#x} means column {column}, row {row} of an array of {} x {}",
                    shape.columns, shape.rows
                );
                return Err(fault(FaultKind::PeRange, pe, what));
            }
            (shape.pe(column, row), address & 0xf_ffff)
        }
    };
    if !fits(shape, offset, bytes) {
        let what = format!(
            "{bytes} bytes at {offset:#x} of PE {owner}, whose SRAM has {:#x} bytes",
            shape.sram
        );
        return Err(fault(FaultKind::LocalRange, pe, what));
    }
    Ok(owner as u64 * u64::from(shape.sram) + offset)
}

/// Whether so many bytes from an address on lie in an SRAM; the end is not reduced (POD-D76).
#[inline(always)]
pub(super) const fn fits(shape: Shape, address: u64, bytes: u64) -> bool {
    bytes <= shape.sram as u64 && address <= shape.sram as u64 - bytes
}
